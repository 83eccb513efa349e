// The order of cards. A card's score is the sum of the values in three learned tables, each looking at the choice from
// another side, and in the memory of the search (Memories). The tables are one file, native/data/bridge_order.bin,
// written by native/train/train_bridge.cpp; with all zeros the answers are the same, only later.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "lanes.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

/// The places of numbers in the file.
namespace learned {

inline constexpr int strings = 1365;  // owners of the top five cards of a suit, or of all if there are fewer
inline constexpr int slots = 7;       // of a card: its place, from the fifth on: the lowest of its hand, or another
inline constexpr int lengths = 256;   // of the mover 1-4, of the others 0-3
inline constexpr int shapes = 4;      // is it the top card of the suit, is it the lowest of its hand
inline constexpr int tops = 8;        // the highest card of a hand: its place, low, none, or none but a trump
inline constexpr int leads = 10, follows = 20, discards = 15;

inline constexpr int lead_string = 0;
inline constexpr int lead_lengths = lead_string + leads * strings * slots;
inline constexpr int lead_need = lead_lengths + leads * lengths * shapes;
inline constexpr int lead_tops = lead_need + leads * shapes * 16;
inline constexpr int lead_last = lead_tops + leads * tops * tops * tops * slots;
inline constexpr int follow_string = lead_last + leads * 5 * shapes * 4;
inline constexpr int follow_places = follow_string + follows * strings * slots;
inline constexpr int follow_lengths = follow_places + follows * 7 * tops * tops * slots;
inline constexpr int discard_string = follow_lengths + follows * lengths * 12;
inline constexpr int discard_lengths = discard_string + discards * strings * slots;
inline constexpr int discard_need = discard_lengths + discards * lengths * shapes;
inline constexpr int size = discard_need + discards * 48;

}  // namespace learned

/// A trick being played.
struct Trick {
    Node node;
    int need = 0;  // of hands 0 and 2, this trick among them
    std::array<Lanes, 4> own{};
    std::array<int, 4> card{};  // places, from the leader on
    int best = 0;               // the number in the trick of the card that is winning

    /// The tricks that second and fourth hand can cash: asked and answered by bits, see Engine::cashes_out.
    struct Cashing {
        std::uint32_t asked = 0, yes = 0;
        std::array<Lanes, 10> used;
    } cashing;

    int winner() const { return (node.leader + best) & 3; }
};

/// The search's experience with cards, beside the learned tables; units are those of a score.
struct Memories {
    static constexpr int hint_bits = 16, string_bits = 14;
    std::array<std::uint8_t, 1 << hint_bits> hint{};      // the place of the card that answered last, plus one
    std::array<std::int16_t, 1 << string_bits> string{};  // by the owners of the whole suit, rows of 16 places
    /// By early, middle or late in the play (few choices there, many here: the late ones would drown the others), by
    /// lead, follow or discard, the seat and the real card.
    std::array<std::int16_t, 3 * 3 * 4 * 64> card{};
    void clear() {
        next();
        string.fill(0);
    }
    /// For another denomination of the same deal: the knowledge of suits is half as good there.
    void next() {
        hint.fill(0);
        card.fill(0);
        for (std::int16_t& seen : string) seen = static_cast<std::int16_t>(seen / 2);
    }
};

/// The choice of the seat to move, and a score for each of its cards. `trumps`: the denomination has a trump suit.
template <bool trumps, int played>
class Order {
public:
    static constexpr int unit = 8;  // a score is this many times the table's numbers

