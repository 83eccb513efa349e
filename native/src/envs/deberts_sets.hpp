// Combinations of deberts and the actions that name some of them together (docs/envs.md).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../level.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

/// A sequence: its kind 0 terz, 1 fifty, 2 hundred, its cards, its top card.
struct Meld {
    std::uint32_t cards;
    std::uint8_t kind, top;

    /// Compared with others of any kind (D-COMBO-6).
    int height(int trump) const { return 32 * kind + 2 * (top % 8) + (top / 8 == trump); }
    int points() const { return kind == 0 ? 20 : kind == 1 ? 50 : 100; }
};

/// Every meld, and every set of them that nine cards can hold without a common card: an action each, in this order.
class Sets {
public:
    static constexpr int melds = 60, hundreds = 44, most = 3;
    using Numbers = std::array<std::uint8_t, most>;  ///< from 1, rising; 0: no more

    static const Sets& all() {
        static const Sets sets;
        return sets;
    }

    const Meld& meld(int number) const { return melds_[number]; }
    const Numbers& set(int number) const { return sets_[number]; }
    int count() const { return static_cast<int>(sets_.size()); }

    /// The number of a set that is one.
    int number(const Numbers& set) const {
        const auto found = std::lower_bound(sets_.begin(), sets_.end(), set, before);
        return static_cast<int>(found - sets_.begin());
    }

private:
    static bool before(const Numbers& a, const Numbers& b) {
        const auto size = [](const Numbers& set) { return (set[1] > 0) + (set[2] > 0); };
        return size(a) != size(b) ? size(a) < size(b) : a < b;
    }

    Sets() {
        int at = 0;
        for (int kind = 0; kind < 3; ++kind)
            for (int top = 0; top < 32; ++top)
                if (const int length = kind + 3; top % 8 >= length - 1)
                    melds_[at++] = {((1U << length) - 1) << (top - length + 1), static_cast<std::uint8_t>(kind),
                                    static_cast<std::uint8_t>(top)};
        for (std::uint8_t a = 1; a <= melds; ++a) add({a, 0, 0});
        for (std::uint8_t a = 1; a <= melds; ++a)
            for (std::uint8_t b = a + 1; b <= melds; ++b) add({a, b, 0});
        for (std::uint8_t a = 1; a <= melds; ++a)
            for (std::uint8_t b = a + 1; b <= melds; ++b)
                for (std::uint8_t c = b + 1; c <= melds; ++c) add({a, b, c});
    }

    void add(const Numbers& set) {
        std::uint32_t cards = 0;
        for (const std::uint8_t number : set) {
            if (!number) continue;
            if (cards & melds_[number - 1].cards) return;
            cards |= melds_[number - 1].cards;
        }
        if (std::popcount(cards) <= 9) sets_.push_back(set);
    }

    std::array<Meld, melds> melds_{};
    std::vector<Numbers> sets_;
};

}  // namespace kozyr::envs::KOZYR_LEVEL
