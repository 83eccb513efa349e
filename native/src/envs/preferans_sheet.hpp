// The sheet of preferans for three players (P-4): a deal is written on it, and it is settled as if the pulka ended.
#pragma once

#include <array>

#include "many.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

struct Columns {
    std::array<double, 3> pool{}, hill{}, whists{};  ///< `whists`: those of each less those on him
};

class Sheet {
public:
    static constexpr Byte nothing = 0, passed = 1, whist = 2, half = 3;  ///< a defender's last word

    struct Played {
        int declarer, dealer, size;
        bool given_up;
        std::array<int, 3> tricks;
        std::array<Byte, 3> words;
        int talon_tricks;
    };

    Sheet(const PreferansRules& rules, const Columns& before)
        : rules_(rules), pool_(before.pool), hill_(before.hill), whists_(before.whists) {}

    Columns columns() const { return {pool_, hill_, whists_}; }

    /// Whether the pulka is over (P-4.2.3).
    bool full() const {
        if (rules_.common) return pool_[0] + pool_[1] + pool_[2] >= 3.0 * rules_.pool_target;
        return std::min({pool_[0], pool_[1], pool_[2]}) >= rules_.pool_target;
    }

    void contract(const Played& deal) {
        const int declarer = deal.declarer, worth = 2 * (deal.size - 5);
        const double price = worth * rules_.unit;
        const std::array<int, 2> others{(declarer + 1) % 3, (declarer + 2) % 3};
        int whisters = 0;
        for (const int seat : others) whisters += deal.words[seat] == whist;
        if (deal.given_up && rules_.surrender_without_three) {
            hill_[declarer] += 3 * price;
        } else if (!whisters) {
            earn(declarer, worth);
            for (const int seat : others)
                if (deal.words[seat] == half) write(seat, declarer, half_need(deal.size) * price);
        } else {
            std::array<double, 3> tricks{};
            for (int seat = 0; seat < 3; ++seat) tricks[seat] = deal.tricks[seat];
            if (deal.given_up) {  // as if the declarer had taken no trick (P-3.5.4)
                tricks = {};
                for (const int seat : others)
                    if (deal.words[seat] == whist) tricks[seat] = 10.0 / whisters;
            }
            played(deal, tricks, others, whisters, price, worth);
        }
        if (rules_.talon_bonus) bonus(deal, price);
    }

    void misere(int declarer, int taken) {
        if (taken) hill_[declarer] += 10 * rules_.unit * taken;
        else earn(declarer, 10);
    }

    void all_pass(const std::array<int, 3>& tricks, int price) {
        const int fewest = std::min({tricks[0], tricks[1], tricks[2]});
        if (rules_.allpass_in_whists) {
            int best = 0;
            for (const int n : tricks) best += n == fewest;
            for (int seat = 0; seat < 3; ++seat)
                for (int other = 0; other < 3; ++other)
                    if (tricks[seat] == fewest && tricks[other] != fewest)
                        write(seat, other, static_cast<double>(tricks[other]) * rules_.whists_per_trick / best);
        } else {
            for (int seat = 0; seat < 3; ++seat) hill_[seat] += (tricks[seat] - (rules_.amnesty ? fewest : 0)) * price;
        }
        using Zero = PreferansRules::Zero;
        if (rules_.zero == Zero::none) return;
        for (int seat = 0; seat < 3; ++seat) {
            if (tricks[seat]) continue;
            if (rules_.zero == Zero::hill && hill_[seat] > 0) hill_[seat] -= 2 * price;
            else earn(seat, rules_.zero == Zero::one ? 1 : price);
        }
    }

    /// What each has in whists, as if the pulka ended now (P-4.2.14.2).
    std::array<double, 3> settle() const {
        std::array<double, 3> hills, out;
        double mean = 0;
        for (int seat = 0; seat < 3; ++seat) {
            hills[seat] = hill_[seat] - pool_[seat] * rules_.pool_point_whists / 10;
            mean += hills[seat] / 3;
        }
        for (int seat = 0; seat < 3; ++seat) out[seat] = (mean - hills[seat]) * 10 + whists_[seat];
        return out;
    }

private:
    static int need(int size) { return size == 6 ? 4 : size == 7 ? 2 : 1; }

