// A position as the search sees it: only the order of the cards still in play matters. A card is its place within its
// suit, 0 being the highest card still in play. Four suits of 16 bits make one word, a bit for each place (13 are
// used); the trump suit is suit 3. A set of cards, and a prefix of places in each suit, are such words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "../level.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

using Lanes = std::uint64_t;

inline constexpr int trump_suit = 3;
inline constexpr Lanes ones = 0x0001000100010001;  // the first place of each suit

constexpr int suit_of(int place) { return place >> 4; }
constexpr Lanes place_bit(int place) { return Lanes{1} << place; }
constexpr Lanes suit_lane(int suit) { return Lanes{0xffff} << (16 * suit); }
/// By value, which compilers make without a branch; std::min and std::max they often do not.
constexpr int lesser(int a, int b) { return b < a ? b : a; }
constexpr int greater(int a, int b) { return a < b ? b : a; }
/// The places of one suit.
constexpr std::uint32_t lane(Lanes word, int suit) { return static_cast<std::uint32_t>(word >> (16 * suit)) & 0xffff; }
/// The places of a suit from the top down to this one.
constexpr Lanes down_to(int place) { return ((Lanes{2} << (place & 15)) - 1) << (place & 48); }
/// The last place of each suit that is a prefix of places.
constexpr Lanes ends(Lanes prefixes) { return prefixes & ~(prefixes >> 1); }

