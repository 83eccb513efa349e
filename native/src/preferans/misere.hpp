// Misère. Low ranks matter as much as high ones there, and a pattern would hold for little more than its own position.
// So proofs are kept by position, and each suit by itself gives the most times that the declarer can be caught.
#pragma once

#include <cstdint>
#include <vector>

#include "suits.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// Whether the suits by themselves show that the catchers cannot make the declarer take `need` tricks. True of blurred
/// games as well.
inline bool never_caught(const Suits::Rest* rest, Owners owners, int leader, int need) {
    int caught = 0, off_lead = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const auto& r = rest[lane_of(owners, suit)];
        caught += r.caught;
        off_lead += r.caught_off_lead;
    }
    return caught < need || (leader != 0 && off_lead == 0);  // a declarer who is never caught never leads
}

/// The bounds of single positions: the declarer's tricks lie in low..high.
class Positions {
public:
    void clear() {
        if (entries_.empty() || ++age_ == 0) {
            entries_.assign(std::size_t{bucket_size} << bits, Entry{});
            age_ = 1;
        }
    }

    struct Entry {
        Owners owners = 0;
        std::uint8_t leader = 0, cards = 0, low = 0, high = 0;
        std::uint32_t age = 0;

        bool is(Owners position, int leads) const { return owners == position && leader == leads; }
    };

    /// The place of a position, or the entry to replace: one of an earlier question, else that of the fewest cards.
    Entry* find(Owners owners, int leader) {
        std::uint64_t h = (owners ^ static_cast<std::uint64_t>(leader)) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 32;
        Entry* const bucket = &entries_[(h * 0xD6E8FEB86659FD93ull >> (64 - bits)) * bucket_size];
        Entry* place = bucket;
        for (Entry* e = bucket; e < bucket + bucket_size; ++e) {
            if (!fresh(*e)) {
                if (fresh(*place)) place = e;
                continue;
            }
            if (e->is(owners, leader)) return e;
            if (fresh(*place) && e->cards < place->cards) place = e;
        }
        return place;
    }

    void put(Entry& e, Owners owners, int leader, int cards, int low, int high) const {
        const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
        e = {owners, byte(leader), byte(cards), byte(low), byte(high), age_};
    }

    bool knows(const Entry& e, Owners owners, int leader) const { return fresh(e) && e.is(owners, leader); }

private:
    static constexpr int bits = 13;        // 2^13 buckets
    static constexpr int bucket_size = 4;  // entries: one cache line

    bool fresh(const Entry& e) const { return e.age == age_; }

    std::vector<Entry> entries_;
    std::uint32_t age_ = 0;  // entries of another age are of an earlier question
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
