// The value of a declarer's hand without sight of the other two: every layout of the hidden cards is solved with all
// cards open, and the tricks are counted. 184,756 layouts for ten cards and two gone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kozyr/preferans.hpp"

namespace kozyr::preferans {

/// Between tricks, the declarer's hand known, the two others not. Seats are 0, 1, 2 clockwise.
struct Unseen {
    Kind kind = Kind::tricks;  ///< tricks or misère
    std::optional<Suit> trump;
    int declarer = 0;
    int leader = 0;
    Cards hand = 0;                       ///< the declarer's
    Cards gone = 0;                       ///< not in play: the declarer's discards, and the cards played before
    std::optional<Card> first;            ///< the card led; a defender must hold it then. Without it the best is
    std::array<Cards, 3> holds{};         ///< cards that are known to be with a defender, by seat
    std::array<std::uint8_t, 3> voids{};  ///< suits (a bit each) in which a defender is known to have nothing
};

struct Chances {
    using Counts = std::array<std::uint64_t, 11>;  ///< of layouts, by the declarer's tricks
    struct First {
        Card card;
        Counts tricks;
    };

    bool finished = false;
    std::uint64_t layouts = 0;
    Counts tricks{};
    std::vector<First> first;  ///< where the declarer leads: the same for each possible lead, by card number
    std::uint64_t nodes = 0;
};

std::optional<std::string> fault(const Unseen& unseen);

/// The number of layouts that agree with the known cards.
std::uint64_t layouts(const Unseen& unseen);

using Progress = std::function<void(std::uint64_t)>;  ///< told how many layouts are done

/// Throws std::invalid_argument with fault()'s text. `progress` is called now and then by the calling thread.
Chances chances(const Unseen& unseen, unsigned threads = 1, const Limits& limits = {}, const Progress& progress = {});

}  // namespace kozyr::preferans
