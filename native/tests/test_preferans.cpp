// The preferans search against the naive solver on random endings of every kind, and against itself where symmetry
// or arithmetic says what must hold. Usage: test_preferans tricks|misere|allpass [seed [positions]]
// Without a number: 4,000 endings; KOZYR_LONG asks for 100,000.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <unordered_map>

#include "../src/preferans/engine.hpp"
#include "../src/preferans/relative.hpp"
#include "../src/tables.hpp"
#include "positions.hpp"

using namespace kozyr;
using namespace kozyr::preferans;
using namespace kozyr::preferans::baseline;  // of the search's insides the copy that runs everywhere

namespace {

Dice dice;
int below(int n) { return dice.below(n); }
Position random_position(Kind kind, int tricks) { return ending(dice, kind, tricks); }

int failures = 0;

void show(const Position& p, const char* what, int got, int expected) {
    std::printf("WRONG %s: got %d, expected %d; %s\n", what, got, expected, text(p).c_str());
    if (++failures > 20) std::exit(1);
}

void fail(const std::string& what) {
    ++failures;
    std::printf("WRONG: %s\n", what.c_str());
}

void check(const Position& p, const char* what, int got, int expected) {
    if (got != expected) show(p, what, got, expected);
}

void against_naive(Solver& solver, const Position& p) {
    const Answer a = solver.solve(p);
    const naive::State s = naive_state(p);
    const int seat = a.to_move;
    const auto options = naive::legal(s, seat);
    check(p, "number of moves", static_cast<int>(a.moves.size()), static_cast<int>(options.size()));
    // Up to three tricks without any memory.
    const bool memory = s.hands[seat].size() > 3;
    std::array<naive::Memo<int>, 3> memos;
    naive::Memo<std::array<int, 3>> maxn_memo;
    const bool greedy = p.kind == Kind::tricks;
    const auto minimax = [&](const naive::State& at, int hero) {
        return naive::minimax(at, hero, greedy, memory ? &memos[hero] : nullptr);
    };
    const auto maxn = [&](const naive::State& at) { return naive::maxn(at, memory ? &maxn_memo : nullptr); };
    if (p.kind == Kind::allpass) {
        for (int hero = 0; hero < 3; ++hero) check(p, "paranoid", a.each[hero], minimax(s, hero));
        const auto expected = maxn(s);
        for (int i = 0; i < 3; ++i) check(p, "maxn", a.maxn[i], expected[i]);
    } else {
        check(p, "value", a.value, minimax(s, p.declarer));
    }
    for (const Move& m : a.moves) {
        naive::State next = s;
        const int winner = naive::play(next, naive_card(m.card));
        const int hero = p.kind == Kind::allpass ? seat : p.declarer;
        check(p, "move", m.value, (winner == hero) + minimax(next, hero));
        if (p.kind == Kind::allpass) {
            auto expected = maxn(next);
            if (winner >= 0 && winner < 3) ++expected[winner];
            for (int i = 0; i < 3; ++i) check(p, "maxn of move", m.maxn[i], expected[i]);
        }
    }
}

/// For whole deals, where plain minimax has no end: alpha-beta over exact positions, each kept once. Still none of the
/// library's means: no equal cards, no patterns, no bounds, no learned order.
struct Reference {
    std::optional<Suit> trump;
    int hero;
    bool greedy;
    struct Key {
        std::array<Cards, 3> hands;
        int leader;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& k) const {
            std::uint64_t h = static_cast<std::uint64_t>(k.leader);
            for (const Cards c : k.hands) {
                h = (h ^ c) * 0x9E3779B97F4A7C15ull;
                h ^= h >> 29;
            }
            return h;
        }
    };
    std::unordered_map<Key, std::pair<int, int>, Hash> known;

    int value(const std::array<Cards, 3>& hands, int leader, int alpha, int beta) {
        const int left = std::popcount(hands[0]);
        if (!left) return 0;
        int low = 0, high = left;
        if (const auto found = known.find({hands, leader}); found != known.end()) std::tie(low, high) = found->second;
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
        const int v = play(hands, leader, {}, alpha, beta);
        if (v > alpha) low = std::max(low, v);
        if (v < beta) high = std::min(high, v);
        known[{hands, leader}] = {low, high};
        return v;
    }

