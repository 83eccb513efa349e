// From cards to the search's relative form. The only place where the two meet.
#pragma once

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "kozyr/preferans.hpp"
#include "search.hpp"

namespace kozyr::preferans {

/// Put a position between tricks, or within one, into the search's form with `declarer` as hand 0.
struct Relative {
    Node node;
    std::array<int, 4> suit_at{};  // our suit -> the search's
    Cards live = 0;

    Relative(const std::array<Cards, 3>& hands, int trump, int declarer, int leader, const std::vector<Card>& trick) {
        for (int s = 0; s < 4; ++s) suit_at[s] = s;
        if (trump != no_trump) std::swap(suit_at[trump], suit_at[3]);
        std::array<Cards, 3> own{};
        for (int seat = 0; seat < 3; ++seat) own[(seat + 3 - declarer) % 3] = hands[seat];
        node.leader = (leader + 3 - declarer) % 3;
        node.played = static_cast<int>(trick.size());
        for (int k = 0; k < node.played; ++k) own[(node.leader + k) % 3] |= Cards{1} << trick[k];
        live = own[0] | own[1] | own[2];
        node.cards = std::popcount(own[node.leader]);
        for (int s = 0; s < 4; ++s) {
            int at = 16 * suit_at[s];
            for (int card = 8 * s + 7; card >= 8 * s; --card) {
                if (!(live >> card & 1)) continue;
                const Owners owner = ((own[1] >> card) & 1) + 2 * ((own[2] >> card) & 1);
                node.owners |= (owner + 1) << at;
                at += 2;
            }
        }
        for (int k = 0; k < node.played; ++k) node.table[k] = place(trick[k]);
    }

    std::uint8_t place(Card card) const {
        const Cards above = live & (Cards{0xff} << (card & ~7)) & ~((Cards{2} << card) - 1);
        return static_cast<std::uint8_t>(8 * suit_at[card >> 3] + std::popcount(above));
    }
};

}  // namespace kozyr::preferans
