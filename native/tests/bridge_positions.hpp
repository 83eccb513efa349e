// Bridge for the tests: a naive minimax over cards that shares nothing with the library and has no reductions, and
// random positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kozyr/bridge.hpp"
#include "positions.hpp"

namespace plain {

/// A card is 13 * suit + rank.
struct State {
    std::array<std::uint64_t, 4> hands{};
    std::array<int, 4> table{};
    int played = 0;
    int trump = -1;
    int leader = 0;

    int seat() const { return (leader + played) % 4; }

    std::uint64_t legal() const {
        const std::uint64_t hand = hands[seat()];
        if (played == 0) return hand;
        const std::uint64_t follow = hand & (std::uint64_t{0x1fff} << (table[0] / 13 * 13));
        return follow ? follow : hand;
    }

    /// Tells the tricks of 0 and 2 that this card ends: 0 or 1.
    int play(int card) {
        hands[seat()] &= ~(std::uint64_t{1} << card);
        table[played++] = card;
        if (played < 4) return 0;
        const auto strength = [&](int c) {
            return c / 13 == trump ? 100 + c % 13 : c / 13 == table[0] / 13 ? c % 13 : -1;
        };
        int best = 0;
        for (int k = 1; k < 4; ++k)
            if (strength(table[k]) > strength(table[best])) best = k;
        leader = (leader + best) % 4;
        played = 0;
        return leader % 2 == 0 ? 1 : 0;
    }
};

/// The values of positions at the start of a trick, card for card.
class Minimax {
public:
    /// The tricks of 0 and 2 from here on.
    int operator()(const State& s) {
        if (s.played == 0) {
            if (!s.hands[s.leader]) return 0;
            if (const auto known = known_.find(Key{s.leader, s.hands}); known != known_.end()) return known->second;
        }
        const bool up = s.seat() % 2 == 0;
        int best = up ? -1 : 99;
        for (std::uint64_t cards = s.legal(); cards; cards &= cards - 1) {
            State next = s;
            const int won = next.play(std::countr_zero(cards)), value = won + (*this)(next);
            best = up ? std::max(best, value) : std::min(best, value);
        }
        if (s.played == 0) known_[Key{s.leader, s.hands}] = best;
        return best;
    }

private:
    struct Key {
        int leader;
        std::array<std::uint64_t, 4> hands;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t word = static_cast<std::uint64_t>(key.leader);
            for (const std::uint64_t hand : key.hands) word = (word ^ hand ^ word >> 29) * 0x9E3779B97F4A7C15ull;
            return word ^ word >> 32;
        }
    };
    std::unordered_map<Key, int, Hash> known_;
};

inline State state(const kozyr::bridge::Position& p) {
    State out;
    out.hands = p.hands;
    for (const auto card : p.trick) out.table[out.played++] = card;
    out.trump = p.trump ? static_cast<int>(*p.trump) : -1;
    out.leader = p.leader;
    return out;
}

/// A random legal moment with `tricks` tricks to come.
inline kozyr::bridge::Position moment(Dice& dice, int tricks) {
    kozyr::bridge::Position p;
    if (const int trump = dice.below(5); trump < 4) p.trump = static_cast<kozyr::Suit>(trump);
    p.leader = dice.below(4);
    // From all cards, from few suits, from the high or low cards of each, or one hand long in a suit.
    std::vector<int> pack;
    const int kind = dice.below(4), few = std::max(2, (4 * tricks + 12) / 13);
    const int suits = kind == 1 ? std::min(4, few + dice.below(2)) : 4;
    int top = kind == 2 ? tricks + dice.below(3) : 13;
    top = std::clamp(top, (4 * tricks + suits - 1) / suits, 13);
    for (int card = 0; card < 52; ++card)
        if (card / 13 < suits && card % 13 < top) pack.push_back(card);
    for (std::size_t i = 0; i + 1 < pack.size(); ++i)
        std::swap(pack[i], pack[i + static_cast<std::size_t>(dice.below(static_cast<int>(pack.size() - i)))]);
    if (kind == 3) {  // one hand gets the cards of one suit first
        const int suit = dice.below(4);
        std::stable_sort(pack.begin(), pack.end(), [&](int a, int b) { return (a / 13 == suit) > (b / 13 == suit); });
        std::rotate(pack.begin(), pack.begin() + dice.below(4), pack.begin() + 13);
    }
    const int turn = dice.below(4), rename = dice.below(4);
    for (int at = 0; at < 4 * tricks; ++at) {
        const int card = pack[static_cast<std::size_t>(at)];
        p.hands[(at / tricks + turn) % 4] |= kozyr::bridge::bit((card / 13 + rename) % 4 * 13 + card % 13);
    }
    for (int k = dice.below(4); k > 0; --k) {
        const State now = state(p);
        std::uint64_t legal = now.legal();
        for (int skip = dice.below(std::popcount(legal)); skip > 0; --skip) legal &= legal - 1;
        p.hands[now.seat()] &= ~(legal & -legal);
        p.trick.push_back(static_cast<kozyr::bridge::Card>(std::countr_zero(legal)));
    }
    return p;
}

inline std::string text(const kozyr::bridge::Position& p) {
    std::array<char, 160> head{};
    std::snprintf(head.data(), head.size(), "trump %d leader %d hands %013llx %013llx %013llx %013llx trick",
                  p.trump ? static_cast<int>(*p.trump) : -1, p.leader, static_cast<unsigned long long>(p.hands[0]),
                  static_cast<unsigned long long>(p.hands[1]), static_cast<unsigned long long>(p.hands[2]),
                  static_cast<unsigned long long>(p.hands[3]));
    std::string out = head.data();
    for (const auto card : p.trick) out += ' ' + std::to_string(card);
    return out;
}

}  // namespace plain
