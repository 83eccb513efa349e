// Tricks that can be counted without a search. A count is a lower bound for a side, and sound for every position that
// the returned relevance fits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "lanes.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

/// By the owners of the trumps of a hand and its enemies, from the top (a one: of the hand), under a one that marks
/// their end: those of the hand that no matching with higher ones of the enemies can kill.
inline constexpr auto sure_cards = [] {
    std::array<std::uint16_t, 1 << 14> table{};
    std::array<std::uint8_t, 1 << 14> killers{};
    for (unsigned end = 2; end < table.size(); end *= 2)
        for (unsigned string = end, last = end / 2; string < 2 * end; ++string) {
            const unsigned rest = (string & (last - 1)) | last;  // without its lowest card
            table[string] = table[rest];
            killers[string] = killers[rest];
            if (!(string & last)) ++killers[string];
            else if (killers[string] > 0) --killers[string];
            else table[string] = static_cast<std::uint16_t>(table[string] | last);
        }
    return table;
}();

/// Of a hand and its enemies: the trumps of both in a row, as sure_cards wants them.
inline std::uint32_t string_of_trumps(std::uint32_t own, std::uint32_t both) {
    const std::uint32_t row = 1u << std::popcount(both);
    return row | static_cast<std::uint32_t>(moved(own, both, row - 1));
}

/// Notes the sure trumps of all hands; wanted where trumps have gone.
inline void count_sure(Node& node) {
    const std::uint32_t live = lane(node.live, trump_suit), odd = lane(node.owner[0], trump_suit) & live,
                        even = live & ~odd, far = lane(node.owner[1], trump_suit);
    const auto count = [](std::uint32_t own, std::uint32_t enemies) {
        return static_cast<std::uint8_t>(std::popcount(sure_cards[string_of_trumps(own, own | enemies)]));
    };
    node.sure = {count(even & ~far, odd), count(odd & ~far, even), count(even & far, odd), count(odd & far, even)};
}

/// The sides of a position: the leader and partner against the two others.
class Winners {
public:
    /// Does the leader first take a trick that has begun, with a card of this suit or with the lowest trump? Then the
    /// count begins after that trick.
    enum class Begun { no, followed, ruffed };

    Winners(const Node& node, const std::array<Lanes, 4>& hands, bool trumps, int leader, Begun begun = Begun::no,
            int led = 0)
        : node_(node),
          hands_(hands),
          me_(leader),
          partner_(me_ ^ 2),
          left_((me_ + 1) & 3),
          right_(left_ ^ 2),
          tricks_(node.tricks - (begun != Begun::no)),
          ruffs_(begun == Begun::ruffed),
          gone_(begun == Begun::no ? 0 : suit_lane(led)) {
        trumps_out_ = trumps && (length(trump_suit, left_) || length(trump_suit, right_));
        trumps_ = trumps && lane(node.live, trump_suit);
    }

    /// Does the leader's side certainly take `wanted` tricks (at least one)? `crossing` asks further. The leader may be
    /// another than the position's. A hand that takes the running trick with the top card of its suit, without a ruff,
    /// cashes that suit as if it had led it. Then that card is relevant, too.
    std::optional<Lanes> on_lead(int wanted) {
        const int most = reach(wanted);
        may_cross_ = most >= wanted;
        if (!may_cross_ || at_once_ < wanted) return std::nullopt;
        count();
        if (room_ < 0) return std::nullopt;
        if (std::min(sum_, room_) + matched_ >= wanted) {
            const Lanes trumps = trumps_used(wanted);
            if (wanted <= matched_) return trumps;
            return collect(cash_, used_, suits_, wanted - matched_) | trumps;
        }
        if (trumps_out_ && length(trump_suit, partner_)) {
            const int his = sure(partner_, wanted);
            if (his > matched_) {
                // Leave the trumps alone: cash only while every hand with trumps follows.
                int safe = 0;
                Lanes few = 0;
                std::array<Lanes, 4> seen{};
                for (int suit = 0; suit < 3; ++suit) {
                    const int tricks = cashed(suit, rounds(suit, 0), seen[suit]);
                    few |= static_cast<Lanes>(tricks) << (16 * suit);
                    safe += tricks;
                }
                safe = std::min(safe, tricks_ - length(trump_suit, partner_));
                if (safe + his >= wanted) return collect(few, seen, 3, wanted - his) | sure_used(partner_, his);
            }
        }
        return std::nullopt;
    }

