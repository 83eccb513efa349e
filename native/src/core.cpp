#include "core.hpp"

#include <memory>

#include "bridge/solver.hpp"
#include "conditions/find.hpp"
#include "deberts/search.hpp"
#include "envs/envs.hpp"
#include "preferans/chances.hpp"
#include "preferans/endings.hpp"
#include "preferans/solver.hpp"

namespace kozyr::KOZYR_LEVEL {

const Core core{
    [] { return preferans::Solver::Search(preferans::KOZYR_LEVEL::Memory()); },
    preferans::KOZYR_LEVEL::chances,
    preferans::KOZYR_LEVEL::load_endings,
    preferans::KOZYR_LEVEL::prepare_endings,
    [] { return deberts::Solver::Search(deberts::KOZYR_LEVEL::Search()); },
    [](std::size_t bytes) {
        const auto memory = std::make_shared<bridge::KOZYR_LEVEL::Memory>(bytes);
        return bridge::Solver::Search{
            [memory](const bridge::Position& position, const bridge::Options& options, const Limits& limits) {
                return memory->solve(position, options, limits);
            },
            [memory](const std::array<bridge::Cards, bridge::seats>& hands, const Limits& limits) {
                return memory->table(hands, limits);
            }};
    },
    conditions::KOZYR_LEVEL::find,
    conditions::KOZYR_LEVEL::keeps,
    envs::KOZYR_LEVEL::batch,
};

}  // namespace kozyr::KOZYR_LEVEL
