// Times on seeded random full deals, one thread, every solve from a cleared memory. The sum of nodes is the signature:
// a change that is meant to change speed alone leaves it as it is.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <optional>
#include <thread>

#include "../src/random.hpp"
#include "commands.hpp"
#include "kozyr/chances.hpp"
#include "kozyr/cpu.hpp"

namespace kozyr::cli {

namespace {

/// Of this thread, in microseconds: other work of the machine disturbs it less than a clock on the wall.
double processor_time() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

std::vector<Card> shuffled(Random& random) {
    std::vector<Card> deck(pack_size);
    std::iota(deck.begin(), deck.end(), Card{0});
    for (int i = 0; i < 32; ++i) std::swap(deck[i], deck[i + random.below(32 - i)]);
    return deck;
}

preferans::Position preferans_deal(Random& random, preferans::Kind kind) {
    const auto deck = shuffled(random);
    preferans::Position p;
    p.kind = kind;
    for (int i = 0; i < 30; ++i) p.hands[i / 10] |= bit(deck[i]);
    p.trump = static_cast<Suit>(random.below(4));
    p.leader = random.below(3);
    p.declarer = random.below(3);
    if (kind != preferans::Kind::tricks) p.trump.reset();
    if (kind == preferans::Kind::allpass) p.talon = {deck[30], deck[31]};
    return p;
}

deberts::Position deberts_deal(Random& random) {
    const auto deck = shuffled(random);
    deberts::Position p;
    for (int i = 0; i < 18; ++i) p.hands[i / 9] |= bit(deck[i]);
    p.trump = static_cast<Suit>(random.below(4));
    p.leader = random.below(2);
    return p;
}

}  // namespace

void bench(int deals, std::uint64_t seed, const std::string& only, const std::string& endings) {
    if (!endings.empty()) preferans::prepare_endings(endings);
    preferans::Solver solver;
    deberts::Solver pair_solver;
    std::uint64_t signature = 0;
    Random warm{0};
    solver.solve(preferans_deal(warm, preferans::Kind::misere));  // start-up is not measured
    std::printf("core %s\n", name(level()));
    std::printf("%-22s %6s %10s %10s %10s %10s %12s %10s\n", "task", "deals", "mean us", "median us", "p99 us",
                "max us", "nodes/deal", "ns/node");
    const auto time = [&](const char* name, int count, const auto& make, const auto& work) {
        if (!only.empty() && std::string(name).find(only) == std::string::npos) return;
        Random random{seed};
        std::vector<double> times;
        std::uint64_t nodes = 0;
        for (int i = 0; i < count; ++i) {
            const auto position = make(random);
            const double start = processor_time();
            nodes += work(position);
            times.push_back(processor_time() - start);
        }
        std::sort(times.begin(), times.end());
        const double sum = std::accumulate(times.begin(), times.end(), 0.0);
        const auto size = static_cast<std::size_t>(count);
        std::printf("%-22s %6d %10.1f %10.1f %10.1f %10.1f %12.1f %10.1f\n", name, count, sum / count, times[size / 2],
                    times[size * 99 / 100], times.back(), static_cast<double>(nodes) / count,
                    1000 * sum / static_cast<double>(std::max<std::uint64_t>(nodes, 1)));
        std::fflush(stdout);
        signature += nodes;
    };

    using preferans::Kind;
    const auto deal = [](Kind kind) { return [kind](Random& random) { return preferans_deal(random, kind); }; };
    const auto no_trumps = [](Random& random) {
        auto p = preferans_deal(random, Kind::tricks);
        p.trump.reset();
        return p;
    };
    const auto value = [&](const preferans::Position& p) { return solver.solve(p, {false, false}).nodes; };
    const auto moves = [&](const preferans::Position& p) { return solver.solve(p, {true, false}).nodes; };
    const auto table = [&](preferans::Position p) {
        std::uint64_t nodes = 0;
        for (int trump = 0; trump < 5; ++trump) {
            p.trump = trump < 4 ? std::optional(static_cast<Suit>(trump)) : std::nullopt;
            for (p.declarer = 0; p.declarer < 3; ++p.declarer) nodes += solver.solve(p, {false, false}).nodes;
        }
        return nodes;
    };
    time("trump", deals, deal(Kind::tricks), value);
    time("no trump", deals, no_trumps, value);
    time("misere", deals, deal(Kind::misere), value);
    // A hand that is good enough to bid misère: it takes one trick at most.
    const auto bid_misere = [&](Random& random) {
        for (;;) {
            const auto p = preferans_deal(random, Kind::misere);
            if (solver.solve(p, {false, false}).value <= 1) return p;
        }
    };
    time("misere, good hand", deals / 4, bid_misere, value);
    time("trump, all leads", deals, deal(Kind::tricks), moves);
    time("no trump, all leads", deals, no_trumps, moves);
    time("misere, all leads", deals, deal(Kind::misere), moves);
    time("table 5 x 3", deals / 4, deal(Kind::tricks), table);
    time("all-pass, three", deals / 10, deal(Kind::allpass), value);
    time("all-pass, max^n", std::max(1, deals / 100), deal(Kind::allpass),
         [&](const preferans::Position& p) { return solver.solve(p, {false, true}).nodes; });
    time(
        "deberts", deals, [](Random& r) { return deberts_deal(r); },
        [&](const deberts::Position& p) { return pair_solver.solve(p, false).nodes; });
    time(
        "deberts, all leads", deals, [](Random& r) { return deberts_deal(r); },
        [&](const deberts::Position& p) { return pair_solver.solve(p, true).nodes; });
    // All layouts of a declarer's hand, in seconds on the clock, all cores; every first card where the declarer leads.
    if (only.empty() || std::string("chances").find(only) != std::string::npos) {
        const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
        for (const char* const name : {"trump", "no trump", "trump, defender leads"}) {
            const bool trump = name[0] == 't', declarer_leads = std::string(name).find("leads") == std::string::npos;
            Random random{seed};
            std::vector<double> seconds;
            for (int i = 0; i < 10; ++i) {
                auto p = preferans_deal(random, Kind::tricks);
                preferans::Unseen u;
                if (trump) u.trump = p.trump;
                u.leader = declarer_leads ? 0 : 1;
                u.hand = p.hands[0];
                u.gone = ~(p.hands[0] | p.hands[1] | p.hands[2]);
                const auto start = Clock::now();
                signature += preferans::chances(u, threads).nodes;
                seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
            }
            std::sort(seconds.begin(), seconds.end());
            std::printf("chances, %-22s ten hands on %u threads: median %.2f s, worst %.2f s\n", name, threads,
                        (seconds[4] + seconds[5]) / 2, seconds[9]);
            std::fflush(stdout);
        }
    }
    std::printf("signature %llu (deals %d, seed %llu)\n", static_cast<unsigned long long>(signature), deals,
                static_cast<unsigned long long>(seed));
}

}  // namespace kozyr::cli
