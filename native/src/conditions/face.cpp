// The face of conditions: checks what is asked, and hands it to the copy of the core that runs here.
#include <bit>
#include <numeric>
#include <stdexcept>
#include <string>

#include "../core.hpp"

namespace kozyr::conditions {

Program::Program(std::vector<Op> ops, int holders, int given) : ops_(std::move(ops)), given_(given) {
    using Code = Op::Code;
    std::size_t depth = 0;
    for (const Op& op : ops_) {
        std::size_t takes = 2, gives = 1;
        if (op.code > Code::unless) throw std::invalid_argument("no such step");
        if (op.code <= Code::losers) takes = 0;
        if (op.code == Code::negate || op.code == Code::deny) takes = 1;
        if (op.code == Code::unless) takes = 1, gives = 0;
        if (op.code >= Code::count && op.code <= Code::losers && op.holder >= holders)
            throw std::invalid_argument("no such holder: " + std::to_string(op.holder));
        if (op.code == Code::given && (op.value < 0 || op.value >= given))
            throw std::invalid_argument("no such value: " + std::to_string(op.value));
        if (depth < takes) throw std::invalid_argument("the stack is empty");
        depth += gives - takes;
        if (depth > deepest) throw std::invalid_argument("the condition is too deep");
    }
    if (depth != 1) throw std::invalid_argument("a program ends with one number");
}

void Dealing::check() const {
    const std::size_t holders = sizes.size();
    if (holders < 1 || holders > most_holders || held.size() != holders || whole.size() != holders ||
        small.size() != holders)
        throw std::invalid_argument("one to five holders, each with what is told of it");
    if (pack >> 52 || std::accumulate(sizes.begin(), sizes.end(), 0) != std::popcount(pack))
        throw std::invalid_argument("the hands are not the pack");
    Cards seen = 0;
    std::array<int, 4> asked{};
    for (std::size_t at = 0; at < holders; ++at) {
        if (held[at] & (seen | ~pack)) throw std::invalid_argument("a card is dealt twice, or is none");
        seen |= held[at];
        int more = 0;
        for (int suit = 0; suit < 4; ++suit) {
            more += small[at][static_cast<std::size_t>(suit)];
            asked[static_cast<std::size_t>(suit)] += small[at][static_cast<std::size_t>(suit)];
        }
        if (sizes[at] < std::popcount(held[at]) + more) throw std::invalid_argument("a hand has too many cards");
    }
    for (int suit = 0; suit < 4; ++suit)
        if (asked[static_cast<std::size_t>(suit)] >
            std::popcount(small_cards & pack & ~seen & (Cards{0x1fff} << (13 * suit))))
            throw std::invalid_argument("there are not so many small cards");
}

Found find(const Dealing& dealing, const Program& program, std::size_t most, std::uint64_t tries, std::uint64_t seed,
           const Limits& limits) {
    dealing.check();
    if (program.given()) throw std::invalid_argument("the condition needs values from outside");
    return core().find_deals(dealing, program, most, tries, seed, limits);
}

bool keeps(const Program& program, const Hands& hands, std::span<const std::int64_t> given) {
    if (given.size() != static_cast<std::size_t>(program.given()))
        throw std::invalid_argument("other values are needed");
    return core().keeps(program, hands, given);
}

}  // namespace kozyr::conditions
