#include "ordering.hpp"

#include "deberts_learned.hpp"

// The assembler puts the files into the program: no path at run time, no start-up cost.
#define EMBED(name, file)           \
    __asm__(".section .rodata\n"    \
            ".balign 64\n"          \
            ".global " #name "\n"   \
            ".hidden " #name "\n"   \
            #name ":\n"             \
            ".incbin \"" file "\"\n" \
            ".previous\n")

EMBED(kozyr_ordering, KOZYR_DATA "/ordering.bin");
EMBED(kozyr_guesses, KOZYR_DATA "/guesses.bin");

EMBED(kozyr_deberts_order, KOZYR_DATA "/deberts_order.bin");
EMBED(kozyr_deberts_guess, KOZYR_DATA "/deberts_guess.bin");

EMBED(kozyr_endings, KOZYR_DATA "/endings4.bin");
__asm__(".section .rodata\n"
        ".global kozyr_endings_end\n"
        ".hidden kozyr_endings_end\n"
        "kozyr_endings_end:\n"
        ".previous\n");

extern "C" const char kozyr_endings[];
extern "C" const char kozyr_endings_end[];
extern "C" const std::uint8_t kozyr_ordering[];
extern "C" const std::int8_t kozyr_guesses[];
extern "C" const std::uint8_t kozyr_deberts_order[];
extern "C" const std::int8_t kozyr_deberts_guess[];

namespace kozyr::preferans::ordering {

const std::uint8_t* table() { return kozyr_ordering; }
const std::int8_t* guesses() { return kozyr_guesses; }
std::string_view endings() { return {kozyr_endings, static_cast<std::size_t>(kozyr_endings_end - kozyr_endings)}; }

}  // namespace kozyr::preferans::ordering

namespace kozyr::deberts::learned {

Tables tables() { return {kozyr_deberts_order, kozyr_deberts_guess}; }

}  // namespace kozyr::deberts::learned
