#!/usr/bin/env bash
# Does every instruction that old processors lack stand in the copy of the search for new ones (src/level.hpp)?
#   baseline.sh OBJDUMP PROGRAM
set -euo pipefail

"$1" --disassemble --demangle --no-show-raw-insn "$2" | awk '
  /^[0-9a-f]+ <.*>:$/ { name = $0; next }
  # AVX and BMI. Not pextrw: it is of SSE2. Not tzcnt: an old processor takes it for bsf, which gives the same for every number but 0.
  $2 ~ /^(v[a-z]|pext$|pdep$|bzhi|shlx|shrx|sarx|rorx|mulx|andn|blsi|blsr|blsmsk|bextr|lzcnt|popcnt|movbe)/ {
    if (name ~ /(kozyr::[a-z]+|::)v3::/) inside++
    else { outside++; if (outside <= 10) print "WRONG: " $2 " in " name }
  }
  END {
    printf "%d instructions of x86-64-v3 in its copy, %d elsewhere\n", inside, outside
    exit !(inside > 0 && outside == 0)
  }'
