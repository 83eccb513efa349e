#include "endings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "../tables.hpp"
#include "frame.hpp"
#include "kozyr/batch.hpp"

namespace kozyr::preferans::KOZYR_LEVEL {

struct Endings::Classes {
    std::vector<Place> place = std::vector<Place>(lanes);
    std::array<std::vector<Lane>, 4096> members;

    Classes() {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (suits().is_string(lane))
                members[suits().record[lane].lengths.word()].push_back(static_cast<Lane>(lane));
        for (std::size_t lengths = 0; lengths < members.size(); ++lengths)
            for (std::size_t i = 0; i < members[lengths].size(); ++i)
                place[members[lengths][i]] = Place(lengths, members[lengths].size(), i);
    }
};

const Endings::Classes& Endings::classes() {
    static const Classes built;
    return built;
}

namespace {

constexpr char magic[] = "kozyr misere endings 1\n";

/// Hand sizes of lengths, a nibble each, sum to this many cards a hand.
bool fits(int lengths, int left) {
    return (lengths & 15) <= (left & 15) && (lengths >> 4 & 15) <= (left >> 4 & 15) && (lengths >> 8) <= (left >> 8);
}

}  // namespace

Endings::Level Endings::outline(int cards) {
    const auto& family = classes().members;
    std::vector<int> possible;
    for (int lengths = 0; lengths < 4096; ++lengths)
        if (!family[lengths].empty() && fits(lengths, cards * 0x111)) possible.push_back(lengths);
    Level level;
    std::vector<Slot> found;
    std::uint32_t base = 0;
    for (const int a : possible)
        for (const int b : possible) {
            if (b > a || !fits(b, cards * 0x111 - a)) continue;
            for (const int c : possible) {
                if (c > b || !fits(c, cards * 0x111 - a - b)) continue;
                const int d = cards * 0x111 - a - b - c;
                if (d > c || family[d].empty()) continue;
                found.push_back({key_of(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b),
                                        static_cast<std::uint64_t>(c)),
                                 base});
                base += static_cast<std::uint32_t>(family[a].size() * family[b].size() * family[c].size() *
                                                   family[d].size());
            }
        }
    level.slots.resize(std::bit_ceil(found.size() * 2));
    for (const Slot& slot : found) {
        std::size_t at = level.home(slot.key);
        while (level.slots[at].key != Slot::empty) at = level.after(at);
        level.slots[at] = slot;
    }
    level.values.resize(base);
    return level;
}

std::uint8_t Endings::compute(Owners owners, int cards) const {
    const auto own = hands_of(owners);
    const auto reply = [&own](int seat, int led) {
        const Places follow = own[seat] & suit_places(suit_at(led));
        return follow ? follow : own[seat];
    };
    int packed = 0;
    for (int leader = 2; leader >= 0; --leader) {
        const int second = seat_after(leader, 1), third = seat_after(leader, 2);
        // Plain minimax over the trick; the seat of hand 0 wants less, the others more.
        const auto worst = [](int seat) { return seat == 0 ? 99 : -1; };
        const auto better = [](int seat, int value, int best) { return seat == 0 ? value < best : value > best; };
        int best = worst(leader);
        for (Places a = lowest_of_runs(own[leader]); a; a &= a - 1) {
            const int led = std::countr_zero(a);
            int best2 = worst(second);
            for (Places b = lowest_of_runs(reply(second, led)); b; b &= b - 1) {
                const int next = std::countr_zero(b);
                int top = led, holder = leader;
                if (same_suit(next, led) && next < led) {
                    top = next;
                    holder = second;
                }
                int best3 = worst(third);
                for (Places c = lowest_of_runs(reply(third, led)); c; c &= c - 1) {
                    const int last = std::countr_zero(c);
                    const int winner = same_suit(last, top) && last < top ? third : holder;
                    int v = winner == 0;
                    if (cards > 1)
                        v += value(Removal(place_bit(led) | place_bit(next) | place_bit(last)).apply(owners), winner,
                                   cards - 1);
                    if (better(third, v, best3)) best3 = v;
                    // The one before would not let it come to this, or the leader not to that.
                    if (!better(second, best3, best2) && (third == 0) != (second == 0)) break;
                }
                if (better(second, best3, best2)) best2 = best3;
                if (!better(leader, best2, best) && (second == 0) != (leader == 0)) break;
            }
            if (better(leader, best2, best)) best = best2;
        }
        packed = packed * 6 + best;
    }
    return static_cast<std::uint8_t>(packed);
}

