// The face of the preferans search: checks positions, turns them into the search's relative form, and asks about every
// card. All-pass is three misères at once, with its first two tricks led from the talon.
#include "kozyr/preferans.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <unordered_map>

#include "endings.hpp"
#include "relative.hpp"
#include "search.hpp"

namespace kozyr::preferans {

namespace {

constexpr Cards suit_cards(int suit) { return Cards{0xff} << (8 * suit); }
constexpr Cards bit(Card card) { return Cards{1} << card; }

std::string name(Card card) { return {"SHDC"[card >> 3], "789TJQKA"[card & 7]}; }

constexpr int no_suit = -1;

/// The cards of a hand that may be played when `led` was led.
Cards legal_cards(Cards hand, int led, int trump) {
    if (led == no_suit) return hand;
    if (const Cards follow = hand & suit_cards(led)) return follow;
    if (trump != no_trump && (hand & suit_cards(trump))) return hand & suit_cards(trump);
    return hand;
}

/// The suit that has to be followed now.
int led_suit(const Position& p) {
    if (!p.talon.empty()) return p.talon.front() >> 3;
    return p.trick.empty() ? no_suit : p.trick.front() >> 3;
}

int seat_to_move(const Position& p) { return (p.leader + static_cast<int>(p.trick.size())) % 3; }

/// How many tricks are still to come, the current one among them.
int tricks_left(const Position& p) {
    return std::popcount(p.hands[p.leader]) + (p.trick.empty() ? 0 : 1);
}

/// Of cards of one hand that touch (nothing live of other hands, and no talon card that can win, between them) only the
/// lowest needs a search. Calls visit(card, is_lowest) from the lowest card up within each suit.
template <class Visit>
void by_runs(Cards legal, Cards live, Visit visit) {
    for (Card card = 0; card < 32; ++card) {
        if (!(legal & bit(card))) continue;
        const Cards below = live & suit_cards(card >> 3) & (bit(card) - 1);
        visit(card, !below || !(legal & std::bit_floor(below)));
    }
}

}  // namespace

std::optional<std::string> fault(const Position& p) {
    if (p.kind > Kind::allpass) return "unknown kind of play";
    if (p.trump < 0 || p.trump > no_trump) return "unknown trump " + std::to_string(p.trump);
    if (p.kind != Kind::tricks && p.trump != no_trump) return "misère and all-pass are played without a trump";
    if (p.leader < 0 || p.leader > 2) return "no such leader: seat " + std::to_string(p.leader);
    if (p.declarer < 0 || p.declarer > 2) return "no such declarer: seat " + std::to_string(p.declarer);
    if (p.trick.size() > 2) return "more than two cards in an unfinished trick";
    if (p.talon.size() > 2) return "more than two talon cards still to be led";
    if (!p.talon.empty() && p.kind != Kind::allpass) return "talon cards are led in all-pass only";

    Cards seen = 0;
    const auto add = [&seen](Card card) -> std::optional<std::string> {
        if (card > 31) return "no such card: " + std::to_string(card);
        if (seen & bit(card)) return name(card) + " stands twice";
        seen |= bit(card);
        return std::nullopt;
    };
    for (const Cards hand : p.hands) {
        for (Card card = 0; card < 32; ++card)
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
    for (int k = 0; k < static_cast<int>(p.trick.size()); ++k) {
        const int led = p.talon.empty() ? (k == 0 ? no_suit : p.trick[0] >> 3) : p.talon[0] >> 3;
        const Cards before = p.hands[(p.leader + k) % 3] | bit(p.trick[k]);
        if (!(legal_cards(before, led, p.trump) & bit(p.trick[k]))) return name(p.trick[k]) + " was not legal in this trick";
    }
    return std::nullopt;
}

struct Solver::Memory {
    Search search;
    std::uint64_t nodes = 0;

    // ---- tricks and misère

    Answer team(const Position& p, const Options& options, const Limits& limits) {
        const Game game = p.kind == Kind::misere    ? Game::misere
                          : p.trump == no_trump ? Game::no_trump
                                                : Game::trump;
        search.begin(game, limits);
        const Relative relative(p.hands, p.trump, p.declarer, p.leader, p.trick);
        Answer answer;
        answer.to_move = seat_to_move(p);
        answer.value = search.value(relative.node);
        if (options.moves) {
            // The position's value is the best for the seat to move, so it bounds its moves on one side.
            const bool wants_more = (answer.to_move == p.declarer) == (p.kind == Kind::tricks);
            const int low = wants_more ? 0 : answer.value;
            const int high = wants_more ? answer.value : relative.node.cards;
            int value = 0;  // first asked of each: is it as good as the best?
            const Cards legal = legal_cards(p.hands[answer.to_move], led_suit(p), p.trump);
            by_runs(legal, relative.live, [&](Card card, bool lowest) {
                if (lowest) value = after_card(p, card, low, high, wants_more ? high : low + 1);
                answer.moves.push_back({card, static_cast<std::int8_t>(value), {}});
            });
        }
        answer.nodes = search.nodes();
        answer.finished = true;
        return answer;
    }

    /// The declarer's tricks, this one among them, once the seat to move plays the card; known to lie in low..high.
    int after_card(const Position& p, Card card, int low, int high, int guess) {
        Position next = p;
        next.hands[seat_to_move(p)] &= ~bit(card);
        next.trick.push_back(card);
        if (next.trick.size() < 3)
            return search.value(Relative(next.hands, p.trump, p.declarer, p.leader, next.trick).node, low, high, guess);
        const int winner = finish_trick(next, p.trump);
        const int won = winner == p.declarer ? 1 : 0;
        const Relative after(next.hands, p.trump, p.declarer, winner, {});
        const int left = after.node.cards;
        low = std::clamp(low - won, 0, left);
        high = std::clamp(high - won, 0, left);
        return won + (left ? search.value(after.node, low, high, guess - won) : 0);
    }

    /// The winner of the three cards on the table, none led from the talon.
    static int finish_trick(const Position& p, int trump) {
        int best = 0;
        for (int k = 1; k < 3; ++k) {
            const int suit = p.trick[k] >> 3, top = p.trick[best] >> 3;
            if (suit == top ? p.trick[k] > p.trick[best] : suit == trump) best = k;
        }
        return (p.leader + best) % 3;
    }

    // ---- all-pass

    static constexpr int dealer = 3;  // takes a trick led from the talon where the talon card can win

    /// Three cards answered the talon's.
    static int talon_winner(const Position& p) {
        int winner = dealer;
        int top = p.talon_wins ? p.talon[0] : -1;
        for (int k = 0; k < 3; ++k)
            if (p.trick[k] >> 3 == p.talon[0] >> 3 && p.trick[k] > top) top = p.trick[k], winner = (p.leader + k) % 3;
        return winner;
    }

    /// The position after a card, the trick taken away if it was the last; `winner` is set then, else -1.
    static Position play(const Position& p, Card card, int& winner) {
        Position next = p;
        next.hands[seat_to_move(p)] &= ~bit(card);
        next.trick.push_back(card);
        winner = -1;
        if (next.trick.size() < 3) return next;
        if (p.talon.empty()) {
            winner = finish_trick(next, no_trump);
            next.leader = winner;
        } else {  // the first hand plays first again, and leads the trick after the talon's
            winner = talon_winner(next);
            next.talon.erase(next.talon.begin());
        }
        next.trick.clear();
        return next;
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
        if (p.talon.empty()) return search.ask(Relative(p.hands, no_trump, victim, p.leader, p.trick).node, need);
        ++nodes;
        const int seat = seat_to_move(p);
        const bool goal = seat != victim;
        bool found = false;
        by_runs(legal_cards(p.hands[seat], led_suit(p), no_trump), separators(p), [&](Card card, bool lowest) {
            if (found || !lowest) return;
            int winner;
            const Position next = play(p, card, winner);
            found = catches(next, victim, need - (winner == victim)) == goal;
        });
        return found ? goal : !goal;
    }

    int paranoid(const Position& p, int victim, int guess) {
        int low = 0, high = tricks_left(p);
        while (low < high) {
            const int need = std::clamp(guess, low + 1, high);
            if (catches(p, victim, need)) guess = (low = need) + 1;
            else guess = (high = need - 1);
        }
        return low;
    }

    using Tricks = std::array<std::int8_t, 3>;

    /// Is outcome `a` better for the seat than `b`? See Options::maxn.
    static bool better(const Tricks& a, const Tricks& b, int seat) {
        const int left = (seat + 1) % 3, right = (seat + 2) % 3;
        if (a[seat] != b[seat]) return a[seat] < b[seat];
        if (a[left] != b[left]) return a[left] > b[left];
        return a[right] > b[right];
    }

    std::array<std::unordered_map<Owners, Tricks>, 3> known;  // max^n values at trick starts without a talon, by leader

    /// Every seat for itself: no bound of one seat prunes another's choice, so all moves are tried, each position once.
    Tricks maxn(const Position& p, const Limits& limits) {
        if (tricks_left(p) == 0) return {};
        Owners key = 0;
        if (p.trick.empty()) {
            if ((++nodes & 255) == 0 && (nodes >= limits.nodes || limits.over())) throw Interrupted{};
            if (p.talon.empty()) {
                key = Relative(p.hands, no_trump, 0, p.leader, {}).node.owners;
                if (const auto found = known[p.leader].find(key); found != known[p.leader].end()) return found->second;
            }
        }
        const int seat = seat_to_move(p);
        Tricks best{};
        bool first = true;
        by_runs(legal_cards(p.hands[seat], led_suit(p), no_trump), separators(p), [&](Card card, bool lowest) {
            if (!lowest) return;
            const Tricks tricks = maxn_after(p, card, limits);
            if (first || better(tricks, best, seat)) best = tricks;
            first = false;
        });
        if (key) known[p.leader].emplace(key, best);
        return best;
    }

    Tricks maxn_after(const Position& p, Card card, const Limits& limits) {
        int winner;
        const Position next = play(p, card, winner);
        Tricks tricks = maxn(next, limits);
        if (winner >= 0 && winner != dealer) ++tricks[winner];
        return tricks;
    }

    Answer allpass(const Position& p, const Options& options, const Limits& limits) {
        Answer answer;
        nodes = 0;
        answer.to_move = seat_to_move(p);
        const Cards legal = legal_cards(p.hands[answer.to_move], led_suit(p), no_trump);
        std::uint64_t searched = 0;
        for (int seat = 0; seat < 3; ++seat) {
            search.begin(Game::misere, limits);
            answer.each[seat] = static_cast<std::int8_t>(paranoid(p, seat, tricks_left(p) / 2));
            if (options.moves && seat == answer.to_move) {
                int value = 0;
                by_runs(legal, separators(p), [&](Card card, bool lowest) {
                    if (lowest) {
                        int winner;
                        const Position next = play(p, card, winner);
                        const int won = winner == seat ? 1 : 0;
                        value = won + (tricks_left(next) ? paranoid(next, seat, answer.each[seat] - won) : 0);
                    }
                    answer.moves.push_back({card, static_cast<std::int8_t>(value), {}});
                });
            }
            searched += search.nodes();
        }
        if (options.maxn) {
            known = {};
            answer.maxn = maxn(p, limits);
            Tricks tricks{};
            std::size_t i = 0;
            if (options.moves)
                by_runs(legal, separators(p), [&](Card card, bool lowest) {
                    if (lowest) tricks = maxn_after(p, card, limits);
                    answer.moves[i++].maxn = tricks;
                });
            known = {};
        }
        answer.value = answer.each[answer.to_move];
        answer.nodes = nodes + searched;
        answer.finished = true;
        return answer;
    }
};

bool load_endings(const std::string& path) {
    if (Endings::shared().cards() == Endings::most) return true;
    Endings endings = Endings::shared();
    if (!endings.load(path)) return false;
    Endings::share(std::move(endings));
    return true;
}

void prepare_endings(const std::string& path, unsigned threads) {
    if (load_endings(path)) return;
    Endings endings(Endings::most, threads);
    endings.save(path);
    Endings::share(std::move(endings));
}

Solver::Solver() : memory_(std::make_unique<Memory>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Answer Solver::solve(const Position& position, const Options& options, const Limits& limits) {
    if (const auto wrong = fault(position)) throw std::invalid_argument(*wrong);
    try {
        return position.kind == Kind::allpass ? memory_->allpass(position, options, limits)
                                              : memory_->team(position, options, limits);
    } catch (const Interrupted&) {
        memory_->known = {};
        Answer answer;
        answer.to_move = seat_to_move(position);
        answer.nodes = memory_->search.nodes() + memory_->nodes;
        return answer;
    }
}

}  // namespace kozyr::preferans
