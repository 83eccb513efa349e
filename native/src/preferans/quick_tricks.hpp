// Tricks that can be counted without a search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "frame.hpp"
#include "game.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class QuickTricks {
public:
    /// The answer, if tricks from the top or trumps that nobody can take decide the question.
    template <Game G>
    std::optional<Proof> decide(const Frame& f) const {
        const int declarer = f.need, defence = f.cards - f.need + 1;  // tricks that decide for each side
        if (const auto relevance = cashes<G>(f, f.leader ? defence : declarer)) return Proof{f.leader == 0, *relevance};
        if constexpr (G == Game::trump)
            if (const auto relevance = holds(f, f.leader != 0, f.leader ? declarer : defence))
                return Proof{f.leader != 0, *relevance};
        return std::nullopt;
    }

    /// The last trick leaves no choice.
    template <Game G>
    static Proof last_trick(const Frame& f) {
        int best = std::countr_zero(f.own[f.leader]), winner = f.leader;
        bool by_rank = false;
        for (int k = 1; k < 3; ++k) {
            const int seat = seat_after(f.leader, k);
            const int card = std::countr_zero(f.own[seat]);
            if (same_suit(card, best)) {
                if (card < best) {
                    best = card;
                    winner = seat;
                }
                by_rank = true;
            } else if (G == Game::trump && is_trump(card)) {
                best = card;
                winner = seat;
                by_rank = false;
            }
        }
        return {winner == 0, by_rank ? down_to(best) : 0};
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

    /// Tricks that the side on lead takes without losing the lead.
    struct Plan {
        std::array<int, 4> mine{}, his{};  // by suit: of the leader, and of his partner once he has crossed to him
        int total = 0, crossed = 0;        // their sums
        int bridge = -1;                   // the suit in which the leader can cross
        int sure_hand = 0, sure = 0;       // trumps kept back that win in any play, and whose they are

        void add(int suit, int tricks, int his_tricks, bool leads_on) {
            mine[suit] = tricks;
            his[suit] = his_tricks;
            total += tricks;
            crossed += his_tricks;
            if (his_tricks && leads_on) bridge = suit;
        }
    };

    static int partner_of(int leader) { return leader ? 3 - leader : 0; }

    /// With trumps: either draw them as far as the leader's own trumps win, or leave them alone.
    template <Game G>
    [[gnu::always_inline]] Plan plan(const Frame& f, bool draw) const {
        const int leader = f.leader, partner = partner_of(leader);
        const std::array<int, 2> enemies{leader ? 0 : 1, leader ? 0 : 2};
        Plan p;
        if constexpr (G == Game::trump) {
            if (draw) {
                const int led = f.suit[trump_suit]->quick[leader];
                p.add(trump_suit, led, f.suit[trump_suit]->crossed[leader], f.length(trump_suit, leader) > led);
            } else {
                p.sure_hand = leader;
                p.sure = trumps(f).sure[leader];
                if (partner && trumps(f).sure[partner] > p.sure) {
                    p.sure_hand = partner;
                    p.sure = trumps(f).sure[partner];
                }
                p.total = p.sure;
            }
        }
        const int drawn = p.mine[trump_suit];
        for (int suit = 0; suit < (G == Game::trump ? 3 : 4); ++suit) {
            int tricks = f.suit[suit]->quick[leader];
            int his = f.suit[suit]->crossed[leader];
            if constexpr (G == Game::trump) {  // whoever has a trump left would have to ruff when void
                int limit = 8;
                for (const int enemy : enemies)
                    if (f.length(trump_suit, enemy) > drawn) limit = std::min(limit, f.length(suit, enemy));
                int limit_his = limit;
                if (partner) {
                    if (f.length(trump_suit, partner) > drawn) limit = std::min(limit, f.length(suit, partner));
                    if (f.length(trump_suit, leader) > drawn) limit_his = std::min(limit_his, f.length(suit, leader));
                }
                if (limit <= tricks) {
                    tricks = limit;
                    his = 0;
                } else {
                    his = std::max(0, std::min(his, limit_his - tricks));
                }
            }
            p.add(suit, tricks, his, f.length(suit, leader) > tricks);
        }
        return p;
    }

    /// What a plan's first `wanted` tricks rest on.
    template <Game G>
    [[gnu::always_inline]] Relevance rests_on(const Frame& f, const Plan& p, int wanted) const {
        constexpr int sides = G == Game::trump ? 3 : 4;
        const bool cross = p.total < wanted;
        int missing = wanted;
        Relevance relevance = 0;
        if (p.sure) {
            missing -= p.sure;
            relevance |= sure_places(f, p.sure_hand);
        }
        const auto cash = [&](int suit, int hand, int tricks, int rounds_before) {
            missing -= tricks;
            int others = 0;  // rounds in which somebody else follows: only there do ranks matter
            for (int other = 0; other < 3; ++other)
                if (other != hand) others = std::max(others, f.length(suit, other) - rounds_before);
            if (const int n = std::min(tricks, others); n > 0)
                relevance |= top_with((f.own[hand] >> (8 * suit)) & 0xff, n) << (8 * suit);
        };
        if (G == Game::trump && p.mine[trump_suit])  // the side suits rest on it
            cash(trump_suit, f.leader, p.mine[trump_suit], 0);
        for (int suit = 0; suit < sides; ++suit)
            if (cross || missing > 0)
                if (const int n = cross ? p.mine[suit] : std::min(p.mine[suit], missing)) cash(suit, f.leader, n, 0);
        if (cross) {
            const int partner = partner_of(f.leader);
            cash(p.bridge, partner, std::min(p.his[p.bridge], missing), p.mine[p.bridge]);
            for (int suit = 0; suit < 4 && missing > 0; ++suit)
                if (suit != p.bridge && p.his[suit]) cash(suit, partner, std::min(p.his[suit], missing), p.mine[suit]);
        }
        return relevance;
    }

    /// The side on lead takes `wanted` tricks without losing the lead, or by trumps that cannot be taken from it: what
    /// that rests on. Nothing if it does not.
    template <Game G>
    std::optional<Relevance> cashes(const Frame& f, int wanted) const {
        // Most positions have not enough even if nobody ever ruffs: out with them first.
        const PerLeader reach = f.suit[0]->reach + f.suit[1]->reach + f.suit[2]->reach +
                                (G == Game::trump ? f.suit[3]->reach_as_trump : f.suit[3]->reach);
        if (reach[f.leader] < wanted) return std::nullopt;
        for (const bool draw : {true, false}) {
            if (!draw && G != Game::trump) break;
            const Plan p = plan<G>(f, draw);
            if (p.total >= wanted || (p.bridge >= 0 && p.total + p.crossed >= wanted)) return rests_on<G>(f, p, wanted);
        }
        return std::nullopt;
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
