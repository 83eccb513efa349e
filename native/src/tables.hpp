// The learned and computed tables of native/data/, put into the library by the assembler. Where a number stands in one:
// preferans/learned.hpp, deberts/learned.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace kozyr::tables {

const std::uint8_t* preferans_order();
const std::int8_t* preferans_guess();
/// The misère endings of four cards, as Endings::save() writes them.
std::string_view misere_endings();

const std::uint8_t* deberts_order();
const std::int8_t* deberts_guess();

}  // namespace kozyr::tables
