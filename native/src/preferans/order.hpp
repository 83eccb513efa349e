// The order of cards: the scores of the cards of one choice, looked up in the learned table suit by suit. This file has
// the layout of the learned tables; native/train/train_preferans.cpp makes them, native/data/ keeps them. They change
// speed only: with any table, or none, the answers are the same.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "frame.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

namespace learned {

// ---- which card first: for every kind of choice and every string of a suit the share of past searches in which this
// card answered the question at once, over what a try of it takes. As bytes: 255 is "always the answer".

/// Codes here know the top seven cards of a suit; an eighth counts as if it were not there.
inline constexpr int top_codes = 3280;  // 3^0 + ... + 3^7

/// The kinds of choice. Within each: a row of eight places a code, by the suit of the card to be scored.
enum : int {
    lead_side = 0,  // + which hands have trumps, a bit each
    lead_trump = lead_side + 8,
    lead_no_trump,
    lead_misere,
    follow = lead_misere + 1,  // + follow_kind * 8 + third hand to play * 4 + beats the best so far * 2 + friend has it
    discard = follow + 5 * 8,  // + game * 4 + third hand * 2 + friend has it
    ruff = discard + 3 * 4,    // + third hand * 4 + beats * 2 + friend has it
    states = ruff + 8,
};

enum : int { in_no_trump, in_misere, in_trumps, in_side, in_side_ruffed };  // follow_kind

inline constexpr std::size_t order_size = std::size_t{states} * top_codes * 8;

inline std::size_t slot(int state, Code top_code, int place) {
    return (static_cast<std::size_t>(state) * top_codes + top_code) * 8 + static_cast<std::size_t>(place);
}

// ---- a guess of the declarer's tricks: a sum of one number a suit, in 1 / guess_unit tricks, by kind of suit, leader
// and code of all eight cards.

enum : int { guess_trump, guess_side, guess_no_trump, guess_misere, guess_kinds };
inline constexpr int guess_unit = 20;
inline constexpr std::size_t guess_size = std::size_t{guess_kinds} * 3 * codes;

inline std::size_t guess_slot(int kind, int leader, Code code) {
    return static_cast<std::size_t>(kind * 3 + leader) * codes + code;
}

}  // namespace learned

class Order {
public:
    /// For the K-th seat of the trick, which may play one of these places.
    template <Game G, int K>
    static Order of(const std::uint8_t* table, const Frame& f, int seat, Places legal) {
        using namespace learned;
        Order o;
        const auto row = [&](int state, int suit) { return table + slot(state, f.suit[suit]->top, 0); };
        if constexpr (K == 0) {
            int state = avoids(G) ? lead_misere : lead_no_trump;
            if constexpr (G == Game::trump) {
                state = lead_side;
                for (int hand = 0; hand < 3; ++hand) state += (f.length(trump_suit, hand) != 0) << hand;
            }
            for (int suit = 0; suit < 3; ++suit) o.row_[suit] = row(state, suit);
            o.row_[3] = row(G == Game::trump ? lead_trump : state, 3);
            return o;
        } else {
            int best = f.card[0], holder = f.leader;
            if constexpr (K == 2) {
                const int second = f.card[1];
                if (same_suit(second, best) ? second < best : G == Game::trump && is_trump(second)) {
                    best = second;
                    holder = seat_after(f.leader, 1);
                }
            }
            const int with_friend = seat != 0 && holder != 0;
            const int third = K == 2;
            const int led = suit_at(f.card[0]), suit = suit_at(std::countr_zero(legal));
            if (suit == led) {  // where the led suit is missing, `legal` is of other suits
                const int kind = follow_kind<G, K>(f, led, best);
                const int state = follow + kind * 8 + third * 4 + with_friend;
                o.row_[led] = row(state, led);
                o.suit_ = led;
                if (suit_at(best) == led) {
                    o.above_ = best & 7;
                    o.beating_ = row(state + 2, led);
                } else {
                    o.beating_ = o.row_[led];
                }
            } else if (G == Game::trump && suit == trump_suit) {
                const int state = ruff + third * 4 + with_friend;
                o.row_[trump_suit] = row(state, trump_suit);
                o.suit_ = trump_suit;
                o.above_ = is_trump(best) ? best & 7 : 8;
                o.beating_ = row(state + 2, trump_suit);
            } else {
                const int state =
                    discard + static_cast<int>(avoids(G) ? Game::misere : G) * 4 + third * 2 + with_friend;
                for (int s = 0; s < 4; ++s) o.row_[s] = row(state, s);
            }
            return o;
        }
    }

    /// Where in the table the score of a card stands.
    const std::uint8_t* score(int card) const {
        return (suit_at(card) == suit_ && (card & 7) < above_ ? beating_ : row_[suit_at(card)]) + (card & 7);
    }

    /// The first card to try; of equal scores the highest.
    int best_of(Places moves) const {
        int best = std::countr_zero(moves);
        moves &= moves - 1;
        if (!moves) return best;
        int top = *score(best);
        for (; moves; moves &= moves - 1) {
            const int card = std::countr_zero(moves);
            if (const int s = *score(card); s > top) {
                top = s;
                best = card;
            }
        }
        return best;
    }

private:
    std::array<const std::uint8_t*, 4> row_{};
    const std::uint8_t* beating_ = nullptr;  // of the cards of suit `suit_` that lie above place `above_`
    int suit_ = -1, above_ = 0;

    template <Game G, int K>
    static int follow_kind(const Frame& f, int led, int best) {
        using namespace learned;
        if (avoids(G)) return in_misere;
        if (G == Game::no_trump) return in_no_trump;
        if (led == trump_suit) return in_trumps;
        const int next = seat_after(f.leader, 2);
        const bool ruffed =
            K == 2 ? is_trump(best) : !(f.own[next] & suit_places(led)) && (f.own[next] & suit_places(trump_suit));
        return ruffed ? in_side_ruffed : in_side;
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
