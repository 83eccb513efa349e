#include "kozyr/network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kozyr {

namespace {

constexpr std::string_view magic = "KOZYRNET";
constexpr int fine = 12;              // bits of a weight after the point
constexpr int coarse = 8;             // and of the values between layers
constexpr std::int64_t full = 32767;  // the most that goes from layer to layer: 128

/// Takes whole numbers off a file, the lowest byte first.
class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <class Number>
    Number take() {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << (8 * i);
        return static_cast<Number>(value);
    }
    template <class Number>
    std::vector<Number> take(std::size_t count) {
        std::vector<Number> found(count);
        for (Number& number : found) number = take<Number>();
        return found;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

/// FNV-1a.
std::uint32_t checksum(std::string_view bytes) {
    std::uint32_t sum = 2166136261U;
    for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 16777619U;
    return sum;
}

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("weights of a network: " + why); }

/// A sum with `fine + coarse` bits after the point, as the next layer takes it.
std::int64_t cut(std::int64_t sum, int bits) { return std::clamp<std::int64_t>(sum, 0, full << bits) >> bits; }

}  // namespace

Network::Network(std::string_view file, std::uint32_t signature, std::size_t inputs) : inputs_(inputs) {
    constexpr std::size_t head = 8 + 6 * 4;
    if (file.size() < magic.size() + 4 || file.substr(0, magic.size()) != magic) refuse("no such file");
    Reader reader(file.substr(magic.size()));
    if (const auto found = reader.take<std::uint32_t>(); found != version)
        refuse("version " + std::to_string(found) + ", and this program reads " + std::to_string(version));
    if (file.size() < head + 4) refuse("cut short");
    const auto meant = reader.take<std::uint32_t>();
    if (const auto count = reader.take<std::uint32_t>(); meant != signature || count != inputs)
        refuse("made for other inputs than this program has");
    const auto members = reader.take<std::uint32_t>();
    wide_ = reader.take<std::uint32_t>();
    narrow_ = reader.take<std::uint32_t>();
    if (!members || members > 64 || !wide_ || wide_ > 1024 || !narrow_ || narrow_ > 1024 || inputs_ > 65535)
        refuse("a shape that cannot be");
    const std::size_t each = 2 * inputs_ * wide_ + 4 * wide_ + 2 * narrow_ * wide_ + 4 * narrow_ + 2 * narrow_ + 4;
    if (file.size() != head + members * each + 4)
        refuse(std::to_string(file.size()) + " bytes, where " + std::to_string(head + members * each + 4) +
               " were expected");
    if (Reader(file.substr(file.size() - 4)).take<std::uint32_t>() != checksum(file.substr(0, file.size() - 4)))
        refuse("damaged");
    for (std::uint32_t i = 0; i < members; ++i) {
        Member member;
        member.rows = reader.take<std::int16_t>(inputs_ * wide_);
        member.start = reader.take<std::int32_t>(wide_);
        member.small = reader.take<std::int16_t>(narrow_ * wide_);
        member.small_start = reader.take<std::int32_t>(narrow_);
        member.out = reader.take<std::int16_t>(narrow_);
        member.out_start = reader.take<std::int32_t>();
        members_.push_back(std::move(member));
    }
}

double Network::answer(std::span<const std::uint16_t> set) const {
    if (set.size() > inputs_) throw std::invalid_argument("an input is set more than once");
    for (const std::uint16_t input : set)
        if (input >= inputs_) throw std::invalid_argument("no such input: " + std::to_string(input));
    std::int64_t sum = 0;
    for (const Member& member : members_) sum += one_of(member, set);
    return static_cast<double>(sum) / static_cast<double>(members_.size() << (fine + coarse));
}

std::int64_t Network::one_of(const Member& member, std::span<const std::uint16_t> set) const {
    std::vector<std::int64_t> sums(member.start.begin(), member.start.end());  // `fine` bits after the point
    for (const std::uint16_t input : set) {
        const std::int16_t* const row = &member.rows[input * wide_];
        for (std::size_t i = 0; i < wide_; ++i) sums[i] += row[i];
    }
    for (std::int64_t& sum : sums) sum = cut(sum, fine - coarse);
    std::int64_t answer = member.out_start;
    for (std::size_t j = 0; j < narrow_; ++j) {
        const std::int16_t* const row = &member.small[j * wide_];
        std::int64_t sum = member.small_start[j];
        for (std::size_t i = 0; i < wide_; ++i) sum += row[i] * sums[i];
        answer += member.out[j] * cut(sum, fine);
    }
    return answer;
}

}  // namespace kozyr
