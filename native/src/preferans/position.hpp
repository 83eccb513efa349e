// Facts of a position without a search: whose turn it is, and the legal cards.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "kozyr/preferans.hpp"

namespace kozyr::preferans {

/// The cards of a hand that may be played when `led` was led.
inline Cards legal_cards(Cards hand, std::optional<Suit> led, std::optional<Suit> trump) {
    if (!led) return hand;
    if (const Cards follow = hand & cards_of(*led)) return follow;
    if (trump && (hand & cards_of(*trump))) return hand & cards_of(*trump);
    return hand;
}

/// The suit that has to be followed now.
inline std::optional<Suit> led_suit(const Position& p) {
    if (!p.talon.empty()) return suit_of(p.talon.front());
    if (!p.trick.empty()) return suit_of(p.trick.front());
    return std::nullopt;
}

inline int seat_to_move(const Position& p) { return (p.leader + static_cast<int>(p.trick.size())) % 3; }

inline Cards legal_cards(const Position& p) { return legal_cards(p.hands[seat_to_move(p)], led_suit(p), p.trump); }

/// How many tricks are still to come, the current one among them.
inline int tricks_left(const Position& p) { return std::popcount(p.hands[p.leader]) + (p.trick.empty() ? 0 : 1); }

/// The winner of the three cards on the table, none led from the talon.
inline int trick_winner(const Position& p) {
    int best = 0;
    for (int k = 1; k < 3; ++k) {
        const bool same = suit_of(p.trick[k]) == suit_of(p.trick[best]);
        if (same ? p.trick[k] > p.trick[best] : suit_of(p.trick[k]) == p.trump) best = k;
    }
    return (p.leader + best) % 3;
}

/// The seat to move plays a card, which stays on the table.
inline Position with_card(const Position& p, Card card) {
    Position next{p.kind, p.trump, p.declarer, p.leader, p.hands, {}, p.talon, p.talon_wins};
    next.hands[seat_to_move(p)] &= ~bit(card);
    next.trick.reserve(3);  // asked for once: max^n does little else
    next.trick = p.trick;
    next.trick.push_back(card);
    return next;
}

/// Of touching cards of one hand (no card of another hand in `live` between them) only the lowest needs a search. Calls
/// visit(card, is_lowest) from the lowest card up within each suit.
template <class Visit>
void by_runs(Cards legal, Cards live, Visit visit) {
    for (Card card = 0; card < pack_size; ++card) {
        if (!(legal & bit(card))) continue;
        const Cards below = live & cards_of(suit_of(card)) & (bit(card) - 1);
        visit(card, !below || !(legal & std::bit_floor(below)));
    }
}

}  // namespace kozyr::preferans
