// The search: one question at a time, "do hands 0 and 2 get at least `need` tricks?", card by card.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "../tables.hpp"
#include "kozyr/limits.hpp"
#include "learn.hpp"
#include "order.hpp"
#include "proofs.hpp"
#include "winners.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

/// Of one kind of denomination: with a trump suit, or without.
template <bool trumps>
class Engine {
public:
    explicit Engine(std::size_t bytes) : proofs_(bytes) {}

    /// Forget the proofs of earlier questions.
    void clear() {
        proofs_.clear();
        memories_.clear();
    }

    /// The same between two denominations of one deal.
    void next() {
        proofs_.clear();
        memories_.next();
    }

    /// For the questions that follow; nodes are counted from zero.
    void begin(const Limits& limits) {
        limits_ = &limits;
        nodes_ = 0;
        next_check_ = 0;
    }

    std::uint64_t nodes() const { return nodes_; }

    /// Do hands 0 and 2 get at least `need` tricks, `played` cards of the trick being on the table? Throws
    /// Limits::Reached.
    bool ask(const Trick& asked, int played, int need) {
        if (need <= 0) return true;
        if (need > asked.node.tricks) return false;
        if (played == 0) {
            Trick first;
            first.node = asked.node;
            first.need = need;
            return start(first, proofs_.shelf(first.node)).yes;
        }
        Trick trick = asked;
        trick.need = need;
        trick.best = 0;
        for (int k = 1; k < played; ++k)
            if (beats(trick.card[k], trick.card[trick.best])) trick.best = k;
        switch (played) {
            case 1: return ply<1>(trick).yes;
            case 2: return ply<2>(trick).yes;
            case 3: return ply<3>(trick).yes;
            default: return finish(trick).yes;
        }
    }

#ifdef KOZYR_TRAIN
    void learn(const std::int8_t* table, Samples& samples) {
        table_ = table;
        learner_.watch(samples);
    }
#endif

private:
    Proofs proofs_;
    Memories memories_;
    const Limits* limits_ = nullptr;
    const std::int8_t* table_ = kozyr_bridge_order;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;
    [[no_unique_address]] Learner learner_;

    static bool beats(int card, int best) {
        const bool same = suit_of(card) == suit_of(best);
        if constexpr (trumps) return (same & (card < best)) | (!same & (suit_of(card) == trump_suit));
        else return same & (card < best);
    }

    [[gnu::cold, gnu::noinline]] void check_limits() {
        limits_->check(nodes_);
        next_check_ = std::min(nodes_ + 1024, limits_->nodes);
    }

    /// A trick of which only the position and the need are filled in, with 1 <= need <= tricks.
    Proof start(Trick& trick, Proofs::Shelf shelf) {
        const Node& node = trick.node;
        for (int seat = 0; seat < 4; ++seat) trick.own[seat] = node.hand(seat);
        if (node.tricks == 1) {  // no choice is left
            for (int k = 0; k < 4; ++k) {
                trick.card[k] = std::countr_zero(trick.own[(node.leader + k) & 3]);
                if (k > 0 && beats(trick.card[k], trick.card[trick.best])) trick.best = k;
            }
            return finish(trick);
        }
        if (++nodes_ >= next_check_) check_limits();
        const bool even = (node.leader & 1) == 0;
        const int least = node.tricks + 1, wanted = even * trick.need + !even * (least - trick.need);
        Winners winners(node, trick.own, trumps, node.leader);
        if (const auto used = winners.on_lead(wanted)) return {even, *used};
        proofs_.approach(shelf);
        if (const auto used = winners.off_lead(least - wanted)) return {!even, *used};
        if (const auto used = winners.crossing(wanted)) return {even, *used};
        if (const auto proof = proofs_.find(shelf, node, trick.need)) return *proof;
        int answered = shelf.answered;
        const int need = trick.need;
        const Proof proof = ply<0>(trick, &answered);
        proofs_.keep(shelf, node, proof.relevance, proof.yes ? need : 0, proof.yes ? node.tricks : need - 1, answered);
        return proof;
    }

    /// The K-th seat of the trick plays.
    template <int K>
    Proof ply(Trick& trick, int* answered = nullptr) {
        const int seat = (trick.node.leader + K) & 3;
        const bool goal = (seat & 1) == 0;
        Lanes legal = trick.own[seat], pass = 0;
        if constexpr (K > 0)
            if (const Lanes follow = legal & suit_lane(suit_of(trick.card[0]))) legal = follow;
        if constexpr (K > 1) {
            for (int k = 0; k < K; ++k) pass |= place_bit(trick.card[k]);
            pass ^= place_bit(trick.card[trick.best]);
        }
        if constexpr (K == 1)
            if (const auto used = cashes_out(trick, goal)) return {goal, *used};
        Lanes moves = lowest_of_runs(legal, pass);
        if (!(moves & (moves - 1))) {
            const Proof only = play<K>(trick, std::countr_zero(moves));
            return {only.yes, only.yes == goal ? only.relevance : keep_runs(only.relevance, legal, pass)};
        }
        Order<trumps, K> order(table_, memories_, trick, seat, legal);
        order.score(moves, answered ? *answered : -1);
        Lanes all = 0;
        [[maybe_unused]] Learner::Tried tried;
        while (moves) {
            const int card = order.next(moves);
            const auto before = nodes_;
            const Proof proof = play<K>(trick, card);
            tried.add(card, nodes_ - before);
            if (proof.yes == goal) {
                order.answered();
                if (K == 0) *answered = card;
                learner_.look(order, lowest_of_runs(legal, pass), tried, nodes_,
                              [&, copy = trick](int other) mutable { return play<K>(copy, other).yes == goal; });
                return proof;
            }
            order.failed();
            moves &= ~place_bit(card);
            all |= proof.relevance;
            // A card that failed and whose rank did not matter: the other such cards of its suit fail likewise.
            if (!(proof.relevance & place_bit(card))) moves &= proof.relevance | ~suit_lane(suit_of(card));
        }
        return {!goal, keep_runs(all, legal, pass)};
    }

