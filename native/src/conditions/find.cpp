#include "find.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>

#include "../random.hpp"

namespace kozyr::conditions::KOZYR_LEVEL {
namespace {

constexpr Cards of_rank(int rank) {
    return (Cards{1} << rank) | (Cards{1} << (13 + rank)) | (Cards{1} << (26 + rank)) | (Cards{1} << (39 + rank));
}
constexpr Cards suit_of(int suit) { return Cards{0x1fff} << (13 * suit); }

std::array<int, 4> lengths(Cards hand) {
    std::array<int, 4> found;
    for (int suit = 0; suit < 4; ++suit) found[static_cast<std::size_t>(suit)] = std::popcount(hand & suit_of(suit));
    return found;
}

std::int64_t digits(const std::array<int, 4>& lengths) {
    std::int64_t found = 0;
    for (const int n : lengths) found = 10 * found + n;
    return found;
}

std::int64_t hcp(Cards hand) {
    return 4 * std::popcount(hand & of_rank(12)) + 3 * std::popcount(hand & of_rank(11)) +
           2 * std::popcount(hand & of_rank(10)) + std::popcount(hand & of_rank(9));
}

bool balanced(Cards hand) {
    int doubletons = 0;
    for (const int n : lengths(hand)) {
        if (n < 2 || n > 5) return false;
        doubletons += n == 2;
    }
    return doubletons < 2;
}

int losers(Cards hand) {
    int found = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const Cards held = hand & suit_of(suit);
        const int least = std::min(3, std::popcount(held));
        int missing = least;
        for (int nth = 0; nth < least; ++nth) missing -= (held >> (13 * suit + 12 - nth)) & 1;
        found += missing;
    }
    return found;
}

bool run(const Program& program, const Hands& hands, const std::int64_t* given) {
    using Code = Op::Code;
    std::array<std::int64_t, Program::deepest + 1> stack;
    std::size_t top = 0;  // the number on top; stack[0] stands for none
    for (const Op& op : program.ops()) {
        const Cards hand = hands[op.holder];
        switch (op.code) {
            case Code::number: stack[++top] = op.value; break;
            case Code::given: stack[++top] = given[op.value]; break;
            case Code::count: stack[++top] = std::popcount(hand & op.cards); break;
            case Code::hcp: stack[++top] = hcp(hand & op.cards); break;
            case Code::balanced: stack[++top] = balanced(hand); break;
            case Code::shape: {
                auto sorted = lengths(hand);
                std::sort(sorted.begin(), sorted.end(), std::greater<>());
                stack[++top] = digits(sorted);
                break;
            }
            case Code::pattern: stack[++top] = digits(lengths(hand)); break;
            case Code::losers: stack[++top] = losers(hand); break;
            case Code::add: --top, stack[top] += stack[top + 1]; break;
            case Code::subtract: --top, stack[top] -= stack[top + 1]; break;
            case Code::multiply: --top, stack[top] *= stack[top + 1]; break;
            case Code::negate: stack[top] = -stack[top]; break;
            case Code::equal: --top, stack[top] = stack[top] == stack[top + 1]; break;
            case Code::less: --top, stack[top] = stack[top] < stack[top + 1]; break;
            case Code::either: --top, stack[top] = stack[top] || stack[top + 1]; break;
            case Code::deny: stack[top] = !stack[top]; break;
            case Code::unless:
                if (!stack[top--]) return false;
                break;
        }
    }
    return stack[top] != 0;
}

/// Deals one after another.
class Dealer {
public:
    Dealer(const Dealing& dealing, std::uint64_t seed) : told_(dealing), random_{seed} {
        Cards held = 0;
        for (std::size_t at = 0; at < told_.sizes.size(); ++at) {
            held |= told_.held[at];
            limited_ = limited_ || told_.whole[at];
            for (const std::uint8_t n : told_.small[at]) some_small_ = some_small_ || n;
        }
        for (Cards left = told_.pack & ~held; left; left &= left - 1)
            pool_[many_++] = static_cast<std::uint8_t>(std::countr_zero(left));
    }

    /// Another deal; false: what is told whole was not kept, so that there is none.
    bool deal(Hands& hands) {
        if (!some_small_) return fill(hands, pool_, many_);
        std::array<std::uint8_t, 52> pool = pool_;
        int many = many_;
        Hands drawn{};
        for (std::size_t at = 0; at < told_.sizes.size(); ++at)
            for (int suit = 0; suit < 4; ++suit)
                for (int left = told_.small[at][static_cast<std::size_t>(suit)]; left; --left)
                    drawn[at] |= draw(pool, many, told_.small_cards & suit_of(suit));
        return fill(hands, pool, many, drawn);
    }

private:
    int below(int n) { return static_cast<int>((random_.next() >> 32) * static_cast<unsigned>(n) >> 32); }

    /// One of these cards, taken out of the pool.
    Cards draw(std::array<std::uint8_t, 52>& pool, int& many, Cards among) {
        int left = 0;
        for (int at = 0; at < many; ++at) left += (among >> pool[static_cast<std::size_t>(at)]) & 1;
        int nth = below(left);
        for (int at = 0;; ++at) {
            const std::uint8_t card = pool[static_cast<std::size_t>(at)];
            if (!((among >> card) & 1) || nth--) continue;
            pool[static_cast<std::size_t>(at)] = pool[static_cast<std::size_t>(--many)];
            return Cards{1} << card;
        }
    }

    bool fill(Hands& hands, std::array<std::uint8_t, 52>& pool, int many, const Hands& drawn = {}) {
        std::size_t at = 0;
        const auto left = static_cast<std::size_t>(many);
        Cards all = 0;
        const std::size_t last = told_.sizes.size() - 1;
        for (std::size_t holder = 0; holder < last; ++holder) {
            Cards hand = told_.held[holder] | drawn[holder];
            for (int n = told_.sizes[holder] - std::popcount(hand); n > 0; --n, ++at) {
                std::swap(pool[at], pool[at + static_cast<std::size_t>(below(static_cast<int>(left - at)))]);
                hand |= Cards{1} << pool[at];
            }
            hands[holder] = hand;
            all |= hand;
        }
        hands[last] = told_.pack & ~all;
        if (!limited_) return true;
        for (std::size_t holder = 0; holder <= last; ++holder)
            if (hands[holder] & told_.whole[holder] & ~(told_.held[holder] | drawn[holder])) return false;
        return true;
    }

    const Dealing& told_;
    Random random_;
    std::array<std::uint8_t, 52> pool_{};
    int many_ = 0;
    bool limited_ = false, some_small_ = false;
};

}  // namespace

Found find(const Dealing& dealing, const Program& program, std::size_t most, std::uint64_t tries, std::uint64_t seed,
           const Limits& limits) {
    static constexpr std::uint64_t pause = 0xfff, hopeless = 20'000'000;
    Dealer dealer(dealing, seed);
    Found found;
    Hands hands{};
    for (std::uint64_t drawn = 0; found.tried < tries; ++drawn) {
        if (!(drawn & pause) && limits.over()) {
            found.finished = false;
            break;
        }
        if (!dealer.deal(hands)) {
            if (!found.tried && drawn > hopeless) throw std::invalid_argument("no deal is as it is told");
            continue;
        }
        ++found.tried;
        if (!run(program, hands, nullptr)) continue;
        ++found.kept;
        if (!most) continue;
        found.deals.push_back(hands);
        if (found.deals.size() == most) break;
    }
    return found;
}

bool keeps(const Program& program, const Hands& hands, std::span<const std::int64_t> given) {
    return run(program, hands, given.data());
}

}  // namespace kozyr::conditions::KOZYR_LEVEL
