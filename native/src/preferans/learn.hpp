// The training program (native/train/) compiles the search with KOZYR_TRAIN. Then the search finds out, for a sample of
// its choices, which of the other cards would have done as well, and how long each takes to try. Elsewhere all this is
// empty and costs nothing.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "order.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

#ifdef KOZYR_TRAIN

/// By slot of the order table (order.hpp).
struct Samples {
    std::vector<std::uint32_t> tried = std::vector<std::uint32_t>(learned::order_size);  // where some card would not do
    std::vector<std::uint32_t> right = std::vector<std::uint32_t>(learned::order_size);
    std::vector<std::uint32_t> measured = std::vector<std::uint32_t>(learned::order_size);  // where there was a choice
    std::vector<float> effort = std::vector<float>(learned::order_size);  // sum of log2(nodes) less the choice's mean
};

class Learner {
public:
    /// Nodes spent on each card of a choice that was tried.
    struct Tried {
        Places cards = 0;
        std::array<std::uint64_t, 32> nodes{};
        void add(int card, std::uint64_t spent) {
            cards |= place_bit(card);
            nodes[card] = spent;
        }
    };

    void watch(const std::uint8_t* table, Samples& samples) {
        table_ = table;
        samples_ = &samples;
    }

    /// A choice was answered by one of its cards. One choice in sixteen is looked into: attempt(card) says whether the
    /// card answers it too, which is known already if it was tried; `nodes` counts on.
    template <class Attempt>
    void look(const Order& order, Places legal, const Tried& before, const std::uint64_t& nodes, Attempt attempt) {
        dice_ = dice_ * 6364136223846793005ull + 1442695040888963407ull;
        if (!samples_ || exploring_ || (dice_ >> 60) != 0) return;
        exploring_ = true;
        std::array<std::size_t, 32> slot{};
        std::array<bool, 32> right{};
        std::array<float, 32> effort{};
        int n = 0, failed = 0;
        float mean = 0;
        for (Places moves = lowest_of_runs(legal); moves; moves &= moves - 1, ++n) {
            const int card = std::countr_zero(moves);
            const auto start = nodes;
            right[n] = attempt(card);
            slot[n] = static_cast<std::size_t>(order.score(card) - table_);
            const auto spent = before.cards & place_bit(card) ? before.nodes[card] : nodes - start;
            effort[n] = std::log2(1.0f + static_cast<float>(spent));
            mean += effort[n];
            failed += !right[n];
        }
        for (int i = 0; i < n && n > 1; ++i) {
            if (failed) {
                ++samples_->tried[slot[i]];
                samples_->right[slot[i]] += right[i];
            }
            ++samples_->measured[slot[i]];
            samples_->effort[slot[i]] += effort[i] - mean / static_cast<float>(n);
        }
        exploring_ = false;
    }

private:
    const std::uint8_t* table_ = nullptr;
    Samples* samples_ = nullptr;
    std::uint64_t dice_ = 1;
    bool exploring_ = false;
};

#else

class Learner {
public:
    struct Tried {
        void add(int, std::uint64_t) {}
    };
    template <class Attempt>
    void look(const Order&, Places, const Tried&, const std::uint64_t&, Attempt) {}
};

#endif

}  // namespace kozyr::preferans::KOZYR_LEVEL
