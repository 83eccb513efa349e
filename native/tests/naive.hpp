// A second solver that shares nothing with the library: cards are (suit, rank) pairs in lists, no reductions, no
// bounds, minimax over every legal card. Slow and plain on purpose: this is what "right" means in the tests. Endings
// too long for that are given a `Memo`, which only saves working out the same position, card for card, again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>

namespace naive {

struct Card {
    std::int8_t suit, rank;
    bool operator==(const Card&) const = default;
};

/// A few cards in a row.
class Hand {
public:
    void push_back(Card c) { cards_[size_++] = c; }
    void erase(Card c) {
        std::size_t i = 0;
        while (cards_[i] != c) ++i;
        for (--size_; i < size_; ++i) cards_[i] = cards_[i + 1];
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Card& operator[](std::size_t i) const { return cards_[i]; }
    const Card* begin() const { return cards_.data(); }
    const Card* end() const { return cards_.data() + size_; }

private:
    std::array<Card, 10> cards_{};
    std::size_t size_ = 0;
};

struct State {
    std::array<Hand, 3> hands;
    int trump = -1;  // -1: none
    int leader = 0;
    Hand table;
    Hand talon;  // all-pass: leads the current and the next trick
    bool talon_wins = false;
};

/// All that changes from trick to trick: the owner of each card, the leader, the number of leads left to the talon.
using Exact = std::tuple<std::uint64_t, std::uint64_t, std::size_t>;

inline Exact exact(const State& s) {
    std::array<std::uint32_t, 3> held{};
    for (int seat = 0; seat < 3; ++seat)
        for (const Card& c : s.hands[seat]) held[seat] |= std::uint32_t{1} << (8 * c.suit + c.rank);
    return {held[0] | std::uint64_t{held[1]} << 32, held[2] | std::uint64_t(s.leader) << 32, s.talon.size()};
}

/// The values of starts of tricks; of one position and one question.
template <class Value>
using Memo = std::map<Exact, Value>;

inline Hand legal(const State& s, int seat) {
    const Hand& hand = s.hands[seat];
    int led = -1;
    if (!s.talon.empty()) led = s.talon[0].suit;
    else if (!s.table.empty()) led = s.table[0].suit;
    if (led < 0) return hand;
    Hand out;
    for (const Card& c : hand)
        if (c.suit == led) out.push_back(c);
    if (out.empty() && s.trump >= 0)
        for (const Card& c : hand)
            if (c.suit == s.trump) out.push_back(c);
    return out.empty() ? hand : out;
}

/// Plays a card; returns the taker of the trick (3: the dealer's talon card), or -1 if it goes on.
inline int play(State& s, Card card) {
    const int seat = (s.leader + static_cast<int>(s.table.size())) % 3;
    s.hands[seat].erase(card);
    s.table.push_back(card);
    if (s.table.size() < 3) return -1;
    const int led = s.talon.empty() ? s.table[0].suit : s.talon[0].suit;
    int winner = -1;
    auto strength = [&](const Card& c) { return c.suit == s.trump ? 100 + c.rank : c.suit == led ? c.rank : -1; };
    int best = -1;
    if (!s.talon.empty() && s.talon_wins) best = s.talon[0].rank, winner = 3;
    for (int k = 0; k < 3; ++k)
        if (strength(s.table[k]) > best) best = strength(s.table[k]), winner = (s.leader + k) % 3;
    s.table.clear();
    if (s.talon.empty()) s.leader = winner;
    else s.talon.erase(s.talon[0]);
    return winner;
}

/// Tricks of `hero`, who wants many if `greedy`, few otherwise; the two others want the opposite.
inline int minimax(const State& s, int hero, bool greedy, Memo<int>* memo = nullptr) {
    if (s.table.empty() && s.hands[s.leader].empty()) return 0;
    const bool keep = memo && s.table.empty();
    if (keep)
        if (const auto known = memo->find(exact(s)); known != memo->end()) return known->second;
    const int seat = (s.leader + static_cast<int>(s.table.size())) % 3;
    const bool up = (seat == hero) == greedy;
    int best = up ? -1 : 99;
    for (const Card& c : legal(s, seat)) {
        State next = s;
        const int winner = play(next, c);
        const int v = (winner == hero ? 1 : 0) + minimax(next, hero, greedy, memo);
        if (up ? v > best : v < best) best = v;
    }
    if (keep) memo->emplace(exact(s), best);
    return best;
}

/// Everybody avoids tricks; ties: more for the next seat, then for the one after.
inline std::array<int, 3> maxn(const State& s, Memo<std::array<int, 3>>* memo = nullptr) {
    if (s.table.empty() && s.hands[s.leader].empty()) return {0, 0, 0};
    const bool keep = memo && s.table.empty();
    if (keep)
        if (const auto known = memo->find(exact(s)); known != memo->end()) return known->second;
    const int seat = (s.leader + static_cast<int>(s.table.size())) % 3;
    std::array<int, 3> best{};
    bool first = true;
    for (const Card& c : legal(s, seat)) {
        State next = s;
        const int winner = play(next, c);
        std::array<int, 3> v = maxn(next, memo);
        if (winner >= 0 && winner < 3) ++v[winner];
        const auto key = [seat](const std::array<int, 3>& t) {
            return std::array<int, 3>{t[seat], -t[(seat + 1) % 3], -t[(seat + 2) % 3]};
        };
        if (first || key(v) < key(best)) best = v;
        first = false;
    }
    if (keep) memo->emplace(exact(s), best);
    return best;
}

}  // namespace naive
