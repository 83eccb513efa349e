// kozyr-native: the native core without Python.
//
//     kozyr-native solve preferans --deal 'N:h h h' --trump S --declarer N --lead E [--kind misere] [--trick 'SA HT']
//     kozyr-native solve deberts --deal 'N:h h' --trump H --lead N [--trick SA]
//     kozyr-native perft FILE...
//     kozyr-native bench [--deals 1000] [--seed 1] [--only NAME] [--endings FILE]
//
// For people, tests and profilers; the product's own commands are `kozyr solve ...`.
#include <cstring>
#include <iostream>
#include <map>
#include <stdexcept>

#include "commands.hpp"

namespace kozyr::cli {

namespace {

std::string usage() { return "usage: kozyr-native solve preferans|deberts ... | perft FILE... | bench ..."; }

using Arguments = std::map<std::string, std::string>;

Arguments read_arguments(int argc, char** argv, int first) {
    Arguments out;
    for (int i = first; i < argc; i += 2) {
        if (std::strncmp(argv[i], "--", 2) != 0 || i + 1 >= argc) throw std::invalid_argument(usage());
        out[argv[i] + 2] = argv[i + 1];
    }
    return out;
}

std::string take(Arguments& arguments, const std::string& key, const char* otherwise = nullptr) {
    const auto found = arguments.find(key);
    if (found == arguments.end()) {
        if (otherwise) return otherwise;
        throw std::invalid_argument("--" + key + " is missing");
    }
    const std::string value = found->second;
    arguments.erase(found);
    return value;
}

void done(const Arguments& arguments) {
    if (!arguments.empty()) throw std::invalid_argument("unknown option --" + arguments.begin()->first);
}

int seat_of(const Deal& deal, const std::string& name) {
    const auto at = name.size() == 1 ? deal.seats.find(name) : std::string::npos;
    if (at == std::string::npos) throw std::invalid_argument("no such seat in this deal: " + name);
    return static_cast<int>(at);
}

void solve_preferans(Arguments arguments) {
    const Deal deal = parse_deal(take(arguments, "deal"));
    if (deal.hands.size() != 3) throw std::invalid_argument("preferans has three hands");
    preferans::Position p;
    const std::string kind = take(arguments, "kind", "tricks");
    if (kind == "misere") p.kind = preferans::Kind::misere;
    else if (kind == "allpass") p.kind = preferans::Kind::allpass;
    else if (kind != "tricks") throw std::invalid_argument("unknown kind: " + kind);
    p.trump = parse_trump(take(arguments, "trump", "NT"));
    p.leader = seat_of(deal, take(arguments, "lead"));
    if (p.kind != preferans::Kind::allpass) p.declarer = seat_of(deal, take(arguments, "declarer"));
    for (int i = 0; i < 3; ++i) p.hands[i] = deal.hands[i];
    p.trick = parse_cards(take(arguments, "trick", ""));
    p.talon = deal.rest;
    p.talon_wins = deal.dealer_sits_out;
    done(arguments);
    preferans::Solver solver;
    const auto answer = solver.solve(p);
    if (p.kind == preferans::Kind::allpass) {
        for (int i = 0; i < 3; ++i)
            std::cout << deal.seats[i] << ' ' << int{answer.each[i]} << " maxn " << int{answer.maxn[i]} << '\n';
    } else {
        std::cout << "value " << answer.value << '\n';
    }
    for (const auto& move : answer.moves) std::cout << name(move.card) << ' ' << int{move.value} << '\n';
    std::cout << "nodes " << answer.nodes << '\n';
}

void solve_deberts(Arguments arguments) {
    const Deal deal = parse_deal(take(arguments, "deal"));
    if (deal.hands.size() != 2) throw std::invalid_argument("deberts has two hands");
    deberts::Position p;
    const auto trump = parse_trump(take(arguments, "trump"));
    if (!trump) throw std::invalid_argument("deberts is played with a trump");
    p.trump = *trump;
    p.leader = seat_of(deal, take(arguments, "lead"));
    p.hands = {deal.hands[0], deal.hands[1]};
    const auto trick = parse_cards(take(arguments, "trick", ""));
    if (trick.size() > 1) throw std::invalid_argument("more than one card in an unfinished trick");
    if (!trick.empty()) p.table = trick[0];
    done(arguments);
    deberts::Solver solver;
    const auto answer = solver.solve(p);
    for (int i = 0; i < 2; ++i) std::cout << deal.seats[i] << ' ' << answer.points[i] << '\n';
    for (const auto& move : answer.moves) std::cout << name(move.card) << ' ' << move.value << '\n';
    std::cout << "nodes " << answer.nodes << '\n';
}

int run(int argc, char** argv) {
    const std::string verb = argc > 1 ? argv[1] : "";
    if (verb == "solve" && argc > 2) {
        const std::string game = argv[2];
        if (game == "preferans") return solve_preferans(read_arguments(argc, argv, 3)), 0;
        if (game == "deberts") return solve_deberts(read_arguments(argc, argv, 3)), 0;
        throw std::invalid_argument("unknown game: " + game);
    }
    if (verb == "perft" && argc > 2) {
        bool right = true;
        for (int i = 2; i < argc; ++i) right &= perft(argv[i]);
        return right ? 0 : 1;
    }
    if (verb == "bench") {
        auto arguments = read_arguments(argc, argv, 2);
        const int deals = std::stoi(take(arguments, "deals", "1000"));
        const auto seed = std::stoull(take(arguments, "seed", "1"));
        const std::string only = take(arguments, "only", "");
        const std::string endings = take(arguments, "endings", "");
        done(arguments);
        bench(deals, seed, only, endings);
        return 0;
    }
    throw std::invalid_argument(usage());
}

}  // namespace

}  // namespace kozyr::cli

int main(int argc, char** argv) {
    try {
        return kozyr::cli::run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "kozyr-native: " << error.what() << '\n';
        return 2;
    }
}
