// The batch of the copy that runs here.
#include "../core.hpp"

namespace kozyr::envs {

std::unique_ptr<Batch> batch(const Rules& rules, std::size_t count, std::uint64_t seed) {
    return core().batch(rules, count, seed);
}

}  // namespace kozyr::envs
