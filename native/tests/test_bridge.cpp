// Bridge against a naive minimax over (suit, rank) cards that shares nothing with the library and has no reductions:
// random endings of one to five cards, freak suits among them, every trump, leader and moment of a trick, every card.
// Usage: test_bridge [seed positions]; KOZYR_LONG=1 in the environment: a hundred times as many.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bridge_positions.hpp"
#include "kozyr/batch.hpp"

using namespace kozyr;
using plain::moment;

namespace {

int failures = 0;

void wrong(const bridge::Position& p, const char* what, int card, int got, int expected) {
    std::printf("WRONG: %s: %s %d: %d, not %d\n", plain::text(p).c_str(), what, card, got, expected);
    ++failures;
}

/// One position: every card against the naive solver.
void compare(const bridge::Position& p, plain::Minimax& minimax, const bridge::Answer& answer) {
    const plain::State state = plain::state(p);
    const int expected = minimax(state);
    if (!answer.finished || answer.value != expected) wrong(p, "value", -1, answer.value, expected);
    const std::uint64_t legal = state.legal();
    const int cards = static_cast<int>(answer.moves.size());
    if (std::popcount(legal) != cards) wrong(p, "number of cards", -1, cards, std::popcount(legal));
    for (const bridge::Move& move : answer.moves) {
        if (!(legal >> move.card & 1)) wrong(p, "not legal", move.card, move.value, -1);
        plain::State next = state;
        const int won = next.play(move.card), value = won + minimax(next);
        if (move.value != value) wrong(p, "card", move.card, move.value, value);
    }
}

void endings(Dice& dice, int positions) {
    bridge::Solver fresh, kept;
    for (int i = 0; i < positions && failures < 10; ++i) {
        const int r = dice.below(100), tricks = r < 5 ? 1 : r < 25 ? 2 : r < 55 ? 3 : r < 85 ? 4 : 5;
        const auto p = moment(dice, tricks);
        plain::Minimax minimax;
        compare(p, minimax, fresh.solve(p));
        compare(p, minimax, kept.solve(p, {true, true}));
    }
}

/// The same answers from one thread and from several, and by a solver that forgets early.
void threads(Dice& dice) {
    std::vector<bridge::Position> asked;
    asked.reserve(60);
    for (int i = 0; i < 60; ++i) asked.push_back(moment(dice, 6 + dice.below(3)));
    const auto all = [&](unsigned number) {
        std::vector<bridge::Answer> out(asked.size());
        batch<bridge::Solver>(asked.size(), number,
                              [&](bridge::Solver& solver, std::size_t i) { out[i] = solver.solve(asked[i]); });
        return out;
    };
    const auto one = all(1), three = all(3);
    bridge::Solver small(1);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (one[i].value != three[i].value || one[i].nodes != three[i].nodes)
            wrong(asked[i], "on threads", -1, three[i].value, one[i].value);
        const auto kept = small.solve(asked[i], {true, true});
        if (!std::equal(
                kept.moves.begin(), kept.moves.end(), one[i].moves.begin(), one[i].moves.end(),
                [](const bridge::Move& a, const bridge::Move& b) { return a.card == b.card && a.value == b.value; }))
            wrong(asked[i], "with little memory", -1, kept.value, one[i].value);
    }
}

/// Tables of small deals against single positions.
void tables(Dice& dice) {
    bridge::Solver solver;
    for (int i = 0; i < 40; ++i) {
        bridge::Position p;
        do p = moment(dice, 3 + dice.below(5));
        while (!p.trick.empty());
        const auto table = solver.table(p.hands);
        const int tricks = std::popcount(p.hands[0]);
        for (int denomination = 0; denomination < 5; ++denomination)
            for (int declarer = 0; declarer < 4; ++declarer) {
                p.trump.reset();
                if (denomination < 4) p.trump = static_cast<Suit>(denomination);
                p.leader = (declarer + 1) % 4;
                const int even = solver.solve(p, {false}).value, expected = declarer % 2 ? tricks - even : even;
                if (table.tricks[denomination][declarer] != expected)
                    wrong(p, "table", declarer, table.tricks[denomination][declarer], expected);
            }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    int positions = argc > 2 ? std::atoi(argv[2]) : 1000;
    if (argc <= 2 && std::getenv("KOZYR_LONG") && *std::getenv("KOZYR_LONG")) positions *= 100;
    Dice dice(seed);
    threads(dice);
    tables(dice);
    endings(dice, positions);
    std::printf("%d positions, %d wrong\n", positions, failures);
    return failures ? 1 : 0;
}
