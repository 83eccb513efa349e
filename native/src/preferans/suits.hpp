// A suit as the search sees it: only the order of the cards still in play matters, so a suit is the string of their
// owners from the top card down. A card within a suit is its place, 0 being the highest card still in play. A string is
// kept as a lane of two bits a place (owner + 1; 0 where there is no card), and four lanes make a position. Everything
// about a suit that does not depend on the rest of the position is looked up by lane. The 3^0 + ... + 3^8 strings also
// have numbers without gaps, their codes, for tables on disk.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "../level.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

using Code = std::uint16_t;
inline constexpr int codes = 9841;  // 3^0 + 3^1 + ... + 3^8

using Lane = std::uint16_t;
inline constexpr int lanes = 1 << 16;
/// Four lanes: the owner of each card of each suit.
using Owners = std::uint64_t;
/// Four suits of 8 places in one word: byte = suit, bit = place.
using Places = std::uint32_t;

inline constexpr int trump_suit = 3;

constexpr std::size_t lane_of(Owners owners, int suit) { return (owners >> (16 * suit)) & 0xffff; }
constexpr Owners owners_of(Owners spades, Owners hearts, Owners diamonds, Owners clubs) {
    return spades | hearts << 16 | diamonds << 32 | clubs << 48;
}

constexpr int suit_at(int place) { return place >> 3; }
constexpr bool same_suit(int place, int other) { return (place ^ other) < 8; }
constexpr bool is_trump(int place) { return place >= 8 * trump_suit; }
constexpr Places place_bit(int place) { return Places{1} << place; }
constexpr Places suit_places(int suit) { return Places{0xff} << (8 * suit); }
/// The places of a suit from the top down to this one.
constexpr Places down_to(int place) { return ((Places{2} << (place & 7)) - 1) << (place & ~7); }
/// Of places that touch, the lowest of each run.
constexpr Places lowest_of_runs(Places places) { return places & ~((places >> 1) & 0x7f7f7f7f); }

/// A small number for each hand, `width` bits each in one word.
template <class Word, int width>
class Row {
public:
    int operator[](int hand) const { return static_cast<int>(word_ >> (width * hand) & ((1 << width) - 1)); }
    void set(int hand, int number) {
        word_ = static_cast<Word>((word_ & ~(Word((1 << width) - 1) << (width * hand))) | number << (width * hand));
    }
    Word word() const { return word_; }
    /// Of each hand the sum.
    Row operator+(Row other) const {
        other.word_ = static_cast<Word>(other.word_ + word_);
        return other;
    }

private:
    Word word_ = 0;
};
using PerHand = Row<std::uint16_t, 4>;    // below 16, and room for a fourth; without it the word is below 4096
using PerLeader = Row<std::uint32_t, 8>;  // wide enough to add up four suits

struct Suits {
    /// The numbers needed at every position, four records to a cache line.
    struct alignas(16) Record {
        PerLeader reach;           // the most tricks that this side may take from the top without a ruff
        PerLeader reach_as_trump;  // the same for the trump suit, or the tricks that it takes without a lead
        PerHand lengths;           // cards of each hand
        // Whatever the rest of the deal is, while nobody ruffs: tricks led from the top by this hand and won by it,
        PerHand quick;
        PerHand crossed;  // and then won by the partner (of hand 1 or 2), once he is on lead
        Code top = 0;     // the code of the top seven cards

        /// As the trump suit: the most trumps of one hand of this side that must win a trick in any play.
        int sure_for(bool declarer) const { return (declarer ? quick : crossed)[3]; }
        void set_sure_for(bool declarer, int tricks) { (declarer ? quick : crossed).set(3, tricks); }
    };
    /// The numbers needed now and then.
    struct Rest {
        PerHand sure;         // as the trump suit: tricks that the hand's trumps must win in any play
        PerHand sure_places;  // how many top places `sure` depends on
        Code code = 0;

