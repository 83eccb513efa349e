// The learned tables of deberts; native/train/train_deberts.cpp makes them. They change speed only.
#pragma once

#include <cstdint>
#include <vector>

namespace kozyr::deberts {

class Solver;

namespace learned {

inline constexpr int codes = 6561;  // 3^8: mine, theirs or nobody's, for the eight cards of a suit

/// The kinds of choice; within each, eight cards a code of the suit, as the one to choose sees it.
enum : int { lead_side, lead_trump, follow_side, follow_side_wins, follow_trump, follow_trump_wins, ruff, discard, states };

inline constexpr std::size_t order_size = std::size_t{states} * codes * 8;
inline constexpr std::size_t guess_size = std::size_t{2} * codes;
inline constexpr int guess_unit = 2;  // the guesses are in half points

inline std::size_t slot(int state, int code) { return (static_cast<std::size_t>(state) * codes + static_cast<std::size_t>(code)) * 8; }

struct Tables {
    const std::uint8_t* order;   // mean regret, in quarters of a point up to 255
    const std::int8_t* guess;    // [trump suit?][code]: what the suit is worth to the leader
};
Tables tables();

#ifdef KOZYR_TRAIN
struct Samples {
    std::vector<double> sum = std::vector<double>(order_size);
    std::vector<std::uint32_t> count = std::vector<std::uint32_t>(order_size);
};
void watch(Solver& solver, Samples& samples);
int code_of(std::uint32_t mine, std::uint32_t theirs, int trump, int suit);
#endif

}  // namespace learned
}  // namespace kozyr::deberts
