// Learns what the search is guided by: the order of moves and the first guess of a value. Both change speed only.
//
//     train_preferans order OUTPUT SAMPLES [deals] [seed]    adds samples to a file that need not be there yet, and
//     makes the table
//                                                  of all of them; the searches use the table of those before
//     train_preferans guess OUTPUT [deals] [seed]            fits one number a suit to exact values
//     train_preferans endings OUTPUT                         computes the misère endings of four cards:
//     data/endings4.bin
//
// Same arguments, same output. docs/solver.md has the commands that the tables in native/data/ come from.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <numeric>
#include <string>

#include "../src/preferans/engine.hpp"
#include "../src/random.hpp"

using kozyr::Random;
using namespace kozyr::preferans::KOZYR_LEVEL;

namespace {

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

/// Cards that are alike: the same owner, as many cards of each hand above, his own below, and none, one or more of the
/// others' below. Numbers without gaps, for each slot of one state; -1 where there is no card.
std::vector<int> kinds_of_card(int& count) {
    std::map<std::vector<int>, int> number;
    std::vector<int> kind(std::size_t{learned::top_codes} * 8, -1);
    for (int code = 0; code < learned::top_codes; ++code) {
        const auto owners = Suits::string_of(code);
        const int length = static_cast<int>(owners.size());
        for (int place = 0; place < (length == 7 ? 8 : length); ++place) {  // the eighth card is in no hand
            std::vector<int> key{-1};
            if (place < length) {
                key.assign(7, 0);
                const int owner = key[0] = owners[static_cast<std::size_t>(place)];
                for (int at = 0; at < length; ++at) {
                    int& n = key[static_cast<std::size_t>((at > place ? 4 : 1) + owners[static_cast<std::size_t>(at)])];
                    if (at < place || owners[static_cast<std::size_t>(at)] == owner || n < 2) n += at != place;
                }
            }
            const auto found = number.try_emplace(key, static_cast<int>(number.size())).first;
            kind[static_cast<std::size_t>(code) * 8 + static_cast<std::size_t>(place)] = found->second;
        }
    }
    count = static_cast<int>(number.size());
    return kind;
}

/// Cards are tried best first, where best is the most success for the least work: with p the share of right answers and
/// c the nodes a try takes, trying by p / c is the shortest way to a right one. Slots with few samples lean on their
/// kin.
std::vector<std::uint8_t> scores(const Samples& samples) {
    constexpr double kin = 30;  // the number of a slot's own samples that count as much as those of its kin
    constexpr double tricks = 0.45, misere = 0.9;  // how much c counts: p's errors and c's are not alike
    int kinds;
    const auto kind = kinds_of_card(kinds);
    std::vector<std::uint8_t> score(learned::order_size);
    for (int state = 0; state < learned::states; ++state) {
        const bool avoiding = state == learned::lead_misere ||
                              (state >= learned::follow + 8 * learned::in_misere &&
                               state < learned::follow + 8 * (learned::in_misere + 1)) ||
                              (state >= learned::discard + 8 && state < learned::ruff);
        const std::size_t first = learned::slot(state, 0, 0);
        struct Sums {
            double tried = 0, right = 0, measured = 0, effort = 0;
        };
        std::vector<Sums> sums(static_cast<std::size_t>(kinds));
        for (std::size_t i = 0; i < kind.size(); ++i) {
            if (kind[i] < 0) continue;
            Sums& s = sums[static_cast<std::size_t>(kind[i])];
            s.tried += samples.tried[first + i];
            s.right += samples.right[first + i];
            s.measured += samples.measured[first + i];
            s.effort += static_cast<double>(samples.effort[first + i]);
        }
        for (std::size_t i = 0; i < kind.size(); ++i) {
            const Sums s = kind[i] < 0 ? Sums{} : sums[static_cast<std::size_t>(kind[i])];
            const double p =
                (samples.right[first + i] + kin * (s.right + 1) / (s.tried + 2)) / (samples.tried[first + i] + kin);
            const double c = (static_cast<double>(samples.effort[first + i]) + kin * s.effort / (s.measured + 4)) /
                             (samples.measured[first + i] + kin);
            score[first + i] = static_cast<std::uint8_t>(std::clamp(
                std::lround(235 + 14 * (std::log2(std::max(p, 1e-4)) - (avoiding ? misere : tricks) * c)), 0l, 255l));
        }
    }
    return score;
}

/// Another round: samples of searches in the order that the samples so far suggest.
std::vector<std::uint8_t> learn_order(const std::string& kept, int deals, Random random) {
    Samples samples;
    const auto each = [&samples](auto&& use) {
        use(samples.tried);
        use(samples.right);
        use(samples.measured);
        use(samples.effort);
    };
    if (std::ifstream file{kept, std::ios::binary})
        each([&file](auto& v) { file.read(reinterpret_cast<char*>(v.data()), static_cast<long>(4 * v.size())); });
    const auto table = scores(samples);
    Engine search;
    search.learn(table.data(), samples);
    for (int i = 0; i < deals; ++i) {
        const Node deal = random_deal(random, 10);
        for (const Game game : {Game::trump, Game::no_trump, Game::misere}) {
            if (game == Game::misere && i % 2) continue;  // the longest searches, the most choices
            search.begin(game, {});
            search.value(deal);
        }
    }
    std::ofstream file(kept, std::ios::binary);
    each([&file](const auto& v) {
        file.write(reinterpret_cast<const char*>(v.data()), static_cast<long>(4 * v.size()));
    });
    const auto sum = std::accumulate(samples.measured.begin(), samples.measured.end(), std::uint64_t{0});
    std::printf("%d deals, %llu samples so far\n", deals, static_cast<unsigned long long>(sum));
    return scores(samples);
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
    Engine search;
    for (int i = 0; i < deals; ++i) {
        const Node deal = random_deal(random, i % 3 ? 10 : 3 + random.below(7));
        for (const Game game : {Game::trump, Game::no_trump, Game::misere}) {
            if (game == Game::misere && i % 4) continue;
            search.begin(game, {});
            samples.push_back({deal, game, search.value(deal)});
        }
    }
    constexpr std::size_t kinds = std::size_t{learned::guess_kinds} * 3;
    std::vector<double> by_code(kinds * codes), by_top(kinds * codes), by_lengths(kinds * 4096);
    const auto kind = [](const Sample& s, int suit) {
        const int k = s.game == Game::misere     ? learned::guess_misere
                      : s.game == Game::no_trump ? learned::guess_no_trump
                      : suit == 3                ? learned::guess_trump
                                                 : learned::guess_side;
        return static_cast<std::size_t>(k * 3 + s.node.leader);
    };
    std::vector<int> length_of(codes), lengths_of(codes);
    for (std::size_t lane = 0; lane < suits().record.size(); ++lane) {
        const PerHand lengths = suits().record[lane].lengths;
        const Code code = suits().rest[lane].code;
        if (!lengths.word() && code) continue;
        lengths_of[code] = lengths.word();
        length_of[code] = lengths[0] + lengths[1] + lengths[2];
    }
    const auto code = [](const Node& node, int suit) { return suits().rest[lane_of(node.owners, suit)].code; };
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
                if (j % 3 == 0) *part[j] *= 0.99;  // numbers that only this code explains are mostly chance
            }
        }
    }
    std::printf("%zu samples, error %.3f tricks\n", samples.size(), std::sqrt(squares / static_cast<double>(held_out)));
    std::vector<std::uint8_t> out(learned::guess_size);
    for (std::size_t k = 0; k < kinds; ++k)
        for (std::size_t c = 0; c < codes; ++c) {
            const double w = by_code[k * codes + c] + by_top[k * codes + top(static_cast<Code>(c))] +
                             by_lengths[k * 4096 + lengths_of[c]];
            out[k * codes + c] = static_cast<std::uint8_t>(
                static_cast<std::int8_t>(std::clamp(std::lround(w * learned::guess_unit), -127l, 127l)));
        }
    return out;
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string what = argc > 2 ? argv[1] : "";
    if (what == "endings") {
        Endings(4).save(argv[2]);
        return 0;
    }
    const int more = what == "order" ? 1 : 0;  // arguments before the deals
    if (more ? argc < 4 : what != "guess") {
        std::puts("usage: train_preferans order OUTPUT SAMPLES | guess OUTPUT | endings OUTPUT  [deals] [seed]");
        return 2;
    }
    const int deals = argc > more + 3 ? std::atoi(argv[more + 3]) : 20000;
    const Random random{argc > more + 4 ? std::strtoull(argv[more + 4], nullptr, 10) : 1};
    const auto bytes = more ? learn_order(argv[3], deals, random) : learn_guess(deals, random);
    std::ofstream(argv[2], std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
} catch (const std::exception& error) {
    std::puts(error.what());
    return 1;
} catch (...) {
    std::puts("an unknown exception");
    return 1;
}
