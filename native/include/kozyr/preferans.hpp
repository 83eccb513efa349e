// Preferans with all cards seen: the value of a position, and of every legal card.
//
//     preferans::Solver solver;
//     auto answer = solver.solve(position);     // answer.value, answer.moves[i].card / .value
//
// Cards are numbers (kozyr/cards.hpp). Seats are 0, 1, 2 clockwise.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kozyr/cards.hpp"
#include "kozyr/limits.hpp"

namespace kozyr::preferans {

enum class Kind : std::uint8_t {
    tricks,   ///< the declarer takes as many tricks as possible, against the two others
    misere,   ///< the declarer avoids tricks, the two others make him take them
    allpass,  ///< every hand for itself: each avoids tricks
};

/// A moment of the play: between tricks or within one.
struct Position {
    Kind kind = Kind::tricks;
    std::optional<Suit> trump;  ///< misère and all-pass have none
    int declarer = 0;           ///< unused in all-pass
    int leader = 0;             ///< the hand that led the current trick; in a trick led from the talon, the first hand
    std::array<Cards, 3> hands{};  ///< without the cards on the table
    std::vector<Card> trick;       ///< the cards on the table, from the leader on: 0, 1 or 2
    std::vector<Card> talon;       ///< all-pass: the talon cards that lead the current and the next trick: 0, 1 or 2
    bool talon_wins = false;       ///< a talon card can take its trick (for the dealer, four at the table)
};

struct Move {
    Card card;
    std::int8_t value;  ///< as Answer::value if this card is played; all-pass: tricks of the seat to move
    std::array<std::int8_t, 3> maxn{};  ///< all-pass only: as Answer::maxn if this card is played
};

struct Answer {
    bool finished = false;  ///< false: a limit stopped the search, and nothing below is known
    int to_move = 0;
    int value = 0;                      ///< the declarer's tricks from here on, the current trick among them
    std::array<std::int8_t, 3> each{};  ///< all-pass: the tricks of each seat when the two others combine against it
    std::array<std::int8_t, 3> maxn{};  ///< all-pass: tricks when each seat looks after itself, see Options::maxn
    std::vector<Move> moves;            ///< every legal card of the seat to move, by card number
    std::uint64_t nodes = 0;            ///< trick starts searched
};

/// The fault of a position, in one line; nothing if it can be solved.
std::optional<std::string> fault(const Position& position);

struct Options {
    bool moves = true;  ///< values of all cards; otherwise of the position alone
    /// All-pass: also max^n. Each seat takes the fewest tricks it can; of equal outcomes it prefers more tricks for
    /// the next seat clockwise, then for the one after (the rest being the dealer's).
    bool maxn = true;
};

/// Misère and all-pass look up their endings. Those of four cards a hand are computed when first needed (half a
/// second); those of five make misère twice as fast, take most of a minute and 16 MB, and so are worth a file. Loads
/// them from the file, or computes them and writes it. For solves that begin later, in all threads. Throws
/// std::runtime_error if the file cannot be written.
void prepare_endings(const std::string& path, unsigned threads = 1);
/// The same, but it only loads them: false if the file is missing or was not written by prepare_endings().
bool load_endings(const std::string& path);

/// Owns the memory of a search. One thread at a time; any number of solvers live side by side.
/// Answers and node counts depend on the position alone: the memory is cleared in between.
class Solver {
public:
    using Search = std::function<Answer(const Position&, const Options&, const Limits&)>;

    Solver();

    /// Throws std::invalid_argument with fault()'s text.
    Answer solve(const Position& position, const Options& options = {}, const Limits& limits = {});

private:
    Search search_;
};

}  // namespace kozyr::preferans
