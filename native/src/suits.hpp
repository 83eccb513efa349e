// A suit as the search sees it: only the order of the live cards matters, so a suit is the string of its cards' owners
// from the top card down. A card within a suit is its place, 0 = the highest live card. A string is kept as a lane of
// two bits a place (owner + 1; 0 where there is no card), four lanes make a position. Everything static about a suit is
// a look-up by lane. The 3^0 + ... + 3^8 strings also have numbers without gaps, their codes, for tables on disk.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"

namespace kozyr::preferans {

using Code = std::uint16_t;
inline constexpr int codes = 9841;  // 3^0 + 3^1 + ... + 3^8

using Lane = std::uint16_t;
/// Four lanes: who owns each live card of each suit.
using Owners = std::uint64_t;
/// Four suits of 8 places in one word: byte = suit, bit = place.
using Places = std::uint32_t;

struct Suits {
    /// What the search asks at every position, four records to a cache line.
    struct alignas(16) Record {
        // A byte a leader: tricks that his side may take from the top, at most, while nobody ruffs.
        std::uint32_t reach;
        std::uint32_t reach_as_trump;  // or without leading them; byte 3: `sure` of hand 0, and above it the most of the others
        std::uint16_t lengths;         // cards of hands 0, 1, 2: a nibble each

        // Tricks that the suit gives whatever the rest of the deal is, while nobody ruffs.
        std::uint16_t quick;           // a nibble a hand: led from the top by this hand and won by this hand
        std::uint16_t crossed;         // nibbles 1, 2: then won by the leader's partner, once he is on lead
        Code top;                      // the code of the top seven cards
    };
    /// What it asks now and then.
    struct Rest {
        std::uint16_t sure;            // as the trump suit, a nibble a hand: tricks its trumps must win in any play
        std::uint16_t sure_places;     // how many top places `sure` depends on
        Code code;

        // Misère: at most so many tricks can hand 0 be made to take in this suit, whatever happens in the others.
        std::uint8_t caught;           // while it may also be on lead
        std::uint8_t caught_off_lead;  // while the others lead
    };
    std::vector<Record> record;        // [lane]
    std::vector<Rest> rest;            // [lane]

    Suits();

    static int nibble(std::uint16_t word, int hand) { return word >> (4 * hand) & 15; }

    static int first_code(int length) {  // of the strings of this length: (3^n - 1) / 2
        int power = 1;
        for (int i = 0; i < length; ++i) power *= 3;
        return (power - 1) / 2;
    }
};

inline constexpr std::uint64_t every_second = 0x5555555555555555;

/// A card's bit in a word of places becomes its two bits in a word of owners.
inline std::uint64_t widen(Places places) { return bits::scatter(places, every_second) * 3; }

/// A trick leaves the position: `gone` are its cards' places.
struct Removal {
    Places gone, room;  // room: the places that are left in each suit when the cards below have moved up

    explicit Removal(Places cards) : gone(cards) {
        Places n = cards - ((cards >> 1) & 0x55555555);  // cards in each byte, 0..3
        n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
        n = (n + (n >> 4)) & 0x0f0f0f0f;
        const Places two = n >> 1;
        room = ~(((n | two) & 0x01010101) << 7 | (two & 0x01010101) << 6 | (n & two & 0x01010101) << 5);
    }

    Owners apply(Owners owners) const {
        return bits::scatter(bits::gather(owners, ~widen(gone)), widen(room));
    }

    /// Top places of each suit of the position without the cards, said in places of the position with them.
    Places back(Places tops) const {
        auto r = static_cast<Places>(bits::scatter(bits::gather(tops, room), static_cast<Places>(~gone)));
        r |= (r >> 1) & 0x7f7f7f7f;  // and what lies above them
        r |= (r >> 2) & 0x3f3f3f3f;
        return r | ((r >> 4) & 0x0f0f0f0f);
    }
};

/// The places of each hand's cards.
struct Hands {
    Places own[3];

    explicit Hands(Owners owners) {
        const auto low = static_cast<Places>(bits::gather(owners, every_second));
        const auto high = static_cast<Places>(bits::gather(owners, ~every_second));
        own[0] = low & ~high;
        own[1] = high & ~low;
        own[2] = low & high;
    }
};

/// Built once (1 MB, few milliseconds), never changed.
const Suits& suits();

}  // namespace kozyr::preferans
