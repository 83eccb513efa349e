// Learns the tables that guide the deberts search: the mean regret of each card, and a first guess of its points.
//
//     train_deberts DIRECTORY [deals = 100000] [seed = 1]    writes deberts_order.bin and deberts_guess.bin there
//
// Uses the tables as they are; from all zeros two runs are enough.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "../src/deberts/search.hpp"
#include "../src/random.hpp"

using namespace kozyr;
using namespace kozyr::deberts;
using namespace kozyr::deberts::KOZYR_LEVEL;

namespace {

void write(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::puts("usage: train_deberts DIRECTORY [deals] [seed]");
        return 2;
    }
    const int deals = argc > 2 ? std::atoi(argv[2]) : 100000;
    Random random{argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1};
    Search search;
    learned::Samples samples;
    search.watch(samples);
    struct Sample {
        std::array<std::size_t, 4> slot;
        int value;
    };
    std::vector<Sample> values;
    for (int i = 0; i < deals; ++i) {
        std::array<Card, 32> deck;
        for (int c = 0; c < 32; ++c) deck[c] = static_cast<Card>(c);
        for (int c = 0; c < 18; ++c) std::swap(deck[c], deck[c + random.below(32 - c)]);
        Position p;
        const int cards = i % 4 ? 9 : 3 + random.below(6);
        for (int c = 0; c < 2 * cards; ++c) p.hands[c % 2] |= bit(deck[c]);
        p.trump = Suit::clubs;
        const auto answer = search(p, false, {});
        Sample s{{}, answer.points[0]};
        for (int suit = 0; suit < 4; ++suit)
            s.slot[suit] = learned::guess_slot(
                suit == trump_suit, code(inner_cards(p.hands[0], p.trump), inner_cards(p.hands[1], p.trump), suit));
        values.push_back(s);
    }

    std::vector<double> weight(learned::guess_size);
    const std::size_t held_out = values.size() / 20;
    double squares = 0;
    for (int pass = 0; pass <= 30; ++pass) {
        squares = 0;
        for (std::size_t i = pass == 30 ? 0 : held_out; i < (pass == 30 ? held_out : values.size()); ++i) {
            double sum = 0;
            for (const std::size_t slot : values[i].slot) sum += weight[slot];
            const double error = values[i].value - sum;
            squares += error * error;
            if (pass < 30)
                for (const std::size_t slot : values[i].slot) weight[slot] += 0.1 * (30 - pass) / 30 * error;
        }
    }
    std::uint64_t count = 0;
    std::vector<std::uint8_t> order(learned::order_size), guess(learned::guess_size);
    // Slots with few samples lean on their kin: the same card with as many of each hand above and below it.
    constexpr double own = 5;  // the number of samples that count as much as the kin's mean
    std::map<std::vector<int>, std::pair<double, double>> kin;
    const auto key = [](std::size_t slot) {
        const int place = static_cast<int>(slot % 8);
        int code = static_cast<int>(slot / 8 % learned::codes);
        std::vector<int> k{static_cast<int>(slot / 8 / learned::codes), place, 0, 0, 0, 0};
        for (int i = 0; i < 8; ++i, code /= 3)
            if (i != place && code % 3) ++k[static_cast<std::size_t>(2 * (code % 3) + (i > place))];
        return k;
    };
    for (std::size_t i = 0; i < order.size(); ++i)
        if (samples.count[i]) {
            auto& [sum, n] = kin[key(i)];
            sum += samples.sum[i];
            n += samples.count[i];
        }
    for (std::size_t i = 0; i < order.size(); ++i) {
        count += samples.count[i];
        const auto found = kin.find(key(i));
        const double mean = found == kin.end() ? 10 : (found->second.first + 10) / (found->second.second + 1);
        const double regret = (samples.sum[i] + own * mean) / (samples.count[i] + own);
        order[i] = static_cast<std::uint8_t>(std::clamp(std::lround(4 * regret), 0l, 255l));
    }
    for (std::size_t i = 0; i < guess.size(); ++i)
        guess[i] = static_cast<std::uint8_t>(
            static_cast<std::int8_t>(std::clamp(std::lround(learned::guess_unit * weight[i]), -127l, 127l)));
    std::printf("%d deals, %llu samples, guess wrong by %.1f points\n", deals, static_cast<unsigned long long>(count),
                std::sqrt(squares / static_cast<double>(held_out)));
    write(std::string(argv[1]) + "/deberts_order.bin", order);
    write(std::string(argv[1]) + "/deberts_guess.bin", guess);
}
