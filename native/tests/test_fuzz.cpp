// To any question the library gives the right answer or says in one line what is wrong with it. Random questions for
// some seconds: endings against the naive solver, the same with a value out of range, and plain noise. Most of its
// worth is in a build with sanitizers (`make test-all`). Usage: test_fuzz [seconds [seed]]
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "../cli/commands.hpp"
#include "bridge_positions.hpp"
#include "kozyr/bridge_hands.hpp"
#include "kozyr/chances.hpp"
#include "kozyr/combinations.hpp"
#include "kozyr/deberts.hpp"
#include "positions.hpp"

using namespace kozyr;

namespace {

int failures = 0;

void fail(const std::string& what) {
    std::printf("WRONG: %s\n", what.c_str());
    if (++failures > 20) std::exit(1);
}

/// Runs work(): false if it refuses with std::invalid_argument, which must say something on one line.
template <class Work>
bool accepted(Work work) {
    try {
        work();
        return true;
    } catch (const std::invalid_argument& refusal) {
        const std::string line = refusal.what();
        if (line.empty() || line.find('\n') != std::string::npos) fail("a refusal is not one line: " + line);
        return false;
    }
}

// ---- random values: mostly near the allowed ones

int seat(Dice& dice) { return dice.one_in(20) ? static_cast<int>(dice.word()) : dice.below(6) - 1; }
Suit suit(Dice& dice) { return static_cast<Suit>(dice.one_in(20) ? dice.below(256) : dice.below(5)); }
Card card(Dice& dice) { return static_cast<Card>(dice.one_in(10) ? dice.below(256) : dice.below(32)); }

Cards mask(Dice& dice) {
    switch (dice.below(4)) {
        case 0: return static_cast<Cards>(dice.word());
        case 1: return 0;
        default: return bit(dice.below(32)) | bit(dice.below(32)) | bit(dice.below(32));
    }
}

Limits some_work() {
    Limits limits;
    limits.nodes = 3000;
    return limits;
}

// ---- preferans

void change(Dice& dice, preferans::Position& p) {
    switch (dice.below(10)) {
        case 0: p.kind = static_cast<preferans::Kind>(dice.below(5)); break;
        case 1: p.trump = dice.one_in(3) ? std::nullopt : std::optional(suit(dice)); break;
        case 2: p.declarer = seat(dice); break;
        case 3: p.leader = seat(dice); break;
        case 4: p.hands[static_cast<std::size_t>(dice.below(3))] = mask(dice); break;
        case 5: p.hands[static_cast<std::size_t>(dice.below(3))] ^= bit(dice.below(32)); break;
        case 6: p.trick.push_back(card(dice)); break;
        case 7: p.talon.push_back(card(dice)); break;
        case 8: p.trick.clear(); break;
        default: p.talon_wins = !p.talon_wins; break;
    }
}

void check_against_naive(const preferans::Position& p, const preferans::Answer& a) {
    const naive::State s = naive_state(p);
    const bool allpass = p.kind == preferans::Kind::allpass;
    const int hero = allpass ? a.to_move : p.declarer;
    const bool greedy = p.kind == preferans::Kind::tricks;
    naive::Memo<int> memo;
    if (a.value != naive::minimax(s, hero, greedy, &memo)) fail("value of " + text(p));
    const naive::Hand options = naive::legal(s, a.to_move);
    if (a.moves.size() != options.size()) return fail("number of moves in " + text(p));
    for (const preferans::Move& m : a.moves) {
        naive::State next = s;
        const bool won = naive::play(next, naive_card(m.card)) == hero;
        if (m.value != won + naive::minimax(next, hero, greedy, &memo)) fail("value of a move in " + text(p));
    }
}

void three_hands(Dice& dice, preferans::Solver& solver) {
    const auto kind = static_cast<preferans::Kind>(dice.below(3));
    preferans::Position p = ending(dice, kind, dice.one_in(20) ? 7 + dice.below(4) : 1 + dice.below(4));
    for (int changes = dice.below(4); changes > 0; --changes) change(dice, p);
    const bool good = !fault(p);
    preferans::Answer a;
    if (accepted([&] { a = solver.solve(p, {true, dice.one_in(4)}, some_work()); }) != good)
        fail("fault() and solve() disagree about " + text(p));
    if (!good) return;
    if (a.finished && std::popcount(p.hands[0]) <= 4) check_against_naive(p, a);
    if (!a.finished && !a.moves.empty()) fail("an unfinished search has moves: " + text(p));
}

void unseen_hands(Dice& dice) {
    preferans::Unseen u;
    const auto deck = dice.shuffled();
    const int size = 1 + dice.below(5);
    for (int k = 0; k < 32 - 2 * size; ++k) (k < size ? u.hand : u.gone) |= bit(deck[k]);
    u.kind = static_cast<preferans::Kind>(dice.below(3));
    if (dice.one_in(2)) u.trump = suit(dice);
    u.declarer = seat(dice);
    u.leader = seat(dice);
    if (dice.one_in(3)) u.first = card(dice);
    if (dice.one_in(3)) u.holds[static_cast<std::size_t>(dice.below(3))] = mask(dice);
    if (dice.one_in(3)) u.voids[static_cast<std::size_t>(dice.below(3))] = static_cast<std::uint8_t>(dice.below(20));
    if (dice.one_in(6)) u.gone = mask(dice);
    const bool good = !fault(u);
    preferans::Chances c;
    if (accepted([&] { c = chances(u, 1 + static_cast<unsigned>(dice.below(2)), some_work()); }) != good)
        fail("fault() and chances() disagree");
    if (!good || !c.finished) return;
    std::uint64_t counted = 0;
    for (const std::uint64_t layouts : c.tricks) counted += layouts;
    if (counted != c.layouts || c.layouts != layouts(u)) fail("chances do not count every layout once");
}

// ---- deberts

/// Points of the leader, by plain minimax over the library's own worth of cards.
int naive_points(std::array<Cards, 2> hands, int leader, Suit trump) {
    const auto strength = [trump](Card c) {
        static constexpr std::array<int, 8> plain{0, 1, 2, 6, 3, 4, 5, 7}, trumps{0, 1, 6, 4, 7, 2, 3, 5};
        return (suit_of(c) == trump ? trumps : plain)[rank_of(c)];
    };
    int best = -1;
    for (Card led = 0; led < pack_size; ++led) {
        if (!(hands[leader] & bit(led))) continue;
        const Cards other = hands[1 - leader];
        const Cards follow = other & cards_of(suit_of(led)), trumps = other & cards_of(trump);
        Cards legal = follow ? follow : trumps ? trumps : other;
        if (suit_of(led) == trump) {
            Cards higher = 0;
            for (Card c = 0; c < pack_size; ++c)
                if ((follow & bit(c)) && strength(c) > strength(led)) higher |= bit(c);
            if (higher) legal = higher;
        }
        int worst = 1000;
        for (Card c = 0; c < pack_size; ++c) {
            if (!(legal & bit(c))) continue;
            const bool taken = suit_of(c) == suit_of(led) ? strength(c) > strength(led) : suit_of(c) == trump;
            std::array<Cards, 2> rest = hands;
            rest[leader] &= ~bit(led);
            rest[1 - leader] &= ~bit(c);
            const int all = deberts::points_of(led, trump) + deberts::points_of(c, trump) + (rest[0] ? 0 : 10);
            int later = 0, total = 0;
            if (rest[0]) {
                for (Card left = 0; left < pack_size; ++left)
                    if ((rest[0] | rest[1]) & bit(left)) total += deberts::points_of(left, trump);
                total += 10;
                const int next = naive_points(rest, taken ? 1 - leader : leader, trump);
                later = taken ? total - next : next;
            }
            worst = std::min(worst, (taken ? 0 : all) + later);
        }
        best = std::max(best, worst);
    }
    return best;
}

void two_hands(Dice& dice, deberts::Solver& solver) {
    deberts::Position p;
    const auto deck = dice.shuffled();
    const int tricks = dice.one_in(10) ? 9 : 1 + dice.below(3);
    for (int k = 0; k < 2 * tricks; ++k) p.hands[k % 2] |= bit(deck[k]);
    p.trump = suit(dice);
    p.leader = dice.below(2);
    if (dice.one_in(4)) p.leader = seat(dice);
    if (dice.one_in(4)) p.table = card(dice);
    if (dice.one_in(4)) p.hands[static_cast<std::size_t>(dice.below(2))] ^= bit(dice.below(32));
    const bool good = !fault(p);
    deberts::Answer a;
    if (accepted([&] { a = solver.solve(p, dice.one_in(2), some_work()); }) != good)
        fail("fault() and solve() disagree about a position of deberts");
    if (good && a.finished && !p.table && tricks <= 3 && a.points[p.leader] != naive_points(p.hands, p.leader, p.trump))
        fail("points of deberts");
}

// ---- bridge

bridge::Cards four_mask(Dice& dice) {
    switch (dice.below(4)) {
        case 0: return dice.word();
        case 1: return 0;
        default: return bridge::bit(dice.below(52)) | bridge::bit(dice.below(52));
    }
}

void four_hands(Dice& dice, bridge::Solver& solver) {
    bridge::Position p = plain::moment(dice, dice.one_in(10) ? 6 + dice.below(8) : 1 + dice.below(4));
    for (int changes = dice.below(3); changes > 0; --changes) {
        const auto seat = static_cast<std::size_t>(dice.below(4));
        switch (dice.below(6)) {
            case 0: p.trump = dice.one_in(3) ? std::nullopt : std::optional(suit(dice)); break;
            case 1: p.leader = dice.one_in(20) ? static_cast<int>(dice.word()) : dice.below(6) - 1; break;
            case 2: p.hands[seat] = four_mask(dice); break;
            case 3: p.hands[seat] ^= bridge::bit(dice.below(52)); break;
            case 4: p.trick.push_back(static_cast<bridge::Card>(dice.below(dice.one_in(5) ? 256 : 52))); break;
            default: p.trick.clear(); break;
        }
    }
    const bool good = !fault(p);
    bridge::Answer a;
    const bridge::Options options{!dice.one_in(3), dice.one_in(2)};
    if (accepted([&] { a = solver.solve(p, options, some_work()); }) != good)
        fail("fault() and solve() disagree about " + plain::text(p));
    const bool dealt = !bridge::fault(p.hands);
    if (accepted([&] { solver.table(p.hands, some_work()); }) != dealt)
        fail("fault() and table() disagree about " + plain::text(p));
    if (!good) return;
    if (!a.finished && !a.moves.empty()) fail("an unfinished search has moves: " + plain::text(p));
    const plain::State state = plain::state(p);
    if (!a.finished || std::popcount(p.hands[state.seat()]) > 4) return;
    plain::Minimax minimax;
    if (a.value != minimax(state)) fail("tricks of " + plain::text(p));
    for (const bridge::Move& m : a.moves) {
        plain::State next = state;
        const int won = next.play(m.card);
        if (m.value != won + minimax(next)) fail("tricks of a card in " + plain::text(p));
    }
    const auto counted = bridge::counts({p, p}, 2);
    if (counted.tricks[static_cast<std::size_t>(a.value)] != 2) fail("counts of " + plain::text(p));
}

constexpr int lowest = std::numeric_limits<int>::min(), highest = std::numeric_limits<int>::max();

/// A bound that a caller may give as well, though no hand is near it.
int beyond(Dice& dice) { return dice.one_in(2) ? lowest + dice.below(2) : highest - dice.below(2); }

bridge::Range range(Dice& dice, int most) {
    if (dice.one_in(10)) return {beyond(dice), beyond(dice)};
    const int low = dice.below(most), more = dice.below(most);
    return dice.one_in(30) ? bridge::Range{-more, low - more} : bridge::Range{low / 2, low + more};
}

bridge::Promise promise(Dice& dice) {
    bridge::Promise found;
    if (dice.one_in(2)) found.hcp = range(dice, 20);
    if (dice.one_in(3)) found.points = range(dice, 20);
    found.balanced = dice.one_in(5);
    if (dice.one_in(5)) found.stopped = static_cast<unsigned>(dice.below(16));
    if (dice.one_in(5)) found.controls = static_cast<unsigned>(dice.below(16));
    if (dice.one_in(5)) found.aces = static_cast<unsigned>(dice.below(32));
    if (dice.one_in(5)) found.keys = dice.below(4), found.key_numbers = static_cast<unsigned>(dice.below(64));
    if (dice.one_in(5)) found.fit = dice.below(4), found.fit_points = range(dice, 20);
    return found;
}

/// Worlds keep the known facts: the number of cards of each hand, and of each suit in it.
void hidden_hands(Dice& dice) {
    const bridge::Position p = plain::moment(dice, 1 + dice.below(13));
    bridge::Unknown unknown;
    const int hidden = 1 + dice.below(3);
    for (int seat = 0; seat < 4; ++seat) {
        const bridge::Cards held = p.hands[static_cast<std::size_t>(seat)];
        if (seat >= hidden) {
            unknown.seen[static_cast<std::size_t>(seat)] = held;
            continue;
        }
        bridge::Holder holder;
        holder.seat = seat;
        holder.room = std::popcount(held);
        for (int n = 0; n < 4; ++n) {
            const int length = std::popcount(held & bridge::cards_of(n));
            holder.lengths[static_cast<std::size_t>(n)] = {dice.one_in(20) ? lowest : length - dice.below(3),
                                                           dice.one_in(20) ? highest : length + dice.below(3)};
        }
        holder.promise = promise(dice);
        unknown.cards |= held;
        unknown.holders.push_back(holder);
    }
    if (dice.one_in(4)) unknown.boaster = dice.below(4) - 1, unknown.honours = dice.word() >> 12;
    const bool good = !dice.one_in(10);
    if (!good) {
        switch (dice.below(4)) {
            case 0: unknown.holders[0].seat = dice.one_in(2) ? 4 : -1; break;
            case 1: unknown.holders[0].room = dice.one_in(2) ? 14 : -1; break;
            case 2: unknown.cards ^= bridge::bit(dice.below(52)); break;
            default: unknown.holders.resize(dice.one_in(2) ? 4 : 0); break;
        }
    }
    std::vector<bridge::World> found;
    std::uint64_t total = 0;
    const bool fits = accepted([&] {
        bridge::Worlds worlds(unknown, dice.word());
        total = worlds.total();
        for (int part = 0; part < 2; ++part)
            for (const bridge::World& world : worlds.draw(dice.one_in(4) ? highest : 4, 8)) found.push_back(world);
        if (!worlds.draw(beyond(dice), lowest).empty() || !worlds.draw(lowest, highest).empty())
            fail("worlds of no tries");
    });
    const bool honours = unknown.boaster < hidden;
    if (fits != (good && honours)) fail("which hidden hands are refused");
    if (!fits) return;
    if (!total) fail("the true deal keeps its lengths");
    if (found.empty() && unknown.boaster < 0) fail("no world");
    for (const bridge::World& world : found) {
        bridge::Cards all = 0;
        for (std::size_t seat = 0; seat < 4; ++seat) {
            const bridge::Cards held = world.hands[seat];
            if (all & held || std::popcount(held) != std::popcount(p.hands[seat])) fail("how many cards a world has");
            all |= held;
        }
        int broken = 0;
        for (const bridge::Holder& holder : unknown.holders) {
            const bridge::Cards held = world.hands[static_cast<std::size_t>(holder.seat)];
            broken += holder.promise.broken(held);
            for (int n = 0; n < 4; ++n)
                if (!holder.lengths[static_cast<std::size_t>(n)].has(std::popcount(held & bridge::cards_of(n))))
                    fail("the lengths of a world");
        }
        if (broken != world.broken) fail("what a world breaks");
        if (std::ranges::count(found, world.hands, &bridge::World::hands) != 1) fail("a world comes twice");
    }
}

/// A promise of more than a hand can have is missed by its distance, up to the limit.
void bounds() {
    const bridge::Cards hand = bridge::cards_of(0);  // ten points, and nine for the length
    for (int low = 0; low <= 40; ++low)
        if (bridge::Range{low, 40}.misses(10) != std::max(0, low - 10)) fail("how far a hand is");
    bridge::Promise asked;
    for (const bridge::Range far : {bridge::Range{highest, highest}, {lowest, lowest}, {highest, lowest}}) {
        asked.hcp = asked.points = far;
        if (asked.holds(hand) || asked.broken(hand) != 2 * bridge::Range::farthest)
            fail("a bound that no hand can reach");
    }
    asked.hcp = asked.points = {lowest, highest};
    if (!asked.holds(hand) || asked.broken(hand)) fail("bounds that every hand keeps");
}

void small_questions(Dice& dice) {
    const Card c = card(dice);
    const Suit trump = suit(dice);
    if (accepted([&] { deberts::points_of(c, trump); }) != (c < pack_size && trump <= Suit::clubs)) fail("points_of");
    const std::uint64_t places = dice.word() & dice.word();
    if (combination_at(combination_rank(places), static_cast<unsigned>(std::popcount(places))) != places)
        fail("a combination and its number");
    accepted([&] { combination_at(dice.word() >> dice.below(64), static_cast<unsigned>(dice.below(70))); });

    static const std::string letters = "NESW:.+- 6789TJQKASHDC\xd0x";
    std::string line = dice.one_in(2) ? "" : "N:AKT7.98.KQ.A7 QJ.AKT.A98.KQ 98.QJ7.JT7.JT + S7 H8";
    for (int k = dice.below(8); k > 0; --k) {
        const char letter = letters[static_cast<std::size_t>(dice.below(static_cast<int>(letters.size())))];
        line.insert(static_cast<std::size_t>(dice.below(static_cast<int>(line.size()) + 1)), 1, letter);
    }
    accepted([&] { cli::parse_deal(line); });
    accepted([&] { cli::parse_cards(line); });
    accepted([&] { cli::parse_trump(line); });
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    const auto seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    Dice dice(seed);
    preferans::Solver three;
    deberts::Solver two;
    bridge::Solver four(1);
    std::uint64_t rounds = 0;
    bounds();
    for (; std::chrono::steady_clock::now() < end; ++rounds) {
        three_hands(dice, three);
        two_hands(dice, two);
        four_hands(dice, four);
        if (dice.one_in(10)) unseen_hands(dice);
        hidden_hands(dice);
        small_questions(dice);
    }
    std::printf("seed %llu: %llu rounds of random questions, %d wrong\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(rounds), failures);
    return failures != 0;
}
