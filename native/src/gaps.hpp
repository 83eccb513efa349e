// Misère with less seen. The declarer's cards part each suit into gaps; which of the catchers' cards beat his depends on
// the gap alone. A position is blurred where within each gap only the numbers of both catchers' cards are known. If two
// of them meet in a trick that one of them takes, somebody decides which is the higher: the catchers, then the
// declarer is made to take at least as many tricks as in any position that blurs to this one; or the declarer, then at
// most as many. Layouts that differ within gaps only share these bounds, and mostly the two are equal.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "suits.hpp"

namespace kozyr::preferans {

/// By lane: what it blurs to, hand 1's cards first in each gap; and for those lanes all that blur to them.
class Gaps {
public:
    Gaps();

    Owners blurred(Owners owners) const {
        return Owners{blurred_[owners & 0xffff]} | Owners{blurred_[owners >> 16 & 0xffff]} << 16 |
               Owners{blurred_[owners >> 32 & 0xffff]} << 32 | Owners{blurred_[owners >> 48]} << 48;
    }
    std::span<const Lane> orders(Owners lane) const {
        return {orders_.data() + first_[lane], orders_.data() + first_[lane + 1]};
    }

private:
    std::vector<Lane> blurred_;
    std::vector<std::uint32_t> first_;
    std::vector<Lane> orders_;
};

/// Built once (0.4 MB, few milliseconds), never changed.
const Gaps& gaps();

/// Memory of bounds, by blurred position and leader. Any number of searches may share it: what one has proved serves
/// the others, and no answer depends on what is found here. Two words an entry, the first mixed with the second, so
/// that an entry torn by two writers is nobody's.
class Bounds {
public:
    enum Side : int { most, least };
    struct Known {
        std::array<std::uint8_t, 2> low, high;  // by side
    };

    /// 2^bits buckets of 64 bytes.
    explicit Bounds(int bits) : shift_(64 - bits), buckets_(new Bucket[std::size_t{1} << bits]()) {}

    /// Without an entry nothing is known: 0 to `cards`.
    Known find(Owners owners, int leader, int cards) const {
        for (const Entry& e : bucket(owners, leader)) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            if (holds(e, data, owners, leader))
                return unpack(data);
        }
        return unknown(cards);
    }

    /// Where there is no more room, what cost least goes.
    void keep(Owners owners, int leader, int cards, const Known& known) {
        Entry* place = nullptr;
        std::uint64_t least_cards = ~std::uint64_t{0};
        for (Entry& e : bucket(owners, leader)) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            if (holds(e, data, owners, leader)) {
                place = &e;
                break;
            }
            if (const std::uint64_t there = data >> cards_at & 255; there < least_cards) place = &e, least_cards = there;
        }
        const std::uint64_t data = static_cast<std::uint64_t>(leader) << leader_at | static_cast<std::uint64_t>(cards) << cards_at |
                                   std::uint64_t{known.low[most]} | std::uint64_t{known.high[most]} << 8 |
                                   std::uint64_t{known.low[least]} << 16 | std::uint64_t{known.high[least]} << 24;
        place->data.store(data, std::memory_order_relaxed);
        place->mixed.store(owners ^ spread(data), std::memory_order_relaxed);
    }

    static Known unknown(int cards) {
        const auto all = static_cast<std::uint8_t>(cards);
        return {{0, 0}, {all, all}};
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> mixed, data;
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };
    static constexpr int cards_at = 32, leader_at = 40;
    /// One to one, and over all bits: the words of two writers never look like a third position, but by a chance in 2^64.
    static std::uint64_t spread(std::uint64_t data) {
        data *= 0x9E3779B97F4A7C15ull;
        return (data ^ data >> 32) * 0xD6E8FEB86659FD93ull;
    }
    static bool holds(const Entry& e, std::uint64_t data, Owners owners, int leader) {
        return (e.mixed.load(std::memory_order_relaxed) ^ spread(data)) == owners && static_cast<int>(data >> leader_at) == leader;
    }
    int shift_;
    std::unique_ptr<Bucket[]> buckets_;

    std::array<Entry, 4>& bucket(Owners owners, int leader) const {
        std::uint64_t h = (owners ^ static_cast<std::uint64_t>(leader)) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 32;
        return buckets_[h * 0xD6E8FEB86659FD93ull >> shift_].entries;
    }
    static Known unpack(std::uint64_t data) {
        const auto byte = [data](int at) { return static_cast<std::uint8_t>(data >> at); };
        return {{byte(0), byte(16)}, {byte(8), byte(24)}};
    }
};

}  // namespace kozyr::preferans
