// A batch of one game. The game is a value that can be copied: it deals itself, tells its legal actions as bits, acts,
// and writes what the player to act sees.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "../level.hpp"
#include "../random.hpp"
#include "kozyr/envs.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

using Byte = std::uint8_t;

/// A set of actions.
template <int actions>
struct Choices {
    static constexpr int words = (actions + 63) / 64;
    std::array<std::uint64_t, words> bits{};

    void add(int action) { bits[action >> 6] |= std::uint64_t{1} << (action & 63); }
    /// At most 64 actions that stand one after another, `first` is that of bit 0.
    void add(int first, std::uint64_t some) {
        bits[first >> 6] |= some << (first & 63);
        if ((first & 63) && some >> (64 - (first & 63))) bits[(first >> 6) + 1] |= some >> (64 - (first & 63));
    }
    bool has(std::int64_t action) const {
        return action >= 0 && action < actions && bits[action >> 6] >> (action & 63) & 1;
    }
};

/// Bits as bytes, the lowest first: eight at once.
struct Spread {
    std::array<std::uint64_t, 256> of{};
    constexpr Spread() {
        for (unsigned byte = 0; byte < 256; ++byte)
            for (unsigned at = 0; at < 8; ++at)
                if (byte >> at & 1) of[byte] |= std::uint64_t{1} << (8 * at);
    }
};
inline constexpr Spread spread;
static_assert(std::endian::native == std::endian::little, "the lowest byte of a number stands first");

/// `count` bits as bytes of 0 and 1.
inline void unfold(std::uint64_t bits, Byte* out, int count) {
    int at = 0;
    for (; at + 8 <= count; at += 8) std::memcpy(out + at, &spread.of[bits >> at & 255], 8);
    if (at < count) std::memcpy(out + at, &spread.of[bits >> at & 255], static_cast<std::size_t>(count - at));
}

/// The first `count` bytes of a shuffled pack.
template <std::size_t size>
void shuffle(std::array<Byte, size>& pack, int count, Random& random) {
    for (int at = 0; at < count; ++at) {
        const int left = static_cast<int>(size) - at;
        std::swap(pack[at], pack[at + static_cast<int>((random.next() >> 32) * static_cast<unsigned>(left) >> 32)]);
    }
}

template <class Game>
class Many final : public Batch {
    using Set = Choices<Game::actions>;

public:
    Many(const Game::Rules& rules, std::size_t count, std::uint64_t seed) : rules_(rules), rows_(count), legal_(count) {
        this->seed(seed);
    }

    Sizes sizes() const override { return {Game::actions, Game::observation, Game::players}; }
    std::size_t count() const override { return rows_.size(); }

    void seed(std::uint64_t seed) override {
        Random start{seed};
        chance_.state = start.next();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i].random.state = start.next();
            begin(i);
        }
    }

    void show(const Rows& rows) const override {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            ended(rows, i, false);
            write(rows, i, nullptr);
        }
    }

    std::size_t step(const std::int64_t* actions, const Rows& rows) override {
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (!legal_[i].has(actions[i])) return i;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            Game& game = rows_[i].game;
            const Set before = legal_[i];
            game.act(static_cast<int>(actions[i]), rules_);
            if (game.over()) {
                std::optional<Game> next = game.next(rules_);
                ended(rows, i, !next);
                if (rows.gains) game.gains(rows.gains + i * Game::players, rules_);
                begin(i, next ? *next : Game{});
            } else {
                ended(rows, i, false);
                allow(i);
            }
            write(rows, i, rows.again ? &before : nullptr);
        }
        return rows_.size();
    }

    void sample(std::int64_t* actions) override {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            int many = 0;
            for (const std::uint64_t word : legal_[i].bits) many += std::popcount(word);
            int nth = static_cast<int>((chance_.next() >> 32) * static_cast<unsigned>(many) >> 32), at = 0;
            for (int here; nth >= (here = std::popcount(legal_[i].bits[at])); ++at) nth -= here;
            std::uint64_t word = legal_[i].bits[at];
            for (; nth; --nth) word &= word - 1;
            actions[i] = 64 * at + std::countr_zero(word);
        }
    }

    void take(const std::int64_t* rows) override {
        const std::vector<Row> before = rows_;
        const std::vector<Set> legal = legal_;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            rows_[i] = before[rows[i]];
            legal_[i] = legal[rows[i]];
        }
    }

    Dealt dealt(std::size_t row) const override { return rows_[row].game.dealt(); }

    void lay(std::size_t row, const Dealt& cards) override {
        rows_[row].game = {};
        rows_[row].game.lay(cards, rules_);
        allow(row);
    }

private:
    struct Row {
        Random random;
        Game game;
    };

    /// Deals the cards of a game that begins, or of a match that goes on.
    void begin(std::size_t i, const Game& game = {}) {
        rows_[i].game = game;
        rows_[i].game.deal(rows_[i].random, rules_);
        allow(i);
    }

    void allow(std::size_t i) {
        legal_[i] = {};
        rows_[i].game.legal(legal_[i], rules_);
    }

    static void ended(const Rows& rows, std::size_t i, bool over) {
        if (rows.ended) rows.ended[i] = over;
        if (rows.gains) std::fill_n(rows.gains + i * Game::players, Game::players, 0.0F);
    }

    /// before: the actions that the mask has now, where that is known.
    void write(const Rows& rows, std::size_t i, const Set* before) const {
        const Game& game = rows_[i].game;
        if (rows.player) rows.player[i] = static_cast<std::int8_t>(game.player());
        if (rows.mask) {
            Byte* mask = rows.mask + i * Game::actions;
            if (!before) std::memset(mask, 0, Game::actions);
            for (int word = 0; word < Set::words; ++word)
                if (legal_[i].bits[word] || (before && before->bits[word]))
                    unfold(legal_[i].bits[word], mask + 64 * word, std::min(64, Game::actions - 64 * word));
        }
        if (rows.observation) {
            Byte* seen = rows.observation + i * Game::observation;
            std::memset(seen, 0, Game::observation);
            game.observe(seen, rules_);
        }
    }

    Game::Rules rules_;
    std::vector<Row> rows_;
    std::vector<Set> legal_;
    Random chance_{0};
};

}  // namespace kozyr::envs::KOZYR_LEVEL
