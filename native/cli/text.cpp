#include <sstream>
#include <stdexcept>
#include <string_view>

#include "commands.hpp"

namespace kozyr::cli {

namespace {

constexpr std::string_view suit_letters = "SHDC", rank_letters = "789TJQKA";

Cards parse_hand(const std::string& text) {
    Cards hand = 0;
    int suit = 0;
    for (const char letter : text) {
        if (letter == '.') {
            if (++suit > 3) throw std::invalid_argument("a hand has four suits: " + text);
            continue;
        }
        const auto rank = rank_letters.find(letter);
        if (rank == std::string::npos) throw std::invalid_argument("not a rank of this pack: " + text);
        const Cards card = bit(8 * suit + static_cast<int>(rank));
        if (hand & card) throw std::invalid_argument("a card stands twice in " + text);
        hand |= card;
    }
    if (suit != 3) throw std::invalid_argument("a hand has four suits: " + text);
    return hand;
}

}  // namespace

Card parse_card(const std::string& text) {
    const auto suit = text.size() == 2 ? suit_letters.find(text[0]) : std::string::npos;
    const auto rank = text.size() == 2 ? rank_letters.find(text[1]) : std::string::npos;
    if (suit == std::string::npos || rank == std::string::npos) throw std::invalid_argument("not a card: " + text);
    return static_cast<Card>(8 * suit + rank);
}

std::vector<Card> parse_cards(const std::string& text) {
    std::vector<Card> cards;
    std::istringstream words(text);
    for (std::string word; words >> word;) cards.push_back(parse_card(word));
    return cards;
}

std::optional<Suit> parse_trump(const std::string& text) {
    if (text == "NT") return std::nullopt;
    const auto suit = text.size() == 1 ? suit_letters.find(text) : std::string::npos;
    if (suit == std::string::npos) throw std::invalid_argument("unknown trump: " + text);
    return static_cast<Suit>(suit);
}

Deal parse_deal(const std::string& text) {
    const std::string clockwise = "NESW";
    const auto first = text.size() > 2 && text[1] == ':' ? clockwise.find(text[0]) : std::string::npos;
    if (first == std::string::npos) throw std::invalid_argument("a deal begins with its first seat, like N:");
    Deal deal;
    std::istringstream words(text.substr(2));
    std::size_t seat = first;
    std::string word;
    std::vector<std::string> hands;
    while (words >> word && word != "+") hands.push_back(word);
    if (word == "+")
        while (words >> word) deal.rest.push_back(parse_card(word));
    // Two hands sit opposite each other.
    const std::size_t step = hands.size() == 2 ? 2 : 1;
    for (const auto& hand : hands) {
        if (hand == "-") {
            deal.dealer_sits_out = true;
        } else {
            deal.seats += clockwise[seat % 4];
            deal.hands.push_back(parse_hand(hand));
        }
        seat += step;
    }
    return deal;
}

}  // namespace kozyr::cli
