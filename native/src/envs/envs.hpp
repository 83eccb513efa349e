// The batches of all games, of this copy.
#pragma once

#include "../level.hpp"
#include "kozyr/envs.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

std::unique_ptr<Batch> batch(const Rules& rules, std::size_t count, std::uint64_t seed);

}  // namespace kozyr::envs::KOZYR_LEVEL
