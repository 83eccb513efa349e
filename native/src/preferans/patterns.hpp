// The memory of games for tricks: proofs kept as patterns. A proof holds for every position with the same lengths of
// all hands, the same leader and the same owners of the top cards that it used, so it answers many positions at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "frame.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class Patterns {
public:
    /// 2^head_bits lists.
    explicit Patterns(int head_bits) : head_bits_(head_bits), heads_(std::size_t{1} << head_bits), blocks_(1) {}

    void clear() {
        std::fill(heads_.begin(), heads_.end(), nothing);
        blocks_.resize(1);
    }

    /// Where the patterns that may fit a position are.
    struct Shelf {
        std::uint32_t& head;
        std::uint32_t tag;
        std::uint64_t planes;
    };

    Shelf shelf(const Frame& f) {
        const std::uint64_t k = key(f);
        return {heads_[k & ((std::uint64_t{1} << head_bits_) - 1)], static_cast<std::uint32_t>(k >> head_bits_),
                f.own[1] | std::uint64_t{f.own[2]} << 32};
    }

    /// A pattern that answers whether the declarer gets `need` tricks.
    std::optional<Proof> find(const Shelf& shelf, int need) const {
        for (std::uint32_t at = shelf.head; at != nothing;) {
            const Block& block = blocks_[at];
            at = block.next;
            if (block.tag != shelf.tag) continue;
            for (int i = 0; i < 4; ++i) {
                const Relevance r = block.relevance[i];
                if ((shelf.planes ^ block.planes[i]) & (r | std::uint64_t{r} << 32)) continue;
                if (block.low[i] >= need) return Proof{true, r};
                if (block.high[i] < need) return Proof{false, r};
            }
        }
        return std::nullopt;
    }

    /// The declarer gets low to high tricks wherever this relevance fits.
    void keep(Shelf& shelf, Relevance relevance, std::uint8_t low, std::uint8_t high) {
        // The newest block of this key; blocks fill in order, so only this one can have room.
        for (std::uint32_t at = shelf.head; at != nothing; at = blocks_[at].next) {
            Block& block = blocks_[at];
            if (block.tag != shelf.tag) continue;
            if (block.relevance[3] != empty) break;
            int i = 0;
            while (block.relevance[i] != empty) ++i;
            block.planes[i] = shelf.planes;
            block.relevance[i] = relevance;
            block.low[i] = low;
            block.high[i] = high;
            return;
        }
        if (blocks_.size() >= most_blocks) clear();
        constexpr std::uint64_t no_planes = ~std::uint64_t{0};  // no position has both hands own every place
        const Block fresh{{shelf.planes, no_planes, no_planes, no_planes},
                          {relevance, empty, empty, empty},
                          {low, 0, 0, 0},
                          {high, 0, 0, 0},
                          shelf.tag,
                          shelf.head};
        shelf.head = static_cast<std::uint32_t>(blocks_.size());
        blocks_.push_back(fresh);
    }

private:
    /// Four proofs about positions of the same lengths and leader: one cache line. They are chained from a small table
    /// of heads and taken from a pool in order, so a search touches as much memory as it has proofs.
    struct alignas(64) Block {
        std::array<std::uint64_t, 4> planes;    // hand 1's places, and hand 2's above bit 32
        std::array<Relevance, 4> relevance;     // which of them matter
        std::array<std::uint8_t, 4> low, high;  // the declarer's tricks from here on
        std::uint32_t tag, next;
    };
    static constexpr std::uint32_t nothing = 0;  // block 0 is never used
    static constexpr std::size_t most_blocks = std::size_t{1} << 20;
    static constexpr Relevance empty = ~Relevance{0};  // of a place in a block that holds no proof yet

    const int head_bits_;
    std::vector<std::uint32_t> heads_;
    std::vector<Block> blocks_;

    /// Lengths, leader and cards as one number of 42 bits, mixed one to one: so the tag and the place of the head
    /// together are the whole key, and no pattern of another key can be taken for one of this.
    static std::uint64_t key(const Frame& f) {
        constexpr std::uint64_t mask = (std::uint64_t{1} << 42) - 1;
        const auto lengths = [&f](int suit) { return std::uint64_t{f.suit[suit]->lengths.word()}; };
        std::uint64_t k = lengths(0) | lengths(1) << 12 | lengths(2) << 24 |
                          static_cast<std::uint64_t>(f.leader) << 36 | static_cast<std::uint64_t>(f.cards) << 38;
        k = (k * 0x9E3779B97F4A7C15ull) & mask;
        k ^= k >> 21;
        return (k * 0xD6E8FEB86659FD93ull) & mask;
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
