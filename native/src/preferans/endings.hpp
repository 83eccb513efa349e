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

namespace kozyr::preferans::KOZYR_LEVEL {

class Endings {
public:
    static constexpr int most = 5;

    /// Computes the endings of up to `cards` cards.
    explicit Endings(int cards, unsigned threads = 1);

    /// Up to how many cards a hand.
    int cards() const { return static_cast<int>(levels_.size()) - 1; }

    /// Tricks of hand 0. `cards` is the number of cards of each hand: 1 .. this->cards().
    [[gnu::always_inline]] int value(Owners owners, int leader, int cards) const {
        const Level& level = levels_[static_cast<std::size_t>(cards)];
        return split_[level.values[index(level, owners)]][static_cast<std::size_t>(leader)];
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
    /// Strings of the same lengths are a class and are numbered within it. One word, so that suits are sorted by
    /// lengths.
    class Place {
    public:
        Place() = default;
        Place(std::uint64_t lengths, std::size_t count, std::size_t number)
            : word_(lengths << 32 | static_cast<std::uint64_t>(count) << 16 | number) {}
        explicit Place(std::uint64_t word) : word_(word) {}
        std::uint64_t word() const { return word_; }

        std::uint64_t lengths() const { return word_ >> 32; }
        std::size_t count() const { return word_ >> 16 & 0xffff; }  // strings of these lengths
        std::size_t number() const { return word_ & 0xffff; }       // which of them this one is

    private:
        std::uint64_t word_;
    };
    struct Classes;  // by lane its Place, by lengths the lanes of the class
    static const Classes& classes();

    struct Slot {
        static constexpr std::uint64_t empty = ~std::uint64_t{0};
        std::uint64_t key = empty;  // lengths of the three longest suits
        std::uint32_t base = 0;     // of the values of all positions with these lengths
    };
    struct Level {
        std::vector<Slot> slots;           // open addressing by key
        std::vector<std::uint8_t> values;  // for the leaders 0, 1, 2: v0 + 6 v1 + 36 v2

        std::size_t home(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15ull >> 40) & (slots.size() - 1); }
        std::size_t after(std::size_t slot) const { return (slot + 1) & (slots.size() - 1); }
    };

    static constexpr int packed_values = 6 * 6 * 6;
    /// The values for the three leaders in a byte of Level::values.
    static constexpr auto split_ = [] {
        std::array<std::array<std::uint8_t, 3>, packed_values> s{};
        for (int i = 0; i < packed_values; ++i)
            s[static_cast<std::size_t>(i)] = {static_cast<std::uint8_t>(i % 6), static_cast<std::uint8_t>(i / 6 % 6),
                                              static_cast<std::uint8_t>(i / 36)};
        return s;
    }();

    const Place* place_;  // [lane]
    std::vector<Level> levels_;

    void add_level(unsigned threads);
    static Level outline(int cards);
    std::uint8_t compute(Owners owners, int cards) const;

    static std::uint64_t key_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a << 24 | b << 12 | c; }

    [[gnu::always_inline]] std::size_t index(const Level& level, Owners owners) const {
        // Without trumps suits are alike: order them by their lengths, the longest first.
        // As plain words: so the compiler orders them without a branch.
        std::array<std::uint64_t, 4> word;
        for (int i = 0; i < 4; ++i) word[i] = place_[lane_of(owners, i)].word();
        const auto order = [&word](int i, int j) {
            const std::uint64_t x = word[i], y = word[j];
            word[i] = x > y ? x : y;
            word[j] = x > y ? y : x;
        };
        order(0, 1);
        order(2, 3);
        order(0, 2);
        order(1, 3);
        order(1, 2);
        const std::array<Place, 4> suit{Place(word[0]), Place(word[1]), Place(word[2]), Place(word[3])};
        const std::uint64_t key = key_of(suit[0].lengths(), suit[1].lengths(), suit[2].lengths());
        std::size_t at = level.home(key);
        while (level.slots[at].key != key) at = level.after(at);
        std::size_t n = suit[0].number();
        for (int i = 1; i < 4; ++i) n = n * suit[i].count() + suit[i].number();
        return level.slots[at].base + n;
    }
};

/// See kozyr/preferans.hpp.
bool load_endings(const std::string& path);
void prepare_endings(const std::string& path, unsigned threads);

}  // namespace kozyr::preferans::KOZYR_LEVEL