    /// The same after on_lead has said no: the leader cashes; then the leader plays to a winner of the partner, who
    /// cashes.
    std::optional<Lanes> crossing(int wanted) {
        if (!may_cross_) return std::nullopt;
        count();
        if (sum_ > room_) return std::nullopt;
        int more = 0, trump_winners = 0;
        bool can_cross = false;
        Lanes relevance = used_[0] | used_[1] | used_[2] | used_[3];
        const Lanes side = trumps_out_ || ruffs_ ? ~suit_lane(trump_suit) : ~Lanes{0};
        const Lanes one_more = cash_ + ones;
        const Lanes winners = not_less(node_.lengths.of(partner_), one_more) & side &
                              (not_less(hands_[partner_] & top_, ones) | not_less(cash_, out_));
        if (!(winners & not_less(node_.lengths.of(me_), one_more))) return std::nullopt;
        for (Lanes suits = winners; suits;) {
            const int suit = suit_of(std::countr_zero(suits));
            suits &= ~suit_lane(suit);
            const std::uint32_t mine = lane(hands_[me_], suit), his = lane(hands_[partner_], suit);
            const int led = cash(suit), followed = std::min(led, std::popcount(his));
            // The partner has kept the highest cards, the leader the lowest.
            const std::uint32_t kept = his & (2 * nth(his, std::popcount(his) - followed - 1) - 1);
            const std::uint32_t rest = led == 0 ? mine : mine & ~(2 * nth(mine, led - 1) - 1);
            std::uint32_t deepest = 0;
            const int tricks = tricks_in(kept, rest, std::max(0, out(suit) - led), lane(top_, suit),
                                         rounds(suit, drawn_) - led, deepest);
            if (tricks <= 0) continue;
            more += tricks;
            if (suit == trump_suit) trump_winners = tricks;
            if (deepest) relevance |= Lanes{2 * deepest - 1} << (16 * suit);
            if (rest) {
                can_cross = true;
                relevance |= Lanes{2 * (kept & -kept) - 1} << (16 * suit);
            }
        }
        if (!can_cross) return std::nullopt;
        const int left = tricks_ - sum_ - (trumps_out_ ? drawn_ : 0);
        more = std::min(more, left);
        if (trumps_) {
            // Neither may have to ruff the other's winner: a hand with trumps needs side cards to throw away.
            const int rounds_of_trumps = trumps_out_ ? drawn_ : cash(3);
            const int mine = std::max(0, length(trump_suit, me_) - rounds_of_trumps);
            const int his = std::max(0, length(trump_suit, partner_) - rounds_of_trumps) - trump_winners;
            more = std::min({more, left - mine, left - his});
        }
        if (sum_ + more + matched_ >= wanted) return relevance | trumps_used(wanted);
        return std::nullopt;
    }

    /// Does the other side certainly take `wanted` tricks (at least one)?
    std::optional<Lanes> off_lead(int wanted) {
        if (trumps_) {
            if (!trumps_out_) return std::nullopt;
            if (top_trumps(left_) >= wanted) return (suit_start << wanted) - suit_start;
            for (const int seat : {left_, right_})
                if (node_.sure[seat] >= wanted) return sure_used(seat, wanted);
            return std::nullopt;
        }
        return no_trumps_off_lead(wanted);
    }

private:
    const Node& node_;
    const std::array<Lanes, 4>& hands_;
    int me_, partner_, left_, right_;
    int tricks_;       // to come
    int ruffs_;        // trumps that the leader has spent
    Lanes gone_;       // a suit that is not counted
    bool trumps_out_;  // the enemies have trumps
    bool trumps_;      // whether any hand has trumps
    Lanes top_ = 0;    // of each suit the cards of the leader's side above the enemies' highest, from on_lead on
    Lanes out_ = 0;    // of each suit the enemies' longer holding
    // The leader's cashing tricks, from on_lead to crossing.
    bool may_cross_ = false, counted_ = false;
    int at_once_ = 0, room_ = 0;
    int suits_ = 0;
    int drawn_ = 0;    // rounds of trumps that the leader begins with
    int matched_ = 0;  // tricks of the leader's trumps
    int sum_ = 0;      // of the other suits
    Lanes cash_ = 0;   // by suit
    std::array<Lanes, 4> used_{};

    int cash(int suit) const { return static_cast<int>(lane(cash_, suit)); }
    int out(int suit) const { return static_cast<int>(lane(out_, suit)); }
    int length(int suit, int seat) const { return node_.lengths(suit, seat); }

