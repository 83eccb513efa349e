// Learns native/data/bridge_order.bin: which card first, in bridge.
//
//     train_bridge FILE SEED FROM TO CHOICES [ROUNDS]
//
// Solves random endings of FROM to TO cards a hand, ordered by the table of the file (zeros where there is none), and
// looks into one choice of many: which of its cards answered, and how long each took. After every CHOICES of them the
// weights move towards the shares (softmax over the cards, AdaGrad), and the table is written. Weights go on in
// FILE.weights, so that a later call, with another seed and larger endings, adds to what was learned.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "../src/bridge/solver.hpp"
#include "../src/random.hpp"

namespace {

using namespace kozyr::bridge;
using namespace kozyr::bridge::KOZYR_LEVEL;

constexpr float scale = 16;  // of the table's numbers: sixteen a logit

struct Weights {
    std::vector<float> value = std::vector<float>(learned::size);
    std::vector<float> moved = std::vector<float>(learned::size);  // sum of squared gradients

    bool load(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        const auto bytes = static_cast<std::streamsize>(value.size() * sizeof(float));
        return in.read(reinterpret_cast<char*>(value.data()), bytes) &&
               in.read(reinterpret_cast<char*>(moved.data()), bytes);
    }

    void save(const std::string& path) const {
        std::ofstream out(path, std::ios::binary);
        const auto bytes = static_cast<std::streamsize>(value.size() * sizeof(float));
        out.write(reinterpret_cast<const char*>(value.data()), bytes);
        out.write(reinterpret_cast<const char*>(moved.data()), bytes);
    }

    void write_table(const std::string& path, std::vector<std::int8_t>& table) const {
        table.resize(learned::size);
        for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = static_cast<std::int8_t>(std::clamp(std::lround(scale * value[i]), -127L, 127L));
        std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(table.data()), learned::size);
    }

    /// Returns the loss before the step.
    float step(const Samples& samples, const Samples::Choice& choice) {
        const Samples::Card* const cards = &samples.cards[choice.first];
        std::array<float, 16> score{};
        float most = -1e9f, sum = 0, loss = 0;
        for (int i = 0; i < choice.cards; ++i) {
            for (const int slot : cards[i].slots)
                if (slot >= 0) score[i] += value[slot];
            most = std::max(most, score[i]);
        }
        for (int i = 0; i < choice.cards; ++i) sum += score[i] = std::exp(score[i] - most);
        for (int i = 0; i < choice.cards; ++i) {
            const float chance = score[i] / sum, slope = choice.weight * (chance - cards[i].share);
            loss -= choice.weight * cards[i].share * std::log(chance + 1e-9f);
            for (const int slot : cards[i].slots) {
                if (slot < 0) break;
                moved[slot] += slope * slope;
                value[slot] -= 0.15f * slope / (std::sqrt(moved[slot]) + 1e-6f);
            }
        }
        return loss;
    }
};

std::array<Cards, seats> dealt(kozyr::Random& dice, int tricks) {
    std::array<int, pack_size> pack{};
    for (int i = 0; i < pack_size; ++i) pack[i] = i;
    std::array<Cards, seats> hands{};
    for (int i = 0; i < 4 * tricks; ++i) {
        std::swap(pack[i], pack[i + dice.below(pack_size - i)]);
        hands[i / tricks] |= bit(pack[i]);
    }
    return hands;
}

template <bool trumps>
void search(Engine<trumps>& engine, kozyr::Random& dice, int tricks) {
    std::optional<kozyr::Suit> trump;
    if (trumps) trump = static_cast<kozyr::Suit>(dice.below(4));
    const Relative root(dealt(dice, tricks), trump, dice.below(4), {});
    engine.clear();
    static const kozyr::Limits none;
    engine.begin(none);
    int need = std::max(1, tricks / 2);
    const bool first = engine.ask(root.trick, 0, need);
    while (first ? need < tricks && engine.ask(root.trick, 0, need + 1)
                 : need > 1 && !engine.ask(root.trick, 0, need - 1))
        need += first ? 1 : -1;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 6) {
        std::fprintf(stderr, "usage: train_bridge FILE SEED FROM TO CHOICES [ROUNDS]\n");
        return 2;
    }
    const std::string path = argv[1];
    kozyr::Random dice{std::strtoull(argv[2], nullptr, 10)};
    const int from = std::atoi(argv[3]), to = std::atoi(argv[4]), rounds = argc > 6 ? std::atoi(argv[6]) : 1;
    const auto enough = static_cast<std::size_t>(std::atoll(argv[5]));
    Weights weights;
    if (!weights.load(path + ".weights")) std::fprintf(stderr, "from zero\n");
    std::vector<std::int8_t> table;
    weights.write_table(path, table);
    for (int round = 0; round < rounds; ++round) {
        Samples samples;
        Engine<true> trump(std::size_t{64} << 20);
        Engine<false> no_trump(std::size_t{64} << 20);
        trump.learn(table.data(), samples);
        no_trump.learn(table.data(), samples);
        std::uint64_t nodes = 0, deals = 0;
        while (samples.choices.size() < enough) {
            const int tricks = from + dice.below(to - from + 1);
            samples.every = 1u << std::clamp(tricks - 3, 2, 9);
            if (dice.below(4)) search(trump, dice, tricks), nodes += trump.nodes();
            else search(no_trump, dice, tricks), nodes += no_trump.nodes();
            ++deals;
        }
        std::vector<std::size_t> order(samples.choices.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        for (int pass = 0; pass < 2; ++pass) {
            float loss = 0, weight = 0;
            for (std::size_t i = order.size() - 1; i > 0; --i)
                std::swap(order[i], order[static_cast<std::size_t>(dice.next() % (i + 1))]);
            for (const std::size_t i : order) {
                loss += weights.step(samples, samples.choices[i]);
                weight += samples.choices[i].weight;
            }
            if (pass == 0)
                std::printf("%llu deals, %.1f thousand nodes each, %zu choices, loss %.4f\n",
                            static_cast<unsigned long long>(deals), 1e-3 * double(nodes) / double(deals), order.size(),
                            loss / weight);
        }
        weights.write_table(path, table);
        weights.save(path + ".weights");
        std::fflush(stdout);
    }
    return 0;
} catch (const std::exception& error) {
    std::puts(error.what());
    return 1;
} catch (...) {
    std::puts("an unknown exception");
    return 1;
}
