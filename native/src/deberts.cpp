// Deberts: fail-soft alpha-beta over the leader's points with a transposition table, learned order and first guess.
// Inside, the trump suit is suit 3 and a card's rank is its strength in its suit, so "higher" is always a higher bit.
#include "kozyr/deberts.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "deberts_learned.hpp"

namespace kozyr::deberts {

namespace {

constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr Cards suit_cards(int suit) { return Cards{0xff} << (8 * suit); }
constexpr int trump_suit = 3;
constexpr int last_trick = 10;

// By text rank 7 8 9 T J Q K A: strength within the suit, and points (D-PLAY-5, D-PLAY-6).
constexpr std::array<int, 8> plain_strength{0, 1, 2, 6, 3, 4, 5, 7}, trump_strength{0, 1, 6, 4, 7, 2, 3, 5};
constexpr std::array<int, 8> plain_points{0, 0, 0, 10, 2, 3, 4, 11}, trump_points{0, 0, 14, 10, 20, 3, 4, 11};

std::string name(Card card) { return {"SHDC"[card >> 3], "789TJQKA"[card & 7]}; }

/// Points by inner card number.
constexpr std::array<int, 32> worth = [] {
    std::array<int, 32> w{};
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 0; rank < 8; ++rank)
            if (suit == trump_suit) w[8 * suit + trump_strength[rank]] = trump_points[rank];
            else w[8 * suit + plain_strength[rank]] = plain_points[rank];
    return w;
}();

int inner(Card card, int trump) {
    const int suit = card >> 3, rank = card & 7;
    const int at = suit == trump ? trump_suit : suit == trump_suit ? trump : suit;
    return 8 * at + (suit == trump ? trump_strength : plain_strength)[rank];
}

Cards inner(Cards hand, int trump) {
    Cards out = 0;
    for (; hand; hand &= hand - 1) out |= bit(inner(static_cast<Card>(std::countr_zero(hand)), trump));
    return out;
}

int total(Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += worth[std::countr_zero(cards)];
    return sum;
}

/// What the second hand may play on `led` (D-PLAY-3, D-PLAY-4).
Cards replies(Cards hand, int led) {
    const int suit = led >> 3;
    if (const Cards follow = hand & suit_cards(suit)) {
        if (suit != trump_suit) return follow;
        const Cards higher = follow & ~(bit(led) | (bit(led) - 1));
        return higher ? higher : follow;
    }
    const Cards trumps = hand & suit_cards(trump_suit);
    return trumps ? trumps : hand;
}

bool beats(int second, int led) {
    return (second >> 3) == (led >> 3) ? second > led : (second >> 3) == trump_suit;
}

struct Interrupted {};

/// For all sets of cards of one suit: their points, and the digits of their code.
struct Bytes {
    std::array<std::uint8_t, 256> plain{}, trump{};
    std::array<std::uint16_t, 256> ternary{};
};
constexpr Bytes bytes = [] {
    Bytes b{};
    for (int set = 0; set < 256; ++set) {
        int power = 1;
        for (int i = 0; i < 8; ++i, power *= 3)
            if (set >> i & 1) {
                b.plain[set] = static_cast<std::uint8_t>(b.plain[set] + worth[i]);
                b.trump[set] = static_cast<std::uint8_t>(b.trump[set] + worth[24 + i]);
                b.ternary[set] = static_cast<std::uint16_t>(b.ternary[set] + power);
            }
    }
    return b;
}();

/// Who owns what of a suit, as the one to choose sees it: a number below 3^8.
int code(Cards mine, Cards theirs, int suit) {
    return bytes.ternary[mine >> (8 * suit) & 0xff] + 2 * bytes.ternary[theirs >> (8 * suit) & 0xff];
}

/// The trumps of a hand that nothing of the other can beat: their points are safe.
int safe_trumps(Cards mine, Cards theirs) {
    const Cards below = std::bit_ceil((theirs >> 24) + 1) - 1;  // up to their highest
    return bytes.trump[(mine >> 24) & ~below & 0xff];
}

/// A card and how promising it is: mean regret in past searches, less is better.
struct Choice {
    int card, regret;
};

}  // namespace

int points_of(Card card, int trump) { return worth[inner(card, trump)]; }

