// A small network of whole numbers, for judgements that are learned from many deals: which inputs are set goes in, a
// number comes out. There is no rounding that hangs on the processor, so the answer is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kozyr {

/// Several networks of the same shape, whose answers are averaged. Each adds up the rows of its inputs, cuts off values
/// below nought, does so once more with a small layer, and adds up again.
class Network {
public:
    static constexpr std::uint32_t version = 1;

    /// `file`: the output of train() in scripts/teach_bidding.py. `signature` identifies the meaning of the inputs, and
    /// `inputs` is their number. Throws std::invalid_argument with one line: another version, other inputs, a damaged
    /// file.
    Network(std::string_view file, std::uint32_t signature, std::size_t inputs);

    std::size_t inputs() const { return inputs_; }

    /// Each input may be in `set` only once. Throws std::invalid_argument if there is no such input.
    double answer(std::span<const std::uint16_t> set) const;

private:
    /// Weights and the sums that a layer starts from; a weight of one is `one`, as is an answer of one.
    struct Member {
        std::vector<std::int16_t> rows;   ///< by input, `wide_` each
        std::vector<std::int32_t> start;  ///< `wide_`
        std::vector<std::int16_t> small;  ///< by unit of the second layer, `wide_` each
        std::vector<std::int32_t> small_start;
        std::vector<std::int16_t> out;
        std::int32_t out_start = 0;
    };

    std::int64_t one_of(const Member& member, std::span<const std::uint16_t> set) const;

    std::size_t inputs_ = 0, wide_ = 0, narrow_ = 0;
    std::vector<Member> members_;
};

}  // namespace kozyr
