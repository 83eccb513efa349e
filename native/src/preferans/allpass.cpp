#include "allpass.hpp"

#include <algorithm>
#include <optional>

#include "position.hpp"
#include "relative.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// Three cards answered the talon's.
int AllPass::talon_winner(const Position& p) {
    int winner = dealer;
    int top = p.talon_wins ? p.talon[0] : -1;
    for (int k = 0; k < 3; ++k)
        if (suit_of(p.trick[k]) == suit_of(p.talon[0]) && p.trick[k] > top) {
            top = p.trick[k];
            winner = (p.leader + k) % 3;
        }
    return winner;
}

/// A full trick is taken away.
AllPass::Played AllPass::play(const Position& p, Card card) {
    Played out{with_card(p, card), nobody};
    Position& next = out.position;
    if (next.trick.size() < 3) return out;
    if (next.talon.empty()) {
        next.leader = out.winner = trick_winner(next);
    } else {  // the first hand plays first again, and leads the trick after the talon's
        out.winner = talon_winner(next);
        next.talon.erase(next.talon.begin());
    }
    next.trick.clear();
    return out;
}

/// Cards that part neighbours: the live ones, and a talon card that may win its trick.
Cards AllPass::separators(const Position& p) {
    Cards live = p.hands[0] | p.hands[1] | p.hands[2];
    for (const Card card : p.trick) live |= bit(card);
    if (p.talon_wins)
        for (const Card card : p.talon) live |= bit(card);
    return live;
}

/// Does `victim` take at least `need` tricks, the two others giving him as many as they can?
bool AllPass::catches(const Position& p, int victim, int need) {
    if (need <= 0) return true;
    if (need > tricks_left(p)) return false;
    if (p.talon.empty()) return engine_.ask(Relative(p.hands, std::nullopt, victim, p.leader, p.trick).node, need);
    ++nodes_;
    const bool goal = seat_to_move(p) != victim;
    bool found = false;
    by_runs(legal_cards(p), separators(p), [&](Card card, bool lowest) {
        if (found || !lowest) return;
        const Played next = play(p, card);
        found = catches(next.position, victim, need - (next.winner == victim)) == goal;
    });
    return found ? goal : !goal;
}

int AllPass::paranoid(const Position& p, int victim, int guess) {
    int low = 0, high = tricks_left(p);
    while (low < high) {
        const int need = std::clamp(guess, low + 1, high);
        if (catches(p, victim, need)) {
            low = need;
            guess = need + 1;
        } else {
            high = guess = need - 1;
        }
    }
    return low;
}

/// Is outcome `a` better for the seat than `b`? See Options::maxn.
bool AllPass::better(const Tricks& a, const Tricks& b, int seat) {
    const int left = (seat + 1) % 3, right = (seat + 2) % 3;
    if (a[seat] != b[seat]) return a[seat] < b[seat];
    if (a[left] != b[left]) return a[left] > b[left];
    return a[right] > b[right];
}

/// Every seat for itself: no bound of one seat prunes another's choice, so all moves are tried, each position once.
AllPass::Tricks AllPass::maxn(const Position& p) {
    if (tricks_left(p) == 0) return {};
    Owners key = 0;
    if (p.trick.empty()) {
        ++nodes_;
        if ((nodes_ & 255) == 0 && (nodes_ >= limits_.nodes || limits_.over())) throw Interrupted{};
        if (p.talon.empty()) {
            key = Relative(p.hands, std::nullopt, 0, p.leader, {}).node.owners;
            if (const auto found = known_[p.leader].find(key); found != known_[p.leader].end()) return found->second;
        }
    }
    Tricks best{};
    bool first = true;
    by_runs(legal_cards(p), separators(p), [&](Card card, bool lowest) {
        if (!lowest) return;
        const Tricks tricks = maxn_after(p, card);
        if (first || better(tricks, best, seat_to_move(p))) best = tricks;
        first = false;
    });
    if (key) known_[p.leader].emplace(key, best);
    return best;
}

AllPass::Tricks AllPass::maxn_after(const Position& p, Card card) {
    const Played next = play(p, card);
    Tricks tricks = maxn(next.position);
    if (next.winner != nobody && next.winner != dealer) ++tricks[next.winner];
    return tricks;
}

Answer AllPass::solve(const Position& p, const Options& options) {
    Answer answer;
    answer.to_move = seat_to_move(p);
    const Cards legal = legal_cards(p);
    std::uint64_t searched = 0;
    for (int seat = 0; seat < 3; ++seat) {
        engine_.begin(Game::misere, limits_);
        answer.each[seat] = static_cast<std::int8_t>(paranoid(p, seat, tricks_left(p) / 2));
        if (options.moves && seat == answer.to_move) {
            int value = 0;
            by_runs(legal, separators(p), [&](Card card, bool lowest) {
                if (lowest) {
                    const Played next = play(p, card);
                    const int won = next.winner == seat ? 1 : 0;
                    value =
                        won + (tricks_left(next.position) ? paranoid(next.position, seat, answer.each[seat] - won) : 0);
                }
                answer.moves.push_back({card, static_cast<std::int8_t>(value), {}});
            });
        }
        searched += engine_.nodes();
    }
    if (options.maxn) {
        answer.maxn = maxn(p);
        Tricks tricks{};
        std::size_t i = 0;
        if (options.moves)
            by_runs(legal, separators(p), [&](Card card, bool lowest) {
                if (lowest) tricks = maxn_after(p, card);
                answer.moves[i++].maxn = tricks;
            });
    }
    answer.value = answer.each[answer.to_move];
    answer.nodes = nodes_ + searched;
    answer.finished = true;
    return answer;
}

}  // namespace kozyr::preferans::KOZYR_LEVEL
