// Deals that keep a condition: cards are dealt at random, and a small program looks at the hands. Of every game; cards
// are 13 * suit + rank (suits S H D C, ranks 2..A), hands are masks of them.
//
//     conditions::Dealing dealing{pack, {13, 13, 13, 13}, ...};
//     const auto found = conditions::find(dealing, program, 1, 1'000'000, seed);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kozyr/limits.hpp"

namespace kozyr::conditions {

using Cards = std::uint64_t;

inline constexpr int most_holders = 5;  ///< four hands and what is left

/// One step of a program, on a stack of whole numbers; truth is 1 and 0.
struct Op {
    enum class Code : std::uint8_t {
        number,    ///< push `value`
        given,     ///< push the value from outside with the number `value`
        count,     ///< push how many of the cards a holder has
        hcp,       ///< push what they are worth: ace 4, king 3, queen 2, jack 1
        balanced,  ///< push whether the hand is 4-3-3-3, 4-4-3-2 or 5-3-3-2
        shape,     ///< push the lengths of its suits as digits, the longest first
        pattern,   ///< the same in the order of the suits
        losers,    ///< push the losers: of each suit the missing ones of its three highest cards
        add,
        subtract,
        multiply,
        negate,
        equal,
        less,
        either,
        deny,
        unless,  ///< stop with 0 where the top is 0; else take it off: what stands before an "and" has held
    };
    Code code = Code::number;
    std::uint8_t holder = 0;
    std::int64_t value = 0;
    Cards cards = 0;
};

/// Steps that end with one number on the stack.
class Program {
public:
    /// Throws std::invalid_argument: the stack runs empty or over, or a step names what there is not.
    Program(std::vector<Op> ops, int holders, int given);

    const std::vector<Op>& ops() const { return ops_; }
    int given() const { return given_; }

    static constexpr std::size_t deepest = 32;

private:
    std::vector<Op> ops_;
    int given_;
};

/// What is dealt: so many cards to each holder, the last of whom is the rest. Some cards are held; of a suit that is
/// told whole the holder has those and some small ones, and no others.
struct Dealing {
    Cards pack = 0;
    std::vector<int> sizes;
    std::vector<Cards> held, whole;                  ///< `whole`: cards of the suits that are told whole
    std::vector<std::array<std::uint8_t, 4>> small;  ///< how many small cards of each suit
    Cards small_cards = 0;

    /// Throws std::invalid_argument: there are no such deals, or so it must seem.
    void check() const;
};

using Hands = std::array<Cards, most_holders>;

struct Found {
    std::vector<Hands> deals;  ///< those that keep the condition, `most` of them at most
    std::uint64_t kept = 0, tried = 0;
    bool finished = true;  ///< false: a limit has stopped it
};

/// Deals until `most` have kept the condition (0: only counts) or so many have been tried. The same seed gives the same
/// deals on every machine.
Found find(const Dealing& dealing, const Program& program, std::size_t most, std::uint64_t tries, std::uint64_t seed,
           const Limits& limits);

/// Whether one deal keeps the condition, with the values from outside.
bool keeps(const Program& program, const Hands& hands, std::span<const std::int64_t> given);

}  // namespace kozyr::conditions