    Order(const std::int8_t* table, Memories& memories, const Trick& trick, int seat, Lanes legal)
        : table_(table), memories_(memories), trick_(trick), seat_(seat), hand_(trick.own[seat]) {
        const Node& node = trick.node;
        if constexpr (played > 0) {
            const int led = suit_of(trick.card[0]);
            follows_ = (legal & ~suit_lane(led)) == 0;
            friends_ = ((trick.winner() ^ seat) & 1) == 0;
            const int winning = trick.card[trick.best];
            winning_ = suit_of(winning) == led ? winning : 16 * led;  // no card of the suit beats a ruff
            // Nothing to find out: the hand cannot win any more, or it is the last card.
            by_rule_ = follows_ && (played == 3 || !(legal & (place_bit(winning_) - 1)));
            if (!scored()) return;
        }
        const Lanes odd = seat & 1 ? ~Lanes{0} : 0, far = seat & 2 ? ~Lanes{0} : 0;
        owner_[0] = node.owner[0] ^ odd;
        owner_[1] = node.owner[1] ^ far ^ (odd & ~node.owner[0]);
        const int want = seat & 1 ? node.tricks - trick.need + 1 : trick.need;
        want_ = std::clamp(want, 1, 4);
        slack_ = std::clamp(node.tricks - want, 0, 3);
        const int urgency = want == node.tricks ? 0 : want == 1 ? 1 : 2;
        urgency_ = urgency;
        if constexpr (played == 0) {
            others_ = 0;
            if (trumps)
                for (int after = 1; after < 4; ++after)
                    others_ += (node.lengths(trump_suit, (seat + after) & 3) > 0) << (after - 1);
        } else {
            const int led = suit_of(trick.card[0]), winning = trick.card[trick.best];
            const int hold = played == 1 ? 0 : 2 * played - 3 + friends_;
            const bool ruffed = suit_of(winning) != led;
            if (follows_) {
                const int kind = !trumps ? 0 : led == trump_suit ? 1 : ruffed ? 3 : 2;
                context_ = 5 * kind + hold;
                const int best = ruffed ? 6 : std::min(winning & 15, 5);
                const int next = played == 3 ? 0 : top_place(led, (seat + 1) & 3);
                const int partner = played == 1 ? top_place(led, seat ^ 2) : 0;
                places_ = ((context_ * 7 + best) * learned::tops + next) * learned::tops + partner;
            } else {
                hold_ = hold;
                ruff_beats_ = suit_of(winning) == trump_suit && trumps ? (winning & 15) : 16;
            }
        }
    }

    static constexpr int tables = played == 0 ? 5 : 3;

    /// The numbers of a card in the learned tables.
    std::array<int, tables> slots(int card) {
        look_at(suit_of(card));
        return slots_here(card);
    }

    /// The fourth hand, and a hand that follows suit without a winner, play by rule, without scores.
    bool scored() const { return !by_rule_; }

    /// For a discard the card that answered last would be a bad counsel.
    bool hinted() const { return played == 0 || (played < 3 && follows_); }

    /// Scores these cards. `answered`: the place of a lead that answered a position of the same lengths, or -1.
    void score(Lanes moves, int answered = -1) {
        if (!scored()) return;
        int hint = -1;
        if (hinted()) {
            hint_at_ = hint_slot();
            hint = memories_.hint[hint_at_] - 1;
        }
        int n = 0, best = lowest_score;
        while (moves) {
            const int suit = suit_of(std::countr_zero(moves));
            look_at(suit);
            Lanes here = moves & suit_lane(suit);
            moves ^= here;
            for (; here; here &= here - 1, ++n) {
                const int card = std::countr_zero(here);
                int sum = 0;
                for (const int slot : slots_here(card)) sum += table_[slot];
                sum *= unit;
                if constexpr (played < 3) {
                    string_at_[n] = string_slot(card);
                    card_at_[n] = card_slot(card);
                    sum +=
                        (memories_.string[string_at_[n]] >> string_share) + (memories_.card[card_at_[n]] >> card_share);
                    if (card == hint) sum += played == 0 ? hint_weight : hint_weight / 2;
                    if (card == answered) sum += answered_weight;
                }
                cards_[n] = card;
                // A score and the number of its card in one: of equals the first.
                score_[n] = sum * 16 - n;
                best = greater(best, score_[n]);
            }
        }
        number_ = n;
        chosen_ = -best & 15;
    }

    /// The best of those that are left of the cards scored.
    int next(Lanes moves) {
        if constexpr (played > 0)
            if (by_rule_) {
                // The cheapest winner, unless the partner holds the trick; then the lowest.
                const Lanes winning = moves & (place_bit(winning_) - 1);
                return 63 - std::countl_zero(friends_ || !winning ? moves : winning);
            }
        if (tried_ > 0) {
            int best = lowest_score;
            for (int i = 0; i < number_; ++i)  // without branches, which the processor could not predict
                best = greater(best, score_[i] - (static_cast<int>(~moves >> cards_[i] & 1) << 28));
            chosen_ = -best & 15;
        }
        return cards_[chosen_];
    }