    int play(const std::array<Cards, 3>& hands, int leader, std::vector<Card> table, int alpha, int beta) {
        if (table.size() == 3) {
            int best = 0;
            for (int k = 1; k < 3; ++k) {
                const bool same = suit_of(table[k]) == suit_of(table[best]);
                if (same ? table[k] > table[best] : suit_of(table[k]) == trump) best = k;
            }
            const int winner = (leader + best) % 3, won = winner == hero;
            return won + value(hands, winner, alpha - won, beta - won);
        }
        const int seat = (leader + static_cast<int>(table.size())) % 3;
        Cards legal = hands[seat];
        if (!table.empty()) {
            const Cards led = cards_of(suit_of(table[0])), trumps = trump ? cards_of(*trump) : 0;
            if (legal & led) legal &= led;
            else if (legal & trumps) legal &= trumps;
        }
        const bool up = (seat == hero) == greedy;
        int best = up ? -1 : 99;
        table.push_back(0);
        for (int card = 31; card >= 0; --card) {
            if (!(legal & bit(card))) continue;
            auto after = hands;
            after[seat] &= ~bit(card);
            table.back() = static_cast<Card>(card);
            const int v = play(after, leader, table, alpha, beta);
            best = up ? std::max(best, v) : std::min(best, v);
            if (up) alpha = std::max(alpha, v);
            else beta = std::min(beta, v);
            if (alpha >= beta) break;
        }
        return best;
    }
};

/// Whole deals of every kind, and every first card of them. `cards` a hand.
void against_reference(Solver& solver, Kind kind, int cards) {
    Position p = random_position(kind, cards);
    while (!p.trick.empty()) p = random_position(p.kind, cards);
    const Answer a = solver.solve(p);
    Reference reference{p.trump, p.declarer, p.kind == Kind::tricks, {}};
    check(p, "whole deal", a.value, reference.value(p.hands, p.leader, -1, 99));
    for (const Move& m : a.moves) {
        auto hands = p.hands;
        hands[p.leader] &= ~bit(m.card);
        check(p, "first card", m.value, reference.play(hands, p.leader, {m.card}, -1, 99));
    }
    // Seats and plain suits have no names to the search: turn them and nothing changes.
    Position q = p;
    const auto plain_suit = [&p] {
        for (;;)
            if (const int suit = below(4); static_cast<Suit>(suit) != p.trump) return suit;
    };
    const int turn = 1 + below(2), suit = plain_suit(), other = plain_suit();
    for (int seat = 0; seat < 3; ++seat) {
        Cards h = p.hands[seat];
        const Cards x = h >> (8 * suit) & 255, y = h >> (8 * other) & 255;
        h &= ~(Cards{255} << (8 * suit) | Cards{255} << (8 * other));
        q.hands[(seat + turn) % 3] = suit == other ? p.hands[seat] : h | x << (8 * other) | y << (8 * suit);
    }
    q.leader = (p.leader + turn) % 3;
    q.declarer = (p.declarer + turn) % 3;
    check(q, "turned deal", solver.solve(q, {false, false}).value, a.value);
}

/// The layouts of a small unseen pair of hands, solved one by one.
void against_layouts(Solver& solver, Kind kind) {
    Unseen u;
    const int size = 4 + below(3);
    const Position p = random_position(Kind::tricks, 4);
    u.kind = kind;
    if (u.kind == Kind::tricks) u.trump = p.trump;
    u.declarer = p.declarer;
    u.leader = below(3);
    for (int card = 0; card < 32; ++card)
        if (std::popcount(u.hand) < size && below(3) == 0) u.hand |= bit(card);
    if (std::popcount(u.hand) < size) return;
    u.gone = ~u.hand;
    while (std::popcount(~(u.hand | u.gone)) < 2 * size) u.gone &= ~bit(below(32)) | u.hand;
    u.gone &= ~u.hand;
    const Cards unseen = ~(u.hand | u.gone);
    const int one = (u.declarer + 1) % 3, two = (u.declarer + 2) % 3;
    if (below(2)) u.voids[one] = static_cast<std::uint8_t>(1 << below(4));
    if (below(2)) u.holds[two] = unseen & -unseen;
    Chances::Counts expected{};
    std::array<Chances::Counts, 32> first{};
    std::uint64_t number = 0;
    for (Cards some = unseen;; some = (some - 1) & unseen) {
        bool fits = std::popcount(some) == size && !(some & u.holds[two]);
        for (int suit = 0; suit < 4; ++suit) fits &= !(u.voids[one] >> suit & 1) || !(some >> (8 * suit) & 255);
        if (fits) {
            Position q;
            q.kind = u.kind;
            q.trump = u.trump;
            q.declarer = u.declarer;
            q.leader = u.leader;
            q.hands[u.declarer] = u.hand;
            q.hands[one] = some;
            q.hands[two] = unseen & ~some;
            const Answer a = solver.solve(q, {u.leader == u.declarer, false});
            ++expected[static_cast<std::size_t>(a.value)];
            for (const Move& m : a.moves) ++first[m.card][static_cast<std::size_t>(m.value)];
            ++number;
        }
        if (!some) break;
    }
    if (!number) return;
    const Chances c = chances(u, 1 + static_cast<unsigned>(below(2)));
    check(p, "layouts", static_cast<int>(c.layouts), static_cast<int>(number));
    for (std::size_t t = 0; t < expected.size(); ++t)
        check(p, "chances", static_cast<int>(c.tricks[t]), static_cast<int>(expected[t]));
    if (u.leader == u.declarer) check(p, "first cards", static_cast<int>(c.first.size()), size);
    for (const auto& [card, tricks] : c.first)
        for (std::size_t t = 0; t < tricks.size(); ++t)
            check(p, "chances of a first card", static_cast<int>(tricks[t]), static_cast<int>(first[card][t]));
}