    /// No more than this can be counted with a crossing: of each side suit the cards above the enemies' highest, or all
    /// where those are as many as the enemies have, and the sure trumps of the better hand. `at_once_`: without a
    /// crossing.
    int reach(int wanted) {
        constexpr Lanes beyond = ones << 15;  // so that no suit borrows from the next
        const Lanes ours = hands_[me_] | hands_[partner_], theirs = (node_.live & ~ours) | beyond;
        top_ = ours & (theirs - ones) & ~theirs & ~gone_;
        const Two counts = counts_of(Two{top_, hands_[me_] & top_});
        const Four top = four(counts[0]), mine = four(counts[1]);
        const Four my_length = four(node_.lengths.of(me_)), his_length = four(node_.lengths.of(partner_));
        const Four left = four(node_.lengths.of(left_)), right = four(node_.lengths.of(right_));
        const Four longer = my_length > his_length ? my_length : his_length;
        const Four out = left > right ? left : right;
        out_ = word_of(out);
        Four both = top < out ? (top < longer ? top : longer) : longer;
        Four my = (mine < out) | (mine == 0) ? mine : my_length;
        int trumps = 0;
        if (trumps_out_) {
            const int drawn = my[trump_suit];
            matched_ = lesser(node_.sure[me_] - (ruffs_ && lowest_is_sure()), wanted);
            trumps = greater(matched_, drawn);
            trumps = greater(trumps, sure(partner_, wanted));
            // An enemy with trumps left must follow.
            const Four none{};
            const Four from_left = left[trump_suit] > drawn ? left : none + std::int16_t{15};
            const Four from_right = right[trump_suit] > drawn ? right : none + std::int16_t{15};
            const Four rounds = from_left < from_right ? from_left : from_right;
            both = both < rounds ? both : rounds;
            my = my < rounds ? my : rounds;
            both[trump_suit] = 0;
            my[trump_suit] = 0;
        }
        at_once_ = sum_of(word_of(my)) + trumps;
        return sum_of(word_of(both)) + trumps;
    }

    /// Counts the leader's cashing tricks.
    void count() {
        if (counted_) return;
        counted_ = true;
        if (trumps_out_) {
            drawn_ = cashed(trump_suit, length(trump_suit, me_) - ruffs_, used_[3]);
            matched_ = greater(matched_, drawn_);
        }
        suits_ = trumps_out_ ? 3 : 4;
        // An enemy without trumps then need not follow.
        const int without = 15 * !(trumps_out_ & (length(trump_suit, left_) > drawn_));
        const int other_without = 15 * !(trumps_out_ & (length(trump_suit, right_) > drawn_));
        const Lanes side = trumps_out_ ? ~suit_lane(trump_suit) : ~Lanes{0};
        for (Lanes tops = hands_[me_] & top_ & side; tops;) {
            const int suit = suit_of(std::countr_zero(tops));
            tops &= ~suit_lane(suit);
            const int rounds = lesser(length(suit, left_) | without, length(suit, right_) | other_without);
            const int most = suit == trump_suit ? lesser(rounds, length(suit, me_) - ruffs_) : rounds;
            const int tricks = cashed(suit, most, used_[suit]);
            cash_ |= static_cast<Lanes>(tricks) << (16 * suit);
            sum_ += tricks;
        }
        // The partner must never have to ruff, and so needs cards of the side suits to throw away.
        room_ = tricks_;
        if (trumps_) {
            const int trumps = length(trump_suit, partner_), trump_rounds = trumps_out_ ? drawn_ : cash(3);
            room_ -= trumps + std::max(0, trump_rounds - trumps) - (trumps_out_ ? 0 : cash(3));
        }
    }

    /// Rounds of a suit without a ruff, after `drawn` rounds of trumps.
    int rounds(int suit, int drawn) const {
        int most = 13;
        if (trumps_out_)
            for (const int seat : {left_, right_})
                if (length(trump_suit, seat) > drawn) most = std::min(most, length(suit, seat));
        return most;
    }

    /// How often `a` leads a suit and wins with its own card, while the partner holds `b` of it; the enemies have at
    /// most `theirs` cards each, and `run` are the places above their highest.
    static int tricks_in(std::uint32_t a, std::uint32_t b, int theirs, std::uint32_t run, int most,
                         std::uint32_t& deepest) {
        const int mine = std::popcount(a), his = std::popcount(b);
        const int top = std::popcount(a & run);
        int tricks = lesser(top >= theirs ? mine : top, most);
        // The partner plays the lowest card; where that is the higher one, the partner wins the trick.
        for (int i = std::min(tricks, his); i > 0; --i) {
            if (nth(b, his - i) > nth(a, i - 1)) break;
            tricks = i - 1;
        }
        if (const int matter = lesser(tricks, greater(theirs, his))) deepest = nth(a, matter - 1);
        return tricks;
    }

    int cashed(int suit, int most, Lanes& used) const {
        const std::uint32_t top = lane(top_, suit), mine = lane(hands_[me_], suit);
        if (((mine & top) == 0) | (most == 0)) return 0;
        std::uint32_t deepest = 0;
        const int tricks = tricks_in(mine, lane(hands_[partner_], suit), out(suit), top, most, deepest);
        if (deepest) used = Lanes{2 * deepest - 1} << (16 * suit);
        return tricks;
    }

