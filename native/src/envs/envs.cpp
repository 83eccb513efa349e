#include "envs.hpp"

#include "bridge.hpp"
#include "deberts.hpp"
#include "preferans.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

std::unique_ptr<Batch> batch(const Rules& rules, std::size_t count, std::uint64_t seed) {
    if (const auto* bridge = std::get_if<BridgeRules>(&rules))
        return std::make_unique<Many<Board>>(*bridge, count, seed);
    if (const auto* deberts = std::get_if<DebertsRules>(&rules))
        return std::make_unique<Many<Nine>>(*deberts, count, seed);
    return std::make_unique<Many<Hand>>(std::get<PreferansRules>(rules), count, seed);
}

}  // namespace kozyr::envs::KOZYR_LEVEL