void Endings::add_level(unsigned threads) {
    const int cards = static_cast<int>(levels_.size());
    Level level = outline(cards);
    const auto& family = classes().members;
    std::vector<Slot> work;
    for (const Slot& slot : level.slots)
        if (slot.key != Slot::empty) work.push_back(slot);
    struct Nothing {};
    batch<Nothing>(work.size(), threads, [&](Nothing&, std::size_t i) {
        const int a = static_cast<int>(work[i].key >> 24), b = static_cast<int>(work[i].key >> 12 & 4095),
                  c = static_cast<int>(work[i].key & 4095), d = cards * 0x111 - a - b - c;
        auto out = level.values.begin() + work[i].base;
        for (const Owners w : family[a])
            for (const Owners x : family[b])
                for (const Owners y : family[c])
                    for (const Owners z : family[d]) *out++ = compute(owners_of(w, x, y, z), cards);
    });
    levels_.push_back(std::move(level));
}

Endings::Endings(int cards, unsigned threads) : place_(classes().place.data()), levels_(1) {
    while (this->cards() < std::min(cards, most)) add_level(threads);
}

bool Endings::load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return load(file);
}

bool Endings::load(std::istream& file) {
    std::string head(sizeof magic - 1, ' ');
    if (cards() >= most || !file.read(head.data(), static_cast<long>(head.size())) || head != magic) return false;
    Level level = outline(cards() + 1);
    if (file.get() != cards() + 1) return false;
    if (!file.read(reinterpret_cast<char*>(level.values.data()), static_cast<long>(level.values.size()))) return false;
    if (file.get() != std::ifstream::traits_type::eof()) return false;
    if (std::any_of(level.values.begin(), level.values.end(), [](std::uint8_t v) { return v >= packed_values; }))
        return false;
    levels_.push_back(std::move(level));
    return true;
}

void Endings::save(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    const auto& values = levels_.back().values;
    file << magic << static_cast<char>(cards());
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<long>(values.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

namespace {

std::mutex sharing;
std::vector<std::unique_ptr<const Endings>>& shelf() {  // all that were ever shared: a search may still hold one
    static std::vector<std::unique_ptr<const Endings>> endings;
    return endings;
}

}  // namespace

const Endings& Endings::shared() {
    const std::lock_guard lock(sharing);
    if (shelf().empty()) {
        Endings endings(3);
        std::istringstream stored{std::string(kozyr_misere_endings, kozyr_misere_endings_end)};
        if (!endings.load(stored)) endings = Endings(4);
        shelf().push_back(std::make_unique<const Endings>(std::move(endings)));
    }
    return *shelf().back();
}

void Endings::share(Endings endings) {
    const std::lock_guard lock(sharing);
    shelf().push_back(std::make_unique<const Endings>(std::move(endings)));
}

bool load_endings(const std::string& path) {
    if (Endings::shared().cards() == Endings::most) return true;
    Endings endings = Endings::shared();
    if (!endings.load(path)) return false;
    Endings::share(std::move(endings));
    return true;
}

void prepare_endings(const std::string& path, unsigned threads) {
    if (load_endings(path)) return;
    Endings endings(Endings::most, threads);
    endings.save(path);
    Endings::share(std::move(endings));
}

}  // namespace kozyr::preferans::KOZYR_LEVEL
