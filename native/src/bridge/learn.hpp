// The training program (native/train/train_bridge.cpp) compiles the search with KOZYR_TRAIN. Then the search finds out,
// for a sample of its choices, which of the other cards would have done as well, and how long each takes to try.
// Elsewhere all this is empty and costs nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "order.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

#ifdef KOZYR_TRAIN

/// Choices: for each card its numbers in the tables and the share of trust it deserves.
struct Samples {
    struct Card {
        std::array<int, 5> slots;  // those beyond the tables of the choice: none, -1
        float share;
    };
    struct Choice {
        std::size_t first;
        int cards;
        float weight;
    };
    std::vector<Card> cards;
    std::vector<Choice> choices;
    unsigned every = 64;  // one choice in this number is looked into
};

class Learner {
public:
    struct Tried {
        std::array<std::uint64_t, 64> nodes{};
        Lanes cards = 0;
        void add(int card, std::uint64_t spent) {
            cards |= place_bit(card);
            nodes[card] = spent;
        }
    };

    void watch(Samples& samples) { samples_ = &samples; }

    /// A choice was answered by one of its cards. attempt(card) says whether another answers it too.
    template <class Order, class Attempt>
    void look(Order& order, Lanes moves, const Tried& before, const std::uint64_t& nodes, Attempt attempt) {
        dice_ = dice_ * 6364136223846793005ull + 1442695040888963407ull;
        if (!samples_ || !order.scored() || exploring_ || (dice_ >> 33) % samples_->every != 0) return;
        exploring_ = true;
        Samples::Choice choice{samples_->cards.size(), 0, 0};
        float sum = 0, most = 0;
        for (; moves; moves &= moves - 1, ++choice.cards) {
            const int card = std::countr_zero(moves);
            const auto start = nodes;
            const bool right = attempt(card);
            const auto spent = static_cast<float>(before.cards & place_bit(card) ? before.nodes[card] : nodes - start);
            const float share = right ? 1 / (spent + 1) : 0;
            sum += share;
            most = std::max(most, spent);
            Samples::Card seen{{-1, -1, -1, -1, -1}, share};
            const auto slots = order.slots(card);
            std::copy(slots.begin(), slots.end(), seen.slots.begin());
            samples_->cards.push_back(seen);
        }
        for (int i = 0; i < choice.cards; ++i) samples_->cards[choice.first + static_cast<std::size_t>(i)].share /= sum;
        choice.weight = std::pow(most + 1, 0.25f);
        samples_->choices.push_back(choice);
        exploring_ = false;
    }

private:
    Samples* samples_ = nullptr;
    bool exploring_ = false;
    std::uint64_t dice_ = 1;
};

#else

class Learner {
public:
    struct Tried {
        void add(int, std::uint64_t) {}
    };
    template <class Order, class Attempt>
    void look(const Order&, Lanes, const Tried&, const std::uint64_t&, const Attempt&) {}
};

#endif

}  // namespace kozyr::bridge::KOZYR_LEVEL