/// Random layouts of one declarer's hand, one after another with one memory of bounds, as chances() asks them: each has
/// the value that it has alone, and so has every card that the declarer may lead.
void against_bounds(Solver& solver, int cards, int layouts) {
    Position p;
    p.kind = Kind::misere;
    p.declarer = below(3);
    p.leader = below(3);
    std::array<Card, 32> deck;
    for (int i = 0; i < 32; ++i) deck[i] = static_cast<Card>(i);
    const int size = cards < 9 && below(2) ? std::max(3 * cards, 24) : 32;  // or without a suit
    for (int i = 0; i < size; ++i) std::swap(deck[i], deck[i + below(size - i)]);
    Bounds bounds(below(2) ? 8 : 14);  // in a small one entries give way to others
    std::array<Engine, 2> searches;    // they share their bounds
    for (Engine& search : searches) search.begin(Game::misere, {}, &bounds);
    for (int n = 0; n < layouts; ++n) {
        p.hands = {};
        for (int i = cards; i < 3 * cards; ++i) std::swap(deck[i], deck[i + below(3 * cards - i)]);
        for (int i = 0; i < 3 * cards; ++i) p.hands[(p.declarer + i / cards) % 3] |= bit(deck[i]);
        Engine& search = searches[static_cast<std::size_t>(below(2))];
        if (below(50) == 0) search.begin(Game::misere, {}, &bounds);
        const Answer a = solver.solve(p, {p.leader == p.declarer, false});
        check(p, "value with bounds", search.value(Relative(p.hands, std::nullopt, p.declarer, p.leader, {}).node),
              a.value);
        if (p.leader != p.declarer) continue;
        for (const Move& m : a.moves) {
            auto after = p.hands;
            after[p.leader] &= ~bit(m.card);
            check(p, "first card with bounds",
                  search.value(Relative(after, std::nullopt, p.declarer, p.leader, {&m.card, 1}).node), m.value);
        }
    }
}

/// Threads that share the bounds find the same, and visit as many exact positions, as one alone.
void bounds_on_threads() {
    Unseen u;
    u.kind = Kind::misere;
    std::array<Card, 32> deck;
    for (int i = 0; i < 32; ++i) deck[i] = static_cast<Card>(i);
    for (int i = 0; i < 16; ++i) std::swap(deck[i], deck[i + below(32 - i)]);
    for (int i = 0; i < 16; ++i) (i < 8 ? u.hand : u.gone) |= bit(deck[i]);
    const Chances one = chances(u, 1), three = chances(u, 3);
    check({}, "layouts of eight cards", static_cast<int>(one.layouts), 12870);
    check({}, "nodes on three threads", static_cast<int>(three.nodes), static_cast<int>(one.nodes));
    check({}, "chances on three threads", three.tricks == one.tricks, true);
    for (std::size_t i = 0; i < one.first.size(); ++i)
        check({}, "a first card on three threads", three.first.at(i).tricks == one.first[i].tricks, true);
}

