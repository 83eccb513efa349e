// Any position: the value of tricks and misère, and that of every card. All-pass is in allpass.hpp.
#pragma once

#include <algorithm>

#include "allpass.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// The memory of a Solver between positions.
class Memory {
public:
    Answer operator()(const Position& position, const Options& options, const Limits& limits) {
        AllPass allpass(engine_, limits);
        try {
            return position.kind == Kind::allpass ? allpass.solve(position, options)
                                                  : for_declarer(position, options, limits);
        } catch (const Limits::Reached&) {
            Answer answer;
            answer.to_move = seat_to_move(position);
            answer.nodes = engine_.nodes() + allpass.nodes();
            return answer;
        }
    }

private:
    Engine engine_;

    Answer for_declarer(const Position& p, const Options& options, const Limits& limits) {
        engine_.begin(game_of(p.kind, p.trump), limits);
        const Relative relative(p.hands, p.trump, p.declarer, p.leader, p.trick);
        Answer answer;
        answer.to_move = seat_to_move(p);
        answer.value = engine_.value(relative.node);
        if (options.moves) {
            // The position's value is the best for the seat to move, so it bounds its moves on one side.
            const bool wants_more = (answer.to_move == p.declarer) == (p.kind == Kind::tricks);
            const int low = wants_more ? 0 : answer.value;
            const int high = wants_more ? answer.value : relative.node.cards;
            int value = 0;  // first asked of each: is it as good as the best?
            by_runs(legal_cards(p), relative.live, [&](Card card, bool lowest) {
                if (lowest) value = after_card(p, card, low, high, wants_more ? high : low + 1);
                answer.moves.push_back({card, static_cast<std::int8_t>(value), {}});
            });
        }
        answer.nodes = engine_.nodes();
        answer.finished = true;
        return answer;
    }

    /// The declarer's tricks, this one among them, once the seat to move plays the card; known to lie in low..high.
    int after_card(const Position& p, Card card, int low, int high, int guess) {
        const Position next = with_card(p, card);
        if (next.trick.size() < 3)
            return engine_.value(Relative(next.hands, p.trump, p.declarer, p.leader, next.trick).node, low, high,
                                 guess);
        const int winner = trick_winner(next);
        const int won = winner == p.declarer ? 1 : 0;
        const Relative after(next.hands, p.trump, p.declarer, winner, {});
        const int left = after.node.cards;
        low = std::clamp(low - won, 0, left);
        high = std::clamp(high - won, 0, left);
        return won + (left ? engine_.value(after.node, low, high, guess - won) : 0);
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
