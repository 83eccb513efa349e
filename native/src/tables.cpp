#include "tables.hpp"

// The bytes of a file, from kozyr_NAME to kozyr_NAME_end: no path at run time, no start-up cost.
__asm__(R"(
.macro embed name, file
.balign 64
.global kozyr_\name, kozyr_\name\()_end
.hidden kozyr_\name, kozyr_\name\()_end
kozyr_\name:
.incbin ")" KOZYR_DATA R"(/\file"
kozyr_\name\()_end:
.endm
.section .rodata
embed preferans_order, ordering.bin
embed preferans_guess, guesses.bin
embed misere_endings, endings4.bin
embed deberts_order, deberts_order.bin
embed deberts_guess, deberts_guess.bin
embed bridge_order, bridge_order.bin
.previous
)");