/// Suit by suit, of numbers below 2^15: all ones where a is not less than b.
constexpr Lanes not_less(Lanes a, Lanes b) {
    const Lanes over = ((a | ones << 15) - b) & ones << 15;
    return (over - (over >> 15)) | over;
}
/// Suit by suit the greater, or the lesser, number.
constexpr Lanes greater_of(Lanes a, Lanes b) { return b ^ ((a ^ b) & not_less(a, b)); }
constexpr Lanes lesser_of(Lanes a, Lanes b) { return a ^ ((a ^ b) & not_less(a, b)); }
/// The sum of four numbers.
constexpr int sum_of(Lanes numbers) { return static_cast<int>(numbers * ones >> 48); }
/// Suit by suit the number of places, of one word or of two.
template <class Words>
constexpr Words counts_of(Words places) {
    places -= places >> 1 & 0x5555555555555555;
    places = (places & 0x3333333333333333) + (places >> 2 & 0x3333333333333333);
    places = (places + (places >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (places + (places >> 8)) & (31 * ones);
}

/// The four suits of a word as numbers that a processor handles at once.
using Four [[gnu::vector_size(8)]] = std::int16_t;
using Two [[gnu::vector_size(16)]] = std::uint64_t;  // words
inline Four four(Lanes word) { return std::bit_cast<Four>(word); }
inline Lanes word_of(Four numbers) { return std::bit_cast<Lanes>(numbers); }

/// The n-th (from 0) lowest bit of a lane, that is its n-th highest card, as a bit.
inline std::uint32_t nth(std::uint32_t bits, int n) {
#ifdef __BMI2__
    return _pdep_u32(1u << n, bits);
#else
    for (; n > 0; --n) bits &= bits - 1;
    return bits & -bits;
#endif
}

/// The bits of `to` that stand where the bits of `word` stand among those of `from`; `to` and `from` have as many.
inline Lanes moved(Lanes word, Lanes from, Lanes to) {
#ifdef __BMI2__
    return _pdep_u64(_pext_u64(word, from), to);
#else
    Lanes out = 0;
    for (; word; word &= word - 1) {
        const int place = std::countr_zero(word), suit = suit_of(place);
        const int before = std::popcount(lane(from, suit) & (lane(word & -word, suit) - 1));
        out |= Lanes{nth(lane(to, suit), before)} << (16 * suit);
    }
    return out;
#endif
}

/// The number of cards of each hand in each suit: a nibble for each, the lane of a suit holding the four hands.
class Lengths {
public:
    int operator()(int suit, int hand) const { return static_cast<int>(word_ >> (16 * suit + 4 * hand) & 15); }
    /// Of a suit: four nibbles, from this hand on.
    std::uint32_t from(int suit, int hand) const {
        const std::uint32_t all = lane(word_, suit);
        return (all >> (4 * hand) | all << (16 - 4 * hand)) & 0xffff;
    }
    /// Of a hand, by suit.
    Lanes of(int hand) const { return word_ >> (4 * hand) & (15 * ones); }
    void add(int suit, int hand) { word_ += std::uint64_t{1} << (16 * suit + 4 * hand); }
    void take(int suit, int hand) { word_ -= std::uint64_t{1} << (16 * suit + 4 * hand); }
    std::uint64_t word() const { return word_; }

private:
    std::uint64_t word_ = 0;
};

/// Of the places of a hand that touch, the lowest of each run. Cards that `pass` (played, and not winning) part no run;
/// there are at most two of them.
inline Lanes lowest_of_runs(Lanes hand, Lanes pass) {
    const Lanes above = hand >> 1, over = (above & pass) >> 1;
    return hand & ~(above | over | (over & pass) >> 1);
}

/// The prefixes, so lengthened that they cut no run of the hand.
inline Lanes keep_runs(Lanes prefixes, Lanes hand, Lanes pass) {
    const Lanes below = hand & ((hand << 1) + pass);  // the cards right below another of the hand
    const Lanes over = pass & below >> 1;
    const Lanes inside = below | over | (pass & over >> 1);
    return prefixes | (inside & ~(inside + prefixes + (prefixes & ones)));
}

/// Four cards leave a position: from its places to those of the next trick, and prefixes back.
class Removal {
public:
    Removal(Lanes live, Lanes gone, const std::array<int, 4>& cards) : gone_(gone) {
#ifdef __BMI2__
        left_ = live & ~gone;
#endif
        room_ = live;
        for (const int card : cards) room_ ^= (room_ ^ room_ >> 1) & (Lanes{0x7fff} << (card & 48));
    }

    /// The places of the next trick.
    Lanes room() const { return room_; }

    Lanes apply(Lanes word) const {
#ifdef __BMI2__
        return _pdep_u64(_pext_u64(word, left_), room_);
#else
        for (Lanes g = gone_; g;) {
            const int place = 63 - std::countl_zero(g);
            g ^= place_bit(place);
            const Lanes from = suit_lane(suit_of(place)) & ~(place_bit(place) - 1);
            word = (word & ~from) | ((word & from & ~place_bit(place)) >> 1);
        }
        return word;
#endif
    }

    Lanes back(Lanes prefixes) const {
#ifdef __BMI2__
        return (_pdep_u64(_pext_u64(ends(prefixes), room_), left_) << 1) - (prefixes & ones);
#else
        for (Lanes g = gone_; g; g &= g - 1) {
            const int place = std::countr_zero(g);
            const Lanes from = suit_lane(suit_of(place)) & ~(place_bit(place) - 1);
            prefixes |= (prefixes & from) << 1;
        }
        return prefixes;
#endif
    }

private:
    Lanes gone_;
    Lanes room_;
#ifdef __BMI2__
    Lanes left_;
#endif
};

/// A position at the start of a trick.
struct Node {
    Lanes live = 0;                ///< the places that hold a card
    std::array<Lanes, 2> owner{};  ///< of each place the hand, in binary
    Lanes real = 0;  ///< the cards themselves, the ace of each suit in its first bit: for the order of moves alone
    Lengths lengths;
    int leader = 0;
    int tricks = 0;                      ///< to come
    std::array<std::uint8_t, 4> sure{};  ///< of each hand the trumps that certainly take a trick (count_sure)
    int last = -1;                       ///< for the order of moves alone: 4 * suit + hand that led the trick before

    Lanes hand(int seat) const { return live & (seat & 1 ? owner[0] : ~owner[0]) & (seat & 2 ? owner[1] : ~owner[1]); }
};

/// An answer to "do hands 0 and 2 get at least `need` tricks?", and the prefix of each suit that the proof looked at:
/// it holds wherever the lengths, the leader and the owners of those places are the same.
struct Proof {
    bool yes;
    Lanes relevance = 0;
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