/// The same against the naive solver, endings of five cards: the first above those that are looked up.
void bounds_against_naive() {
    const Position p = random_position(Kind::misere, 5);
    if (p.trick.size() > 1 || (p.trick.size() == 1 && p.leader != p.declarer)) return;
    Bounds bounds(8);
    Engine search;
    search.begin(Game::misere, {}, &bounds);
    naive::Memo<int> memo;
    check(p, "naive value with bounds",
          search.value(Relative(p.hands, std::nullopt, p.declarer, p.leader, p.trick).node),
          naive::minimax(naive_state(p), p.declarer, false, &memo));
}

/// The work of `kozyr solve --prepare`, two levels lower: computed on two threads, written, read back in their place;
/// no other file is taken.
void stored_endings() {
    const std::string path = "endings3.tmp";
    const Endings computed(3, 2);
    computed.save(path);
    const auto refused = [&path](const char* what, const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
        Endings two(2);
        if (two.load(path) || two.cards() != 2) fail(std::string("endings from a file ") + what);
    };
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    file.close();
    Endings loaded(2);
    if (!loaded.load(path) || loaded.cards() != 3) fail("stored endings are not read");
    else
        for (int i = 0; i < 2000; ++i) {
            const Position p = random_position(Kind::misere, 3);
            if (!p.trick.empty()) continue;
            const Node node = Relative(p.hands, std::nullopt, p.declarer, p.leader, {}).node;
            if (loaded.value(node.owners, node.leader, 3) != computed.value(node.owners, node.leader, 3))
                fail("stored endings differ from computed ones");
        }
    if (Endings one(1); one.load(path)) fail("a level is missing below the stored endings");
    refused("that is cut", bytes.substr(0, bytes.size() - 1));
    refused("that goes on", bytes + '\0');
    refused("of something else", "x" + bytes);
    refused("with impossible values", bytes.substr(0, bytes.size() - 1) + '\xff');
    refused("that is empty", "");
    std::remove(path.c_str());
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string name = argc > 1 ? argv[1] : "";
    const std::array<std::string, 3> names{"tricks", "misere", "allpass"};
    const auto which = std::find(names.begin(), names.end(), name);
    if (which == names.end()) {
        std::puts("usage: test_preferans tricks|misere|allpass [seed [positions]]");
        return 2;
    }
    const auto kind = static_cast<Kind>(which - names.begin());
    const char* const all = std::getenv("KOZYR_LONG");
    const auto seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const int positions = argc > 3 ? std::atoi(argv[3]) : all && *all ? 100000 : 4000;
    dice = Dice(seed);
    Solver solver;
    std::array<int, 7> counts{};
    for (int i = 0; i < positions; ++i) {
        const int tricks = small_size(dice);
        against_naive(solver, random_position(kind, tricks));
        ++counts[static_cast<std::size_t>(tricks)];
    }
    if (kind != Kind::allpass) {
        for (int i = 0; i < positions / 100; ++i) against_reference(solver, kind, 5 + below(3));
        for (int i = 0; i < positions / 1000; ++i) against_reference(solver, kind, 8 + below(3));
        for (int i = 0; i < positions / 100; ++i) against_layouts(solver, kind);
    }
    if (kind == Kind::misere) {
        for (int i = 0; i < positions / 10; ++i) bounds_against_naive();
        for (int i = 0; i < positions / 100; ++i) against_bounds(solver, 5 + below(3), 40);
        for (int i = 0; i < positions / 500; ++i) against_bounds(solver, 8 + below(3), 100);
        for (int i = 0; i < std::max(1, positions / 5000); ++i) bounds_on_threads();
        stored_endings();
    }
    if (kind == Kind::misere) {  // the file is what the program computes
        const std::string path = "endings4.tmp";
        Endings(4).save(path);
        std::ifstream file(path, std::ios::binary);
        const std::string computed{std::istreambuf_iterator<char>(file), {}};
        std::remove(path.c_str());
        if (computed != std::string(kozyr_misere_endings, kozyr_misere_endings_end)) fail("data/endings4.bin is stale");
    }
    std::printf("%s, seed %llu: %d endings against the naive solver (", name.c_str(),
                static_cast<unsigned long long>(seed), positions);
    for (std::size_t k = 1; k < counts.size(); ++k) std::printf("%s%zu cards %d", k == 1 ? "" : ", ", k, counts[k]);
    std::printf("), whole deals and layouts; %d wrong\n", failures);
    return failures != 0;
} catch (const std::exception& error) {
    std::puts(error.what());
    return 1;
} catch (...) {
    std::puts("an unknown exception");
    return 1;
}
