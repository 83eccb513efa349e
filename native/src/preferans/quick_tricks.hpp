// Tricks that can be counted without a search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "frame.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

// Asked at every position, so inlined by force: 2 to 3 % of a search with tricks.
class QuickTricks {
public:
    /// The answer, if tricks from the top or unbeatable trumps decide the question.
    template <Game G>
    [[gnu::always_inline]] std::optional<Proof> decide(const Frame& f) const {
        const int declarer = f.need, defence = f.cards - f.need + 1;  // tricks that decide for each side
        if (const auto relevance = cashes<G>(f, f.leader ? defence : declarer)) return Proof{f.leader == 0, *relevance};
        if constexpr (G == Game::trump)
            if (const auto relevance = holds(f, f.leader != 0, f.leader ? declarer : defence))
                return Proof{f.leader != 0, *relevance};
        return std::nullopt;
    }

private:
    const Suits::Rest* rest_ = suits().rest.data();

    const Suits::Rest& trumps(const Frame& f) const { return rest_[lane_of(f.owners, trump_suit)]; }

    /// The top trumps that `sure` of a hand depends on.
    Relevance sure_places(const Frame& f, int hand) const {
        return ((Places{1} << trumps(f).sure_places[hand]) - 1) << (8 * trump_suit);
    }

    /// The top places down to the n-th card of a hand (n >= 1), within one suit's byte.
    static Places top_with(Places own, int n) {
        while (--n > 0) own &= own - 1;
        return (own & (0 - own)) * 2 - 1;
    }

    /// The relevance, if the side on lead takes `wanted` tricks without losing the lead, or by trumps that cannot be
    /// taken from it. Nothing if it does not.
    template <Game G>
    [[gnu::always_inline]] std::optional<Relevance> cashes(const Frame& f, int wanted) const {
        // Most positions have not enough even without any ruff: out with them first.
        const PerLeader reach = f.suit[0]->reach + f.suit[1]->reach + f.suit[2]->reach +
                                (G == Game::trump ? f.suit[3]->reach_as_trump : f.suit[3]->reach);
        if (reach[f.leader] < wanted) return std::nullopt;
        // With trumps: first draw them as far as the leader's own trumps win, then leave them alone.
        const auto found = cashes<G>(f, wanted, true);
        return G == Game::trump && !found ? cashes<G>(f, wanted, false) : found;
    }

    template <Game G>
    [[gnu::always_inline]] std::optional<Relevance> cashes(const Frame& f, int wanted, bool draw) const {
        constexpr int sides = G == Game::trump ? 3 : 4;
        const int leader = f.leader, partner = leader ? 3 - leader : 0;
        const std::array<int, 2> enemies{leader ? 0 : 1, leader ? 0 : 2};
        std::array<int, 4> mine{}, his{};  // by suit: tricks of the leader, and of the partner after a crossing
        int total = 0, crossed = 0;        // their sums
        int bridge = -1;                   // the suit in which the leader can cross
        int sure_hand = 0, sure = 0;       // trumps kept back that win in any play, and their hand
        const auto add = [&](int suit, int tricks, int his_tricks) {
            mine[suit] = tricks;
            his[suit] = his_tricks;
            total += tricks;
            crossed += his_tricks;
            if (his_tricks && f.length(suit, leader) > tricks) bridge = suit;
        };
        if constexpr (G == Game::trump) {
            if (draw) {
                add(trump_suit, f.suit[trump_suit]->quick[leader], leader ? f.suit[trump_suit]->crossed[leader] : 0);
            } else {
                sure_hand = partner && trumps(f).sure[partner] > trumps(f).sure[leader] ? partner : leader;
                total = sure = trumps(f).sure[sure_hand];
            }
        }
        const int drawn = mine[trump_suit];
        for (int suit = 0; suit < sides; ++suit) {
            int tricks = f.suit[suit]->quick[leader];
            int his_tricks = leader ? f.suit[suit]->crossed[leader] : 0;
            if constexpr (G == Game::trump) {  // a hand with a trump left would have to ruff when void
                int limit = 8;
                for (const int enemy : enemies)
                    if (f.length(trump_suit, enemy) > drawn) limit = std::min(limit, f.length(suit, enemy));
                int limit_his = limit;
                if (partner) {
                    if (f.length(trump_suit, partner) > drawn) limit = std::min(limit, f.length(suit, partner));
                    if (f.length(trump_suit, leader) > drawn) limit_his = std::min(limit_his, f.length(suit, leader));
                }
                his_tricks = limit <= tricks ? 0 : std::max(0, std::min(his_tricks, limit_his - tricks));
                tricks = std::min(limit, tricks);
            }
            add(suit, tricks, his_tricks);
        }
        const bool cross = total < wanted;
        if (cross && (bridge < 0 || total + crossed < wanted)) return std::nullopt;

        int missing = wanted - sure;
        Relevance relevance = sure ? sure_places(f, sure_hand) : 0;
        const auto cash = [&](int suit, int hand, int tricks, int rounds_before) {
            missing -= tricks;
            int others = 0;  // rounds in which another hand follows: only there do ranks matter
            for (int other = 0; other < 3; ++other)
                if (other != hand) others = std::max(others, f.length(suit, other) - rounds_before);
            if (const int n = std::min(tricks, others); n > 0)
                relevance |= top_with((f.own[hand] >> (8 * suit)) & 0xff, n) << (8 * suit);
        };
        if (G == Game::trump && drawn) cash(trump_suit, leader, drawn, 0);  // the side suits rest on it
        for (int suit = 0; suit < sides; ++suit)
            if (cross || missing > 0)
                if (const int n = cross ? mine[suit] : std::min(mine[suit], missing)) cash(suit, leader, n, 0);
        if (cross) {
            cash(bridge, partner, std::min(his[bridge], missing), mine[bridge]);
            for (int suit = 0; suit < 4 && missing > 0; ++suit)
                if (suit != bridge && his[suit]) cash(suit, partner, std::min(his[suit], missing), mine[suit]);
        }
        return relevance;
    }

    /// The side off lead has trumps that no play can take from it.
    std::optional<Relevance> holds(const Frame& f, bool declarer, int wanted) const {
        if (f.suit[trump_suit]->sure_for(declarer) < wanted) return std::nullopt;
        for (int hand = declarer ? 0 : 1; hand < (declarer ? 1 : 3); ++hand)
            if (trumps(f).sure[hand] >= wanted) return sure_places(f, hand);
        return std::nullopt;
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
