// Shared tools of the parts of kozyr-native: cards and deals as text, and the larger verbs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kozyr/deberts.hpp"
#include "kozyr/preferans.hpp"

namespace kozyr::cli {

/// A deal as text has it: `N:AKT7.98.KQ.A7 ... + DT SJ`. Seats are letters, clockwise from the first.
struct Deal {
    std::string seats;  // of the hands, in order
    std::vector<Cards> hands;
    std::vector<Card> rest;        // after the plus
    bool dealer_sits_out = false;  // a fourth hand is written `-`
};

Deal parse_deal(const std::string& text);
Card parse_card(const std::string& text);
std::vector<Card> parse_cards(const std::string& text);
std::optional<Suit> parse_trump(const std::string& text);  // S H D C, or NT: none

/// Runs a perft file; prints the differences. Blocks of other games are counted and passed over.
bool perft(const std::string& path);

/// Times every task on seeded random deals, and prints the node-count signature.
void bench(int deals, std::uint64_t seed, const std::string& only, const std::string& endings);

}  // namespace kozyr::cli
