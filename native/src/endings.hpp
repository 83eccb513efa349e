// Exact values of all no-trump endings of up to five cards a hand in which one hand avoids tricks and the two others
// make it take them: misère and all-pass. Four cards (0.6 MB, half a second to compute) are part of the program, as
// native/data/endings4.bin; five (16 MB, most of a minute) can be kept in a file.
#pragma once

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
    int value(Owners owners, int leader, int cards) const;

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
    std::vector<Level> levels_;

    void add_level(unsigned threads);
    static Level outline(int cards);
    std::uint8_t compute(Owners owners, int cards) const;
    std::size_t index(const Level& level, Owners owners) const;
};

}  // namespace kozyr::preferans
