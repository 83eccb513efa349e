// Neighbouring layouts differ in two cards. They are visited in an order in which each follows from the one before by
// an exchange. The proofs of one are kept for the next, since most patterns still hold.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "kozyr/batch.hpp"
#include "relative.hpp"
#include "unseen.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

/// The i-th choice of k places of n in the revolving door's order: each follows from the one before by one exchange.
inline std::uint32_t choice(int n, int k, std::uint64_t i) {
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

/// The declarer's first cards: of touching ones only the lowest is tried. Touching does not depend on the layout.
struct Lead {
    Card card, stands_for_it;
};

inline std::vector<Lead> leads_of(const Unseen& u) {
    std::vector<Lead> leads;
    const Cards live = ~u.gone;
    for (Card card = 0; card < pack_size; ++card) {
        if (!(u.hand & bit(card))) continue;
        const Cards below = live & cards_of(suit_of(card)) & (bit(card) - 1);
        const bool touches = below && (u.hand & std::bit_floor(below));
        leads.push_back({card, touches ? leads.back().stands_for_it : card});
    }
    return leads;
}

/// One search that solves layouts one after another; the value of the last one is the first guess of the next.
class Worker {
public:
    void begin(const Unseen& unseen, const Puzzle& puzzle, const std::vector<Lead>& leads, const Limits& limits,
               Bounds* bounds) {
        unseen_ = &unseen;
        puzzle_ = &puzzle;
        leads_ = &leads;
        engine_.begin(game_of(unseen.kind, unseen.trump), limits, bounds);
        last_.reset();
        last_of_ = {};
    }

    /// Adds the value of the i-th layout. Throws Limits::Reached.
    void solve(std::uint64_t i, Chances& counts) {
        const Unseen& u = *unseen_;
        const auto hands = layout(i);
        int value;
        if (u.first) {
            value = led(hands, *u.first, 0, puzzle_->size, last_.value_or(puzzle_->size / 2));
        } else {
            const Node node = Relative(hands, u.trump, u.declarer, u.leader, {}).node;
            value = engine_.value(node, 0, puzzle_->size, last_ ? *last_ : engine_.guess(node));
            int tricks = 0;
            for (std::size_t c = 0; c < counts.first.size(); ++c) {
                const auto [card, stands_for_it] = (*leads_)[c];
                if (stands_for_it == card) {
                    const bool best_is_high = u.kind == Kind::tricks;
                    const int low = best_is_high ? 0 : value, high = best_is_high ? value : puzzle_->size;
                    tricks = led(hands, card, low, high, last_of_[card].value_or(value));
                    last_of_[card] = tricks;
                }
                ++counts.first[c].tricks[static_cast<std::size_t>(tricks)];
            }
        }
        ++counts.tricks[static_cast<std::size_t>(value)];
        last_ = value;
    }

    std::uint64_t nodes() const { return engine_.nodes(); }

private:
    Engine engine_{16};
    const Unseen* unseen_ = nullptr;
    const Puzzle* puzzle_ = nullptr;
    const std::vector<Lead>* leads_ = nullptr;
    std::optional<int> last_;
    std::array<std::optional<int>, pack_size> last_of_;  // by card led

    std::array<Cards, 3> layout(std::uint64_t i) const {
        const int n = static_cast<int>(puzzle_->free.size());
        const std::uint32_t taken = choice(n, puzzle_->take, i);
        std::array<Cards, 3> hands{};
        hands[unseen_->declarer] = unseen_->hand;
        hands[puzzle_->left] = puzzle_->fixed_left;
        hands[puzzle_->right] = puzzle_->fixed_right;
        for (int k = 0; k < n; ++k) hands[taken >> k & 1 ? puzzle_->left : puzzle_->right] |= bit(puzzle_->free[k]);
        return hands;
    }

    int led(std::array<Cards, 3> hands, Card card, int low, int high, int guess) {
        const Unseen& u = *unseen_;
        hands[u.leader] &= ~bit(card);
        return engine_.value(Relative(hands, u.trump, u.declarer, u.leader, {&card, 1}).node, low, high, guess);
    }
};

inline void add(Chances& sum, const Chances& part) {
    const auto add_counts = [](Chances::Counts& to, const Chances::Counts& from) {
        for (std::size_t t = 0; t < to.size(); ++t) to[t] += from[t];
    };
    add_counts(sum.tricks, part.tricks);
    for (std::size_t c = 0; c < part.first.size(); ++c) add_counts(sum.first[c].tricks, part.first[c].tricks);
    sum.nodes += part.nodes;
}

inline Chances chances(const Unseen& u, unsigned threads, const Limits& limits, const Progress& progress) {
    const Puzzle puzzle(u);
    const std::uint64_t layouts = puzzle.layouts();
    const std::vector<Lead> leads = leads_of(u);
    Chances nothing;  // to be counted up
    if (u.leader == u.declarer && !u.first)
        for (const Lead& lead : leads) nothing.first.push_back({lead.card, {}});

    // At misère the threads share their knowledge of blurred layouts: 64 MB for ten cards.
    std::optional<Bounds> bounds;
    if (u.kind == Kind::misere) bounds.emplace(std::clamp(static_cast<int>(std::bit_width(layouts)) + 2, 10, 20));
    // Layouts between two clearings of an engine's own memory. It pays to keep it long, until the lists of patterns get
    // too long; at misère most of the useful knowledge is in the bounds.
    const std::uint64_t block = u.kind == Kind::misere ? 4096 : 16384;
    const auto blocks = static_cast<std::size_t>((layouts + block - 1) / block);
    std::vector<Chances> part(blocks, nothing);
    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> stopped{false};
    const auto caller = std::this_thread::get_id();

    batch<Worker>(blocks, threads, [&](Worker& worker, std::size_t b) {
        if (stopped) return;
        worker.begin(u, puzzle, leads, limits, bounds ? &*bounds : nullptr);
        try {
            const std::uint64_t end = std::min<std::uint64_t>(layouts, (b + 1) * block);
            for (std::uint64_t i = b * block; i < end; ++i) {
                worker.solve(i, part[b]);
                const std::uint64_t now = ++done;
                if (progress && now % 512 < threads && std::this_thread::get_id() == caller) progress(now);
            }
            part[b].nodes = worker.nodes();
        } catch (const Limits::Reached&) {
            stopped = true;
        }
    });

    Chances sum;
    sum.layouts = layouts;
    if (stopped) return sum;
    sum.first = nothing.first;
    for (const Chances& one : part) add(sum, one);
    sum.finished = true;
    return sum;
}

}  // namespace kozyr::preferans::KOZYR_LEVEL
