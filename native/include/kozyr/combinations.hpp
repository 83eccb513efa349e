// A deal is a choice of places: which k of the n remaining places in the deck are this hand's.
// These two functions number such choices, so that a deal and a number are the same thing.
#pragma once

#include <cstdint>

namespace kozyr {

// The number of a set among all sets of its own size, counted from 0 in the combinatorial number system:
// the set with elements c1 < c2 < ... < ck has number C(c1,1) + C(c2,2) + ... + C(ck,k).
std::uint64_t combination_rank(std::uint64_t places) noexcept;

// The inverse: the set of the given size that bears this number.
// Throws std::invalid_argument when no set within 64 places does.
std::uint64_t combination_at(std::uint64_t rank, unsigned size);

}  // namespace kozyr
