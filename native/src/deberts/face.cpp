// The face of deberts: checks a question, and hands it to the copy of the search that runs here.
#include <bit>
#include <stdexcept>

#include "../core.hpp"
#include "strength.hpp"

namespace kozyr::deberts {

int points_of(Card card, Suit trump) {
    if (card >= pack_size) throw std::invalid_argument("no such card: " + std::to_string(card));
    if (trump > Suit::clubs) throw std::invalid_argument("unknown trump " + std::to_string(static_cast<int>(trump)));
    return worth[inner(card, trump)];
}

std::optional<std::string> fault(const Position& p) {
    if (p.trump > Suit::clubs) return "unknown trump " + std::to_string(static_cast<int>(p.trump));
    if (p.leader < 0 || p.leader > 1) return "no such leader: seat " + std::to_string(p.leader);
    Cards seen = 0;
    for (const Cards hand : p.hands) {
        if (const Cards twice = seen & hand) return name(static_cast<Card>(std::countr_zero(twice))) + " stands twice";
        seen |= hand;
    }
    if (p.table) {
        if (*p.table >= pack_size) return "no such card: " + std::to_string(*p.table);
        if (seen & bit(*p.table)) return name(*p.table) + " stands twice";
    }
    const int mine = std::popcount(p.hands[p.leader]) + (p.table ? 1 : 0);
    const int other = std::popcount(p.hands[1 - p.leader]);
    if (mine == 0) return "the leader has no cards";
    if (mine > 9) return "a hand has more than nine cards";
    if (mine != other)
        return "seat " + std::to_string(1 - p.leader) + " has " + std::to_string(other) + " cards where " +
               std::to_string(mine) + " were expected";
    return std::nullopt;
}

Solver::Solver() : search_(core().deberts_search()) {}

Answer Solver::solve(const Position& position, bool moves, const Limits& limits) {
    if (const auto wrong = fault(position)) throw std::invalid_argument(*wrong);
    return search_(position, moves, limits);
}

}  // namespace kozyr::deberts
