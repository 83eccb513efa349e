#include "unseen.hpp"

#include <array>
#include <bit>
#include <optional>
#include <string>

namespace kozyr::preferans {

Puzzle::Puzzle(const Unseen& u) : left((u.declarer + 1) % 3), right((u.declarer + 2) % 3), size(std::popcount(u.hand)) {
    const Cards unseen = ~(u.hand | u.gone);
    const auto barred = [&u](int seat) {
        Cards cards = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (u.voids[seat] >> suit & 1) cards |= cards_of(suit);
        return cards;
    };
    std::array<Cards, 3> holds = u.holds;
    if (u.first && u.leader != u.declarer) holds[u.leader] |= bit(*u.first);
    const Cards not_left = barred(left) | holds[right], not_right = barred(right) | holds[left];
    possible = !(unseen & not_left & not_right);
    fixed_left = unseen & not_right & ~not_left;
    fixed_right = unseen & not_left & ~not_right;
    for (int card = pack_size - 1; card >= 0; --card)
        if (unseen & ~(not_left | not_right) & bit(card)) free.push_back(static_cast<Card>(card));
    take = size - std::popcount(fixed_left);
}

std::uint64_t Puzzle::layouts() const { return possible ? choose(static_cast<int>(free.size()), take) : 0; }

std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t c = 1;
    for (int i = 1; i <= k; ++i) c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return c;
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

}  // namespace kozyr::preferans
