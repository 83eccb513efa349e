// All layouts of two unseen hands, see kozyr/chances.hpp.
#pragma once

#include "../level.hpp"
#include "core.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

Chances chances(const Unseen& unseen, unsigned threads, const Limits& limits, const Progress& progress);

}  // namespace kozyr::preferans::KOZYR_LEVEL
