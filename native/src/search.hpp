// The search within preferans: one boolean question at a time, "does the declarer get at least `need` tricks?".
// Hands here are relative: 0 the declarer, 1 and 2 the seats after him. The trump suit is suit 3.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gaps.hpp"
#include "kozyr/limits.hpp"
#include "ordering.hpp"
#include "suits.hpp"

namespace kozyr::preferans {

/// Thrown through the search when a limit is reached; never leaves Solver.
struct Interrupted {};

/// A trick's start, or a moment within the trick: `owners` still holds the cards already on the table.
struct Node {
    Owners owners = 0;
    int leader = 0;
    int cards = 0;                            // in each hand at the trick's start
    int played = 0;
    std::array<std::uint8_t, 2> table{};      // 8 * suit + place of the cards played, by the leader and the next
};

enum class Game : std::uint8_t {
    trump,
    no_trump,
    misere,
    misere_most, misere_least,  // the blurred games of gaps.hpp: asked within a misère, not by anybody else
};
constexpr bool avoids(Game game) { return game >= Game::misere; }

#ifdef KOZYR_TRAIN
/// By slot of the order table (ordering.hpp).
struct Samples {
    std::vector<std::uint32_t> tried = std::vector<std::uint32_t>(ordering::size);     // where some card would not do
    std::vector<std::uint32_t> right = std::vector<std::uint32_t>(ordering::size);
    std::vector<std::uint32_t> measured = std::vector<std::uint32_t>(ordering::size);  // where there was a choice
    std::vector<float> effort = std::vector<float>(ordering::size);  // sum of log2(nodes) less the mean of the choice
};
#endif

class Search {
public:
    /// `head_bits` is how much memory it looks forward to: 12 for one position, 16 for thousands of similar ones.
    explicit Search(int head_bits = 12);
    ~Search();
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;

    /// Start afresh: forget what earlier questions proved. Answers to later questions may use earlier ones.
    /// `bounds`, for many misères of one declarer's hand: look at the blurred position first. It outlives the search.
    void begin(Game game, const Limits& limits, Bounds* bounds = nullptr);
    /// Does hand 0 get at least `need` tricks from the current one on?
    bool ask(const Node& node, int need);
    /// Exactly how many, known to lie in low..high; `guess` costs nothing but time when it is wrong.
    int value(const Node& node, int low, int high, int guess);
    int value(const Node& node) { return value(node, 0, node.cards, guess(node)); }
    /// What a glance says: wrong by 0.8 tricks or so.
    int guess(const Node& node) const;
    std::uint64_t nodes() const;  ///< blurred ones do not count
#ifdef KOZYR_TRAIN
    /// Order moves by this table, and add to the samples what becomes of the cards tried.
    void learn(const std::uint8_t* table, Samples& samples);
#endif

private:
    struct Engine;
    Engine* engine_;
};

}  // namespace kozyr::preferans