    /// The relevance of as many suits, and of as many cards of the last of them, as are needed.
    Lanes collect(Lanes cashes, const std::array<Lanes, 4>& used, int suits, int wanted) const {
        const auto cash = [&](int suit) { return static_cast<int>(lane(cashes, suit)); };
        Lanes all = 0;
        for (int suit = 0; suit < suits; ++suit)  // suits without relevance first
            if (!used[suit]) wanted -= cash(suit);
        for (unsigned open = (1u << suits) - 1; wanted > 0;) {
            int best = -1, price = 0;  // then the fewest places a trick
            for (int suit = 0; suit < suits; ++suit) {
                if (!(open >> suit & 1) || !used[suit]) continue;
                const int now = 64 * std::popcount(used[suit]) / cash(suit);
                if (best < 0 || now < price) best = suit, price = now;
            }
            if (best < 0) break;
            open &= ~(1u << best);
            if (cash(best) > wanted)
                all |= used[best] & down_to(16 * best + std::countr_zero(nth(lane(hands_[me_], best), wanted - 1)));
            else all |= used[best];
            wanted -= cash(best);
        }
        return all;
    }

    static constexpr Lanes suit_start = Lanes{1} << (16 * trump_suit);

    Lanes enemies(int seat) const { return (hands_[(seat + 1) & 3] | hands_[(seat + 3) & 3]) & suit_lane(trump_suit); }

    /// The trumps above the other side's highest, but no more than the longer holding: two of them need not meet while
    /// one of the hands can follow low.
    int top_trumps(int seat) const {
        const std::uint32_t theirs = lane(enemies(seat), trump_suit);
        const std::uint32_t top = lane(node_.live, trump_suit) & ((theirs & -theirs) - 1);
        return lesser(std::popcount(top), greater(length(trump_suit, seat), length(trump_suit, seat ^ 2)));
    }

    /// Trumps of one hand that no matching with higher enemy trumps can kill, counted up to `wanted`.
    int sure(int seat, int wanted) const { return lesser(node_.sure[seat], wanted); }

    /// Does the lowest trump of the leader count among them?
    bool lowest_is_sure() const {
        const std::uint32_t own = lane(hands_[me_], trump_suit), both = own | lane(enemies(me_), trump_suit);
        const std::uint32_t string = string_of_trumps(own, both);
        return std::bit_width(static_cast<std::uint32_t>(sure_cards[string])) ==
               std::bit_width(string - std::bit_floor(string));
    }

    /// The places on which the first `number` of them rest.
    Lanes sure_used(int seat, int number) const {
        if (number == 0) return 0;
        const std::uint32_t own = lane(hands_[seat], trump_suit), both = own | lane(enemies(seat), trump_suit);
        const int last = std::countr_zero(nth(sure_cards[string_of_trumps(own, both)], number - 1));
        return (2 * Lanes{nth(both, last)} - 1) << (16 * trump_suit);
    }

    /// The places that the tricks of the leader's trumps rest on.
    Lanes trumps_used(int wanted) const {
        return trumps_out_ ? used_[3] | (matched_ > drawn_ ? sure_used(me_, lesser(matched_, wanted)) : 0) : 0;
    }

    std::optional<Lanes> no_trumps_off_lead(int wanted) const {
        const Lanes first = top_run(left_), second = top_run(right_);
        const int his = std::popcount(first), others = std::popcount(second);  // winners of the enemies
        if (greater(his, others) < wanted) return std::nullopt;
        const Lanes ours = hands_[me_] | hands_[partner_], tops = ours & ones;
        const Lanes longer = greater_of(node_.lengths.of(me_), node_.lengths.of(partner_));
        const int reach = sum_of(longer & ((tops << 16) - tops));
        // The leader's side loses the lead. Until then each hand of ours keeps a top card of each of its suits, and
        // enough winners.
        const int guarded = greater(std::popcount(first & ones), std::popcount(second & ones));
        if (reach > node_.tricks - wanted || guarded + reach > node_.tricks) return std::nullopt;
        const Lanes can_lead = (ours + 0x7fff * ones) >> 15 & ones;
        Lanes relevance = node_.live & ones;
        int least = 99;
        if (first & can_lead) {
            least = his;
            relevance |= first;
        }
        if (second & can_lead) {
            least = lesser(least, others);
            relevance |= second;
        }
        if (tops) {  // the hand that gets in takes a trick for it
            least = lesser(least, 1 + lesser(his, others));
            relevance |= first | second;
        }
        if (least < wanted) return std::nullopt;
        return relevance;
    }

    /// Of each suit the cards of a hand above those of all others.
    Lanes top_run(int seat) const {
        const Lanes others = (node_.live & ~hands_[seat]) | ones << 15;
        return hands_[seat] & (others - ones) & ~others;
    }
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
