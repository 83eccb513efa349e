// Cards by strength, as the search counts with them: the trump suit is suit 3 and a card's rank is its strength in its
// suit, so that a higher card is always a higher number.
#pragma once

#include <array>
#include <bit>

#include "kozyr/cards.hpp"

namespace kozyr::deberts {

inline constexpr int trump_suit = 3;
inline constexpr int last_trick = 10;  // points

/// Points by strength and suit (D-PLAY-5, D-PLAY-6).
namespace by_rank {
// Of the ranks 7 8 9 T J Q K A.
inline constexpr std::array<int, 8> plain_strength{0, 1, 2, 6, 3, 4, 5, 7}, trump_strength{0, 1, 6, 4, 7, 2, 3, 5};
inline constexpr std::array<int, 8> plain_points{0, 0, 0, 10, 2, 3, 4, 11}, trump_points{0, 0, 14, 10, 20, 3, 4, 11};
}  // namespace by_rank

/// Points of a card by its number in the search.
inline constexpr std::array<int, 32> worth = [] {
    std::array<int, 32> w{};
    for (std::size_t suit = 0; suit < 4; ++suit)
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const bool trump = suit == trump_suit;
            const auto strength =
                static_cast<std::size_t>((trump ? by_rank::trump_strength : by_rank::plain_strength)[rank]);
            w[8 * suit + strength] = (trump ? by_rank::trump_points : by_rank::plain_points)[rank];
        }
    return w;
}();

/// The search's number of a card. The trump suit and suit 3 change places.
inline int inner(Card card, Suit trump) {
    const int suit = suit_number(card), trumps = static_cast<int>(trump);
    const int at = suit == trumps ? trump_suit : suit == trump_suit ? trumps : suit;
    return 8 * at + (suit == trumps ? by_rank::trump_strength : by_rank::plain_strength)[rank_of(card)];
}

inline Cards inner_cards(Cards hand, Suit trump) {
    Cards out = 0;
    for (; hand; hand &= hand - 1) out |= bit(inner(static_cast<Card>(std::countr_zero(hand)), trump));
    return out;
}

inline int total(Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += worth[std::countr_zero(cards)];
    return sum;
}

/// The legal cards of the second hand on `led` (D-PLAY-3, D-PLAY-4).
inline Cards replies(Cards hand, int led) {
    const int suit = led >> 3;
    if (const Cards follow = hand & cards_of(suit)) {
        if (suit != trump_suit) return follow;
        const Cards higher = follow & ~(bit(led) | (bit(led) - 1));
        return higher ? higher : follow;
    }
    const Cards trumps = hand & cards_of(trump_suit);
    return trumps ? trumps : hand;
}

inline bool beats(int second, int led) {
    return (second >> 3) == (led >> 3) ? second > led : (second >> 3) == trump_suit;
}

}  // namespace kozyr::deberts
