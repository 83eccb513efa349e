// The start of a trick, unpacked for the search, and what a proof is.
// Hands are relative: 0 the declarer, 1 and 2 the seats after him. The trump suit is suit 3.
#pragma once

#include <array>

#include "suits.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// What a proof used of the ranks: in each suit the owners of its top cards (bits from 0 up). The proof holds for every
/// position whose hands have the same lengths and whose top cards, as far as these bits go, have the same owners.
using Relevance = Places;

/// The answer to "does the declarer get at least `need` tricks?", and what it rests on.
struct Proof {
    bool yes;
    Relevance relevance = 0;
};

/// Where every move failed, moves equal by adjacency were not tried: keep a run of the mover's cards whole.
inline Relevance keep_runs(Relevance relevance, Places legal) {
    for (;;) {
        const Places more = ((relevance & legal) << 1) & 0xfefefefe & legal & ~relevance;
        if (!more) return relevance;
        relevance |= more;
    }
}

/// The seat that plays as the k-th of a trick, k from 0 to 2.
inline int seat_after(int leader, int k) {
    static constexpr std::array<int, 5> seat{0, 1, 2, 0, 1};
    return seat[leader + k];
}

struct Frame {
    std::array<Places, 3> own;
    Owners owners;
    std::array<const Suits::Record*, 4> suit;
    int leader, cards, need;  // cards: in each hand
    std::array<int, 3> card;  // of the trick, as they were played; set when they are

    Frame(const Suits::Record* record, Owners position, int leads, int left, int asked)
        : own(hands_of(position)), owners(position), leader(leads), cards(left), need(asked) {
        for (int s = 0; s < 4; ++s) suit[s] = &record[lane_of(position, s)];
    }

    int length(int s, int hand) const { return suit[s]->lengths[hand]; }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
