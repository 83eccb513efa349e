// Both copies of the search (src/level.hpp) must give equal answers and visit as many positions, whichever of them this
// machine would choose. Usage: test_levels [seed]
#include <cstdio>
#include <cstdlib>

#include "../src/core.hpp"
#include "bridge_positions.hpp"
#include "positions.hpp"

using namespace kozyr;

namespace {

int failures = 0;

void check(const char* what, bool equal) {
    if (equal) return;
    std::printf("WRONG: the copies differ: %s\n", what);
    ++failures;
}

void three_hands(Dice& dice) {
    using namespace preferans;
    const auto one = core(Level::baseline).preferans_search(), two = core(Level::v3).preferans_search();
    const auto same = [](const Move& a, const Move& b) {
        return a.card == b.card && a.value == b.value && a.maxn == b.maxn;
    };
    for (int i = 0; i < 600; ++i) {
        const auto kind = static_cast<Kind>(dice.below(3));
        const bool whole = i % 4 == 0;
        const Position p = ending(dice, kind, whole ? 8 + dice.below(3) : small_size(dice));
        const Options options{true, !whole};
        const Answer a = one(p, options, {}), b = two(p, options, {});
        check("value", a.finished && b.finished && a.value == b.value && a.each == b.each && a.maxn == b.maxn);
        check("moves", std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same));
        check("nodes", a.nodes == b.nodes);
    }
}

void unseen_hands(Dice& dice) {
    using namespace preferans;
    for (int i = 0; i < 8; ++i) {
        Unseen u;
        const auto deck = dice.shuffled();
        const int size = 5 + dice.below(2);
        for (int k = 0; k < 32 - 2 * size; ++k) (k < size ? u.hand : u.gone) |= bit(deck[k]);
        u.kind = i % 2 ? Kind::misere : Kind::tricks;
        if (i % 4 == 0) u.trump = static_cast<Suit>(dice.below(4));
        u.leader = dice.below(3);
        const Chances a = core(Level::baseline).chances(u, 1, {}, {}), b = core(Level::v3).chances(u, 1, {}, {});
        check("chances", a.finished && b.finished && a.layouts == b.layouts && a.tricks == b.tricks);
        check("nodes of chances", a.nodes == b.nodes);
    }
}

void two_hands(Dice& dice) {
    using namespace deberts;
    const auto one = core(Level::baseline).deberts_search(), two = core(Level::v3).deberts_search();
    const auto same = [](const Move& a, const Move& b) { return a.card == b.card && a.value == b.value; };
    for (int i = 0; i < 600; ++i) {
        const auto deck = dice.shuffled();
        Position p;
        p.trump = static_cast<Suit>(dice.below(4));
        p.leader = dice.below(2);
        for (int k = 2 * (1 + dice.below(9)) - 1; k >= 0; --k) p.hands[k % 2] |= bit(deck[k]);
        const Answer a = one(p, true, {}), b = two(p, true, {});
        check("points", a.finished && b.finished && a.points == b.points && a.nodes == b.nodes);
        check("moves of deberts", std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same));
    }
}

void four_hands(Dice& dice) {
    using namespace bridge;
    constexpr std::size_t bytes = std::size_t{16} << 20;
    const auto one = core(Level::baseline).bridge_search(bytes), two = core(Level::v3).bridge_search(bytes);
    const auto same = [](const Move& a, const Move& b) { return a.card == b.card && a.value == b.value; };
    for (int i = 0; i < 300; ++i) {
        const Position p = plain::moment(dice, i % 10 == 0 ? 9 + dice.below(2) : 1 + dice.below(8));
        const Options options{true, i % 3 == 0};
        const Answer a = one.solve(p, options, {}), b = two.solve(p, options, {});
        check("tricks of bridge", a.finished && b.finished && a.value == b.value);
        check("nodes of bridge", a.nodes == b.nodes);
        check("moves of bridge", std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same));
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::printf("in use: %s\n", name(level()));
    if (!runs(Level::v3)) {
        std::puts("only the baseline runs here: nothing to compare");
        return 0;
    }
    Dice dice(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
    three_hands(dice);
    unseen_hands(dice);
    two_hands(dice);
    four_hands(dice);
    std::printf("baseline and %s: %d differences\n", name(Level::v3), failures);
    return failures != 0;
}