    static int half_need(int size) { return need(size) / 2; }

    /// Writes points into the own pool, then as help into open ones, then as agreed for the rest (P-4.2.3, P-4.1.1).
    void earn(int who, double points) {
        if (!rules_.whole || rules_.common) {
            pool_[who] += points;
            return;
        }
        const double target = rules_.pool_target, own = std::min(points, std::max(0.0, target - pool_[who]));
        pool_[who] += own;
        points -= own;
        while (points > 0) {
            int helped = -1;  // the largest open pool; of equal ones the nearest to the left (C-SCORE-2)
            for (int step = 1; step < 3; ++step)
                if (const int other = (who + step) % 3;
                    pool_[other] < target && (helped < 0 || pool_[other] > pool_[helped]))
                    helped = other;
            if (helped < 0) {
                overflow(who, points);
                return;
            }
            const double given = std::min(points, target - pool_[helped]);
            pool_[helped] += given;
            write(who, helped, given * rules_.help_whists);
            points -= given;
        }
    }

    void overflow(int who, double points) {
        using Overflow = PreferansRules::Overflow;
        if (rules_.overflow == Overflow::hill) hill_[who] -= points * rules_.pool_point_whists / 10;
        if (rules_.overflow == Overflow::whists)
            for (int step = 1; step < 3; ++step) write(who, (who + step) % 3, points * rules_.pool_point_whists / 2);
    }

    /// Whists of one on another count for the one and against the other.
    void write(int who, int on, double points) {
        whists_[who] += points;
        whists_[on] -= points;
    }

    void played(const Played& deal, const std::array<double, 3>& tricks, const std::array<int, 2>& others, int whisters,
                double price, int worth) {
        const int declarer = deal.declarer;
        const double defence = tricks[others[0]] + tricks[others[1]];
        const double missed = std::max(0.0, deal.size - tricks[declarer]);
        if (missed > 0) hill_[declarer] += missed * price;
        else earn(declarer, worth);
        if (whisters == 1) {
            const int at = deal.words[others[0]] == whist ? 0 : 1, other = others[1 - at];
            const bool shares = rules_.gentleman && missed > 0 && deal.words[other] != half;
            write(others[at], declarer, shares ? defence * price / 2 : defence * price);
            if (shares) write(other, declarer, defence * price / 2);
        } else {
            for (const int seat : others) write(seat, declarer, tricks[seat] * price);
        }
        const double owed = std::max(0.0, need(deal.size) - defence),
                     rate = rules_.full_responsibility ? price : price / 2;
        if (owed > 0)
            for (int at = 0; at < 2; ++at) {
                if (deal.words[others[at]] != whist) continue;
                double own = owed;
                if (whisters == 2 && deal.size >= 8) {
                    if (rules_.second_answers && !at) own = 0;
                } else if (whisters == 2) {
                    own = std::max(0.0, half_need(deal.size) - tricks[others[at]]);
                    if (rules_.capped) own = std::min(own, owed);
                }
                hill_[others[at]] += own * rate;
            }
        if (missed > 0 && rules_.consolation != PreferansRules::Consolation::none)
            for (const int seat : others)
                if (rules_.consolation == PreferansRules::Consolation::all || deal.words[seat] == whist)
                    write(seat, declarer, missed * price);
    }

    /// Whists for good cards in the talon (P-3.4.11).
    void bonus(const Played& deal, double price) {
        const double points = deal.talon_tricks * price;
        for (int seat = 0; seat < 3; ++seat)
            if (seat != deal.declarer && (rules_.talon_bonus_halves || seat == deal.dealer))
                write(seat, deal.declarer, rules_.talon_bonus_halves ? points / 2 : points);
    }

    const PreferansRules& rules_;
    std::array<double, 3> pool_, hill_, whists_;
};

}  // namespace kozyr::envs::KOZYR_LEVEL
