// Learns what the search is guided by: the order of moves and the first guess of a value. Both change speed only.
//
//     train order OUTPUT [deals = 60000] [seed = 1]    samples choices of searches that use the tables as they are
//     train guess OUTPUT [deals = 20000] [seed = 1]    fits one number a suit to exact values
//     train endings OUTPUT                             computes the misère endings of four cards: data/endings4.bin
//
// Same tables and arguments, same output. The tables in native/data/ come from three rounds of `order`, the first from
// all zeros, each with the tables of the one before, and one of `guess`; docs/solver.md has the commands.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "../src/endings.hpp"
#include "../src/ordering.hpp"
#include "../src/search.hpp"

using namespace kozyr::preferans;

namespace {

struct Random {  // SplitMix64
    std::uint64_t state;
    std::uint64_t next() {
        std::uint64_t z = state += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    int below(int n) { return static_cast<int>(next() % static_cast<unsigned>(n)); }
};

Node random_deal(Random& random, int cards) {
    std::array<int, 32> owner;
    for (int i = 0; i < 32; ++i) owner[i] = i < 3 * cards ? i / cards : -1;
    for (int i = 0; i < 32; ++i) std::swap(owner[i], owner[i + random.below(32 - i)]);
    Node node;
    node.cards = cards;
    node.leader = random.below(3);
    for (int suit = 0; suit < 4; ++suit)
        for (int i = 0, at = 16 * suit; i < 8; ++i)
            if (const int o = owner[8 * suit + i]; o >= 0) node.owners |= static_cast<Owners>(o + 1) << at, at += 2;
    return node;
}

std::vector<std::uint8_t> learn_order(int deals, Random random) {
    std::vector<std::uint32_t> tried(ordering::size), right(ordering::size);
    Search search;
    search.learn(tried, right);
    for (int i = 0; i < deals; ++i) {
        const Node deal = random_deal(random, 10);
        for (const Game game : {Game::trump, Game::no_trump, Game::misere}) {
            if (game == Game::misere && i % 2) continue;  // the longest searches, the most choices
            search.begin(game, {});
            search.value(deal);
        }
    }
    std::uint64_t samples = 0;
    std::vector<std::uint8_t> score(ordering::size);
    for (std::size_t i = 0; i < score.size(); ++i) {
        samples += tried[i];
        score[i] = static_cast<std::uint8_t>(255.0 * (right[i] + 1.0) / (tried[i] + 2.0) + 0.5);
    }
    std::printf("%d deals, %llu samples\n", deals, static_cast<unsigned long long>(samples));
    return score;
}

/// Least squares by steps against the error. A code's number is a sum of three, for the code, for its top five cards
/// and for its lengths, so that rare codes borrow from their kin.
std::vector<std::uint8_t> learn_guess(int deals, Random random) {
    struct Sample {
        Node node;
        Game game;
        int value;
    };
    std::vector<Sample> samples;
    Search search;
    for (int i = 0; i < deals; ++i) {
        const Node deal = random_deal(random, i % 3 ? 10 : 3 + random.below(7));
        for (const Game game : {Game::trump, Game::no_trump, Game::misere}) {
            if (game == Game::misere && i % 4) continue;
            search.begin(game, {});
            samples.push_back({deal, game, search.value(deal)});
        }
    }
    constexpr std::size_t kinds = std::size_t{ordering::guess_kinds} * 3;
    std::vector<double> by_code(kinds * codes), by_top(kinds * codes), by_lengths(kinds * 4096);
    const auto kind = [](const Sample& s, int suit) {
        const int k = s.game == Game::misere     ? ordering::guess_misere
                      : s.game == Game::no_trump ? ordering::guess_no_trump
                      : suit == 3                ? ordering::guess_trump
                                                 : ordering::guess_side;
        return static_cast<std::size_t>(k * 3 + s.node.leader);
    };
    std::vector<int> length_of(codes), lengths_of(codes);
    for (const auto& r : suits().record)
        if (r.lengths || !r.code) {
            lengths_of[r.code] = r.lengths;
            length_of[r.code] = Suits::nibble(r.lengths, 0) + Suits::nibble(r.lengths, 1) + Suits::nibble(r.lengths, 2);
        }
    const auto code = [](const Node& node, int suit) { return suits().record[(node.owners >> (16 * suit)) & 0xffff].code; };
    const auto top = [&](Code code) {
        int length = length_of[code];
        int digits = code - Suits::first_code(length);
        for (; length > 5; --length) digits /= 3;
        return static_cast<std::size_t>(Suits::first_code(length) + digits);
    };
    double squares = 0;
    constexpr int passes = 20;
    const std::size_t held_out = samples.size() / 20;  // tell the error on these
    for (int pass = 0; pass <= passes; ++pass) {
        const bool testing = pass == passes;
        const double rate = 0.03 * (passes - pass) / passes;
        squares = 0;
        for (std::size_t i = testing ? 0 : held_out; i < (testing ? held_out : samples.size()); ++i) {
            const Sample& s = samples[i];
            std::array<double*, 12> part;
            double sum = 0;
            for (int suit = 0; suit < 4; ++suit) {
                const std::size_t k = kind(s, suit);
                part[3 * suit] = &by_code[k * codes + code(s.node, suit)];
                part[3 * suit + 1] = &by_top[k * codes + top(code(s.node, suit))];
                part[3 * suit + 2] = &by_lengths[k * 4096 + lengths_of[code(s.node, suit)]];
            }
            for (const double* p : part) sum += *p;
            const double error = s.value - sum;
            squares += error * error;
            for (int j = 0; j < 12 && !testing; ++j) {
                *part[j] += (j % 3 ? rate : rate / 2) * error;
                if (j % 3 == 0) *part[j] *= 0.99;  // what only this code explains is mostly chance
            }
        }
    }
    std::printf("%zu samples, error %.3f tricks\n", samples.size(), std::sqrt(squares / static_cast<double>(held_out)));
    std::vector<std::uint8_t> out(ordering::guess_size);
    for (std::size_t k = 0; k < kinds; ++k)
        for (std::size_t c = 0; c < codes; ++c) {
            const double w = by_code[k * codes + c] + by_top[k * codes + top(static_cast<Code>(c))] +
                             by_lengths[k * 4096 + lengths_of[c]];
            out[k * codes + c] = static_cast<std::uint8_t>(
                static_cast<std::int8_t>(std::clamp(std::lround(w * ordering::guess_unit), -127l, 127l)));
        }
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 2 ? argv[1] : "";
    if (what == "endings") return Endings(4).save(argv[2]), 0;
    if (what != "order" && what != "guess") return std::puts("usage: train order|guess|endings OUTPUT [deals] [seed]"), 2;
    const Random random{argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1};
    const int deals = argc > 3 ? std::atoi(argv[3]) : what == "order" ? 60000 : 20000;
    const auto bytes = what == "order" ? learn_order(deals, random) : learn_guess(deals, random);
    std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
}
