// Any position: its value and that of every card; tables.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "engine.hpp"
#include "position.hpp"

namespace kozyr::bridge::KOZYR_LEVEL {

/// From cards to the search's form: the only place where the two meet. The cards on the table stand with the hands that
/// played them.
class Relative {
public:
    Relative(const std::array<Cards, seats>& hands, std::optional<Suit> trump, int leader,
             const std::vector<Card>& table)
        : trump_(trump ? static_cast<int>(*trump) : trump_suit) {
        std::array<Cards, seats> all = hands;
        for (std::size_t k = 0; k < table.size(); ++k)
            all[(static_cast<std::size_t>(leader) + k) % seats] |= bit(table[k]);
        Node& node = trick.node;
        for (int suit = 0; suit < 4; ++suit) {
            int place = 16 * lane_of(suit);
            for (int rank = ranks - 1; rank >= 0; --rank)
                for (int seat = 0; seat < seats; ++seat)
                    if (all[seat] & bit(ranks * suit + rank)) {
                        places_[ranks * suit + rank] = static_cast<std::uint8_t>(place);
                        node.live |= place_bit(place);
                        node.real |= place_bit(16 * lane_of(suit) + ranks - 1 - rank);
                        if (seat & 1) node.owner[0] |= place_bit(place);
                        if (seat & 2) node.owner[1] |= place_bit(place);
                        node.lengths.add(lane_of(suit), seat);
                        ++place;
                    }
        }
        if (trump) count_sure(node);
        node.leader = leader;
        node.tricks = std::popcount(all[leader]);
        for (int seat = 0; seat < seats; ++seat) trick.own[seat] = node.hand(seat);
        for (std::size_t k = 0; k < table.size(); ++k) trick.card[k] = places_[table[k]];
    }

    int place(Card card) const { return places_[card]; }

    Trick trick;

private:
    int trump_;
    std::array<std::uint8_t, pack_size> places_{};

    /// The trump suit changes places with the last one.
    int lane_of(int suit) const { return suit == trump_ ? trump_suit : suit == trump_suit ? trump_ : suit; }
};

/// The memory of a Solver between positions.
class Memory {
public:
    explicit Memory(std::size_t bytes) : trump_(bytes / 2), no_trump_(bytes / 2) {}

    Answer solve(const Position& p, const Options& options, const Limits& limits) {
        return p.trump ? solve(trump_, p, options, limits) : solve(no_trump_, p, options, limits);
    }

    Table table(const std::array<Cards, seats>& hands, const Limits& limits) {
        Table table;
        table.finished = true;
        for (int denomination = 0; denomination < 5; ++denomination) {
            std::optional<Suit> trump;
            if (denomination < 4) trump = static_cast<Suit>(denomination);
            const bool done = trump ? row(trump_, hands, trump, limits, table, denomination)
                                    : row(no_trump_, hands, trump, limits, table, denomination);
            if (!done) {
                table.finished = false;
                break;
            }
        }
        return table;
    }

private:
    Engine<true> trump_;
    Engine<false> no_trump_;

    /// The tricks of 0 and 2, known to lie in low..high; a question for each step from the guess.
    template <class Engine>
    static int value(Engine& engine, const Trick& trick, int played, int low, int high, int guess) {
        guess = std::clamp(guess, low, high);
        if (guess > low && !engine.ask(trick, played, guess)) {
            do --guess;
            while (guess > low && !engine.ask(trick, played, guess));
            return guess;
        }
        while (guess < high && engine.ask(trick, played, guess + 1)) ++guess;
        return guess;
    }

    /// The tricks that 0 and 2 take on the average: half of them, and more for the higher cards, all trumps and the
    /// longer trumps. Fitted to the values of 250 deals, of which it is wrong by 0.8 tricks.
    static int guess_of(const Node& node, bool trumps) {
        int points = 0;
        for (int suit = 0; suit < 4; ++suit)
            for (int place = 0; place < 4; ++place) {
                const Lanes card = place_bit(16 * suit + place);
                if (node.live & card) points += (4 - place) * (node.owner[0] & card ? -1 : 1);
            }
        int thousandths = 6870 + 260 * points;
        if (trumps) {
            const auto has = [&](int seat) { return node.lengths(trump_suit, seat); };
            thousandths = 6700 + 180 * points + 305 * (has(0) + has(2) - has(1) - has(3)) +
                          355 * (std::max(has(0), has(2)) - std::max(has(1), has(3)));
        }
        return std::clamp((node.tricks * thousandths + 6500) / 13000, 0, node.tricks);
    }

    template <class Engine>
    static Answer solve(Engine& engine, const Position& p, const Options& options, const Limits& limits) {
        if (!options.keep) engine.clear();
        engine.begin(limits);
        Answer answer;
        answer.to_move = seat_to_move(p);
        try {
            const Relative root(p.hands, p.trump, p.leader, p.trick);
            const int played = static_cast<int>(p.trick.size()), tricks = root.trick.node.tricks;
            answer.value = value(engine, root.trick, played, 0, tricks, guess_of(root.trick.node, p.trump.has_value()));
            if (options.moves) moves(engine, p, root, answer);
            answer.finished = true;
        } catch (const Limits::Reached&) {
            answer.moves.clear();
        }
        answer.nodes = engine.nodes();
        return answer;
    }

    template <class Engine>
    static void moves(Engine& engine, const Position& p, const Relative& root, Answer& answer) {
        // The position's value is the best for the seat to move, so it bounds its moves on one side.
        const bool more = (answer.to_move & 1) == 0;
        const int played = static_cast<int>(p.trick.size()), tricks = root.trick.node.tricks;
        const int low = more ? 0 : answer.value, high = more ? answer.value : tricks;
        int last = -1;  // the place of the card before, which is one lower in the same hand if they touch
        int known = 0;
        const Cards legal = legal_cards(p);
        for (Card card = 0; card < pack_size; ++card) {
            if (!(legal & bit(card))) continue;
            const int place = root.place(card);
            if (last != place + 1 || suit_of(last) != suit_of(place)) {
                if ((legal & (legal - 1)) == 0) {
                    known = answer.value;
                } else {
                    Trick next = root.trick;
                    next.card[played] = place;
                    known = value(engine, next, played + 1, low, high, more ? high : low + 1);
                }
            }
            last = place;
            answer.moves.push_back({card, static_cast<std::int8_t>(known)});
        }
    }

    template <class Engine>
    static bool row(Engine& engine, const std::array<Cards, seats>& hands, std::optional<Suit> trump,
                    const Limits& limits, Table& table, int denomination) {
        if (trump && denomination > 0) engine.next();
        else engine.clear();
        engine.begin(limits);
        bool finished = true;
        try {
            int guess = -1;
            for (const int leader : {0, 2, 1, 3}) {
                const Relative root(hands, trump, leader, {});
                const int tricks = root.trick.node.tricks;
                guess = value(engine, root.trick, 0, 0, tricks,
                              guess < 0 ? guess_of(root.trick.node, trump.has_value()) : guess);
                const int declarer = (leader + 3) % seats;
                table.tricks[denomination][declarer] = static_cast<std::int8_t>(declarer & 1 ? tricks - guess : guess);
            }
        } catch (const Limits::Reached&) {
            finished = false;
        }
        table.nodes += engine.nodes();
        return finished;
    }
};

}  // namespace kozyr::bridge::KOZYR_LEVEL
