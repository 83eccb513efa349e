// What each copy of the search (../level.hpp) offers to face.cpp. Whatever is given to it has been checked there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kozyr/chances.hpp"
#include "kozyr/cpu.hpp"
#include "kozyr/preferans.hpp"

namespace kozyr::preferans {

struct Solver::Memory {
    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    virtual ~Memory() = default;
    virtual Answer solve(const Position& position, const Options& options, const Limits& limits) = 0;
};

using Progress = std::function<void(std::uint64_t)>;

struct Core {
    std::unique_ptr<Solver::Memory> (*memory)();
    Chances (*chances)(const Unseen& unseen, unsigned threads, const Limits& limits, const Progress& progress);
    bool (*load_endings)(const std::string& path);
    void (*prepare_endings)(const std::string& path, unsigned threads);
};

/// The copy for this level, which has to run here.
const Core& core(Level level);

namespace baseline {
extern const Core core;
}
namespace v3 {
extern const Core core;
}

}  // namespace kozyr::preferans
