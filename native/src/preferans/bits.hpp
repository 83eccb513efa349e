// Gathering and scattering bits: one instruction on x86-64-v3, a loop elsewhere.
#pragma once

#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "../level.hpp"

namespace kozyr::preferans::KOZYR_LEVEL::bits {

/// The bits of `word` under `mask`, moved together at the low end.
inline std::uint64_t gather(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(word, mask);
#else
    std::uint64_t out = 0;
    for (std::uint64_t to = 1; mask; mask &= mask - 1, to += to)
        if (word & mask & (0 - mask)) out |= to;
    return out;
#endif
}

/// The low bits of `word`, laid out over the bits of `mask`.
inline std::uint64_t scatter(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
    return _pdep_u64(word, mask);
#else
    std::uint64_t out = 0;
    for (std::uint64_t from = 1; mask; mask &= mask - 1, from += from)
        if (word & from) out |= mask & (0 - mask);
    return out;
#endif
}

}  // namespace kozyr::preferans::KOZYR_LEVEL::bits
