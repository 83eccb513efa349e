#include "tables.hpp"

#include <cstddef>

// The bytes of a file, from kozyr_NAME to kozyr_NAME_end: no path at run time, no start-up cost.
#define EMBED(name, file)                \
    __asm__(                             \
        ".section .rodata\n"             \
        ".balign 64\n"                   \
        ".global kozyr_" #name           \
        "\n"                             \
        ".hidden kozyr_" #name           \
        "\n"                             \
        "kozyr_" #name                   \
        ":\n"                            \
        ".incbin \"" KOZYR_DATA "/" file \
        "\"\n"                           \
        ".global kozyr_" #name           \
        "_end\n"                         \
        ".hidden kozyr_" #name           \
        "_end\n"                         \
        "kozyr_" #name                   \
        "_end:\n"                        \
        ".previous\n")

EMBED(preferans_order, "ordering.bin");
EMBED(preferans_guess, "guesses.bin");
EMBED(misere_endings, "endings4.bin");
EMBED(deberts_order, "deberts_order.bin");
EMBED(deberts_guess, "deberts_guess.bin");

extern "C" {
extern const std::uint8_t kozyr_preferans_order[];
extern const std::int8_t kozyr_preferans_guess[];
extern const char kozyr_misere_endings[];
extern const char kozyr_misere_endings_end[];
extern const std::uint8_t kozyr_deberts_order[];
extern const std::int8_t kozyr_deberts_guess[];
}

namespace kozyr::tables {

const std::uint8_t* preferans_order() { return kozyr_preferans_order; }
const std::int8_t* preferans_guess() { return kozyr_preferans_guess; }
std::string_view misere_endings() {
    return {kozyr_misere_endings, static_cast<std::size_t>(kozyr_misere_endings_end - kozyr_misere_endings)};
}

const std::uint8_t* deberts_order() { return kozyr_deberts_order; }
const std::int8_t* deberts_guess() { return kozyr_deberts_guess; }

}  // namespace kozyr::tables
