// Facts of a position without a search: whose turn it is, and the legal cards.
#pragma once

#include <bit>

#include "kozyr/bridge.hpp"

namespace kozyr::bridge {

inline int seat_to_move(const Position& p) { return (p.leader + static_cast<int>(p.trick.size())) % seats; }

/// How many tricks are still to come, the current one among them.
inline int tricks_left(const Position& p) { return std::popcount(p.hands[seat_to_move(p)]); }

inline Cards legal_cards(const Position& p) {
    const Cards hand = p.hands[seat_to_move(p)];
    if (p.trick.empty()) return hand;
    const Cards follow = hand & cards_of(suit_number(p.trick[0]));
    return follow ? follow : hand;
}

}  // namespace kozyr::bridge
