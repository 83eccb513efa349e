// The face of bridge: checks a question, and hands it to the copy of the search that runs here.
#include <bit>
#include <stdexcept>

#include "../core.hpp"
#include "kozyr/batch.hpp"
#include "position.hpp"

namespace kozyr::bridge {

namespace {

std::string name(Card card) { return {"SHDC"[suit_number(card)], "23456789TJQKA"[card % ranks]}; }

/// Remembers cards; tells which stands twice, or is none.
class Seen {
public:
    std::optional<std::string> add(Cards cards) {
        if (cards >> pack_size) return "not a mask of the 52 cards: " + std::to_string(cards);
        if (const Cards twice = cards & seen_)
            return name(static_cast<Card>(std::countr_zero(twice))) + " stands twice";
        seen_ |= cards;
        return std::nullopt;
    }

private:
    Cards seen_ = 0;
};

std::string seat(int number) { return "seat " + std::to_string(number); }

}  // namespace

std::optional<std::string> fault(const Position& p) {
    if (p.trump && *p.trump > Suit::clubs) return "unknown trump " + std::to_string(static_cast<int>(*p.trump));
    if (p.leader < 0 || p.leader >= seats) return "no such leader: " + seat(p.leader);
    if (p.trick.size() > 3) return "more than three cards in an unfinished trick";
    Seen seen;
    for (const Cards hand : p.hands)
        if (auto wrong = seen.add(hand)) return wrong;
    for (const Card card : p.trick) {
        if (card >= pack_size) return "no such card: " + std::to_string(card);
        if (auto wrong = seen.add(bit(card))) return wrong;
    }
    const int tricks = tricks_left(p), to_move = seat_to_move(p);
    if (tricks == 0) return seat(to_move) + " is to play and has no cards";
    if (tricks > ranks) return seat(to_move) + " has more than thirteen cards";
    for (int k = 0; k < seats; ++k) {
        const bool has_played = k < static_cast<int>(p.trick.size());
        const int who = (p.leader + k) % seats, has = std::popcount(p.hands[who]), expected = tricks - has_played;
        if (has != expected)
            return seat(who) + " has " + std::to_string(has) + " cards where " + std::to_string(expected) +
                   " were expected";
        if (has_played && suit_number(p.trick[k]) != suit_number(p.trick[0]) &&
            (p.hands[who] & cards_of(suit_number(p.trick[0]))))
            return name(p.trick[k]) + " was not legal in this trick";
    }
    return std::nullopt;
}

std::optional<std::string> fault(const std::array<Cards, seats>& hands) {
    Position p;
    p.hands = hands;
    return fault(p);
}

std::optional<std::string> fault(const std::vector<Position>& layouts) {
    if (layouts.empty()) return "no layouts";
    const Position& first = layouts[0];
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const Position& p = layouts[i];
        auto wrong = fault(p);
        if (!wrong && (p.trump != first.trump || p.leader != first.leader || p.trick != first.trick ||
                       p.hands[seat_to_move(p)] != first.hands[seat_to_move(first)]))
            wrong = "not a layout of the same question as the first";
        if (wrong) return "layout " + std::to_string(i) + ": " + *wrong;
    }
    return std::nullopt;
}

Solver::Solver(std::size_t megabytes) {
    if (megabytes < 1 || megabytes > 65536)
        throw std::invalid_argument("1 to 65536 megabytes for proofs, not " + std::to_string(megabytes));
    search_ = core().bridge_search(megabytes << 20);
}

Answer Solver::solve(const Position& position, const Options& options, const Limits& limits) {
    if (const auto wrong = fault(position)) throw std::invalid_argument(*wrong);
    return search_.solve(position, options, limits);
}

Table Solver::table(const std::array<Cards, seats>& hands, const Limits& limits) {
    if (const auto wrong = fault(hands)) throw std::invalid_argument(*wrong);
    return search_.table(hands, limits);
}

Counts counts(const std::vector<Position>& layouts, unsigned threads, const Limits& limits) {
    if (const auto wrong = fault(layouts)) throw std::invalid_argument(*wrong);
    std::vector<Answer> answers(layouts.size());
    batch<Solver>(layouts.size(), threads,
                  [&](Solver& solver, std::size_t i) { answers[i] = solver.solve(layouts[i], {true, true}, limits); });
    Counts counts;
    counts.layouts = layouts.size();
    counts.finished = true;
    for (const Answer& answer : answers) {
        counts.nodes += answer.nodes;
        counts.finished = counts.finished && answer.finished;
    }
    if (!counts.finished) return counts;
    for (const Move& move : answers[0].moves) counts.cards.push_back({move.card, {}});
    for (const Answer& answer : answers) {
        ++counts.tricks[static_cast<std::size_t>(answer.value)];
        for (std::size_t i = 0; i < counts.cards.size(); ++i)
            ++counts.cards[i].tricks[static_cast<std::size_t>(answer.moves[i].value)];
    }
    return counts;
}

}  // namespace kozyr::bridge
