// All layouts of two unseen hands. Neighbours differ in two cards, so they are visited in an order in which each follows
// from the one before by an exchange, and what the search proved about one is kept for the next: most patterns hold.
#include "kozyr/chances.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "kozyr/batch.hpp"
#include "relative.hpp"
#include "search.hpp"

namespace kozyr::preferans {

namespace {

constexpr Cards suit_cards(int suit) { return Cards{0xff} << (8 * suit); }

/// The cards nobody has placed yet, and where they may go. `left` is the defender after the declarer, `right` the other.
struct Puzzle {
    int left, right, size;         // cards of each hand
    Cards fixed_left, fixed_right; // known to be there
    std::vector<Card> free;        // either may have them, the highest first
    int take;                      // of them the left hand has this many
};

Puzzle puzzle(const Unseen& u) {
    Puzzle p{};
    p.left = (u.declarer + 1) % 3;
    p.right = (u.declarer + 2) % 3;
    p.size = std::popcount(u.hand);
    const Cards unseen = ~(u.hand | u.gone);
    const auto barred = [&u](int seat) {
        Cards cards = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (u.voids[seat] >> suit & 1) cards |= suit_cards(suit);
        return cards;
    };
    std::array<Cards, 3> holds = u.holds;
    if (u.first && u.leader != u.declarer) holds[u.leader] |= Cards{1} << *u.first;
    const Cards not_left = barred(p.left) | holds[p.right], not_right = barred(p.right) | holds[p.left];
    p.fixed_left = unseen & not_right & ~not_left;
    p.fixed_right = unseen & not_left & ~not_right;
    for (int card = 31; card >= 0; --card)
        if ((unseen & ~(not_left | not_right)) >> card & 1) p.free.push_back(static_cast<Card>(card));
    p.take = p.size - std::popcount(p.fixed_left);
    return p;
}

std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t c = 1;
    for (int i = 1; i <= k; ++i) c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return c;
}

/// The i-th choice of k places of n in the revolving door's order: each follows from the one before by one exchange.
std::uint32_t choice(int n, int k, std::uint64_t i) {
    std::uint32_t places = 0;
    bool backwards = false;
    for (; n > 0 && k > 0; --n) {
        // Without place n-1 first, then with it in the opposite order.
        const std::uint64_t without = choose(n - 1, k);
        std::uint64_t at = backwards ? choose(n, k) - 1 - i : i;
        if (at < without) {
            i = at;
            backwards = false;
        } else {
            places |= std::uint32_t{1} << (n - 1);
            i = at - without;
            backwards = true;
            --k;
        }
    }
    return places;
}

}  // namespace

std::optional<std::string> fault(const Unseen& u) {
    if (u.kind != Kind::tricks && u.kind != Kind::misere) return "chances are of tricks or of misère";
    if (u.trump < 0 || u.trump > no_trump) return "unknown trump " + std::to_string(u.trump);
    if (u.kind == Kind::misere && u.trump != no_trump) return "misère is played without a trump";
    if (u.declarer < 0 || u.declarer > 2) return "no such declarer: seat " + std::to_string(u.declarer);
    if (u.leader < 0 || u.leader > 2) return "no such leader: seat " + std::to_string(u.leader);
    const int size = std::popcount(u.hand);
    if (size == 0) return "the declarer has no cards";
    if (size > 10) return "a hand has more than ten cards";
    if (u.hand & u.gone) return "a card of the declarer's hand is also gone";
    if (const int unseen = std::popcount(~(u.hand | u.gone)); unseen != 2 * size)
        return std::to_string(unseen) + " cards are unseen where two hands have " + std::to_string(2 * size);
    if (u.first) {
        const Cards possible = u.leader == u.declarer ? u.hand : ~(u.hand | u.gone);
        if (*u.first > 31 || !(possible >> *u.first & 1)) return "the leader cannot hold the first card";
    }
    if (u.holds[u.declarer] & ~u.hand) return "cards are placed with the declarer that he does not have";
    for (int seat = 0; seat < 3; ++seat)
        if (seat != u.declarer && (u.holds[seat] & (u.hand | u.gone))) return "a card placed with a defender is elsewhere";
    if (layouts(u) == 0) return "no layout agrees with what is known";
    return std::nullopt;
}

std::uint64_t layouts(const Unseen& u) {
    const Puzzle p = puzzle(u);
    const Cards unseen = ~(u.hand | u.gone);
    const int placed = std::popcount(p.fixed_left) + std::popcount(p.fixed_right) + static_cast<int>(p.free.size());
    if (placed != std::popcount(unseen)) return 0;  // a card that neither may have
    return choose(static_cast<int>(p.free.size()), p.take);
}

