// All-pass: everybody avoids tricks. Three misères at once, with their first two tricks led from the talon; and max^n,
// in which every seat looks after itself.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "engine.hpp"
#include "kozyr/preferans.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class AllPass {
public:
    AllPass(Engine& engine, const Limits& limits) : engine_(engine), limits_(limits) {}

    /// Throws Interrupted.
    Answer solve(const Position& p, const Options& options);
    /// Trick starts searched here, without those of the engine.
    std::uint64_t nodes() const { return nodes_; }

private:
    using Tricks = std::array<std::int8_t, 3>;

    /// A position after a card; `winner` has taken the trick, or nobody yet.
    struct Played {
        Position position;
        int winner;
    };
    static constexpr int nobody = -1;
    static constexpr int dealer = 3;  // takes a trick led from the talon where the talon card can win

    static int talon_winner(const Position& p);
    static Played play(const Position& p, Card card);
    static Cards separators(const Position& p);
    bool catches(const Position& p, int victim, int need);
    int paranoid(const Position& p, int victim, int guess);
    static bool better(const Tricks& a, const Tricks& b, int seat);
    Tricks maxn(const Position& p);
    Tricks maxn_after(const Position& p, Card card);

    Engine& engine_;
    const Limits& limits_;
    std::uint64_t nodes_ = 0;
    std::array<std::unordered_map<Owners, Tricks>, 3> known_;  // max^n at trick starts without a talon, by leader
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
