// All layouts of two unseen hands, see kozyr/chances.hpp.
#pragma once

#include "core.hpp"
#include "../level.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

Chances chances(const Unseen& unseen, unsigned threads, const Limits& limits, const Progress& progress);

}  // namespace kozyr::preferans::KOZYR_LEVEL
