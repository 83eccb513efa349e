// All-pass: everybody avoids tricks. Three misères at once, with their first two tricks led from the talon; and max^n,
// in which every seat looks after itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "engine.hpp"
#include "position.hpp"
#include "relative.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class AllPass {
public:
    AllPass(Engine& engine, const Limits& limits) : engine_(engine), limits_(limits) {}

    /// Throws Limits::Reached.
    Answer solve(const Position& p, const Options& options) {
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
                        value = won + paranoid(next.position, seat, answer.each[seat] - won);
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

    /// Trick starts searched here, without those of the engine.
    std::uint64_t nodes() const { return nodes_; }

private:
    using Tricks = std::array<std::int8_t, 3>;

    /// A position after a card; `winner` has taken the trick, or the trick is open.
    struct Played {
        Position position;
        int winner;
    };
    static constexpr int nobody = -1;
    static constexpr int dealer = 3;  // takes a trick led from the talon where the talon card can win

    /// A type of this copy's own, so that the map's functions are this copy's too and are not shared.
    struct Hash : std::hash<Owners> {};

    Engine& engine_;
    const Limits& limits_;
    std::uint64_t nodes_ = 0;
    std::array<std::unordered_map<Owners, Tricks, Hash>, 3> known_;  // max^n at trick starts without a talon, by leader

    /// Three cards answered the talon's.
    static int talon_winner(const Position& p) {
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
    static Played play(const Position& p, Card card) {
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
    static Cards separators(const Position& p) {
        Cards live = p.hands[0] | p.hands[1] | p.hands[2];
        for (const Card card : p.trick) live |= bit(card);
        if (p.talon_wins)
            for (const Card card : p.talon) live |= bit(card);
        return live;
    }

    /// Does `victim` take at least `need` tricks, the two others giving him as many as they can?
    bool catches(const Position& p, int victim, int need) {
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

    int paranoid(const Position& p, int victim, int guess) {
        return most_tricks(0, tricks_left(p), guess, [&](int need) { return catches(p, victim, need); });
    }

    /// Is outcome `a` better for the seat than `b`? See Options::maxn.
    static bool better(const Tricks& a, const Tricks& b, int seat) {
        const int left = (seat + 1) % 3, right = (seat + 2) % 3;
        if (a[seat] != b[seat]) return a[seat] < b[seat];
        if (a[left] != b[left]) return a[left] > b[left];
        return a[right] > b[right];
    }

    /// Every seat for itself: no bound of one seat prunes another's choice, so all moves are tried, each position once.
    Tricks maxn(const Position& p) {
        if (tricks_left(p) == 0) return {};
        Owners key = 0;
        if (p.trick.empty()) {
            if ((++nodes_ & 255) == 0) limits_.check(nodes_);
            if (p.talon.empty()) {
                key = Relative(p.hands, std::nullopt, 0, p.leader, {}).node.owners;
                if (const auto found = known_[p.leader].find(key); found != known_[p.leader].end())
                    return found->second;
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

    Tricks maxn_after(const Position& p, Card card) {
        const Played next = play(p, card);
        Tricks tricks = maxn(next.position);
        if (next.winner != nobody && next.winner != dealer) ++tricks[next.winner];
        return tricks;
    }
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
