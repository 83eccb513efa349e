// Deberts: fail-soft alpha-beta over the leader's points with a table of positions, learned order and first guess.
// Cards are those of strength.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "../tables.hpp"
#include "kozyr/deberts.hpp"
#include "order.hpp"

namespace kozyr::deberts::KOZYR_LEVEL {

/// The trumps of a hand that nothing of the other can beat: their points are safe.
inline int safe_trumps(Cards mine, Cards theirs) {
    const Cards below = std::bit_ceil((theirs >> 24) + 1) - 1;  // up to their highest
    return bytes.trump[(mine >> 24) & ~below & 0xff];
}

/// The exact value, known to lie in least..most, by windows around a guess, each as narrow as the guess is good.
template <class Ask>
int settle(int guess, int least, int most, Ask ask) {
    constexpr int width = 12;
    int alpha = std::clamp(guess - width, least - 1, most - 1), beta = std::clamp(guess + width, alpha + 1, most + 1);
    if (guess == most) beta = most;  // first of all: is it the best it can be?
    if (guess == least) alpha = least;
    for (;;) {
        const int v = ask(alpha, beta);
        if (v > alpha && v < beta) return v;
        if (v <= alpha) {
            if (v <= least) return least;
            beta = v + 1;
            alpha = std::max(least - 1, v - 2 * width);
        } else {
            if (v >= most) return most;
            alpha = v - 1;
            beta = std::min(most + 1, v + 2 * width);
        }
    }
}

class Search {
public:
    Answer operator()(const Position& position, bool moves, const Limits& limits) {
        begin(limits);
        try {
            return solve(position, moves);
        } catch (const Limits::Reached&) {
            Answer answer;
            answer.to_move = position.table ? 1 - position.leader : position.leader;
            answer.nodes = nodes_;
            return answer;
        }
    }

#ifdef KOZYR_TRAIN
    void watch(learned::Samples& samples) { samples_ = &samples; }
#endif

private:
    struct Entry {
        Cards leads = 0, follows = 0;
        std::int16_t low = 0, high = 0;  // points of the leader from here on
        std::uint32_t age = 0;           // of another question if it is not age_
    };

    static constexpr int bits = 12;  // 2^12 pairs of entries
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{2} << bits);
    std::uint32_t age_ = 0;
    std::uint64_t nodes_ = 0;
    const Limits* limits_ = nullptr;
    const Order order_{kozyr_deberts_order};
#ifdef KOZYR_TRAIN
    learned::Samples* samples_ = nullptr;
    std::uint64_t dice_ = 1;
    bool exploring_ = false;
#endif

    void begin(const Limits& limits) {
        limits_ = &limits;
        nodes_ = 0;
        if (++age_ == 0) {
            entries_.assign(entries_.size(), Entry{});
            age_ = 1;
        }
    }

    /// Points of the leader from a trick's start; `left` is all that is still to be won. Exact inside (alpha, beta),
    /// else a bound on the side of the answer.
    int search(Cards mine, Cards theirs, int left, int alpha, int beta) {
        if (!(mine & (mine - 1))) return beats(std::countr_zero(theirs), std::countr_zero(mine)) ? 0 : left;
        ++nodes_;
        if ((nodes_ & 255) == 0) limits_->check(nodes_);
        const int least = safe_trumps(mine, theirs), most = left - safe_trumps(theirs, mine);
        if (least >= beta) return least;
        if (most <= alpha) return most;

        std::uint64_t h = (mine | std::uint64_t{theirs} << 32) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 29;
        Entry* const pair = &entries_[(h * 0xBF58476D1CE4E5B9ull >> (64 - bits)) * 2];
        int low = least, high = most;
        Entry* place = nullptr;
        for (Entry* e = pair; e < pair + 2; ++e)
            if (e->age == age_ && e->leads == mine && e->follows == theirs) {
                low = std::max<int>(low, e->low);
                high = std::min<int>(high, e->high);
                place = e;
            }
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;

        Choices choices = order_.leads(mine, theirs);
        int best = -1;
        for (int i = 0; i < choices.size() && best < high; ++i) {
            best =
                std::max(best, reply(mine, theirs, choices.next_best(i), left, std::max({alpha, best, low - 1}), beta));
            if (best >= beta) break;
        }
        learn(mine, theirs, -1, left, choices);
        if (best > alpha) low = std::max(low, best);
        if (best < beta) high = std::min(high, best);
        if (!place) place = pair[0].age != age_ ? pair : pair + 1;
        if (place == pair + 1 && pair[1].age == age_ && !(pair[1].leads == mine && pair[1].follows == theirs))
            pair[0] = pair[1];  // the older of the two goes
        *place = {mine, theirs, static_cast<std::int16_t>(low), static_cast<std::int16_t>(high), age_};
        return best;
    }

