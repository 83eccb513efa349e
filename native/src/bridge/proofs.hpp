// The memory of proofs. A proof holds for every position with the same lengths of all hands, the same leader and the
// same owners of the top cards that it used, whatever the deal: the four leaders of a denomination share a memory, and
// so do all layouts of one question.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lanes.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

class Proofs {
public:
    explicit Proofs(std::size_t bytes) : most_groups_(std::max<std::size_t>(bytes / sizeof(Group), 1024)) {
        slots_.resize(std::size_t{1} << first_bits);
        groups_.reserve(1024);
    }

    void clear() {
        groups_.clear();
        for (auto& rows : free_) rows.clear();
        used_ = 0;
        if (++generation_ == 0) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            generation_ = 1;
        }
    }

    /// Where the proofs are that may fit a position: all that have its lengths, leader and number of tricks.
    struct Shelf {
        std::uint64_t key;
        std::size_t at;
        std::uint32_t first = 0, groups = 0;  ///< from approach: the row
        int answered = -1;  ///< from approach: the place of the lead that answered last, for these lengths
    };

    /// Asks the processor to fetch it. The node's lengths, leader and number of tricks are enough.
    Shelf shelf(const Node& node) const {
        const std::uint64_t key = key_of(node);
        const std::size_t at = key >> (64 - bits_);
        __builtin_prefetch(&slots_[at]);
        return {key, at};
    }

    /// Looks at the slot, and asks the processor to fetch the proofs that find begins with.
    void approach(Shelf& shelf) const {
        const Slot* const slot = look(shelf);
        if (!slot) return;
        shelf.answered = slot->answered;
        shelf.first = slot->first;
        shelf.groups = (slot->count + 3u) / 4;
        const Group* const newest = &groups_[shelf.first + shelf.groups - 1];
        __builtin_prefetch(newest);
        __builtin_prefetch(reinterpret_cast<const char*>(newest) + sizeof(Group) - 1);
    }

    /// A proof that answers whether 0 and 2 get `need` tricks; right after approach.
    std::optional<Proof> find(const Shelf& shelf, const Node& node, int need) const {
        // The newest first: it is the likeliest to be about a position near by.
        for (std::size_t left = shelf.groups; left-- > 0;) {
            const Group& group = groups_[shelf.first + left];
            for (unsigned fits = group.fitting(node.owner); fits; fits &= fits - 1) {
                const int i = std::countr_zero(fits);
                if (Group::number(group.owner[0][i]) >= need) return Proof{true, group.relevance[i]};
                if (Group::number(group.owner[1][i]) < need) return Proof{false, group.relevance[i]};
            }
        }
        return std::nullopt;
    }

    /// 0 and 2 get low to high tricks wherever this relevance fits.
    void keep(Shelf& shelf, const Node& node, Lanes relevance, int low, int high, int answered) {
        Slot* slot = const_cast<Slot*>(look(shelf));
        if (!slot) {
            if (groups_.size() >= most_groups_) clear();
            if (4 * (used_ + 1) > 3 * slots_.size()) grow();
            look(shelf);
            slot = &slots_[shelf.at];
            *slot = {shelf.key, take_row(0), 0, generation_, -1};
            ++used_;
        } else if (slot->count % 4 == 0 && std::has_single_bit(slot->count / 4u)) {  // the row is full
            const unsigned size = slot->count / 4u, kind = static_cast<unsigned>(std::countr_zero(size));
            if (groups_.size() + 2 * size > most_groups_ || kind + 1 >= free_.size()) {
                clear();
                return keep(shelf, node, relevance, low, high, answered);
            }
            const std::uint32_t first = take_row(kind + 1);
            std::copy_n(groups_.begin() + slot->first, size, groups_.begin() + first);
            free_[kind].push_back(slot->first);
            slot->first = first;
        }
        slot->answered = static_cast<std::int8_t>(answered);
        Group& group = groups_[slot->first + slot->count / 4];
        const int i = slot->count++ % 4;
        if (i == 0) group = Group();
        group.owner[0][i] = (node.owner[0] & relevance) | Group::packed(low);
        group.owner[1][i] = (node.owner[1] & relevance) | Group::packed(high);
        group.relevance[i] = relevance;
    }

