// Deberts: fail-soft alpha-beta over the leader's points with a table of positions, learned order and first guess.
// Cards are those of strength.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "core.hpp"
#include "learned.hpp"
#include "order.hpp"

namespace kozyr::deberts::KOZYR_LEVEL {

struct Interrupted {};

class Search final : public Solver::Memory {
public:
    Search();
    Answer solve(const Position& position, bool moves, const Limits& limits) override;

#ifdef KOZYR_TRAIN
    void watch(learned::Samples& samples) { samples_ = &samples; }
#endif

private:
    struct Entry {
        Cards leads = 0, follows = 0;
        std::int16_t low = 0, high = 0;  // points of the leader from here on
        std::uint32_t age = 0;           // of another question if it is not age_
    };

    void begin(const Limits& limits);
    Answer solve(const Position& position, bool moves);
    int search(Cards mine, Cards theirs, int left, int alpha, int beta);
    int reply(Cards mine, Cards theirs, int led, int left, int alpha, int beta);
    int trick(Cards mine, Cards theirs, int led, int card, int left, int alpha, int beta);
    int guess(Cards mine, Cards theirs) const;
    void learn(Cards mine, Cards theirs, int led, int left, const Choices& choices);

    static constexpr int bits = 12;  // 2^12 pairs of entries
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{2} << bits);
    std::uint32_t age_ = 0;
    std::uint64_t nodes_ = 0;
    const Limits* limits_ = nullptr;
    const Order order_;
    const std::int8_t* const guess_table_;
#ifdef KOZYR_TRAIN
    learned::Samples* samples_ = nullptr;
    std::uint64_t dice_ = 1;
    bool exploring_ = false;
#endif
};

}  // namespace kozyr::deberts::KOZYR_LEVEL
