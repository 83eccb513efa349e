#include "kozyr/cpu.hpp"

#include <cstdlib>

#include "core.hpp"

namespace kozyr {

bool runs(Level level) {
#ifdef KOZYR_HAS_V3
    if (level == Level::v3) return __builtin_cpu_supports("x86-64-v3") != 0;
#endif
    return level == Level::baseline;
}

Level level() {
    static const Level chosen = [] {
        const char* const asked = std::getenv("KOZYR_BASELINE");
        return (asked && *asked) || !runs(Level::v3) ? Level::baseline : Level::v3;
    }();
    return chosen;
}

const Core& core([[maybe_unused]] Level level) {
#ifdef KOZYR_HAS_V3
    if (level == Level::v3) return v3::core;
#endif
    return baseline::core;
}

const char* name(Level level) { return level == Level::v3 ? "x86-64-v3" : "baseline"; }

}  // namespace kozyr