        // Misère: the most tricks that hand 0 can be made to take in this suit, by any play of the others.
        std::uint8_t caught = 0;           // while it may also be on lead
        std::uint8_t caught_off_lead = 0;  // while the others lead
    };
    std::vector<Record> record;  // [lane]
    std::vector<Rest> rest;      // [lane]

    Suits();

    /// Not every lane is a string: two bits below an empty place may not be set.
    bool is_string(std::size_t lane) const { return lane == 0 || rest[lane].code != 0; }

    /// The owners that a code stands for, from the top card down.
    static std::vector<int> string_of(int code);

    /// The first code of the strings of this length: (3^n - 1) / 2.
    static int first_code(int length) {
        int power = 1;
        for (int i = 0; i < length; ++i) power *= 3;
        return (power - 1) / 2;
    }
};

/// Bits 0, 2, 4 ... of a word, moved together: one instruction on x86-64-v3, some shifts elsewhere.
inline std::uint32_t every_second(std::uint64_t word) {
#ifdef __BMI2__
    return static_cast<std::uint32_t>(_pext_u64(word, 0x5555555555555555));
#else
    word &= 0x5555555555555555;
    word = (word | word >> 1) & 0x3333333333333333;
    word = (word | word >> 2) & 0x0f0f0f0f0f0f0f0f;
    word = (word | word >> 4) & 0x00ff00ff00ff00ff;
    word = (word | word >> 8) & 0x0000ffff0000ffff;
    return static_cast<std::uint32_t>(word | word >> 16);
#endif
}

/// A trick leaves the position: the cards below its cards move up.
class Removal {
public:
    explicit Removal(Places cards) : gone_(cards) {
        Places n = gone_ - ((gone_ >> 1) & 0x55555555);  // cards in each suit, 0..3, by adding neighbouring bits
        n = (n & 0x33333333) + ((n >> 2) & 0x33333333);
        n = (n + (n >> 4)) & 0x0f0f0f0f;
        const Places two = n >> 1;
        room_ = ~(((n | two) & 0x01010101) << 7 | (two & 0x01010101) << 6 | (n & two & 0x01010101) << 5);
    }

    Owners apply(Owners owners) const {
#ifdef __BMI2__
        const auto lanes = [](Places places) { return _pdep_u64(places, 0x5555555555555555) * 3; };
        return _pdep_u64(_pext_u64(owners, ~lanes(gone_)), lanes(room_));
#else
        for (Places rest = gone_; rest;) {  // the lowest card first, so that the places of the others stay as they are
            const int place = static_cast<int>(std::bit_width(rest)) - 1;
            rest &= ~place_bit(place);
            const Owners lane = Owners{0xffff} << (16 * suit_at(place));
            const Owners above = (Owners{1} << (16 * suit_at(place) + 2 * (place & 7))) - 1;
            owners = (owners & (~lane | above)) | ((owners & lane) >> 2 & ~above);
        }
        return owners;
#endif
    }

    /// Top places of each suit of the position without the cards, said in places of the position with them.
    Places back(Places tops) const {
#ifdef __BMI2__
        Places r = _pdep_u32(_pext_u32(tops, room_), ~gone_);
#else
        Places r = tops;
        for (Places rest = gone_; rest; rest &= rest - 1) {  // the highest card first
            const int place = std::countr_zero(rest);
            const Places suit = suit_places(suit_at(place)), above = place_bit(place) - 1;
            r = (r & (~suit | above)) | ((r & suit & ~above) << 1 & suit);
        }
#endif
        r |= (r >> 1) & 0x7f7f7f7f;  // and what lies above them
        r |= (r >> 2) & 0x3f3f3f3f;
        return r | ((r >> 4) & 0x0f0f0f0f);
    }

private:
    Places gone_;
    [[maybe_unused]] Places room_;  // the places that are left in each suit
};

/// The places of each hand's cards.
inline std::array<Places, 3> hands_of(Owners owners) {
    const Places low = every_second(owners), high = every_second(owners >> 1);
    return {low & ~high, high & ~low, low & high};
}

/// Built once (1 MB, a few milliseconds), never changed.
const Suits& suits();

}  // namespace kozyr::preferans::KOZYR_LEVEL
