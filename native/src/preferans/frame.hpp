// The question of the search, the start of a trick unpacked for it, and the form of a proof. Hands are relative: 0 the
// declarer, 1 and 2 the seats after. The trump suit is suit 3.
#pragma once

#include <algorithm>
#include <array>

#include "suits.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

enum class Game : std::uint8_t {
    trump,
    no_trump,
    misere,
    misere_most,  // the blurred games of blurred.hpp: the search itself asks them within a misère
    misere_least,
};

/// Does hand 0 want few tricks?
constexpr bool avoids(Game game) { return game >= Game::misere; }
constexpr bool is_blurred(Game game) { return game > Game::misere; }

/// The start of a trick, or a moment within it: `owners` still holds the cards already on the table.
struct Node {
    Owners owners = 0;
    int leader = 0;
    int cards = 0;  // in each hand at the trick's start
    int played = 0;
    std::array<std::uint8_t, 2> table{};  // the cards played, by the leader and the next: 8 * suit + place
};

/// The ranks that a proof used: in each suit the owners of its top cards (bits from 0 up). The proof holds for every
/// position whose hands have the same lengths and whose top cards, as far as these bits go, have the same owners.
using Relevance = Places;

/// The answer to "does the declarer get at least `need` tricks?", with its proof.
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

/// The most tricks for which ask(tricks) says yes, known to lie in low..high; a wrong `guess` costs nothing but time.
template <class Ask>
int most_tricks(int low, int high, int guess, Ask ask) {
    while (low < high) {
        const int need = std::clamp(guess, low + 1, high);
        if (ask(need)) {
            low = need;
            guess = need + 1;
        } else {
            high = guess = need - 1;
        }
    }
    return low;
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
