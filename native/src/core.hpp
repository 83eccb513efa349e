// The functions of each copy of the search (level.hpp). Their arguments have been checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "kozyr/bridge.hpp"
#include "kozyr/chances.hpp"
#include "kozyr/conditions.hpp"
#include "kozyr/cpu.hpp"
#include "kozyr/deberts.hpp"
#include "kozyr/envs.hpp"

namespace kozyr {

struct Core {
    preferans::Solver::Search (*preferans_search)();
    preferans::Chances (*chances)(const preferans::Unseen&, unsigned threads, const Limits&,
                                  const preferans::Progress&);
    bool (*load_endings)(const std::string& path);
    void (*prepare_endings)(const std::string& path, unsigned threads);
    deberts::Solver::Search (*deberts_search)();
    bridge::Solver::Search (*bridge_search)(std::size_t bytes);
    conditions::Found (*find_deals)(const conditions::Dealing&, const conditions::Program&, std::size_t most,
                                    std::uint64_t tries, std::uint64_t seed, const Limits&);
    bool (*keeps)(const conditions::Program&, const conditions::Hands&, std::span<const std::int64_t> given);
    std::unique_ptr<envs::Batch> (*batch)(const envs::Rules&, std::size_t count, std::uint64_t seed);
};

namespace baseline {
extern const Core core;
}
namespace v3 {
extern const Core core;
}

/// The copy of this level, which has to run here.
const Core& core(Level level = kozyr::level());

}  // namespace kozyr
