// Perft for cards: numbers that any implementation can check. The rules here are written once more, plainly, on
// purpose: a file that agrees with them, with the Python engine and with the search has three witnesses.
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "commands.hpp"

namespace kozyr::cli {

namespace {

struct Table {
    std::vector<Cards> hands;
    std::optional<Suit> trump;
    int leader = 0;
    bool beat_trumps = false;  // deberts: a led trump must be beaten
    std::vector<Card> trick;
    std::vector<int> won;

    int players() const { return static_cast<int>(hands.size()); }
    int seat() const { return (leader + static_cast<int>(trick.size())) % players(); }
    bool over() const { return trick.empty() && !hands[leader]; }

    int strength(Card card) const {
        if (!beat_trumps) return rank_of(card);
        static constexpr std::array<int, 8> plain{0, 1, 2, 6, 3, 4, 5, 7}, trumps{0, 1, 6, 4, 7, 2, 3, 5};
        return (suit_of(card) == trump ? trumps : plain)[rank_of(card)];
    }

    std::vector<Card> legal() const {
        std::vector<Card> all, follow, higher, trumps;
        for (Card card = 0; card < pack_size; ++card) {
            if (!(hands[seat()] & bit(card))) continue;
            all.push_back(card);
            if (trick.empty()) continue;
            if (suit_of(card) == suit_of(trick[0])) {
                follow.push_back(card);
                if (strength(card) > strength(trick[0])) higher.push_back(card);
            }
            if (suit_of(card) == trump) trumps.push_back(card);
        }
        if (!follow.empty()) return beat_trumps && suit_of(trick[0]) == trump && !higher.empty() ? higher : follow;
        return trick.empty() || trumps.empty() ? all : trumps;
    }

    void play(Card card) {
        hands[seat()] &= ~bit(card);
        trick.push_back(card);
        if (static_cast<int>(trick.size()) < players()) return;
        int best = 0;
        for (int k = 1; k < players(); ++k) {
            const bool same = suit_of(trick[k]) == suit_of(trick[best]);
            if (same ? strength(trick[k]) > strength(trick[best]) : suit_of(trick[k]) == trump) best = k;
        }
        leader = (leader + best) % players();
        ++won[leader];
        trick.clear();
    }

    std::uint64_t count(int depth) const {
        if (over()) return 0;
        std::uint64_t sum = 0;
        for (const auto card : legal()) {
            if (depth == 1) {
                ++sum;
                continue;
            }
            Table next = *this;
            next.play(card);
            sum += next.count(depth - 1);
        }
        return sum;
    }

    /// Cards held that may not be played, over all nodes at this ply.
    std::uint64_t revokes(int depth) const {
        if (over()) return 0;
        const auto moves = legal();
        if (depth == 0) {
            std::uint64_t held = 0;
            for (auto hand = hands[seat()]; hand; hand &= hand - 1) ++held;
            return held - moves.size();
        }
        std::uint64_t sum = 0;
        for (const auto card : moves) {
            Table next = *this;
            next.play(card);
            sum += next.revokes(depth - 1);
        }
        return sum;
    }