Chances chances(const Unseen& u, unsigned threads, const Limits& limits, const std::function<void(std::uint64_t)>& progress) {
    if (const auto wrong = fault(u)) throw std::invalid_argument(*wrong);
    const Puzzle p = puzzle(u);
    const int n = static_cast<int>(p.free.size());
    Chances out;
    out.layouts = layouts(u);

    // The declarer's first cards: of touching ones the lowest. Who touches does not depend on the layout.
    const bool leads = u.leader == u.declarer;
    std::vector<Card> cards;
    std::vector<Card> stands_for;
    if (leads) {
        const Cards live = ~u.gone;
        for (Card card = 0; card < 32; ++card) {
            if (!(u.hand >> card & 1)) continue;
            const Cards below = live & suit_cards(card >> 3) & ((Cards{1} << card) - 1);
            const Card last = cards.empty() ? Card{0} : stands_for.back();
            cards.push_back(card);
            stands_for.push_back(below && (u.hand & std::bit_floor(below)) ? last : card);
        }
    }

    struct Worker {
        Search search{16};
    };
    const Game game = u.kind == Kind::misere ? Game::misere : u.trump == no_trump ? Game::no_trump : Game::trump;
    // At misère the threads share what they learn of blurred layouts: 64 MB for ten cards.
    std::optional<Bounds> bounds;
    if (game == Game::misere) bounds.emplace(std::clamp(static_cast<int>(std::bit_width(out.layouts)) + 2, 10, 20));
    // Layouts between two clearings of the search's own memory. It pays to keep it long, until the lists of patterns get
    // too long; at misère most of what pays to keep is in the bounds.
    const std::uint64_t block = game == Game::misere ? 4096 : 16384;
    const std::size_t blocks = static_cast<std::size_t>((out.layouts + block - 1) / block);
    std::vector<Chances> part(blocks);
    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> stopped{false};
    const auto caller = std::this_thread::get_id();
    const int size = p.size;

    batch<Worker>(blocks, threads, [&](Worker& worker, std::size_t b) {
        if (stopped) return;
        Search& search = worker.search;
        Chances& mine = part[b];
        if (leads && !u.first)
            for (const Card card : cards) mine.first.push_back({card, {}});
        search.begin(game, limits, bounds ? &*bounds : nullptr);
        try {
            int last = -1;
            std::array<int, 32> last_of{};
            last_of.fill(-1);
            const std::uint64_t end = std::min<std::uint64_t>(out.layouts, (b + 1) * block);
            for (std::uint64_t i = b * block; i < end; ++i) {
                const std::uint32_t taken = choice(n, p.take, i);
                std::array<Cards, 3> hands{};
                hands[u.declarer] = u.hand;
                hands[p.left] = p.fixed_left;
                hands[p.right] = p.fixed_right;
                for (int k = 0; k < n; ++k) hands[taken >> k & 1 ? p.left : p.right] |= Cards{1} << p.free[k];

                const auto led = [&](Card card, int low, int high, int guess) {
                    auto after = hands;
                    after[u.leader] &= ~(Cards{1} << card);
                    return search.value(Relative(after, u.trump, u.declarer, u.leader, {card}).node, low, high, guess);
                };
                int value;
                if (u.first) {
                    value = led(*u.first, 0, size, last < 0 ? size / 2 : last);
                } else {
                    const Node node = Relative(hands, u.trump, u.declarer, u.leader, {}).node;
                    value = search.value(node, 0, size, last < 0 ? search.guess(node) : last);
                    int v = 0;
                    for (std::size_t c = 0; c < mine.first.size(); ++c) {
                        const Card card = cards[c];
                        if (stands_for[c] == card) {
                            const bool best_is_high = u.kind == Kind::tricks;
                            const int low = best_is_high ? 0 : value, high = best_is_high ? value : size;
                            v = led(card, low, high, last_of[card] < 0 ? value : last_of[card]);
                            last_of[card] = v;
                        }
                        ++mine.first[c].tricks[static_cast<std::size_t>(v)];
                    }
                }
                ++mine.tricks[static_cast<std::size_t>(value)];
                last = value;
                const std::uint64_t now = ++done;
                if (progress && now % 512 < threads && std::this_thread::get_id() == caller) progress(now);
            }
            mine.nodes = search.nodes();
        } catch (const Interrupted&) {
            stopped = true;
        }
    });

    if (stopped) return out;
    for (const Chances& mine : part) {
        for (std::size_t t = 0; t < out.tricks.size(); ++t) out.tricks[t] += mine.tricks[t];
        if (out.first.empty()) out.first = mine.first;
        else
            for (std::size_t c = 0; c < mine.first.size(); ++c)
                for (std::size_t t = 0; t < out.tricks.size(); ++t) out.first[c].tricks[t] += mine.first[c].tricks[t];
        out.nodes += mine.nodes;
    }
    out.finished = true;
    return out;
}

}  // namespace kozyr::preferans