    /// Does the side of the second hand certainly take the trick, with a card of the suit led or with the highest
    /// trump, and then cash the rest that it wants? The tricks to cash are counted once for a hand and a suit led.
    std::optional<Lanes> cashes_out(Trick& trick, bool goal) {
        const Node& node = trick.node;
        const int led = suit_of(trick.card[0]), leader = node.leader, third = leader ^ 2;
        const int wanted = goal ? trick.need : node.tricks + 1 - trick.need;
        if (wanted > 5) return std::nullopt;
        if (trumps && led != trump_suit && !node.lengths(led, third) && node.lengths(trump_suit, third))
            return std::nullopt;
        const Lanes suit = suit_lane(led), thirds = trick.own[third] & suit;
        Lanes better = place_bit(trick.card[0]) - 1;  // than the cards that those two have or have played
        if (thirds) better &= (thirds & -thirds) - 1;
        for (int after = 1; after < 4; after += 2) {
            const int seat = (leader + after) & 3;
            const Lanes own = trick.own[seat] & suit;
            Winners::Begun begun = Winners::Begun::no;
            Lanes ranks = 0;
            if (own & better) {
                const int card = std::countr_zero(own);
                ranks = down_to(card);
                if (card & 15) begun = Winners::Begun::followed;
            } else if (trumps && !own && led != trump_suit && node.lengths(trump_suit, seat)) {
                begun = Winners::Begun::ruffed;
            } else {
                continue;
            }
            if (wanted == 1) return ranks;
            // Not with trumps, and not where the partner would have to overtake.
            if (begun == Winners::Begun::followed && trumps && led == trump_suit) continue;
            if (begun == Winners::Begun::followed && (trick.own[seat ^ 2] & suit) &&
                !(trick.own[seat ^ 2] & suit & ~ranks))
                continue;
            const unsigned which = (after >> 1) * 5 + (begun == Winners::Begun::no ? 4 : led);
            if (!(trick.cashing.asked >> which & 1)) {
                trick.cashing.asked |= 1u << which;
                Winners winners(node, trick.own, trumps, seat, begun, led);
                const int more = wanted - (begun != Winners::Begun::no);
                auto used = winners.on_lead(more);
                if (!used) used = winners.crossing(more);
                if (used) {
                    trick.cashing.yes |= 1u << which;
                    trick.cashing.used[which] = *used;
                }
            }
            if (trick.cashing.yes >> which & 1) return trick.cashing.used[which] | ranks;
        }
        return std::nullopt;
    }

    template <int K>
    Proof play(Trick& trick, int card) {
        const int best = trick.best;
        [[maybe_unused]] const int best_card = trick.card[best];
        trick.card[K] = card;
        if constexpr (K == 0) trick.best = 0;
        else trick.best = best + (K - best) * beats(card, best_card);
        Proof proof;
        if constexpr (K == 3) proof = finish(trick);
        else proof = ply<K + 1>(trick);
        trick.best = best;
        return proof;
    }

    /// The four cards are on the table: which hand takes them, and how does the rest go?
    Proof finish(const Trick& trick) {
        const Node& node = trick.node;
        const int best = trick.card[trick.best], winner = trick.winner();
        Lanes gone = 0;
        for (const int card : trick.card) gone |= place_bit(card);
        // Did the winner beat another card of its suit by rank?
        const Lanes rivals = gone & suit_lane(suit_of(best));
        const Lanes ranks = rivals & (rivals - 1) ? down_to(best) : 0;
        const int need = trick.need - ((winner & 1) == 0), left = node.tricks - 1;
        if (need <= 0 || need > left) return {need <= 0, ranks};
        Trick after;
        Node& next = after.node;
        next.lengths = node.lengths;
        for (int k = 0; k < 4; ++k) next.lengths.take(suit_of(trick.card[k]), (node.leader + k) & 3);
        next.leader = winner;
        next.tricks = left;
        const auto shelf = proofs_.shelf(next);
        const Removal removal(node.live, gone, trick.card);
        next.live = removal.room();
        for (int plane = 0; plane < 2; ++plane) next.owner[plane] = removal.apply(node.owner[plane]);
        next.sure = node.sure;
        if (trumps && (gone & suit_lane(trump_suit))) count_sure(next);
        next.real = node.real & ~moved(gone, node.live, node.real);
        next.last = 4 * suit_of(trick.card[0]) + node.leader;
        after.need = need;
        const Proof proof = start(after, shelf);
        return {proof.yes, removal.back(proof.relevance) | ranks};
    }
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
