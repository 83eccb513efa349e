// The learned tables of deberts: how they are laid out. native/train/train_deberts.cpp makes them, native/data/ keeps
// them. They change speed only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../level.hpp"

namespace kozyr::deberts::KOZYR_LEVEL::learned {

inline constexpr int codes = 6561;  // 3^8: mine, theirs or nobody's, for the eight cards of a suit

// ---- the order of cards: their mean regret, in quarters of a point up to 255

/// The kinds of choice; within each, eight cards a code of the suit, as the one to choose sees it.
enum : int {
    lead_side,
    lead_trump,
    follow_side,
    follow_side_wins,
    follow_trump,
    follow_trump_wins,
    ruff,
    discard,
    states
};

inline constexpr std::size_t order_size = std::size_t{states} * codes * 8;

inline std::size_t slot(int state, int code) {
    return (static_cast<std::size_t>(state) * codes + static_cast<std::size_t>(code)) * 8;
}

// ---- a guess of what the suit is worth to the leader, in half points

inline constexpr std::size_t guess_size = std::size_t{2} * codes;
inline constexpr int guess_unit = 2;

inline std::size_t guess_slot(bool trump, int code) { return static_cast<std::size_t>(trump * codes + code); }

/// What the training program collects.
struct Samples {
    std::vector<double> sum = std::vector<double>(order_size);
    std::vector<std::uint32_t> count = std::vector<std::uint32_t>(order_size);
};

}  // namespace kozyr::deberts::KOZYR_LEVEL::learned
