// Gathering and spreading bits: one instruction on x86-64-v3, some shifts elsewhere.
#pragma once

#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "../level.hpp"

namespace kozyr::preferans::KOZYR_LEVEL::bits {

#ifdef __BMI2__

/// The bits of `word` under `mask`, moved together at the low end.
inline std::uint64_t gather(std::uint64_t word, std::uint64_t mask) { return _pext_u64(word, mask); }

/// The low bits of `word`, laid out over the bits of `mask`.
inline std::uint64_t scatter(std::uint64_t word, std::uint64_t mask) { return _pdep_u64(word, mask); }

/// Bits 0, 2, 4 ... of a word, moved together.
inline std::uint32_t every_second(std::uint64_t word) {
    return static_cast<std::uint32_t>(gather(word, 0x5555555555555555));
}

/// The other way: bit n goes to bit 2n.
inline std::uint64_t spread(std::uint32_t word) { return scatter(word, 0x5555555555555555); }

#else

inline std::uint32_t every_second(std::uint64_t word) {
    word &= 0x5555555555555555;
    word = (word | word >> 1) & 0x3333333333333333;
    word = (word | word >> 2) & 0x0f0f0f0f0f0f0f0f;
    word = (word | word >> 4) & 0x00ff00ff00ff00ff;
    word = (word | word >> 8) & 0x0000ffff0000ffff;
    return static_cast<std::uint32_t>(word | word >> 16);
}

#endif

}  // namespace kozyr::preferans::KOZYR_LEVEL::bits
