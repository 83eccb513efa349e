// The cards that the declarer does not see, and the ways in which the two others may hold them.
#pragma once

#include <cstdint>
#include <vector>

#include "kozyr/chances.hpp"

namespace kozyr::preferans {

/// What is known about the two unseen hands. `left` is the defender after the declarer, `right` the other.
struct Puzzle {
    explicit Puzzle(const Unseen& unseen);

    int left, right;                        // seats
    int size;                               // cards of each hand
    Cards fixed_left = 0, fixed_right = 0;  // known to be there
    std::vector<Card> free;                 // either may have them; the highest first
    int take;                               // of them the left hand has this many
    bool possible;                          // there is no card that neither may have

    std::uint64_t layouts() const;
};

/// In how many ways k of n things can be chosen; 0 where k is not in 0..n.
std::uint64_t choose(int n, int k);

}  // namespace kozyr::preferans