    void outcomes(std::map<std::vector<int>, std::uint64_t>& into) const {
        if (over()) {
            ++into[won];
            return;
        }
        for (const auto card : legal()) {
            Table next = *this;
            next.play(card);
            next.outcomes(into);
        }
    }
};

struct Block {
    std::string id, game, deal, trump = "NT", lead;
    std::vector<std::vector<std::string>> checks;
};

bool run_block(const Block& block, int& checked) {
    const Deal deal = parse_deal(block.deal);
    Table table;
    table.hands = deal.hands;
    table.trump = parse_trump(block.trump);
    table.beat_trumps = block.game == "deberts";
    const auto at = deal.seats.find(block.lead);
    if (block.lead.size() != 1 || at == std::string::npos) throw std::invalid_argument(block.id + ": who leads?");
    table.leader = static_cast<int>(at);
    table.won.assign(deal.hands.size(), 0);

    std::map<std::vector<int>, std::uint64_t> outcomes;
    std::uint64_t leaves = 0;
    bool right = true;
    for (const auto& words : block.checks) {
        std::uint64_t got = 0;
        const std::uint64_t expected = std::stoull(words.back());
        if (words[0] == "perft") {
            got = table.count(std::stoi(words.at(1)));
        } else if (words[0] == "revokes") {
            got = table.revokes(std::stoi(words.at(1)));
        } else {
            if (outcomes.empty()) {
                table.outcomes(outcomes);
                for (const auto& [won, number] : outcomes) leaves += number;
            }
            if (words[0] == "leaves") {
                got = leaves;
            } else {
                std::vector<int> won;
                std::istringstream parts(words.at(1));
                for (std::string part; std::getline(parts, part, '-');) won.push_back(std::stoi(part));
                const auto found = outcomes.find(won);
                got = found == outcomes.end() ? 0 : found->second;
            }
        }
        ++checked;
        if (got == expected) continue;
        right = false;
        std::string line;
        for (const auto& word : words) line.append(word).append(" ");
        std::printf("%s: %s- got %llu\n", block.id.c_str(), line.c_str(), static_cast<unsigned long long>(got));
        if (words[0] == "perft" && std::stoi(words[1]) > 1)
            for (const auto card : table.legal()) {
                Table next = table;
                next.play(card);
                std::printf("  %s %llu\n", name(card).c_str(),
                            static_cast<unsigned long long>(next.count(std::stoi(words[1]) - 1)));
            }
    }
    return right;
}

}  // namespace

bool perft(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::invalid_argument("cannot read " + path);
    std::vector<Block> blocks;
    int number = 0, foreign = 0, checked = 0;
    for (std::string line; std::getline(file, line);) {
        if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // the mark of some editors
        line = line.substr(0, line.find('#'));
        std::istringstream in(line);
        std::vector<std::string> words;
        for (std::string word; in >> word;) words.push_back(word);
        if (words.empty()) continue;
        const std::string where = path + ":" + std::to_string(number) + ": ";
        const std::string& key = words[0];
        if (key == "walk" || key == "auctions" || key == "auction" || key == "record" || key == "moves" ||
            key == "ends")
            continue;  // whole games, bidding, and rulings are not played here
        if (words.size() < 2) throw std::invalid_argument(where + "a value is missing");
        if (key == "id") {
            blocks.emplace_back();
            blocks.back().id = words[1];
            continue;
        }
        if (blocks.empty()) throw std::invalid_argument(where + "a block begins with id");
        Block& block = blocks.back();
        if (key == "game") block.game = words[1];
        else if (key == "deal") block.deal = line.substr(line.find("deal") + 5);
        else if (key == "trump") block.trump = words[1];
        else if (key == "lead") block.lead = words[1];
        else if (key == "preset" || key == "players" || key == "option" || key == "deals")
            continue;  // of auctions and walks
        else if (((key == "perft" || key == "revokes" || key == "outcome") && words.size() == 3) ||
                 (key == "leaves" && words.size() == 2))
            block.checks.push_back(words);
        else throw std::invalid_argument(where + "unknown key " + key);
    }
    if (file.bad()) throw std::invalid_argument("cannot read " + path);
    if (blocks.empty()) throw std::invalid_argument(path + ": nothing to check in it");
    bool right = true;
    for (const auto& block : blocks) {
        const bool ours = block.game == "preferans" || block.game == "deberts";
        if (ours && !block.checks.empty()) right &= run_block(block, checked);
        else ++foreign;
    }
    std::printf("%s: %d numbers checked, %d blocks of other kinds passed over, %s\n", path.c_str(), checked, foreign,
                right ? "all right" : "WRONG");
    return right;
}

}  // namespace kozyr::cli
