// The deberts search against plain minimax over (suit, rank) cards. Usage: test_deberts [seed [positions]]
// Without a number: 10,000 endings, a tenth of what KOZYR_LONG asks for.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "kozyr/deberts.hpp"

using namespace kozyr;
using namespace kozyr::deberts;

namespace {

// ---- the naive solver: text ranks, tables written out as the rulebook has them, shares nothing with the library

struct Naive {
    int trump, leader;
    std::vector<int> hands[2];  // 8 * suit + text rank
    int table = -1;
};

int height(int card, int trump) {
    const char* order = card / 8 == trump ? "78QKTA9J" : "789JQKTA";
    return static_cast<int>(std::strchr(order, "789TJQKA"[card % 8]) - order);
}

int points(int card, int trump) {
    switch ("789TJQKA"[card % 8]) {
        case 'J': return card / 8 == trump ? 20 : 2;
        case '9': return card / 8 == trump ? 14 : 0;
        case 'A': return 11;
        case 'T': return 10;
        case 'K': return 4;
        case 'Q': return 3;
        default: return 0;
    }
}

std::vector<int> legal(const Naive& s) {
    if (s.table < 0) return s.hands[s.leader];
    const auto& hand = s.hands[1 - s.leader];
    std::vector<int> follow, higher, trumps;
    for (int c : hand) {
        if (c / 8 == s.table / 8) {
            follow.push_back(c);
            if (height(c, s.trump) > height(s.table, s.trump)) higher.push_back(c);
        }
        if (c / 8 == s.trump) trumps.push_back(c);
    }
    if (!follow.empty()) return s.table / 8 == s.trump && !higher.empty() ? higher : follow;
    return trumps.empty() ? hand : trumps;
}

/// The values of starts of tricks, card for card: from four tricks on plain minimax has no end.
using Memo = std::map<std::pair<std::vector<int>, std::vector<int>>, int>;

int solve(const Naive& s, Memo* memo);  // points of seat 0 from here on

int after(Naive s, int card, Memo* memo) {
    const int seat = s.table < 0 ? s.leader : 1 - s.leader;
    s.hands[seat].erase(std::find(s.hands[seat].begin(), s.hands[seat].end(), card));
    if (s.table < 0) {
        s.table = card;
        return solve(s, memo);
    }
    const bool second =
        card / 8 == s.table / 8 ? height(card, s.trump) > height(s.table, s.trump) : card / 8 == s.trump;
    int gain = points(card, s.trump) + points(s.table, s.trump);
    if (second) s.leader = seat;
    s.table = -1;
    if (s.hands[0].empty()) gain += 10;
    return (s.leader == 0 ? gain : 0) + solve(s, memo);
}

int solve(const Naive& s, Memo* memo) {
    if (s.table < 0 && s.hands[0].empty()) return 0;
    const bool keep = memo && s.table < 0;
    std::pair key{s.hands[0], s.hands[1]};
    key.first.push_back(s.leader);
    if (keep)
        if (const auto known = memo->find(key); known != memo->end()) return known->second;
    const int seat = s.table < 0 ? s.leader : 1 - s.leader;
    int best = seat == 0 ? -1 : 1000;
    for (int c : legal(s)) best = seat == 0 ? std::max(best, after(s, c, memo)) : std::min(best, after(s, c, memo));
    if (keep) memo->emplace(std::move(key), best);
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const auto seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const char* const all = std::getenv("KOZYR_LONG");
    const int positions = argc > 2 ? std::atoi(argv[2]) : all && *all ? 100000 : 10000;
    std::mt19937_64 random(seed);
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Solver solver;
    int wrong = 0;
    for (int i = 0; i < positions; ++i) {
        const int r = below(100);
        const int tricks = r < 5 ? 1 : r < 17 ? 2 : r < 45 ? 3 : r < 75 ? 4 : r < 93 ? 5 : 6;
        std::vector<int> deck(32);
        for (int c = 0; c < 32; ++c) deck[c] = c;
        const int size = below(2) ? 32 : std::max(2 * tricks, 8 * (1 + below(3)));
        for (int k = 0; k < size; ++k) std::swap(deck[k], deck[k + below(size - k)]);
        Position p;
        const int trump = below(4);
        p.trump = static_cast<Suit>(trump);
        p.leader = below(2);
        Naive s{trump, p.leader, {}, -1};
        for (int k = 0; k < 2 * tricks; ++k) {
            p.hands[k % 2] |= bit(deck[k]);
            s.hands[k % 2].push_back(deck[k]);
        }
        if (below(3) == 0) {
            auto& hand = s.hands[s.leader];
            s.table = hand[static_cast<std::size_t>(below(tricks))];
            hand.erase(std::find(hand.begin(), hand.end(), s.table));
            p.table = static_cast<Card>(s.table);
            p.hands[p.leader] &= ~bit(s.table);
        }
        const Answer a = solver.solve(p);
        int all = 10 + (s.table >= 0 ? points(s.table, s.trump) : 0);
        for (const auto& hand : s.hands)
            for (int c : hand) all += points(c, s.trump);
        const auto options = legal(s);
        Memo known;
        Memo* const memo = tricks > 3 ? &known : nullptr;
        const int expected = solve(s, memo);
        bool bad = a.points[0] != expected || a.points[1] != all - expected || a.moves.size() != options.size();
        for (const Move& m : a.moves) {
            const int v = after(s, m.card, memo);
            bad |= m.value != (a.to_move == 0 ? v : all - v);
        }
        if (bad) {
            std::printf("WRONG: trump %d leader %d hands %08x %08x table %d: %d, expected %d\n", s.trump, p.leader,
                        p.hands[0], p.hands[1], s.table, a.points[0], expected);
            if (++wrong > 20) return 1;
        }
    }
    std::printf("seed %llu: %d deberts positions against the naive solver, %d wrong\n",
                static_cast<unsigned long long>(seed), positions, wrong);
    return wrong != 0;
}
