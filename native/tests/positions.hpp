// Random positions for the tests, and the naive solver's answer to one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include "kozyr/chances.hpp"
#include "kozyr/preferans.hpp"
#include "naive.hpp"

class Dice {
public:
    explicit Dice(std::uint64_t seed = 1) : bits_(seed) {}
    int below(int n) { return static_cast<int>(bits_() % static_cast<unsigned>(n)); }
    bool one_in(int n) { return below(n) == 0; }
    std::uint64_t word() { return bits_(); }

    /// The whole pack; the first cards are a random choice of the first `size`.
    std::array<kozyr::Card, 32> shuffled(int size = 32) {
        std::array<kozyr::Card, 32> deck{};
        for (int i = 0; i < 32; ++i) deck[i] = static_cast<kozyr::Card>(i);
        for (int i = 0; i < size; ++i) std::swap(deck[i], deck[i + below(size - i)]);
        return deck;
    }

private:
    std::mt19937_64 bits_;
};

/// How many tricks an ending has: one to six, mostly three and four.
inline int small_size(Dice& dice) {
    const int r = dice.below(100);
    return r < 5 ? 1 : r < 17 ? 2 : r < 45 ? 3 : r < 75 ? 4 : r < 93 ? 5 : 6;
}

inline naive::Card naive_card(kozyr::Card c) {
    return {static_cast<std::int8_t>(c / 8), static_cast<std::int8_t>(c % 8)};
}

inline naive::State naive_state(const kozyr::preferans::Position& p) {
    naive::State s;
    for (int seat = 0; seat < 3; ++seat)
        for (int c = 0; c < 32; ++c)
            if (p.hands[seat] >> c & 1) s.hands[seat].push_back(naive_card(static_cast<kozyr::Card>(c)));
    s.trump = p.trump ? static_cast<int>(*p.trump) : -1;
    s.leader = p.leader;
    for (const kozyr::Card c : p.trick) s.table.push_back(naive_card(c));
    for (const kozyr::Card c : p.talon) s.talon.push_back(naive_card(c));
    s.talon_wins = p.talon_wins;
    return s;
}

/// A random legal moment with this many tricks to come.
inline kozyr::preferans::Position ending(Dice& dice, kozyr::preferans::Kind kind, int tricks) {
    using kozyr::preferans::Kind;
    kozyr::preferans::Position p;
    p.kind = kind;
    if (kind == Kind::tricks)
        if (const int trump = dice.below(5); trump < 4) p.trump = static_cast<kozyr::Suit>(trump);
    p.declarer = dice.below(3);
    p.leader = dice.below(3);
    // Endings from a few suits are the tricky ones: leave some suits out at times.
    int size = 32;
    if (dice.one_in(3) && tricks <= 6) size = std::min(32, std::max(3 * tricks + 2, 8 * (1 + dice.below(4))));
    const auto deck = dice.shuffled(size);
    int at = 0;
    for (auto& hand : p.hands)
        for (int i = 0; i < tricks; ++i) hand |= kozyr::bit(deck[at++]);
    if (kind == Kind::allpass) {
        const int talon = std::min({dice.below(3), tricks, size - at});
        for (int i = 0; i < talon; ++i) p.talon.push_back(deck[at++]);
        p.talon_wins = dice.below(2) != 0;
    }
    for (int k = dice.below(3); k > 0; --k) {
        const int seat = (p.leader + static_cast<int>(p.trick.size())) % 3;
        const auto options = naive::legal(naive_state(p), seat);
        const naive::Card c = options[static_cast<std::size_t>(dice.below(static_cast<int>(options.size())))];
        const auto card = static_cast<kozyr::Card>(8 * c.suit + c.rank);
        p.hands[seat] &= ~kozyr::bit(card);
        p.trick.push_back(card);
    }
    return p;
}

inline std::string text(const kozyr::preferans::Position& p) {
    std::array<char, 160> head{};
    std::snprintf(head.data(), head.size(), "kind %d trump %d declarer %d leader %d hands %08x %08x %08x trick",
                  static_cast<int>(p.kind), p.trump ? static_cast<int>(*p.trump) : -1, p.declarer, p.leader, p.hands[0],
                  p.hands[1], p.hands[2]);
    std::string out = head.data();
    for (const kozyr::Card c : p.trick) out += ' ' + std::to_string(c);
    out += " talon";
    for (const kozyr::Card c : p.talon) out += ' ' + std::to_string(c);
    return out + (p.talon_wins ? " wins" : "");
}
