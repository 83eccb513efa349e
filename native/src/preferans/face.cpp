// The face of preferans: checks a question, and hands it to the copy of the search that runs here.
#include <bit>
#include <stdexcept>

#include "../core.hpp"
#include "position.hpp"
#include "unseen.hpp"

namespace kozyr::preferans {

std::optional<std::string> fault(const Position& p) {
    if (p.kind > Kind::allpass) return "unknown kind of play";
    if (p.trump && *p.trump > Suit::clubs) return "unknown trump " + std::to_string(static_cast<int>(*p.trump));
    if (p.kind != Kind::tricks && p.trump) return "misère and all-pass are played without a trump";
    if (p.leader < 0 || p.leader > 2) return "no such leader: seat " + std::to_string(p.leader);
    if (p.declarer < 0 || p.declarer > 2) return "no such declarer: seat " + std::to_string(p.declarer);
    if (p.trick.size() > 2) return "more than two cards in an unfinished trick";
    if (p.talon.size() > 2) return "more than two talon cards still to be led";
    if (!p.talon.empty() && p.kind != Kind::allpass) return "talon cards are led in all-pass only";

    Cards seen = 0;
    const auto add = [&seen](Card card) -> std::optional<std::string> {
        if (card >= pack_size) return "no such card: " + std::to_string(card);
        if (seen & bit(card)) return name(card) + " stands twice";
        seen |= bit(card);
        return std::nullopt;
    };
    for (const Cards hand : p.hands) {
        for (Card card = 0; card < pack_size; ++card)
            if (hand & bit(card))
                if (auto wrong = add(card)) return wrong;
    }
    for (const auto* cards : {&p.trick, &p.talon})
        for (const Card card : *cards)
            if (auto wrong = add(card)) return wrong;

    const int tricks = tricks_left(p);
    if (tricks == 0) return "the leader has no cards";
    if (tricks > 10) return "a hand has more than ten cards";
    for (int k = 0; k < 3; ++k) {
        const int seat = (p.leader + k) % 3;
        const int expected = tricks - (k < static_cast<int>(p.trick.size()) ? 1 : 0);
        if (std::popcount(p.hands[seat]) != expected)
            return "seat " + std::to_string(seat) + " has " + std::to_string(std::popcount(p.hands[seat])) +
                   " cards where " + std::to_string(expected) + " were expected";
    }
    if (static_cast<int>(p.talon.size()) > tricks) return "more talon cards than tricks left";

    // A card on the table must have been legal for the hand it came from.
    std::optional<Suit> led;
    if (!p.talon.empty()) led = suit_of(p.talon[0]);
    for (std::size_t k = 0; k < p.trick.size(); ++k) {
        const Cards before = p.hands[(static_cast<std::size_t>(p.leader) + k) % 3] | bit(p.trick[k]);
        if (!(legal_cards(before, led, p.trump) & bit(p.trick[k])))
            return name(p.trick[k]) + " was not legal in this trick";
        if (!led) led = suit_of(p.trick[k]);
    }
    return std::nullopt;
}

std::uint64_t layouts(const Unseen& u) { return Puzzle(u).layouts(); }

std::optional<std::string> fault(const Unseen& u) {
    if (u.kind != Kind::tricks && u.kind != Kind::misere) return "chances are of tricks or of misère";
    if (u.trump && *u.trump > Suit::clubs) return "unknown trump " + std::to_string(static_cast<int>(*u.trump));
    if (u.kind == Kind::misere && u.trump) return "misère is played without a trump";
    if (u.declarer < 0 || u.declarer > 2) return "no such declarer: seat " + std::to_string(u.declarer);
    if (u.leader < 0 || u.leader > 2) return "no such leader: seat " + std::to_string(u.leader);
    const int size = std::popcount(u.hand);
    if (size == 0) return "the declarer has no cards";
    if (size > 10) return "a hand has more than ten cards";
    if (u.hand & u.gone) return "a card of the declarer's hand is also gone";
    if (const int unseen = std::popcount(~(u.hand | u.gone)); unseen != 2 * size)
        return std::to_string(unseen) + " cards are unseen where two hands have " + std::to_string(2 * size);
    if (u.first) {
        if (*u.first >= pack_size) return "no such card: " + std::to_string(*u.first);
        const Cards possible = u.leader == u.declarer ? u.hand : ~(u.hand | u.gone);
        if (!(possible & bit(*u.first))) return "the leader cannot hold the first card";
    }
    for (const std::uint8_t suits : u.voids)
        if (suits > 15) return "there are four suits to have nothing in";
    if (u.holds[u.declarer] & ~u.hand) return "cards are placed with the declarer that he does not have";
    for (int suit = 0; suit < 4; ++suit)
        if ((u.voids[u.declarer] >> suit & 1) && (u.hand & cards_of(suit)))
            return "the declarer holds a suit that he is said not to have";
    for (int seat = 0; seat < 3; ++seat)
        if (seat != u.declarer && (u.holds[seat] & (u.hand | u.gone)))
            return "a card placed with a defender is elsewhere";
    if (layouts(u) == 0) return "no layout agrees with what is known";
    return std::nullopt;
}

Solver::Solver() : search_(core().preferans_search()) {}

Answer Solver::solve(const Position& position, const Options& options, const Limits& limits) {
    if (const auto wrong = fault(position)) throw std::invalid_argument(*wrong);
    return search_(position, options, limits);
}

Chances chances(const Unseen& unseen, unsigned threads, const Limits& limits, const Progress& progress) {
    if (const auto wrong = fault(unseen)) throw std::invalid_argument(*wrong);
    return core().chances(unseen, threads, limits, progress);
}

bool load_endings(const std::string& path) { return core().load_endings(path); }

void prepare_endings(const std::string& path, unsigned threads) { core().prepare_endings(path, threads); }

}  // namespace kozyr::preferans
