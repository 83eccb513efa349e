// What calls promise of a hand of thirteen, and hidden hands that keep it: ranges and counts over masks of cards.
//
//     bridge::Worlds worlds(unknown, seed);
//     for (const bridge::World& world : worlds.draw(80, 160)) ...     // world.hands, world.broken
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "kozyr/bridge.hpp"

namespace kozyr::bridge {

/// Both ends are included. They may be any numbers: a hand misses an impossible range by `farthest` at most, so that
/// sums of misses stay small.
struct Range {
    static constexpr int farthest = 99;  ///< more than any hand can miss a possible range by

    int low, high;
    bool has(int n) const { return low <= n && n <= high; }
    int misses(int n) const {
        const std::int64_t far = n < low ? std::int64_t{low} - n : n > high ? std::int64_t{n} - high : 0;
        return static_cast<int>(std::min<std::int64_t>(far, farthest));
    }
};

/// The promise of a call; suits are 0 to 3 (S H D C), sets of suits and of numbers are masks, no suit is -1. The words
/// are those of Meaning in kozyr.bots.bridge.system, which explains each.
struct Promise {
    Range hcp{0, 40}, points{0, 40};
    std::array<Range, 4> lengths{{{0, 13}, {0, 13}, {0, 13}, {0, 13}}};
    bool balanced = false;
    int fit = -1;  ///< the suit that is raised, with the points for it
    Range fit_points{0, 40};
    unsigned stopped = 0, controls = 0;
    unsigned aces = 0;  ///< the numbers that there may be; 0 is all
    int keys = -1;      ///< the trumps of the promised key cards
    unsigned key_numbers = 0;
    int queen = -1;  ///< of these trumps, held or not
    bool has_queen = false;
    int kings = -1;  ///< the trumps, when kings of other suits are promised
    unsigned king_numbers = 0;

    /// Whether a hand keeps it.
    bool holds(Cards hand) const;
    /// How far a hand is from the promise, in about points: hcp, points, balanced, stopped, aces and keys, which
    /// exchanges of cards of one suit can mend.
    int broken(Cards hand) const;
    /// Whether broken() may be more than nought.
    bool asks() const;
};

/// A seat with hidden cards.
struct Holder {
    int seat = 0;
    int room = 0;                  ///< the number of hidden cards that the seat holds
    std::array<Range, 4> lengths;  ///< how many of them in each suit
    Cards dealt = 0;               ///< known cards of the seat, including played ones
    Promise promise;               ///< of the seat's thirteen cards
};

/// The rules of a book for the next call of an auction, by what they promise.
class Rules {
public:
    explicit Rules(std::vector<Promise> rules) : rules_(std::move(rules)) {}

    /// The first rule, from `from` on, that a hand fits; the number of rules, if it fits none.
    std::size_t first(Cards hand, std::size_t from = 0) const {
        while (from < rules_.size() && !rules_[from].holds(hand)) ++from;
        return std::min(from, rules_.size());
    }

private:
    std::vector<Promise> rules_;
};

/// The hidden cards, with one to three holders. A seat may have declared honours.
struct Unknown {
    std::array<Cards, seats> seen{};  ///< the cards that each seat is known to hold now
    Cards cards = 0;
    std::vector<Holder> holders;
    int boaster = -1;  ///< the holder with four or more of `honours` among the thirteen cards
    Cards honours = 0;
};

struct World {
    std::array<Cards, seats> hands;  ///< the cards of each seat
    int broken;                      ///< of all promises
};

/// Deals of the hidden cards, drawn one by one. The same seed gives the same on every machine.
class Worlds {
public:
    /// Throws std::invalid_argument: no such holders, or their room is not that of the cards.
    Worlds(Unknown unknown, std::uint64_t seed);

    /// How many deals keep the lengths.
    std::uint64_t total() const { return total_; }

    /// At most `count` new worlds, in at most `tries` draws. All deals that keep the lengths are equally likely. The
    /// first of several that keeps the promises is taken. If none does, cards of one suit change places in the nearest
    /// until they are kept, and no step breaks more.
    std::vector<World> draw(int count, int tries);

private:
    using Hands = std::array<Cards, 3>;
    struct Split {
        std::uint64_t upto;  ///< deals of this way to divide a suit and of all before it
        std::array<std::int8_t, 3> counts;
    };
    struct Same {
        std::size_t operator()(const Hands& hands) const;
    };

    std::uint64_t count(int suit, int first, int second);
    std::uint64_t even(std::uint64_t n);
    Cards some(Cards cards, int wanted);
    Hands deal();
    int broken(const Hands& hands) const;
    int broken(int holder, Cards held) const;
    int kept(Hands& hands);
    int walk(Hands& hands);

    Unknown unknown_;
    std::uint64_t state_, total_ = 0;
    bool asks_ = false;
    std::array<int, 5> left_{};                            ///< cards of this suit and those after it
    std::array<std::vector<Split>, 4 * 14 * 14> ladders_;  ///< by suit and room of the first two holders
    std::array<std::int64_t, 4 * 14 * 14> counted_{};      ///< the same: deals, or -1
    std::unordered_set<Hands, Same> known_;
};

}  // namespace kozyr::bridge
