// What the parts of kozyr-native share: cards and deals as text, and the larger verbs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kozyr/deberts.hpp"
#include "kozyr/preferans.hpp"

namespace kozyr::cli {

/// A deal as text has it: `N:AKT7.98.KQ.A7 ... + DT SJ`. Seats are letters, clockwise from the first.
struct Deal {
    std::string seats;                        // of the hands, in order
    std::vector<std::uint32_t> hands;         // 8 * suit + rank, ranks 7..A
    std::vector<std::uint8_t> rest;           // after the plus
    bool dealer_sits_out = false;             // a fourth hand is written `-`
};

Deal parse_deal(const std::string& text);
std::uint8_t parse_card(const std::string& text);
std::vector<std::uint8_t> parse_cards(const std::string& text);
int parse_trump(const std::string& text);  // 0..3, or 4: none
std::string card_name(std::uint8_t card);

/// Runs a perft file; prints what differs. Blocks of games that are not played here are counted and passed over.
bool perft(const std::string& path);

/// Times every task on seeded random deals, and prints the node-count signature.
void bench(int deals, std::uint64_t seed, const std::string& only, const std::string& endings);

}  // namespace kozyr::cli
