// The search within preferans: one question at a time, "does the declarer get at least `need` tricks?".
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "../tables.hpp"
#include "blurred.hpp"
#include "endings.hpp"
#include "frame.hpp"
#include "kozyr/limits.hpp"
#include "learn.hpp"
#include "misere.hpp"
#include "patterns.hpp"
#include "quick_tricks.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class Engine {
public:
    /// `head_bits` is the expected use of memory: 12 for one position, 16 for thousands of similar ones.
    explicit Engine(int head_bits = 12) : patterns_(head_bits) {}

    /// Start afresh: forget the proofs of earlier questions. Answers to later questions may use earlier ones. `bounds`,
    /// for many misères of one declarer's hand: look at the blurred position first. It outlives the engine.
    void begin(Game game, const Limits& limits, Bounds* bounds = nullptr) {
        bounds_ = bounds;
        game_ = game;
        limits_ = limits;
        nodes_ = 0;
        next_check_ = 0;
        if (game == Game::misere) {
            endings_ = &Endings::shared();
            positions_.clear();
        } else {
            patterns_.clear();
        }
    }

    /// Does hand 0 get at least `need` tricks from the current one on? Throws Limits::Reached.
    bool ask(const Node& node, int need) {
        switch (game_) {
            case Game::trump: return ask_game<Game::trump>(node, need);
            case Game::no_trump: return ask_game<Game::no_trump>(node, need);
            default: return ask_game<Game::misere>(node, need);
        }
    }

    /// Exactly how many, see most_tricks(). Throws Limits::Reached.
    int value(const Node& node, int low, int high, int guess) {
        return most_tricks(low, high, guess, [&](int need) { return ask(node, need); });
    }
    int value(const Node& node) { return value(node, 0, node.cards, guess(node)); }

    /// A guess from the learned table: wrong by 0.7 tricks in the mean.
    int guess(const Node& node) const {
        const int plain = game_ == Game::trump      ? learned::guess_side
                          : game_ == Game::no_trump ? learned::guess_no_trump
                                                    : learned::guess_misere;
        const int last = game_ == Game::trump ? learned::guess_trump : plain;
        const auto of = [&](int kind, int suit) {
            const Code code = rest_[lane_of(node.owners, suit)].code;
            return kozyr_preferans_guess[learned::guess_slot(kind, node.leader, code)];
        };
        const int sum = of(plain, 0) + of(plain, 1) + of(plain, 2) + of(last, trump_suit);
        return (sum + learned::guess_unit / 2) / learned::guess_unit;
    }

    /// Trick starts searched; blurred ones do not count.
    std::uint64_t nodes() const { return nodes_; }
#ifdef KOZYR_TRAIN
    /// Order moves by this table, and add the results of tried cards to the samples.
    void learn(const std::uint8_t* table, Samples& samples) {
        order_table_ = table;
        learner_.watch(table, samples);
    }
#endif

