#include "kozyr/combinations.hpp"

#include <array>
#include <bit>
#include <stdexcept>

namespace kozyr {
namespace {

constexpr unsigned width = 64;

// Pascal's triangle. The largest entry, C(64,32), is about 1.8e18 and fits.
using Triangle = std::array<std::array<std::uint64_t, width + 1>, width + 1>;

constexpr Triangle make_triangle() {
    Triangle t{};
    for (unsigned n = 0; n <= width; ++n) {
        t[n][0] = 1;
        for (unsigned k = 1; k <= n; ++k) t[n][k] = t[n - 1][k - 1] + t[n - 1][k];
    }
    return t;
}

constexpr Triangle choose = make_triangle();

}  // namespace

std::uint64_t combination_rank(std::uint64_t places) noexcept {
    std::uint64_t rank = 0;
    for (unsigned k = 1; places != 0; ++k, places &= places - 1) {
        rank += choose[static_cast<unsigned>(std::countr_zero(places))][k];
    }
    return rank;
}

std::uint64_t combination_at(std::uint64_t rank, unsigned size) {
    if (size > width || rank >= choose[width][size]) {
        throw std::invalid_argument("no combination of that size bears that number");
    }
    std::uint64_t set = 0;
    unsigned place = width;
    for (unsigned k = size; k > 0; --k) {
        do --place;
        while (choose[place][k] > rank);
        rank -= choose[place][k];
        set |= std::uint64_t{1} << place;
    }
    return set;
}

}  // namespace kozyr