std::optional<std::string> fault(const Position& p) {
    if (p.trump < 0 || p.trump > 3) return "unknown trump " + std::to_string(p.trump);
    if (p.leader < 0 || p.leader > 1) return "no such leader: seat " + std::to_string(p.leader);
    Cards seen = 0;
    for (const Cards hand : p.hands) {
        if (const Cards twice = seen & hand) return name(static_cast<Card>(std::countr_zero(twice))) + " stands twice";
        seen |= hand;
    }
    if (p.table) {
        if (*p.table > 31) return "no such card: " + std::to_string(*p.table);
        if (seen & bit(*p.table)) return name(*p.table) + " stands twice";
    }
    const int mine = std::popcount(p.hands[p.leader]) + (p.table ? 1 : 0);
    const int other = std::popcount(p.hands[1 - p.leader]);
    if (mine == 0) return "the leader has no cards";
    if (mine > 9) return "a hand has more than nine cards";
    if (mine != other)
        return "seat " + std::to_string(1 - p.leader) + " has " + std::to_string(other) + " cards where " +
               std::to_string(mine) + " were expected";
    return std::nullopt;
}

struct Solver::Memory {
    struct Entry {
        Cards leads, follows;
        std::int16_t low, high;  // points of the leader from here on
        std::uint32_t age;
    };
    static constexpr int bits = 12;
    std::vector<Entry> entries = std::vector<Entry>(std::size_t{2} << bits);
    std::uint32_t age = 0;
    std::uint64_t nodes = 0;
    const Limits* limits = nullptr;
    const learned::Tables tables = learned::tables();

    void begin(const Limits& given) {
        limits = &given;
        nodes = 0;
        if (++age == 0) entries.assign(entries.size(), Entry{}), age = 1;
    }