    /// The leader's points after the lead (the card is still in `mine`).
    int reply(Cards mine, Cards theirs, int led, int left, int alpha, int beta) {
        Choices choices = order_.answers(theirs, mine, led);
        int best = 1000;
        for (int i = 0; i < choices.size(); ++i) {
            best = std::min(best, trick(mine, theirs, led, choices.next_best(i), left, alpha, std::min(beta, best)));
            if (best <= alpha) break;
        }
        learn(theirs, mine, led, left, choices);
        return best;
    }

    /// The leader's points after both cards.
    int trick(Cards mine, Cards theirs, int led, int card, int left, int alpha, int beta) {
        mine &= ~bit(led);
        theirs &= ~bit(card);
        const int gain = worth[led] + worth[card];
        if (beats(card, led))
            return mine ? left - gain - search(theirs, mine, left - gain, left - gain - beta, left - gain - alpha) : 0;
        return mine ? gain + search(mine, theirs, left - gain, alpha - gain, beta - gain) : left;
    }

    int guess(Cards mine, Cards theirs) const {
        int sum = 0;
        for (int suit = 0; suit < 4; ++suit)
            sum += kozyr_deberts_guess[learned::guess_slot(suit == trump_suit, code(mine, theirs, suit))];
        return sum / learned::guess_unit;
    }

    Answer solve(const Position& p, bool moves) {
        Cards mine = inner_cards(p.hands[p.leader], p.trump);
        const Cards theirs = inner_cards(p.hands[1 - p.leader], p.trump);
        const int led = p.table ? inner(*p.table, p.trump) : -1;
        if (p.table) mine |= bit(led);
        const int left = total(mine | theirs) + last_trick;
        Answer answer;
        answer.to_move = p.table ? 1 - p.leader : p.leader;
        const int value = settle(std::clamp(guess(mine, theirs), 1, left - 1), 0, left, [&](int alpha, int beta) {
            if (p.table) return reply(mine, theirs, led, left, alpha, beta);
            return mine & (mine - 1) ? search(mine, theirs, left, alpha, beta)
                                     : reply(mine, theirs, std::countr_zero(mine), left, alpha, beta);
        });
        answer.points[p.leader] = value;
        answer.points[1 - p.leader] = left - value;
        if (moves) {
            const Cards legal = p.table ? replies(theirs, led) : mine;
            int v = 0, before = -1;
            for (Card card = 0; card < pack_size; ++card) {
                const int c = inner(card, p.trump);
                if (!(legal & bit(c))) continue;
                // Of touching cards without points one is as good as the other.
                if (before >= 0 && c == before + 1 && (c & 7) && !worth[c] && !worth[before]) {
                    answer.moves.push_back({card, static_cast<std::int16_t>(p.table ? left - v : v)});
                    before = c;
                    continue;
                }
                before = c;
                // The position's value is the best for the one to move: the leader's cards give at most that, the
                // other's at least.
                v = settle(value, p.table ? value : 0, p.table ? left : value, [&](int alpha, int beta) {
                    return p.table ? trick(mine, theirs, led, c, left, alpha, beta)
                                   : reply(mine, theirs, c, left, alpha, beta);
                });
                answer.moves.push_back({card, static_cast<std::int16_t>(p.table ? left - v : v)});
            }
        }
        answer.nodes = nodes_;
        answer.finished = true;
        return answer;
    }

#ifdef KOZYR_TRAIN
    /// The cost of each card against the best. For one choice in sixteen.
    void learn(Cards mine, Cards theirs, int led, int left, const Choices& choices) {
        const int n = choices.size();
        dice_ = dice_ * 6364136223846793005ull + 1442695040888963407ull;
        if (!samples_ || exploring_ || (dice_ >> 60) != 0 || n < 2) return;
        exploring_ = true;
        std::array<int, 9> value;
        for (int i = 0; i < n; ++i)  // of the one to choose
            value[i] = led < 0 ? reply(mine, theirs, choices.card(i), left, -1, 1000)
                               : left - trick(theirs, mine, led, choices.card(i), left, -1, 1000);
        const int best = *std::max_element(value.begin(), value.begin() + n);
        for (int i = 0; i < n; ++i) {
            const int card = choices.card(i), suit = card >> 3;
            const bool follows = led >= 0 && suit == led >> 3, trumps = suit == trump_suit;
            const int state = led < 0   ? (trumps ? learned::lead_trump : learned::lead_side)
                              : follows ? (trumps ? learned::follow_trump : learned::follow_side) + beats(card, led)
                              : trumps  ? learned::ruff
                                        : learned::discard;
            const auto at = learned::slot(state, code(mine, theirs, suit)) + static_cast<std::size_t>(card & 7);
            samples_->sum[at] += best - value[i];
            ++samples_->count[at];
        }
        exploring_ = false;
    }
#else
    void learn(Cards, Cards, int, int, const Choices&) {}
#endif
};

}  // namespace kozyr::deberts::KOZYR_LEVEL
