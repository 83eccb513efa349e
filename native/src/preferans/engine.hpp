// The search within preferans: one question at a time, "does the declarer get at least `need` tricks?".
#pragma once

#include <cstdint>

#include "blurred.hpp"
#include "endings.hpp"
#include "game.hpp"
#include "kozyr/limits.hpp"
#include "learn.hpp"
#include "misere.hpp"
#include "patterns.hpp"
#include "quick_tricks.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

class Engine {
public:
    /// `head_bits` is how much memory it expects to use: 12 for one position, 16 for thousands of similar ones.
    explicit Engine(int head_bits = 12);

    /// Start afresh: forget what earlier questions proved. Answers to later questions may use earlier ones.
    /// `bounds`, for many misères of one declarer's hand: look at the blurred position first. It outlives the engine.
    void begin(Game game, const Limits& limits, Bounds* bounds = nullptr);
    /// Does hand 0 get at least `need` tricks from the current one on? Throws Interrupted.
    bool ask(const Node& node, int need);
    /// Exactly how many, known to lie in low..high; a wrong `guess` costs nothing but time. Throws Interrupted.
    int value(const Node& node, int low, int high, int guess);
    int value(const Node& node) { return value(node, 0, node.cards, guess(node)); }
    /// A guess from the learned table: wrong by 0.7 tricks in the mean.
    int guess(const Node& node) const;
    /// Trick starts searched; blurred ones do not count.
    std::uint64_t nodes() const { return nodes_; }
#ifdef KOZYR_TRAIN
    /// Order moves by this table, and add to the samples what becomes of the cards tried.
    void learn(const std::uint8_t* table, Samples& samples) {
        order_table_ = table;
        learner_.watch(table, samples);
    }
#endif

private:
    // ---- engine.cpp: the trick, card by card
    template <Game G>
    bool ask_game(const Node& node, int need);
    template <Game G>
    Proof start(Owners owners, int leader, int cards, int need);
    template <Game G, int K>
    Proof ply(Frame& f);
    template <Game G>
    Proof finish(const Frame& f);
    void check_limits();

    // ---- misère and its blurred games
    bool start_misere(Owners owners, int leader, int cards, int need);
    template <Game G>
    bool start_blurred(Owners owners, int leader, int cards, int need);
    template <Game G>
    bool ask_blurred(Owners owners, int card, int cards, int need);
    Bound blurred_ending(Owners owners, int leader, int cards) const;
    static bool in_one_gap(const Frame& f, int winner, int best);

    Frame frame(Owners owners, int leader, int cards, int need) const { return {record_, owners, leader, cards, need}; }

    const Suits::Record* const record_ = suits().record.data();
    const Suits::Rest* const rest_ = suits().rest.data();
    const Gaps& gaps_ = gaps();
    const std::uint8_t* order_table_;
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
};

}  // namespace kozyr::preferans::KOZYR_LEVEL
