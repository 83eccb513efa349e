// The search of this copy of the core for deals that keep a condition.
#pragma once

#include "../level.hpp"
#include "kozyr/conditions.hpp"

namespace kozyr::conditions::KOZYR_LEVEL {

Found find(const Dealing& dealing, const Program& program, std::size_t most, std::uint64_t tries, std::uint64_t seed,
           const Limits& limits);
bool keeps(const Program& program, const Hands& hands, std::span<const std::int64_t> given);

}  // namespace kozyr::conditions::KOZYR_LEVEL
