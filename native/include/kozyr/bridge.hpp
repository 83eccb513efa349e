// Bridge with all four hands seen: how many tricks does each side take, for every card that may be played?
//
//     bridge::Solver solver;
//     auto answer = solver.solve(position);     // answer.value, answer.moves[i].card / .value
//
// Seats are 0, 1, 2, 3 clockwise (N E S W); 0 and 2 play against 1 and 3. All values are the tricks of 0 and 2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kozyr/cards.hpp"
#include "kozyr/limits.hpp"

namespace kozyr::bridge {

using Card = std::uint8_t;    ///< 13 * suit + rank; suits as in kozyr::Suit, the ranks 2 3 ... K A are 0..12
using Cards = std::uint64_t;  ///< a set of cards, one bit each

inline constexpr Card pack_size = 52;
inline constexpr int ranks = 13;
inline constexpr int seats = 4;

constexpr int suit_number(Card card) { return card / ranks; }
constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr Cards cards_of(int suit) { return Cards{0x1fff} << (ranks * suit); }

/// A moment of the play: between tricks or within one.
struct Position {
    std::optional<Suit> trump;
    int leader = 0;                    ///< the seat that led, or leads, the current trick
    std::array<Cards, seats> hands{};  ///< without the cards on the table
    std::vector<Card> trick;           ///< the cards on the table, from the leader on: 0 to 3
};

struct Move {
    Card card;
    std::int8_t value;  ///< as Answer::value if this card is played
};

struct Answer {
    bool finished = false;  ///< false: a limit stopped the search, and nothing below but `nodes` is known
    int to_move = 0;
    int value = 0;            ///< the tricks of seats 0 and 2 from here on, the current trick among them
    std::vector<Move> moves;  ///< every legal card of the seat to move, by card number
    std::uint64_t nodes = 0;  ///< trick starts searched
};

struct Options {
    bool moves = true;  ///< values of all cards; otherwise of the position alone
    /// Use the proofs of earlier positions, for many layouts of one question. Values are the same; node counts then
    /// depend on the earlier questions.
    bool keep = false;
};

/// The tricks of every declarer in every denomination.
struct Table {
    bool finished = false;
    /// By denomination (the four suits, then no trump) and by the declarer's seat.
    std::array<std::array<std::int8_t, seats>, 5> tricks{};
    std::uint64_t nodes = 0;
};

/// One question over many layouts of the cards that are not seen: how often each number of tricks comes.
struct Counts {
    using Tricks = std::array<std::uint64_t, ranks + 1>;  ///< of layouts, by the tricks of seats 0 and 2
    struct Of {
        Card card;
        Tricks tricks;
    };

    bool finished = false;
    std::uint64_t layouts = 0;
    Tricks tricks{};        ///< at best play
    std::vector<Of> cards;  ///< the same once this card is played, for every legal card, by card number
    std::uint64_t nodes = 0;
};

/// The fault of a position, in one line; nothing if it can be solved.
std::optional<std::string> fault(const Position& position);

/// The fault of layouts of one question: there must be one, all of them positions, equal in trump, leader, trick and
/// the hand of the seat to move.
std::optional<std::string> fault(const std::vector<Position>& layouts);

/// The fault of the hands of a table, which needs the same number of cards (1 to 13) in each.
std::optional<std::string> fault(const std::array<Cards, seats>& hands);

/// Owns the memory of a search. One thread at a time; any number of solvers live side by side.
/// Without Options::keep the answers and the node counts depend on the position alone.
class Solver {
public:
    struct Search {
        std::function<Answer(const Position&, const Options&, const Limits&)> solve;
        std::function<Table(const std::array<Cards, seats>&, const Limits&)> table;
    };

    /// `megabytes`: the most memory for proofs; when it is full, proofs are forgotten and found again.
    explicit Solver(std::size_t megabytes = 256);

    /// Throws std::invalid_argument with fault()'s text.
    Answer solve(const Position& position, const Options& options = {}, const Limits& limits = {});
    Table table(const std::array<Cards, seats>& hands, const Limits& limits = {});

private:
    Search search_;
};

/// Layouts share their proofs, those of each thread. Throws std::invalid_argument with fault()'s text.
Counts counts(const std::vector<Position>& layouts, unsigned threads = 1, const Limits& limits = {});

}  // namespace kozyr::bridge
