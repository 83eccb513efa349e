// How long a search may go on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace kozyr {

using Clock = std::chrono::steady_clock;

/// The limits of a search. An interrupted search has no value: the answer says `finished == false`.
struct Limits {
    std::optional<Clock::time_point> deadline;  ///< wall clock
    const std::atomic<bool>* stop = nullptr;    ///< set by another thread
    std::function<bool()> poll;                 ///< asked often, so it has to be quick: true ends the search
    std::uint64_t nodes = ~std::uint64_t{0};    ///< of one search; the only limit that is deterministic

    /// Thrown through a search that has to end.
    struct Reached {};

    void check(std::uint64_t searched) const {
        if (searched >= nodes || over()) throw Reached{};
    }
    bool over() const {
        return (stop && stop->load(std::memory_order_relaxed)) || (deadline && Clock::now() >= *deadline) ||
               (poll && poll());
    }
};

}  // namespace kozyr
