// What each copy of the search (../level.hpp) offers to face.cpp. Whatever is given to it has been checked there.
#pragma once

#include <memory>

#include "kozyr/cpu.hpp"
#include "kozyr/deberts.hpp"

namespace kozyr::deberts {

struct Solver::Memory {
    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    virtual ~Memory() = default;
    virtual Answer solve(const Position& position, bool moves, const Limits& limits) = 0;
};

struct Core {
    std::unique_ptr<Solver::Memory> (*memory)();
};

/// The copy for this level, which has to run here.
const Core& core(Level level);

namespace baseline {
extern const Core core;
}
namespace v3 {
extern const Core core;
}

/// The seat that plays next.
inline int seat_to_move(const Position& p) { return p.table ? 1 - p.leader : p.leader; }

}  // namespace kozyr::deberts
