// Random walks of the batches: there is always something to do, nobody wins what nobody loses, a mask and an
// observation lie in their rows, and both copies of the core play the same. That the rules are those of the engine,
// tests/test_batch.py shows.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../src/core.hpp"

namespace {

namespace envs = kozyr::envs;

constexpr std::size_t rows = 64;
constexpr int steps = 3000;

void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

/// The numbers that a walk has shown, mixed into one.
std::uint64_t walk(kozyr::Level level, const envs::Rules& rules) {
    const auto batch = kozyr::core(level).batch(rules, rows, 7);
    const auto [actions, observation, players] = batch->sizes();
    std::vector<std::uint8_t> seen(rows * observation), mask(rows * actions), ended(rows);
    std::vector<float> gains(rows * players);
    std::vector<std::int8_t> player(rows);
    std::vector<std::int64_t> chosen(rows);
    std::uint64_t mixed = 0;
    const envs::Rows out{seen.data(), mask.data(), gains.data(), ended.data(), player.data()};
    batch->show(out);
    int over = 0;
    for (int step = 0; step < steps; ++step) {
        batch->sample(chosen.data());
        for (std::size_t i = 0; i < rows; ++i)
            if (!mask[i * actions + chosen[i]]) fail("an action that is not in the mask");
        if (batch->step(chosen.data(), out) != rows) fail("an action of the sample is not legal");
        for (std::size_t i = 0; i < rows; ++i) {
            if (player[i] < 0 || player[i] >= players) fail("nobody is to act");
            float sum = 0;
            for (int place = 0; place < players; ++place) sum += gains[i * players + place];
            if (std::fabs(sum) > 0.01F) fail("rewards do not sum to nought");
            over += ended[i];
            mixed = mixed * 31 + static_cast<std::uint64_t>(chosen[i]);
        }
        for (const std::uint8_t number : seen) mixed = mixed * 31 + number;
    }
    if (over < 100) fail("too few deals have ended");
    batch->sample(chosen.data());
    chosen[5] = actions;
    if (batch->step(chosen.data(), out) != 5) fail("an action that there is not was taken");
    return mixed;
}

}  // namespace

int main() {
    envs::PreferansRules club;
    club.jumps = club.return_on_any = club.first_hand_half = club.one_card_is_pass = true;
    envs::DebertsRules free;
    free.guided = false;
    free.hundred = true;
    envs::PreferansRules pulka;
    pulka.whole = true;
    pulka.pool_target = 4;
    pulka.prices = {1, 2, 3};
    envs::DebertsRules party;
    party.whole = true;
    party.target = 201;
    for (const envs::Rules& rules :
         {envs::Rules(envs::BridgeRules{}), envs::Rules(envs::PreferansRules{}), envs::Rules(club), envs::Rules(pulka),
          envs::Rules(envs::DebertsRules{}), envs::Rules(free), envs::Rules(party)}) {
        const std::uint64_t found = walk(kozyr::Level::baseline, rules);
        if (kozyr::runs(kozyr::Level::v3) && walk(kozyr::Level::v3, rules) != found) fail("the copies differ");
    }
    std::puts("envs: ok");
    return 0;
}
