// The cards that the declarer does not see, and the ways in which the two others may hold them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "kozyr/chances.hpp"

namespace kozyr::preferans {

/// In how many ways k of n things can be chosen; 0 where k is not in 0..n.
inline std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t c = 1;
    for (int i = 1; i <= k; ++i) c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return c;
}

/// The facts about the two unseen hands. `left` is the defender after the declarer, `right` the other.
struct Puzzle {
    explicit Puzzle(const Unseen& u)
        : left((u.declarer + 1) % 3), right((u.declarer + 2) % 3), size(std::popcount(u.hand)) {
        const Cards unseen = ~(u.hand | u.gone);
        const auto barred = [&u](int seat) {
            Cards cards = 0;
            for (int suit = 0; suit < 4; ++suit)
                if (u.voids[seat] >> suit & 1) cards |= cards_of(suit);
            return cards;
        };
        std::array<Cards, 3> holds = u.holds;
        if (u.first && u.leader != u.declarer) holds[u.leader] |= bit(*u.first);
        const Cards not_left = barred(left) | holds[right], not_right = barred(right) | holds[left];
        possible = !(unseen & not_left & not_right);
        fixed_left = unseen & not_right & ~not_left;
        fixed_right = unseen & not_left & ~not_right;
        for (int card = pack_size - 1; card >= 0; --card)
            if (unseen & ~(not_left | not_right) & bit(card)) free.push_back(static_cast<Card>(card));
        take = size - std::popcount(fixed_left);
    }

    int left, right;                        // seats
    int size;                               // cards of each hand
    Cards fixed_left = 0, fixed_right = 0;  // known to be there
    std::vector<Card> free;                 // either may have them; the highest first
    int take;                               // of them the left hand has this many
    bool possible;                          // there is no card that neither may have

    std::uint64_t layouts() const { return possible ? choose(static_cast<int>(free.size()), take) : 0; }
};

}  // namespace kozyr::preferans