    /// The card that `next` gave failed.
    void failed() { tried_of_[tried_++] = static_cast<std::uint8_t>(chosen_); }

    /// It answered, after those had failed.
    void answered() {
        if constexpr (played < 3) {
            if (by_rule_) return;
            if (hinted()) memories_.hint[hint_at_] = static_cast<std::uint8_t>(cards_[chosen_] + 1);
            const auto move = [](std::int16_t& value, int goal, int step) {
                value = static_cast<std::int16_t>(value + ((goal - value) >> step));
            };
            const auto both = [&](int which, int sign) {
                move(memories_.string[string_at_[which]], sign * string_most, 3);
                move(memories_.card[card_at_[which]], sign * card_most, 4);
            };
            both(chosen_, 1);
            for (int i = 0; i < tried_; ++i) both(tried_of_[i], -1);
        }
    }

private:
    static constexpr int hint_weight = 50, answered_weight = 40, string_most = 3072, card_most = 5120;
    static constexpr int lowest_score = std::numeric_limits<int>::min();
    static constexpr int string_share = 6, card_share = 5;  // a score has a part of a memory: shifts

    const std::int8_t* table_;
    Memories& memories_;
    const Trick& trick_;
    int seat_;
    Lanes hand_;
    std::array<Lanes, 2> owner_{};  // of each place, counted from the mover
    int want_ = 0, slack_ = 0, urgency_ = 0;
    int others_ = 0;
    int context_ = 0, places_ = 0, winning_ = -1, hold_ = 0, ruff_beats_ = 0;
    bool follows_ = false, by_rule_ = false, friends_ = false;
    std::size_t hint_at_ = 0;

    /// The numbers common to all cards of a suit.
    struct SuitOf {
        int number = -1;
        std::uint32_t own = 0;
        int string = 0, lengths = 0, need = 0, tops = 0, last = 0;
        std::size_t row = 0;
    };
    SuitOf suit_;
    std::array<std::uint16_t, 16> string_at_, card_at_;
    std::array<int, 16> cards_, score_;
    std::array<std::uint8_t, 16> tried_of_;
    int number_ = 0, chosen_ = 0, tried_ = 0;

    /// The numbers in the tables of a card of the suit looked at.
    std::array<int, tables> slots_here(int card) const {
        using namespace learned;
        const int place = card & 15;
        const bool lowest = (suit_.own >> place) == 1, top = place == 0;
        const int low = 6 - lowest, slot = place < 5 ? place : low;
        const int shape = 2 * top + lowest;
        if constexpr (played == 0) {
            return {suit_.string + slot, suit_.lengths + shape, suit_.need + 16 * shape, suit_.tops + slot,
                    suit_.last + 4 * shape};
        } else if (follows_) {
            const bool beats = card < winning_;
            return {suit_.string + slot, follow_places + places_ * learned::slots + slot,
                    suit_.lengths + (2 * beats + lowest) * 3};
        } else {
            const bool beats = trumps && suit_.number == trump_suit && place < ruff_beats_;
            return {suit_.string + slot, suit_.lengths + shape, suit_.need + (2 * beats + lowest) * 3};
        }
    }

