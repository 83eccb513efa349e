// What the search is asked about.
#pragma once

#include <array>
#include <cstdint>

#include "suits.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

enum class Game : std::uint8_t {
    trump,
    no_trump,
    misere,
    misere_most,  // the blurred games of blurred.hpp: the search itself asks them within a misère
    misere_least,
};

/// Does hand 0 want few tricks?
constexpr bool avoids(Game game) { return game >= Game::misere; }
constexpr bool is_blurred(Game game) { return game > Game::misere; }

/// The start of a trick, or a moment within it: `owners` still holds the cards already on the table.
struct Node {
    Owners owners = 0;
    int leader = 0;
    int cards = 0;  // in each hand at the trick's start
    int played = 0;
    std::array<std::uint8_t, 2> table{};  // the cards played, by the leader and the next: 8 * suit + place
};

/// Thrown through the search when a limit is reached; Solver and chances() catch it.
struct Interrupted {};

}  // namespace kozyr::preferans::KOZYR_LEVEL