private:
    /// Four proofs, in two cache lines. The least and the most tricks share the words of the owners, in bits that no
    /// place needs. Empty entries at the end of a row (0 to 15 tricks) never answer.
    struct alignas(32) Group {
        std::array<std::array<Lanes, 4>, 2> owner{{{}, {packed(15), packed(15), packed(15), packed(15)}}};
        std::array<Lanes, 4> relevance{};

        static constexpr Lanes packed(int tricks) {
            const auto bits = static_cast<Lanes>(tricks);
            return bits >> 1 << 61 | (bits & 1) << 47;
        }
        static constexpr int number(Lanes word) { return static_cast<int>(word >> 61 << 1 | (word >> 47 & 1)); }

        /// Which of them fit a position with these owners.
        unsigned fitting(const std::array<Lanes, 2>& asked) const {
#ifdef __AVX2__
            const auto load = [](const Lanes* from) {
                return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
            };
            const auto all = [](Lanes word) { return _mm256_set1_epi64x(static_cast<long long>(word)); };
            const __m256i differ = _mm256_or_si256(_mm256_xor_si256(load(owner[0].data()), all(asked[0])),
                                                   _mm256_xor_si256(load(owner[1].data()), all(asked[1])));
            const __m256i wrong = _mm256_and_si256(differ, load(relevance.data()));
            const __m256i none = _mm256_cmpeq_epi64(wrong, _mm256_setzero_si256());
            return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none)));
#else
            unsigned fits = 0;
            for (int i = 0; i < 4; ++i)
                fits |= unsigned{(((owner[0][i] ^ asked[0]) | (owner[1][i] ^ asked[1])) & relevance[i]) == 0} << i;
            return fits;
#endif
        }
    };

    /// The proofs of one key stand in a row of groups, whose number is a power of two and doubles when they are full.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t first = 0;
        std::uint16_t count = 0;  // of proofs
        std::uint8_t generation = 0;
        std::int8_t answered = -1;
    };

    static constexpr int first_bits = 12;

    std::size_t most_groups_;
    int bits_ = first_bits;
    std::vector<Slot> slots_;
    std::vector<Group> groups_;
    std::array<std::vector<std::uint32_t>, 14> free_;  // rows that moved, by the logarithm of their size
    std::size_t used_ = 0;
    std::uint8_t generation_ = 1;

    /// Lengths, leader and tricks, 54 bits, mixed one to one: equal keys are equal positions but for the owners. The
    /// lengths of the fourth suit follow from the tricks.
    static std::uint64_t key_of(const Node& node) {
        std::uint64_t k = (node.lengths.word() & 0xffffffffffff) | static_cast<std::uint64_t>(node.leader) << 48 |
                          static_cast<std::uint64_t>(node.tricks) << 50;
        k ^= k >> 29;
        k *= 0x9E3779B97F4A7C15ull;
        k ^= k >> 32;
        return k * 0xD6E8FEB86659FD93ull;
    }

    /// The slot of a key, or none; then `shelf` says where one may be made.
    const Slot* look(Shelf& shelf) const {
        std::size_t at = shelf.key >> (64 - bits_);
        for (;; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            const bool mine = slot.generation == generation_;
            if (mine && slot.key != shelf.key) continue;
            shelf.at = at;
            return mine ? &slot : nullptr;
        }
    }

    std::uint32_t take_row(unsigned kind) {
        if (!free_[kind].empty()) {
            const std::uint32_t first = free_[kind].back();
            free_[kind].pop_back();
            return first;
        }
        const auto first = static_cast<std::uint32_t>(groups_.size());
        groups_.resize(groups_.size() + (std::size_t{1} << kind));
        return first;
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        ++bits_;
        for (const Slot& slot : old) {
            if (slot.generation != generation_) continue;
            Shelf shelf{slot.key, 0};
            look(shelf);
            slots_[shelf.at] = slot;
        }
    }
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