    void look_at(int suit) {
        using namespace learned;
        if (suit == suit_.number) return;
        suit_.number = suit;
        suit_.own = lane(hand_, suit);
        const Node& node = trick_.node;
        const int string = string_of(suit), shape = lengths_of(suit);
        if constexpr (played == 0) {
            const int kind = !trumps ? 0 : suit == trump_suit ? 1 : 2 + others_;
            suit_.string = lead_string + (kind * strings + string) * learned::slots;
            suit_.lengths = lead_lengths + (kind * learned::lengths + shape) * shapes;
            suit_.need = lead_need + kind * shapes * 16 + (want_ - 1) * 4 + slack_;
            suit_.tops = lead_tops + (((kind * learned::tops + top_place(suit, (seat_ + 1) & 3)) * learned::tops +
                                       top_place(suit, seat_ ^ 2)) *
                                          learned::tops +
                                      top_place(suit, (seat_ + 3) & 3)) *
                                         learned::slots;
            // Was this suit led to the last trick, and by which hand? The winner of that trick leads now.
            const int before = node.last < 0 || (node.last >> 2) != suit ? 0 : 1 + (((node.last & 3) - seat_) & 3);
            suit_.last = lead_last + (kind * 5 + before) * shapes * 4 + slack_;
        } else if (follows_) {
            suit_.string = follow_string + (context_ * strings + string) * learned::slots;
            suit_.lengths = follow_lengths + (context_ * learned::lengths + shape) * 12 + urgency_;
        } else {
            const int kind = (!trumps ? 0 : suit == trump_suit ? 2 : 1) * 5 + hold_;
            suit_.string = discard_string + (kind * strings + string) * learned::slots;
            suit_.lengths = discard_lengths + (kind * learned::lengths + shape) * shapes;
            const int many = std::min(3, trumps ? node.lengths(trump_suit, seat_) : 0);
            suit_.need = discard_need + (kind * 16 + 4 * many) * 3 + urgency_;
        }
        if constexpr (played < 3) {
            const std::uint32_t live = lane(node.live, suit);
            const std::uint64_t kind = (played == 0 ? 0 : 2 * played - follows_) * 2 + (trumps && suit == trump_suit) +
                                       16 * static_cast<std::uint64_t>(std::countl_zero(live));
            suit_.row = mix((lane(owner_[0], suit) & live) | (lane(owner_[1], suit) & live) << 13 | kind << 26,
                            Memories::string_bits - 4)
                        << 4;
        }
    }

    int top_place(int suit, int seat) const {
        const std::uint32_t own = lane(trick_.own[seat], suit);
        const int none = 6 + (trumps & (suit != trump_suit) & (trick_.node.lengths(trump_suit, seat) > 0));
        const int top = lesser(std::countr_zero(own | 1u << 15), 5);
        return own ? top : none;
    }

    int string_of(int suit) const {
        static constexpr std::array<int, 6> first{0, 1, 5, 21, 85, 341};
        const std::uint32_t live = lane(trick_.node.live, suit) & 31;
        const int n = std::popcount(live);
        return first[n] + static_cast<int>(lane(owner_[0], suit) & live) +
               (static_cast<int>(lane(owner_[1], suit) & live) << n);
    }

    /// The lengths of a suit, of the mover 1 to 4 and of the others 0 to 3 at most: two bits each.
    int lengths_of(int suit) const {
        const std::uint32_t all = trick_.node.lengths.from(suit, seat_) - 1;
        const std::uint32_t many = (all >> 2 | all >> 3) & 0x1111, few = all | many | many << 1;
        return static_cast<int>((few & 3) << 6 | (few >> 4 & 3) << 4 | (few >> 8 & 3) << 2 | (few >> 12 & 3));
    }

    static std::size_t mix(std::uint64_t word, int bits) { return (word * 0x9E3779B97F4A7C15ull) >> (64 - bits); }

    std::size_t hint_slot() const {
        const std::uint64_t kind = static_cast<std::uint64_t>(4 * played + seat_) << 1 | trumps;
        if (played > 0 && follows_) {
            const int led = suit_of(trick_.card[0]);
            const std::uint64_t owners = lane(owner_[0], led) | lane(owner_[1], led) << 13;
            return mix(owners ^ kind << 30 ^ static_cast<std::uint64_t>(trick_.card[trick_.best]) << 36 ^
                           static_cast<std::uint64_t>(lane(hand_, led)) << 42,
                       Memories::hint_bits);
        }
        std::uint64_t word = hand_ * 0xD6E8FEB86659FD93ull;
        word ^= word >> 32;
        return mix(word ^ kind << 50, Memories::hint_bits);
    }

    std::uint16_t card_slot(int card) const {
        const int suit = suit_of(card);
        const std::uint32_t real = nth(lane(trick_.node.real, suit), card & 15);
        const int kind = played == 0 ? 0 : follows_ ? 1 : 2;
        const int early = trick_.node.tricks > 8 ? 2 : trick_.node.tricks > 5;
        return static_cast<std::uint16_t>((4 * (3 * early + kind) + seat_) * 64 + 16 * suit + std::countr_zero(real));
    }

    std::uint16_t string_slot(int card) const { return static_cast<std::uint16_t>(suit_.row + (card & 15)); }
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
