#include "core.hpp"

#include "deberts/search.hpp"
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
};

}  // namespace kozyr::KOZYR_LEVEL
