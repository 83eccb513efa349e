// Misère with less seen. The declarer's cards part each suit into gaps, and which of the catchers' cards beat his
// depends on the gap alone. In a blurred position only the number of each catcher's cards in each gap is known. If two
// cards of one gap meet in a trick that one of them takes, somebody says which is the higher. If the catchers do
// (Game::misere_most), the declarer takes at least as many tricks as in any position that blurs to this one; if the
// declarer does (Game::misere_least), at most as many. Layouts that differ only within gaps share these bounds, which
// are mostly equal.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frame.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// The blurred form of each lane: the lane with hand 1's cards first in each gap. And for such a lane all lanes that
/// blur to it.
class Gaps {
public:
    Gaps() : blurred_(lanes), first_(lanes + 1) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (!suits().is_string(lane)) continue;
            blurred_[lane] = blur(static_cast<Lane>(lane));
            ++first_[blurred_[lane] + 1];
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) first_[lane + 1] += first_[lane];
        orders_.resize(first_.back());
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (suits().is_string(lane)) orders_[next[blurred_[lane]]++] = static_cast<Lane>(lane);
    }

    Owners blurred(Owners owners) const {
        return owners_of(blurred_[lane_of(owners, 0)], blurred_[lane_of(owners, 1)], blurred_[lane_of(owners, 2)],
                         blurred_[lane_of(owners, 3)]);
    }
    std::span<const Lane> orders(std::size_t lane) const {
        return {orders_.data() + first_[lane], orders_.data() + first_[lane + 1]};
    }

private:
    std::vector<Lane> blurred_;
    std::vector<std::uint32_t> first_;
    std::vector<Lane> orders_;

    /// Hand 1's cards before hand 2's in every gap.
    static Lane blur(Lane lane) {
        int left = 0, right = 0, at = 0, out = 0;
        const auto close = [&] {
            for (; left; --left, at += 2) out |= 2 << at;
            for (; right; --right, at += 2) out |= 3 << at;
        };
        for (int rest = lane; rest; rest >>= 2) {
            if ((rest & 3) == 2) ++left;
            else if ((rest & 3) == 3) ++right;
            else {
                close();
                out |= 1 << at;
                at += 2;
            }
        }
        close();
        return static_cast<Lane>(out);
    }
};

/// Built once (0.4 MB, few milliseconds), never changed.
inline const Gaps& gaps() {
    static const Gaps built;
    return built;
}

/// The bounds of a blurred position, by side: the declarer's tricks lie in low..high.
struct Bound {
    enum Side : std::uint8_t { most, least };  // the blurred game that the numbers are about
    static constexpr Side side(Game game) { return game == Game::misere_most ? most : least; }

    std::array<std::uint8_t, 2> low, high;

    static Bound unknown(int cards) {
        const auto all = static_cast<std::uint8_t>(cards);
        return {{0, 0}, {all, all}};
    }
    /// The game of this side was asked whether the declarer gets `need` tricks.
    void learn(Side side, int need, bool yes) {
        if (yes) low[side] = static_cast<std::uint8_t>(need);
        else high[side] = static_cast<std::uint8_t>(need - 1);
    }
};

/// The memory of bounds, by blurred position and leader. Any number of searches may share it, and no answer depends on
/// its contents. An entry is two words, the first mixed with the second, so that an entry with words of two threads
/// fits no position.
class Bounds {
public:
    /// 2^bits buckets of 64 bytes.
    explicit Bounds(int bits) : shift_(64 - bits), buckets_(std::size_t{1} << bits) {}

    /// Without an entry nothing is known: 0 to `cards`.
    Bound find(Owners owners, int leader, int cards) const {
        for (const Entry& e : bucket(owners, leader).entries)
            if (const auto found = e.of(owners, leader)) return found->bound;
        return Bound::unknown(cards);
    }

    /// Where there is no more room, the entry of the fewest cards goes: it is the cheapest to find again.
    void keep(Owners owners, int leader, int cards, const Bound& bound) {
        Entry* place = nullptr;
        int fewest = 256;
        for (Entry& e : bucket(owners, leader).entries) {
            if (e.of(owners, leader)) {
                place = &e;
                break;
            }
            if (const int there = e.packed().cards; there < fewest) {
                place = &e;
                fewest = there;
            }
        }
        const auto word = std::bit_cast<std::uint64_t>(
            Packed{bound, static_cast<std::uint8_t>(cards), static_cast<std::uint8_t>(leader), 0});
        place->data.store(word, std::memory_order_relaxed);
        place->mixed.store(owners ^ spread(word), std::memory_order_relaxed);
    }

private:
    struct Packed {
        Bound bound;
        std::uint8_t cards, leader;
        std::uint16_t nothing;
    };
    /// One to one, and over all bits: the words of two writers never look like a third position, but by a chance in
    /// 2^64.
    static std::uint64_t spread(std::uint64_t word) {
        word *= 0x9E3779B97F4A7C15ull;
        return (word ^ word >> 32) * 0xD6E8FEB86659FD93ull;
    }
    struct Entry {
        std::atomic<std::uint64_t> mixed{0}, data{0};

        Packed packed() const { return std::bit_cast<Packed>(data.load(std::memory_order_relaxed)); }
        /// The entry's bound, if it is about this position.
        std::optional<Packed> of(Owners owners, int leader) const {
            const Packed p = packed();
            const bool whole =
                (mixed.load(std::memory_order_relaxed) ^ spread(std::bit_cast<std::uint64_t>(p))) == owners;
            return whole && p.leader == leader ? std::optional(p) : std::nullopt;
        }
    };
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };

    std::size_t index(Owners owners, int leader) const {
        std::uint64_t h = (owners ^ static_cast<std::uint64_t>(leader)) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 32;
        return h * 0xD6E8FEB86659FD93ull >> shift_;
    }
    const Bucket& bucket(Owners owners, int leader) const { return buckets_[index(owners, leader)]; }
    Bucket& bucket(Owners owners, int leader) { return buckets_[index(owners, leader)]; }

    int shift_;
    std::vector<Bucket> buckets_;
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
