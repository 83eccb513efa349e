// The learned and computed tables of native/data/, put into the library by the assembler. The layout of each is in
// preferans/order.hpp, deberts/order.hpp, bridge/order.hpp.
#pragma once

#include <cstdint>

extern "C" {
extern const std::uint8_t kozyr_preferans_order[];
extern const std::int8_t kozyr_preferans_guess[];
/// The misère endings of four cards, as Endings::save() writes them.
extern const char kozyr_misere_endings[], kozyr_misere_endings_end[];
extern const std::uint8_t kozyr_deberts_order[];
extern const std::int8_t kozyr_deberts_guess[];
extern const std::int8_t kozyr_bridge_order[];
}
