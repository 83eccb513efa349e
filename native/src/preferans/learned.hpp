// The learned tables of preferans: how they are laid out. native/train/train_preferans.cpp makes them, native/data/
// keeps them. They change speed only: with any table, or none, the answers are the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "suits.hpp"

namespace kozyr::preferans::KOZYR_LEVEL::learned {

// ---- which card first: for every kind of choice and every string of a suit the share of past searches in which this
// card answered the question at once, over what a try of it takes. As bytes: 255 is "always the answer".

/// Codes here know the top seven cards of a suit; an eighth counts as if it were not there.
inline constexpr int top_codes = 3280;  // 3^0 + ... + 3^7

/// The kinds of choice. Within each: a row of eight places a code, by the suit of the card to be scored.
enum : int {
    lead_side = 0,  // + which hands have trumps, a bit each
    lead_trump = lead_side + 8,
    lead_no_trump,
    lead_misere,
    follow = lead_misere + 1,  // + follow_kind * 8 + third hand to play * 4 + beats the best so far * 2 + friend has it
    discard = follow + 5 * 8,  // + game * 4 + third hand * 2 + friend has it
    ruff = discard + 3 * 4,    // + third hand * 4 + beats * 2 + friend has it
    states = ruff + 8,
};

enum : int { in_no_trump, in_misere, in_trumps, in_side, in_side_ruffed };  // follow_kind

inline constexpr std::size_t order_size = std::size_t{states} * top_codes * 8;

inline std::size_t slot(int state, Code top_code, int place) {
    return (static_cast<std::size_t>(state) * top_codes + top_code) * 8 + static_cast<std::size_t>(place);
}

// ---- a guess of the declarer's tricks: a sum of one number a suit, in 1 / guess_unit tricks, by kind of suit, leader
// and code of all eight cards.

enum : int { guess_trump, guess_side, guess_no_trump, guess_misere, guess_kinds };
inline constexpr int guess_unit = 20;
inline constexpr std::size_t guess_size = std::size_t{guess_kinds} * 3 * codes;

inline std::size_t guess_slot(int kind, int leader, Code code) {
    return static_cast<std::size_t>(kind * 3 + leader) * codes + code;
}

}  // namespace kozyr::preferans::KOZYR_LEVEL::learned
