#include "blurred.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

namespace {

/// Hand 1's cards before hand 2's in every gap.
Lane blur(Lane lane) {
    int left = 0, right = 0, at = 0, out = 0;
    const auto close = [&] {
        for (; left; --left, at += 2) out |= 2 << at;
        for (; right; --right, at += 2) out |= 3 << at;
    };
    for (int rest = lane; rest; rest >>= 2) {
        if ((rest & 3) == 2) ++left;
        else if ((rest & 3) == 3) ++right;
        else {
            close();
            out |= 1 << at;
            at += 2;
        }
    }
    close();
    return static_cast<Lane>(out);
}

}  // namespace

Gaps::Gaps() : blurred_(lanes), first_(lanes + 1) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!suits().is_string(lane)) continue;
        blurred_[lane] = blur(static_cast<Lane>(lane));
        ++first_[blurred_[lane] + 1];
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) first_[lane + 1] += first_[lane];
    orders_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        if (suits().is_string(lane)) orders_[next[blurred_[lane]]++] = static_cast<Lane>(lane);
}

const Gaps& gaps() {
    static const Gaps built;
    return built;
}

}  // namespace kozyr::preferans::KOZYR_LEVEL
