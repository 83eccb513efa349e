// The files of the search are compiled twice, once for every processor of the architecture and once, where that is
// x86-64, for x86-64-v3 (native/CMakeLists.txt). KOZYR_LEVEL names the copy that a file is being compiled for. Whatever
// is compiled twice stands in a namespace of that name, so that both copies fit into one library; face.cpp of each game
// calls the copy that kozyr/cpu.hpp names.
#pragma once

#ifndef KOZYR_LEVEL
#define KOZYR_LEVEL baseline
#endif