    /// The leads worth trying. Cards of a run (nothing of the other hand between them) win the same tricks: if the trick
    /// is won for certain the dearest of the run is best, if it is lost the cheapest, else one of each price.
    int leads(Cards mine, Cards theirs, std::array<Choice, 9>& out) const {
        int n = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const Cards own = mine >> (8 * suit) & 0xff, other = theirs >> (8 * suit) & 0xff;
            if (!own) continue;
            const int at = code(mine, theirs, suit);
            const std::uint8_t* const regret = tables.order + learned::slot(suit == trump_suit ? learned::lead_trump : learned::lead_side, at);
            const bool ruffed = !other && suit != trump_suit && theirs >> 24;
            for (Cards rest = own; rest;) {
                const int lowest = std::countr_zero(rest);
                const Cards above = other & ~((Cards{2} << lowest) - 1);
                const Cards run = above ? rest & ((above & -above) - 1) : rest;  // up to their next card
                rest &= ~run;
                const bool wins = !above && !ruffed;
                // A trump has to be beaten by whoever can; a plain card is beaten when all of theirs are higher.
                const bool loses = ruffed || (above && (suit == trump_suit || above == other));
                int last = -1;
                int best = -1;
                for (Cards r = run; r; r &= r - 1) {
                    const int rank = std::countr_zero(r), price = worth[8 * suit + rank];
                    if (wins || loses) {
                        if (best < 0 || (wins ? price > worth[8 * suit + best] : price < worth[8 * suit + best])) best = rank;
                    } else if (price != last) {
                        out[n++] = {8 * suit + rank, regret[rank]};
                        last = price;
                    }
                }
                if (best >= 0) out[n++] = {8 * suit + best, regret[best]};
            }
        }
        return n;
    }

    /// The replies worth trying, by the same rule: here it is known who wins.
    int answers(Cards mine, Cards theirs, int led, std::array<Choice, 9>& out) const {
        int n = 0;
        for (Cards legal = replies(mine, led); legal;) {
            const int suit = std::countr_zero(legal) >> 3;
            const Cards own = legal >> (8 * suit) & 0xff, other = (theirs & ~bit(led)) >> (8 * suit) & 0xff;
            legal &= ~suit_cards(suit);
            const int at = code(mine, theirs, suit);
            const int follows = suit == led >> 3, trumps = suit == trump_suit;
            for (Cards rest = own; rest;) {
                const int lowest = std::countr_zero(rest);
                const Cards above = other & ~((Cards{2} << lowest) - 1);
                Cards run = above ? rest & ((above & -above) - 1) : rest;
                const bool wins = beats(8 * suit + lowest, led);
                if (follows && !wins && led - 8 * suit < 8) run &= (Cards{1} << (led & 7)) - 1;  // cards above the led one win
                rest &= ~run;
                int best = lowest;
                for (Cards r = run & (run - 1); r; r &= r - 1) {
                    const int rank = std::countr_zero(r), price = worth[8 * suit + rank], kept = worth[8 * suit + best];
                    if (wins ? price > kept : price < kept) best = rank;
                }
                const int state = !follows && !trumps ? learned::discard
                                  : !follows          ? learned::ruff
                                                      : (trumps ? learned::follow_trump : learned::follow_side) + wins;
                out[n++] = {8 * suit + best, tables.order[learned::slot(state, at) + best]};
            }
        }
        return n;
    }

    static void next_best(std::array<Choice, 9>& choices, int i, int n) {
        int best = i;
        for (int j = i + 1; j < n; ++j)
            if (choices[j].regret < choices[best].regret) best = j;
        std::swap(choices[i], choices[best]);
    }

    /// Points of the leader from a trick's start; `left` is all that is still to be won. Exact inside (alpha, beta),
    /// else a bound on the side of the answer.
    int search(Cards mine, Cards theirs, int left, int alpha, int beta) {
        if (!(mine & (mine - 1))) return beats(std::countr_zero(theirs), std::countr_zero(mine)) ? 0 : left;
        if ((++nodes & 255) == 0 && (nodes >= limits->nodes || limits->over())) throw Interrupted{};
        const int least = safe_trumps(mine, theirs), most = left - safe_trumps(theirs, mine);
        if (least >= beta) return least;
        if (most <= alpha) return most;

        std::uint64_t h = (mine | std::uint64_t{theirs} << 32) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 29;
        Entry* const pair = &entries[(h * 0xBF58476D1CE4E5B9ull >> (64 - bits)) * 2];
        int low = least, high = most;
        Entry* place = nullptr;
        for (Entry* e = pair; e < pair + 2; ++e)
            if (e->age == age && e->leads == mine && e->follows == theirs) {
                low = std::max<int>(low, e->low), high = std::min<int>(high, e->high);
                place = e;
            }
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;

        std::array<Choice, 9> choices;
        const int n = leads(mine, theirs, choices);
        int best = -1;
        for (int i = 0; i < n && best < high; ++i) {
            next_best(choices, i, n);
            best = std::max(best, reply(mine, theirs, choices[i].card, left, std::max({alpha, best, low - 1}), beta));
            if (best >= beta) break;
        }
        learn(mine, theirs, -1, left, choices, n);
        if (best > alpha) low = std::max(low, best);
        if (best < beta) high = std::min(high, best);
        if (!place) place = pair[0].age != age ? pair : pair + 1;
        if (place == pair + 1 && pair[1].age == age && !(pair[1].leads == mine && pair[1].follows == theirs))
            pair[0] = pair[1];  // the older of the two goes
        *place = {mine, theirs, static_cast<std::int16_t>(low), static_cast<std::int16_t>(high), age};
        return best;
    }

    /// The leader's points once he has led (the card is still in `mine`).
    int reply(Cards mine, Cards theirs, int led, int left, int alpha, int beta) {
        std::array<Choice, 9> choices;
        const int n = answers(theirs, mine, led, choices);
        int best = 1000;
        for (int i = 0; i < n; ++i) {
            next_best(choices, i, n);
            best = std::min(best, trick(mine, theirs, led, choices[i].card, left, alpha, std::min(beta, best)));
            if (best <= alpha) break;
        }
        learn(theirs, mine, led, left, choices, n);
        return best;
    }

    /// The leader's points after both cards.
    int trick(Cards mine, Cards theirs, int led, int card, int left, int alpha, int beta) {
        mine &= ~bit(led);
        theirs &= ~bit(card);
        const int gain = worth[led] + worth[card];
        if (beats(card, led)) return mine ? left - gain - search(theirs, mine, left - gain, left - gain - beta, left - gain - alpha) : 0;
        return mine ? gain + search(mine, theirs, left - gain, alpha - gain, beta - gain) : left;
    }

    int guess(Cards mine, Cards theirs) const {
        int sum = 0;
        for (int suit = 0; suit < 4; ++suit)
            sum += tables.guess[(suit == trump_suit) * learned::codes + code(mine, theirs, suit)];
        return sum / learned::guess_unit;
    }

    /// The exact value, known to lie in least..most, by windows around a guess, each as narrow as the guess is good.
    template <class Ask>
    static int settle(int guess, int least, int most, Ask ask) {
        constexpr int width = 12;
        int alpha = std::clamp(guess - width, least - 1, most - 1), beta = std::clamp(guess + width, alpha + 1, most + 1);
        if (guess == most) beta = most;     // first of all: is it the best it can be?
        if (guess == least) alpha = least;
        for (;;) {
            const int v = ask(alpha, beta);
            if (v > alpha && v < beta) return v;
            if (v <= alpha) {
                if (v <= least) return least;
                beta = v + 1, alpha = std::max(least - 1, v - 2 * width);
            } else {
                if (v >= most) return most;
                alpha = v - 1, beta = std::min(most + 1, v + 2 * width);
            }
        }
    }

    Answer solve(const Position& p, bool moves) {
        const int seat = p.table ? 1 - p.leader : p.leader;
        Cards mine = inner(p.hands[p.leader], p.trump);
        const Cards theirs = inner(p.hands[1 - p.leader], p.trump);
        const int led = p.table ? inner(*p.table, p.trump) : -1;
        if (p.table) mine |= bit(led);
        const int left = total(mine | theirs) + last_trick;
        Answer answer;
        answer.to_move = seat;
        const int value = settle(std::clamp(guess(mine, theirs), 1, left - 1), 0, left, [&](int alpha, int beta) {
            if (p.table) return reply(mine, theirs, led, left, alpha, beta);
            return mine & (mine - 1) ? search(mine, theirs, left, alpha, beta)
                                     : reply(mine, theirs, std::countr_zero(mine), left, alpha, beta);
        });
        answer.points[p.leader] = value;
        answer.points[1 - p.leader] = left - value;
        if (moves) {
            const Cards legal = p.table ? replies(theirs, led) : mine;
            int v = 0, before = -1;
            for (Card card = 0; card < 32; ++card) {
                const int c = inner(card, p.trump);
                if (!(legal & bit(c))) continue;
                // Of touching cards without points one is as good as the other.
                if (before >= 0 && c == before + 1 && (c & 7) && !worth[c] && !worth[before]) {
                    answer.moves.push_back({card, static_cast<std::int16_t>(p.table ? left - v : v)});
                    before = c;
                    continue;
                }
                before = c;
                // The position's value is the best for the one to move: the leader's cards give at most that, the other's at least.
                v = settle(value, p.table ? value : 0, p.table ? left : value, [&](int alpha, int beta) {
                    return p.table ? trick(mine, theirs, led, c, left, alpha, beta) : reply(mine, theirs, c, left, alpha, beta);
                });
                answer.moves.push_back({card, static_cast<std::int16_t>(p.table ? left - v : v)});
            }
        }
        answer.nodes = nodes;
        answer.finished = true;
        return answer;
    }

