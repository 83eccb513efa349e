// Deberts with both hands seen: points to come for both seats, for every card that may be played.
//
// Cards are numbers (kozyr/cards.hpp) in the order of the pack, not of their strength in the game. Points are those of
// cards in tricks and the ten of the last trick; melds are the caller's business.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kozyr/cards.hpp"
#include "kozyr/limits.hpp"

namespace kozyr::deberts {

struct Position {
    Suit trump = Suit::spades;
    int leader = 0;                ///< 0 or 1: the hand that led the current trick
    std::array<Cards, 2> hands{};  ///< without the card on the table
    std::optional<Card> table;     ///< the card the leader has played
};

struct Move {
    Card card;
    std::int16_t value;  ///< points the seat to move gets from here to the end
};

struct Answer {
    bool finished = false;
    int to_move = 0;
    std::array<int, 2> points{};  ///< of each seat from here to the end
    std::vector<Move> moves;      ///< by card number
    std::uint64_t nodes = 0;
};

/// The points of a card in a trick (D-PLAY-6). Throws std::invalid_argument if there is no such card or suit.
int points_of(Card card, Suit trump);

std::optional<std::string> fault(const Position& position);

class Solver {
public:
    using Search = std::function<Answer(const Position&, bool moves, const Limits&)>;

    Solver();

    /// Throws std::invalid_argument with fault()'s text. Without `moves` only the points are found.
    Answer solve(const Position& position, bool moves = true, const Limits& limits = {});

private:
    Search search_;
};

}  // namespace kozyr::deberts
