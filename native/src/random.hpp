// Random numbers that are the same everywhere, for benchmarks and training.
#pragma once

#include <cstdint>

namespace kozyr {

/// SplitMix64.
struct Random {
    std::uint64_t state;
    std::uint64_t next() {
        std::uint64_t z = state += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    int below(int n) { return static_cast<int>(next() % static_cast<unsigned>(n)); }
};

}  // namespace kozyr
