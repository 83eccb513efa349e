// Deals of one game side by side, each stepped by one action at a time: the core of kozyr.envs.batch. A row is a deal
// or a match with its chance; what ends is followed by the next at once. Actions and observations are those of
// docs/envs.md, an observation as whole numbers.
//
//     const auto batch = envs::batch(envs::BridgeRules{}, 1024, seed);
//     batch->sample(actions);
//     batch->step(actions, rows);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace kozyr::envs {

/// Boards that stand alone, by the table of 16.
struct BridgeRules {
    bool imps = false;  ///< rewards in IMPs and not in points
};

/// Three players without blind calls, a pulka of one deal or a whole one; the options bear the rulebook's names.
struct PreferansRules {
    enum class Here : std::uint8_t { first_hand, elder_hand, off };
    enum class Consolation : std::uint8_t { all, whisters, none };
    enum class Zero : std::uint8_t { none, one, price, hill };
    enum class Overflow : std::uint8_t { hill, whists, forfeit };
    enum class Exit : std::uint8_t { any, made, whisted };
    enum class Failed : std::uint8_t { freeze, repeat, reset };

    bool jumps = false;
    Here here = Here::first_hand;
    bool stop_after_nine = false;
    bool silent_take = true;
    bool one_card_is_pass = false;
    bool surrender_without_three = false;
    bool half = true;
    bool first_hand_half = false;
    bool return_on_any = false;
    bool obligatory_6s = false;
    bool light_before_lead = true;
    bool allpass_in_whists = false;
    bool amnesty = true;
    bool talon_opened = true;
    int price = 1;             ///< of a trick in the first all-pass
    int whists_per_trick = 5;  ///< of an all-pass in whists
    Zero zero = Zero::price;   ///< what no trick earns in an all-pass
    int unit = 1;              ///< of hill and whists
    int pool_point_whists = 10;
    bool full_responsibility = true;
    bool gentleman = false;
    Consolation consolation = Consolation::all;
    bool second_answers = true;  ///< of two whisters on 8, 9 and 10 the second alone
    bool capped = true;          ///< two whisters never miss more than the deficit
    bool talon_bonus = false;
    bool talon_bonus_halves = false;

    bool whole = false;  ///< deal after deal until the pools are full; what follows is asked only then
    int pool_target = 0;
    bool common = false;  ///< the pools are full together
    Overflow overflow = Overflow::hill;
    int help_whists = 10;
    std::vector<int> prices;  ///< of a trick in the first all-pass of a series, the second, ...; the last one goes on
    int lowest = 6;           ///< bid in a series
    int exit_size = 6;        ///< of a contract that ends a series
    Exit exit = Exit::any;
    bool misere_exits = true;
    Failed failed = Failed::freeze;
    bool dealer_repeats = false;  ///< after an all-pass
};

/// A party of one deal or a whole one, where errors are refused.
struct DebertsRules {
    enum class Exchange : std::uint8_t { either, maker, off };
    enum class Hanging : std::uint8_t { hangs, bait, keep, queue, burn };
    enum class Tie : std::uint8_t { by_record, same, alternate };

    bool last_must = false;
    Exchange exchange = Exchange::either;
    bool first_six = false;
    bool hundred = false;
    bool bella_optional = true;
    bool guided = true;
    bool must_beat = true;
    bool open_bottom = true;
    Hanging hanging = Hanging::hangs;
    bool winner_takes_all = false;

    bool whole = false;  ///< deal after deal until somebody has the target; what follows is asked only then
    int target = 0;
    bool more_points = false;  ///< wins where both have it, and not the last trick
    bool alternate = false;    ///< the players deal in turns
    Tie tie = Tie::by_record;  ///< who deals after points that hang
    bool parties = false;      ///< rewards are 1 and -1 at the end, and no points
};

using Rules = std::variant<BridgeRules, PreferansRules, DebertsRules>;

struct Sizes {
    int actions, observation, players;
};

/// Where rows go, one after another; an observation or a mask that is not wanted is null.
struct Rows {
    std::uint8_t* observation = nullptr;
    std::uint8_t* mask = nullptr;
    float* gains = nullptr;         ///< of each player by place, where a deal has ended
    std::uint8_t* ended = nullptr;  ///< whether the episode has: a deal, or a match
    std::int8_t* player = nullptr;  ///< the place of the one to act
    bool again = false;             ///< the mask is the array of the step before, and nobody else has written to it
};

/// The cards of a row as they were dealt: masks of the pack's cards by place, and the rest in order.
struct Dealt {
    std::vector<std::uint64_t> hands, first;  ///< `first`: what comes before the auction of deberts
    std::vector<int> rest;
    int dealer = 0, board = 0;  ///< `board`: of bridge, from 1
};

class Batch {
public:
    Batch() = default;
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    virtual ~Batch() = default;

    virtual Sizes sizes() const = 0;
    virtual std::size_t count() const = 0;
    /// Deals every row anew; the deals of a row follow from the seed and the row's number.
    virtual void seed(std::uint64_t seed) = 0;
    /// Writes the rows as they stand; no deal has ended.
    virtual void show(const Rows& rows) const = 0;
    /// An action in each row. Answers the first row whose action is not legal, and then nothing has happened; else
    /// count().
    virtual std::size_t step(const std::int64_t* actions, const Rows& rows) = 0;
    /// A legal action for each row, each as likely.
    virtual void sample(std::int64_t* actions) = 0;
    /// Every row becomes a copy of the row named for it, its chance included.
    virtual void take(const std::int64_t* rows) = 0;
    virtual Dealt dealt(std::size_t row) const = 0;
    /// Lays these cards in a row, as of a deal that begins; they have been checked.
    virtual void lay(std::size_t row, const Dealt& cards) = 0;
};

std::unique_ptr<Batch> batch(const Rules& rules, std::size_t count, std::uint64_t seed);

}  // namespace kozyr::envs
