// From cards to the search's relative form. The only place where the two meet.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <utility>

#include "frame.hpp"
#include "kozyr/preferans.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

inline Game game_of(Kind kind, std::optional<Suit> trump) {
    if (kind != Kind::tricks) return Game::misere;
    return trump ? Game::trump : Game::no_trump;
}

/// A position between tricks, or within one, in the search's form, with `declarer` as hand 0.
struct Relative {
    Node node;
    std::array<int, 4> suit_for{};  // our suit -> the search's
    Cards live = 0;                 // the cards still in play

    Relative(const std::array<Cards, 3>& hands, std::optional<Suit> trump, int declarer, int leader,
             std::span<const Card> trick) {
        for (int s = 0; s < 4; ++s) suit_for[s] = s;
        if (trump) std::swap(suit_for[static_cast<std::size_t>(*trump)], suit_for[trump_suit]);
        std::array<Cards, 3> own{};
        for (int seat = 0; seat < 3; ++seat) own[(seat + 3 - declarer) % 3] = hands[seat];
        node.leader = (leader + 3 - declarer) % 3;
        node.played = static_cast<int>(trick.size());
        for (int k = 0; k < node.played; ++k) own[(node.leader + k) % 3] |= bit(trick[k]);
        live = own[0] | own[1] | own[2];
        node.cards = std::popcount(own[node.leader]);
        for (int s = 0; s < 4; ++s) {
            int at = 16 * suit_for[s];
            for (int card = 8 * s + 7; card >= 8 * s; --card) {
                if (!(live & bit(card))) continue;
                const Owners owner = (own[1] >> card & 1) + 2 * (own[2] >> card & 1);
                node.owners |= (owner + 1) << at;
                at += 2;
            }
        }
        for (int k = 0; k < node.played; ++k) node.table[k] = place(trick[k]);
    }

    std::uint8_t place(Card card) const {
        const Cards above = live & cards_of(suit_of(card)) & ~(bit(card) | (bit(card) - 1));
        return static_cast<std::uint8_t>(8 * suit_for[suit_number(card)] + std::popcount(above));
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
