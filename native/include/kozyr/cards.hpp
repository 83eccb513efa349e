// The pack of 32 cards, as numbers: preferans and deberts are played with it.
#pragma once

#include <cstdint>
#include <string>

namespace kozyr {

enum class Suit : std::uint8_t { spades, hearts, diamonds, clubs };

using Card = std::uint8_t;    ///< 8 * suit + rank; the ranks 7 8 9 T J Q K A are 0..7
using Cards = std::uint32_t;  ///< a set of cards, one bit each

inline constexpr Card pack_size = 32;

constexpr int suit_number(Card card) { return card >> 3; }
constexpr Suit suit_of(Card card) { return static_cast<Suit>(suit_number(card)); }
constexpr int rank_of(Card card) { return card & 7; }

constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr Cards cards_of(int suit) { return Cards{0xff} << (8 * suit); }
constexpr Cards cards_of(Suit suit) { return cards_of(static_cast<int>(suit)); }

inline std::string name(Card card) { return {"SHDC"[suit_number(card)], "789TJQKA"[rank_of(card)]}; }

}  // namespace kozyr
