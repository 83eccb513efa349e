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

/// Both ends are in it. They may be any numbers: what asks for more than a hand can have is missed by `farthest` at
/// most, so that sums of misses stay small.
struct Range {
    static constexpr int farthest = 99;  ///< no hand is so far from what a hand can have

    int low, high;
    bool has(int n) const { return low <= n && n <= high; }
    int misses(int n) const {
        const std::int64_t far = n < low ? std::int64_t{low} - n : n > high ? std::int64_t{n} - high : 0;
        return static_cast<int>(std::min<std::int64_t>(far, farthest));
    }
};

/// What a call promises; suits are 0 to 3 (S H D C), sets of suits and of numbers are masks, no suit is -1. The words
/// are those of Meaning in kozyr.bots.bridge.system, which tells what each counts.
struct Promise {
    Range hcp{0, 40}, points{0, 40};
    std::array<Range, 4> lengths{{{0, 13}, {0, 13}, {0, 13}, {0, 13}}};
    bool balanced = false;
    int fit = -1;  ///< the suit that is raised, with so many points
    Range fit_points{0, 40};
    unsigned stopped = 0, controls = 0;
    unsigned aces = 0;  ///< the numbers that there may be; 0 is all
    int keys = -1;      ///< of these trumps, so many key cards
    unsigned key_numbers = 0;
    int queen = -1;  ///< of these trumps, held or not
    bool has_queen = false;
    int kings = -1;  ///< of other suits than these trumps, so many kings
    unsigned king_numbers = 0;

    /// Whether a hand keeps it.
    bool holds(Cards hand) const;
    /// How far a hand is from it, in about points: hcp, points, balanced, stopped, aces and keys, which exchanges of
    /// cards of one suit can mend.
    int broken(Cards hand) const;
    /// Whether broken() may be more than nought.
    bool asks() const;
};

/// A seat whose cards are not all seen.
struct Holder {
    int seat = 0;
    int room = 0;                  ///< how many of the hidden cards are his
    std::array<Range, 4> lengths;  ///< how many of them in each suit
    Cards dealt = 0;               ///< cards of his that are known, those that he has played among them
    Promise promise;               ///< of his thirteen
};

/// The rules of a book for the next call of an auction, by what they promise.
class Rules {
public:
    explicit Rules(std::vector<Promise> rules) : rules_(std::move(rules)) {}

    /// The first rule, from one on, that a hand fits; their number, if it fits none.
    std::size_t first(Cards hand, std::size_t from = 0) const {
        while (from < rules_.size() && !rules_[from].holds(hand)) ++from;
        return std::min(from, rules_.size());
    }

private:
    std::vector<Promise> rules_;
};

/// What is not seen: some cards with one to three holders. Somebody may have declared honours.
struct Unknown {
    std::array<Cards, seats> seen{};  ///< by seat what he is known to hold now
    Cards cards = 0;
    std::vector<Holder> holders;
    int boaster = -1;  ///< which holder has four or more of `honours` among his thirteen
    Cards honours = 0;
};

struct World {
    std::array<Cards, seats> hands;  ///< what each holds
    int broken;                      ///< of all promises
};

/// Deals of what is hidden, drawn one by one. The same seed gives the same on every machine.
class Worlds {
public:
    /// Throws std::invalid_argument: no such holders, or their room is not that of the cards.
    Worlds(Unknown unknown, std::uint64_t seed);

    /// How many deals keep the lengths.
    std::uint64_t total() const { return total_; }

    /// At most `count` other worlds than before, in at most `tries` draws.
    ///
    /// Of the deals that keep all lengths each is as likely. The first of some that keeps the promises is taken; if
    /// none does, cards of one suit change places in the nearest until they are kept, and no step breaks more.
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
