// Which card first? The cards of one choice that are worth trying, and how promising each is. Cards are those of
// strength.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../level.hpp"
#include "strength.hpp"

namespace kozyr::deberts::KOZYR_LEVEL {

/// How the learned tables are laid out. native/train/train_deberts.cpp makes them, native/data/ keeps them. They change
/// speed only.
namespace learned {

inline constexpr int codes = 6561;  // 3^8: mine, theirs or in no hand, for the eight cards of a suit

// ---- the order of cards: their mean regret, in quarters of a point up to 255

/// The kinds of choice; within each, eight cards a code of the suit, as the one to choose sees it.
enum : int {
    lead_side,
    lead_trump,
    follow_side,
    follow_side_wins,
    follow_trump,
    follow_trump_wins,
    ruff,
    discard,
    states
};

inline constexpr std::size_t order_size = std::size_t{states} * codes * 8;

inline std::size_t slot(int state, int code) {
    return (static_cast<std::size_t>(state) * codes + static_cast<std::size_t>(code)) * 8;
}

// ---- a guess of the suit's points for the leader, in half points

inline constexpr std::size_t guess_size = std::size_t{2} * codes;
inline constexpr int guess_unit = 2;

inline std::size_t guess_slot(bool trump, int code) { return static_cast<std::size_t>(trump * codes + code); }

/// The samples of the training program.
struct Samples {
    std::vector<double> sum = std::vector<double>(order_size);
    std::vector<std::uint32_t> count = std::vector<std::uint32_t>(order_size);
};

}  // namespace learned

/// For all sets of cards of one suit: their points if it is the trump suit, and the digits of their code.
struct Bytes {
    std::array<std::uint8_t, 256> trump{};
    std::array<std::uint16_t, 256> ternary{};
};
inline constexpr Bytes bytes = [] {
    Bytes b{};
    for (int set = 0; set < 256; ++set) {
        int power = 1;
        for (int i = 0; i < 8; ++i, power *= 3)
            if (set >> i & 1) {
                b.trump[set] = static_cast<std::uint8_t>(b.trump[set] + worth[24 + i]);
                b.ternary[set] = static_cast<std::uint16_t>(b.ternary[set] + power);
            }
    }
    return b;
}();

/// The owners of a suit's cards, from the side of the hand on turn: a number below 3^8.
inline int code(Cards mine, Cards theirs, int suit) {
    return bytes.ternary[mine >> (8 * suit) & 0xff] + 2 * bytes.ternary[theirs >> (8 * suit) & 0xff];
}

/// The cards to try; the best are taken first.
class Choices {
public:
    void add(int card, int regret) { choices_[size_++] = {card, regret}; }
    int size() const { return size_; }
    int card(int i) const { return choices_[i].card; }
    /// The best of those from the i-th on comes to place i.
    int next_best(int i) {
        int best = i;
        for (int j = i + 1; j < size_; ++j)
            if (choices_[j].regret < choices_[best].regret) best = j;
        std::swap(choices_[i], choices_[best]);
        return choices_[i].card;
    }

private:
    struct Choice {
        int card, regret;  // the mean regret in past searches: less is better
    };
    std::array<Choice, 9> choices_;
    int size_ = 0;
};

/// Both functions are called at one place each, and are a sixth faster as a part of it.
class Order {
public:
    explicit Order(const std::uint8_t* table) : table_(table) {}

    /// The leads worth trying. Cards of a run (nothing of the other hand between them) win the same tricks: if the
    /// trick is won for certain the dearest of the run is best, if it is lost the cheapest, else one of each price.
    [[gnu::always_inline]] Choices leads(Cards mine, Cards theirs) const {
        Choices out;
        for (int suit = 0; suit < 4; ++suit) {
            const Cards own = mine >> (8 * suit) & 0xff, other = theirs >> (8 * suit) & 0xff;
            if (!own) continue;
            const int at = code(mine, theirs, suit);
            const std::uint8_t* const regret =
                table_ + learned::slot(suit == trump_suit ? learned::lead_trump : learned::lead_side, at);
            const bool ruffed = !other && suit != trump_suit && theirs >> 24;
            for (Cards rest = own; rest;) {
                const int lowest = std::countr_zero(rest);
                const Cards above = other & ~((Cards{2} << lowest) - 1);
                const Cards run = above ? rest & ((above & -above) - 1) : rest;  // up to their next card
                rest &= ~run;
                const bool wins = !above && !ruffed;
                // A trump must be beaten if it can be; a plain card is beaten when all of theirs are higher.
                const bool loses = ruffed || (above && (suit == trump_suit || above == other));
                int last = -1;
                int best = -1;
                for (Cards r = run; r; r &= r - 1) {
                    const int rank = std::countr_zero(r), price = worth[8 * suit + rank];
                    if (wins || loses) {
                        if (best < 0 || (wins ? price > worth[8 * suit + best] : price < worth[8 * suit + best]))
                            best = rank;
                    } else if (price != last) {
                        out.add(8 * suit + rank, regret[rank]);
                        last = price;
                    }
                }
                if (best >= 0) out.add(8 * suit + best, regret[best]);
            }
        }
        return out;
    }

    /// The replies worth trying, by the same rule: here the winner is known.
    [[gnu::always_inline]] Choices answers(Cards mine, Cards theirs, int led) const {
        Choices out;
        for (Cards legal = replies(mine, led); legal;) {
            const int suit = std::countr_zero(legal) >> 3;
            const Cards own = legal >> (8 * suit) & 0xff, other = (theirs & ~bit(led)) >> (8 * suit) & 0xff;
            legal &= ~cards_of(suit);
            const int at = code(mine, theirs, suit);
            const int follows = suit == led >> 3, trumps = suit == trump_suit;
            for (Cards rest = own; rest;) {
                const int lowest = std::countr_zero(rest);
                const Cards above = other & ~((Cards{2} << lowest) - 1);
                Cards run = above ? rest & ((above & -above) - 1) : rest;
                const bool wins = beats(8 * suit + lowest, led);
                if (follows && !wins && led - 8 * suit < 8)
                    run &= (Cards{1} << (led & 7)) - 1;  // cards above the led one win
                rest &= ~run;
                int best = lowest;
                for (Cards r = run & (run - 1); r; r &= r - 1) {
                    const int rank = std::countr_zero(r), price = worth[8 * suit + rank], kept = worth[8 * suit + best];
                    if (wins ? price > kept : price < kept) best = rank;
                }
                const int state = !follows && !trumps ? learned::discard
                                  : !follows          ? learned::ruff
                                                      : (trumps ? learned::follow_trump : learned::follow_side) + wins;
                out.add(8 * suit + best, table_[learned::slot(state, at) + static_cast<std::size_t>(best)]);
            }
        }
        return out;
    }

private:
    const std::uint8_t* table_;
};

}  // namespace kozyr::deberts::KOZYR_LEVEL
