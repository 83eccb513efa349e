// The search is in the library twice (src/level.hpp); this says which of the two copies runs.
#pragma once

#include <cstdint>

namespace kozyr {

enum class Level : std::uint8_t {
    baseline,  ///< for every processor of the architecture
    v3,        ///< x86-64-v3: with BMI2 and AVX2, that is Intel since 2013 and AMD since 2015
};

/// Is this copy in the library, and can this processor run it?
bool runs(Level level);

/// The copy in use: the fastest one that runs here, or the baseline where the environment says KOZYR_BASELINE=1.
Level level();

/// "baseline" or "x86-64-v3".
const char* name(Level level);

}  // namespace kozyr