#ifdef KOZYR_TRAIN
    learned::Samples* samples = nullptr;
    std::uint64_t dice = 1;
    bool exploring = false;

    /// What would each card have cost, against the best? For one choice in sixteen.
    void learn(Cards mine, Cards theirs, int led, int left, const std::array<Choice, 9>& choices, int n) {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        if (!samples || exploring || (dice >> 60) != 0 || n < 2) return;
        exploring = true;
        std::array<int, 9> value;
        for (int i = 0; i < n; ++i)  // of the one to choose
            value[i] = led < 0 ? reply(mine, theirs, choices[i].card, left, -1, 1000)
                               : left - trick(theirs, mine, led, choices[i].card, left, -1, 1000);
        const int best = *std::max_element(value.begin(), value.begin() + n);
        for (int i = 0; i < n; ++i) {
            const int card = choices[i].card, suit = card >> 3;
            const bool follows = led >= 0 && suit == led >> 3, trumps = suit == trump_suit;
            const int state = led < 0    ? (trumps ? learned::lead_trump : learned::lead_side)
                              : follows  ? (trumps ? learned::follow_trump : learned::follow_side) + beats(card, led)
                              : trumps   ? learned::ruff
                                         : learned::discard;
            const auto at = learned::slot(state, code(mine, theirs, suit)) + static_cast<std::size_t>(card & 7);
            samples->sum[at] += best - value[i];
            ++samples->count[at];
        }
        exploring = false;
    }
#else
    void learn(Cards, Cards, int, int, const std::array<Choice, 9>&, int) {}
#endif
};

#ifdef KOZYR_TRAIN
void learned::watch(Solver& solver, learned::Samples& samples) { solver.memory()->samples = &samples; }
int learned::code_of(Cards mine, Cards theirs, int trump, int suit) { return code(inner(mine, trump), inner(theirs, trump), suit); }
#endif

Solver::Solver() : memory_(std::make_unique<Memory>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Answer Solver::solve(const Position& position, bool moves, const Limits& limits) {
    if (const auto wrong = fault(position)) throw std::invalid_argument(*wrong);
    memory_->begin(limits);
    try {
        return memory_->solve(position, moves);
    } catch (const Interrupted&) {
        Answer answer;
        answer.to_move = position.table ? 1 - position.leader : position.leader;
        answer.nodes = memory_->nodes;
        return answer;
    }
}

}  // namespace kozyr::deberts
