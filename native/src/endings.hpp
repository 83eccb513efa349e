// Exact values of all no-trump endings of up to five cards a hand in which one hand avoids tricks and the two others
// make it take them: misère and all-pass. Four cards (0.6 MB, half a second to compute) are part of the program, as
// native/data/endings4.bin; five (16 MB, most of a minute) can be kept in a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "suits.hpp"

namespace kozyr::preferans {

class Endings {
public:
    static constexpr int most = 5;

    /// Computes the endings of up to `cards` cards.
    explicit Endings(int cards, unsigned threads = 1);

    /// Up to how many cards a hand.
    int cards() const { return static_cast<int>(levels_.size()) - 1; }

    /// Tricks of hand 0. `cards` is what each hand holds: 1 .. this->cards().
    int value(Owners owners, int leader, int cards) const {
        static constexpr auto split = [] {
            std::array<std::array<std::uint8_t, 3>, 216> s{};
            for (int i = 0; i < 216; ++i) s[i] = {static_cast<std::uint8_t>(i % 6), static_cast<std::uint8_t>(i / 6 % 6),
                                                  static_cast<std::uint8_t>(i / 36)};
            return s;
        }();
        const Level& level = levels_[static_cast<std::size_t>(cards)];
        return split[level.values[index(level, owners)]][static_cast<std::size_t>(leader)];
    }

    /// Adds the next level from a file, or says that it is not one: false. Nothing but save() makes such files.
    bool load(const std::string& path);
    bool load(std::istream& file);
    void save(const std::string& path) const;  // the topmost level; throws std::runtime_error

    /// Shared by all searches of the program: four cards.
    static const Endings& shared();
    /// Put better ones in their place, for searches that begin later.
    static void share(Endings endings);

private:
    struct Slot {
        std::uint64_t key = ~std::uint64_t{0};  // lengths of the three longest suits
        std::uint32_t base = 0;
    };
    struct Level {
        std::vector<Slot> slots;            // open addressing by key
        std::vector<std::uint8_t> values;   // for leaders 0, 1, 2: v0 + 6 v1 + 36 v2
    };
    // By lane: the lengths of its string, how many strings have them, and which of those it is.
    const std::uint64_t* place_;
    std::vector<Level> levels_;

    void add_level(unsigned threads);
    static Level outline(int cards);
    std::uint8_t compute(Owners owners, int cards) const;

    static std::size_t slot_of(std::uint64_t key, std::size_t slots) { return (key * 0x9E3779B97F4A7C15ull >> 40) & (slots - 1); }

    std::size_t index(const Level& level, Owners owners) const {
        // Without trumps suits are alike: order them by their lengths.
        std::array<std::uint64_t, 4> suit;
        for (int i = 0; i < 4; ++i) suit[i] = place_[owners >> (16 * i) & 0xffff];
        const auto order = [&suit](int i, int j) {
            const std::uint64_t x = suit[i], y = suit[j];
            suit[i] = x > y ? x : y;
            suit[j] = x > y ? y : x;
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
        const std::uint64_t key = (suit[0] >> 32) << 24 | (suit[1] >> 32) << 12 | suit[2] >> 32;
        std::size_t at = slot_of(key, level.slots.size());
        while (level.slots[at].key != key) at = (at + 1) & (level.slots.size() - 1);
        std::size_t n = suit[0] & 0xffff;
        for (int i = 1; i < 4; ++i) n = n * (suit[i] >> 16 & 0xffff) + (suit[i] & 0xffff);
        return level.slots[at].base + n;
    }
};

}  // namespace kozyr::preferans