private:
    const Suits::Record* const record_ = suits().record.data();
    const Suits::Rest* const rest_ = suits().rest.data();
    const Gaps& gaps_ = gaps();
    const std::uint8_t* order_table_ = kozyr_preferans_order;
    QuickTricks quick_;
    Patterns patterns_;
    Positions positions_;
    const Endings* endings_ = nullptr;
    Bounds* bounds_ = nullptr;
    [[no_unique_address]] Learner learner_;

    Game game_ = Game::trump;
    Limits limits_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;  // of the limits, when this many nodes are searched
    std::uint64_t blurred_nodes_ = 0;

    Frame frame(Owners owners, int leader, int cards, int need) const { return {record_, owners, leader, cards, need}; }

    void check_limits() {
        next_check_ = nodes_ + 256;
        limits_.check(nodes_);
    }

    // ---- the trick, card by card. Only open questions are asked: 1 <= need <= cards.

    template <Game G>
    Proof start(Owners owners, int leader, int cards, int need) {
        if constexpr (G == Game::misere) return {start_misere(owners, leader, cards, need)};
        if constexpr (is_blurred(G)) return {start_blurred<G>(gaps_.blurred(owners), leader, cards, need)};
        Frame f = frame(owners, leader, cards, need);
        if (cards == 1) {  // no choice is left
            for (int k = 0; k < 3; ++k) f.card[k] = std::countr_zero(f.own[seat_after(leader, k)]);
            return finish<G>(f);
        }
        if (++nodes_ >= next_check_) check_limits();
        if (const auto proof = quick_.decide<G>(f)) return *proof;
        Patterns::Shelf shelf = patterns_.shelf(f);
        if (const auto proof = patterns_.find(shelf, need)) return *proof;
        const Proof proof = ply<G, 0>(f);
        patterns_.keep(shelf, proof.relevance, static_cast<std::uint8_t>(proof.yes ? need : 0),
                       static_cast<std::uint8_t>(proof.yes ? cards : need - 1));
        return proof;
    }

    /// The K-th seat of the trick plays.
    template <Game G, int K>
    Proof ply(Frame& f) {
        if constexpr (K == 3) {
            return finish<G>(f);
        } else {
            const int seat = seat_after(f.leader, K);
            const bool goal = (seat == 0) != avoids(G);  // at misère hand 0 wants few tricks
            Places legal = f.own[seat];
            if constexpr (K > 0) {
                if (const Places follow = legal & suit_places(suit_at(f.card[0]))) legal = follow;
                else if (const Places ruff = legal & suit_places(trump_suit); G == Game::trump && ruff) legal = ruff;
            }
            Places moves = lowest_of_runs(legal);
            if (!(moves & (moves - 1))) {
                f.card[K] = std::countr_zero(moves);
                const Proof only = ply<G, K + 1>(f);
                return {only.yes, avoids(G) || only.yes == goal ? only.relevance : keep_runs(only.relevance, legal)};
            }
            const Order order = Order::of<G, K>(order_table_, f, seat, legal);
            Relevance all = 0;
            [[maybe_unused]] Learner::Tried tried;
            while (moves) {
                const int card = order.best_of(moves);
                f.card[K] = card;
                const auto before = nodes_;
                const Proof proof = ply<G, K + 1>(f);
                tried.add(card, nodes_ - before);
                if (proof.yes == goal) {
                    learner_.look(order, legal, tried, nodes_, [&, copy = f](int other) mutable {
                        copy.card[K] = other;
                        return ply<G, K + 1>(copy).yes == goal;
                    });
                    return proof;
                }
                moves &= ~place_bit(card);
                if constexpr (avoids(G)) continue;
                all |= proof.relevance;
                // A card that failed and whose rank did not matter: the other such cards of its suit fail likewise.
                if (!(proof.relevance & place_bit(card))) moves &= proof.relevance | ~suit_places(suit_at(card));
            }
            return {!goal, keep_runs(all, legal)};
        }
    }

    /// The three cards are on the table: which hand takes them, and how does the rest go?
    template <Game G>
    Proof finish(const Frame& f) {
        int best = f.card[0], winner = f.leader;
        bool by_rank = false;  // against another card of its suit
        for (int k = 1; k < 3; ++k) {
            const int card = f.card[k];
            if (same_suit(card, best)) {
                by_rank = true;
                if (card < best) {
                    best = card;
                    winner = seat_after(f.leader, k);
                }
            } else if (G == Game::trump && is_trump(card)) {
                best = card;
                winner = seat_after(f.leader, k);
                by_rank = false;
            }
        }
        const int need = f.need - (winner == 0);
        const Relevance ranks = by_rank ? down_to(best) : 0;
        if (need <= 0 || need >= f.cards) return {need <= 0, ranks};
        const Removal removal(place_bit(f.card[0]) | place_bit(f.card[1]) | place_bit(f.card[2]));
        const Owners left = removal.apply(f.owners);
        if constexpr (is_blurred(G))
            if (winner != 0 && in_one_gap(f, winner, best)) {
                constexpr bool wanted = G == Game::misere_most;  // by the side that says which card is the higher
                const Proof proof = start<G>(left, winner, f.cards - 1, need);
                return proof.yes == wanted ? proof : start<G>(left, 3 - winner, f.cards - 1, need);
            }
        const Proof proof = start<G>(left, winner, f.cards - 1, need);
        if constexpr (avoids(G)) return proof;
        return {proof.yes, removal.back(proof.relevance) | ranks};
    }

    bool start_misere(Owners owners, int leader, int cards, int need) {
        if (++nodes_ >= next_check_) check_limits();
        if (cards <= endings_->cards()) return endings_->value(owners, leader, cards) >= need;
        if (never_caught(rest_, owners, leader, need)) return false;
        Positions::Entry* const entry = positions_.find(owners, leader);
        int low = 0, high = cards;
        if (positions_.knows(*entry, owners, leader)) {
            low = entry->low;
            high = entry->high;
            if (low >= need) return true;
            if (high < need) return false;
        }
        if (bounds_) {
            const Owners blurred = gaps_.blurred(owners);
            if (!start_blurred<Game::misere_most>(blurred, leader, cards, need)) return false;
            if (start_blurred<Game::misere_least>(blurred, leader, cards, need)) return true;
        }
        Frame f = frame(owners, leader, cards, need);
        const bool yes = ply<Game::misere, 0>(f).yes;
        positions_.put(*entry, owners, leader, cards, yes ? need : low, yes ? high : need - 1);
        return yes;
    }

    /// `owners` are blurred.
    template <Game G>
    bool start_blurred(Owners owners, int leader, int cards, int need) {
        if ((++blurred_nodes_ & 1023) == 0) limits_.check(nodes_);
        if (never_caught(rest_, owners, leader, need)) return false;
        return ask_bounds<G>(owners, leader, cards, need, [&](Frame& f) { return ply<G, 0>(f).yes; });
    }

    /// The declarer has led a card, and the whole of the trick is still in `owners`. Kept under a leader of its own.
    template <Game G>
    bool ask_blurred(Owners owners, int card, int cards, int need) {
        return ask_bounds<G>(owners, 3 + card, cards, need, [&](Frame& f) {
            f.leader = 0;
            f.card[0] = card;
            return ply<G, 1>(f).yes;
        });
    }

    /// The answer of the bounds, else of play(frame).
    template <Game G, class Play>
    bool ask_bounds(Owners owners, int leader, int cards, int need, Play play) {
        constexpr auto side = Bound::side(G);
        Bound bound = bounds_->find(owners, leader, cards);
        if (bound.low[side] >= need) return true;
        if (bound.high[side] < need) return false;
        if (leader < 3 && cards <= endings_->cards()) {
            bound = blurred_ending(owners, leader, cards);
        } else {
            Frame f = frame(owners, leader, cards, need);
            const bool yes = play(f);
            bound = bounds_->find(owners, leader, cards);  // the other side may have been asked meanwhile
            bound.learn(side, need, yes);
        }
        bounds_->keep(owners, leader, cards, bound);
        return bound.low[side] >= need;
    }

    /// Where all positions can be looked up, the bounds are the most and the least over those that blur to this one.
    Bound blurred_ending(Owners owners, int leader, int cards) const {
        int high = 0, low = cards;
        for (const Owners a : gaps_.orders(lane_of(owners, 0)))
            for (const Owners b : gaps_.orders(lane_of(owners, 1)))
                for (const Owners c : gaps_.orders(lane_of(owners, 2)))
                    for (const Owners d : gaps_.orders(lane_of(owners, 3))) {
                        const int v = endings_->value(owners_of(a, b, c, d), leader, cards);
                        high = std::max(high, v);
                        low = std::min(low, v);
                    }
        const auto most = static_cast<std::uint8_t>(high), least = static_cast<std::uint8_t>(low);
        return {{most, least}, {most, least}};
    }

    /// Catcher `winner` has the trick with `best`: does the other catcher's card lie in the same gap?
    static bool in_one_gap(const Frame& f, int winner, int best) {
        const int other = f.card[static_cast<unsigned>(6 - winner - f.leader) % 3];
        // No card of the declarer is between the two; the declarer's played card is still among the own ones.
        return same_suit(best, other) && !(f.own[0] & (place_bit(other) - place_bit(best)));
    }

    template <Game G>
    bool ask_game(const Node& node, int need) {
        if (need <= 0) return true;
        if (need > node.cards) return false;
        if (node.played == 0) return start<G>(node.owners, node.leader, node.cards, need).yes;
        if constexpr (G == Game::misere)
            if (bounds_ && node.played == 1 && node.leader == 0) {
                const Owners blurred = gaps_.blurred(node.owners);
                if (!ask_blurred<Game::misere_most>(blurred, node.table[0], node.cards, need)) return false;
                if (ask_blurred<Game::misere_least>(blurred, node.table[0], node.cards, need)) return true;
            }
        Frame f = frame(node.owners, node.leader, node.cards, need);
        for (int k = 0; k < node.played; ++k) {
            f.card[k] = node.table[k];
            f.own[seat_after(node.leader, k)] &= ~place_bit(node.table[k]);
        }
        // A card on the table is in no hand in `own`, so it parts cards that touch once it is gone: that gives only
        // more moves.
        return (node.played == 1 ? ply<G, 1>(f) : ply<G, 2>(f)).yes;
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
