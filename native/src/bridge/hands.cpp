#include "kozyr/bridge_hands.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "../random.hpp"

namespace kozyr::bridge {
namespace {

/// A rank of all suits; the deuce is 0.
constexpr Cards all_of_rank(int rank) { return (bit(0) | bit(13) | bit(26) | bit(39)) << rank; }

constexpr Cards aces = all_of_rank(12), kings = all_of_rank(11), queens = all_of_rank(10), jacks = all_of_rank(9);
constexpr Cards court = aces | kings | queens | jacks;
constexpr int not_kept = 3, not_stopped = 2;  // the cost of a broken promise, in points

int high_cards(Cards held) {
    return 4 * std::popcount(held & aces) + 3 * std::popcount(held & kings) + 2 * std::popcount(held & queens) +
           std::popcount(held & jacks);
}

int length(Cards hand, int suit) { return std::popcount(hand & cards_of(suit)); }

/// Points, and one for every card over four in a suit.
int points(Cards hand) {
    int found = high_cards(hand);
    for (int suit = 0; suit < 4; ++suit) found += std::max(0, length(hand, suit) - 4);
    return found;
}

/// 4-3-3-3, 4-4-3-2 or 5-3-3-2.
bool balanced(Cards hand) {
    int doubletons = 0;
    for (int suit = 0; suit < 4; ++suit) {
        const int n = length(hand, suit);
        if (n < 2) return false;
        doubletons += n == 2;
    }
    return doubletons < 2;
}

/// A, K and one, Q and two, or J and three.
bool stops(Cards hand, int suit) {
    const Cards held = hand & cards_of(suit);
    const int n = std::popcount(held);
    return held & aces || (held & kings && n > 1) || (held & queens && n > 2) || (held & jacks && n > 3);
}

/// Ace, king, or at most one card.
bool controls_suit(Cards hand, int suit) {
    const Cards held = hand & cards_of(suit);
    return std::popcount(held) < 2 || held & (aces | kings);
}

/// Points for a raise: Hand.support of kozyr.bots.bridge.system.
int support(Cards hand, int trump) {
    int found = high_cards(hand);
    if (length(hand, trump) < 3) return found;
    for (int suit = 0; suit < 4; ++suit) {
        const int n = length(hand, suit);
        if (suit == trump || n > 2) continue;
        const int falls = high_cards(hand & cards_of(suit) & ~aces);  // counts once, as a card or as shortness
        const int worth = n == 0 ? 5 : n == 1 ? 3 : 1;
        found += std::max(0, worth - (n < 2 || falls < 3 ? falls : 0));
    }
    return found;
}

bool among(int number, unsigned numbers) { return numbers >> number & 1; }

bool keeps_keys(Cards hand, int trump, unsigned numbers) {
    return trump < 0 || among(std::popcount(hand & (aces | (kings & cards_of(trump)))), numbers);
}

bool keeps_aces(Cards hand, unsigned numbers) { return !numbers || among(std::popcount(hand & aces), numbers); }

constexpr std::array<std::uint64_t, 14> factorials = [] {
    std::array<std::uint64_t, 14> found{1};
    for (unsigned n = 1; n < found.size(); ++n) found[n] = found[n - 1] * n;
    return found;
}();

constexpr int deals_tried = 64;  // draws in search of a deal that keeps all promises, before one is mended
constexpr int long_walk = 250;
constexpr int steps_more = 8;     // exchanges that are tried once nothing is broken any more
constexpr int no_honours = 1000;  // declared honours are a fact: this breaks more than all promises
static_assert(3 * (2 * Range::farthest + 3 * not_kept + 4 * not_stopped) < no_honours);

constexpr std::size_t place(int suit, int first, int second) {
    return static_cast<std::size_t>((suit * 14 + first) * 14 + second);
}

}  // namespace

bool Promise::holds(Cards hand) const {
    for (int suit = 0; suit < 4; ++suit)
        if (!lengths[static_cast<unsigned>(suit)].has(length(hand, suit))) return false;
    if (!hcp.has(high_cards(hand)) || !points.has(bridge::points(hand))) return false;
    if ((balanced && !bridge::balanced(hand)) || !keeps_aces(hand, aces)) return false;
    if (fit >= 0 && !fit_points.has(support(hand, fit))) return false;
    for (int suit = 0; suit < 4; ++suit) {
        if (controls >> suit & 1 && !controls_suit(hand, suit)) return false;
        if (stopped >> suit & 1 && !stops(hand, suit)) return false;
    }
    if (!keeps_keys(hand, keys, key_numbers)) return false;
    if (queen >= 0 && ((hand & queens & cards_of(queen)) != 0) != has_queen) return false;
    return kings < 0 || among(std::popcount(hand & bridge::kings & ~cards_of(kings)), king_numbers);
}

int Promise::broken(Cards hand) const {
    int found = hcp.misses(high_cards(hand)) + points.misses(bridge::points(hand));
    if (balanced && !bridge::balanced(hand)) found += not_kept;
    if (!keeps_aces(hand, aces)) found += not_kept;
    if (!keeps_keys(hand, keys, key_numbers)) found += not_kept;
    for (int suit = 0; suit < 4; ++suit)
        if (stopped >> suit & 1 && !stops(hand, suit)) found += not_stopped;
    return found;
}

bool Promise::asks() const {
    return hcp.low > 0 || hcp.high < 40 || points.low > 0 || points.high < 40 || balanced || aces || keys >= 0 ||
           stopped;
}

std::size_t Worlds::Same::operator()(const Hands& hands) const {
    Random mix{hands[0] * 3 ^ hands[1]};
    return static_cast<std::size_t>(mix.next());
}

Worlds::Worlds(Unknown unknown, std::uint64_t seed) : unknown_(std::move(unknown)), state_(seed) {
    const std::size_t holders = unknown_.holders.size();
    if (!holders || holders > 3) throw std::invalid_argument("one to three hands may be hidden");
    int room = 0;
    for (const Holder& holder : unknown_.holders) {
        if (holder.seat < 0 || holder.seat >= seats) throw std::invalid_argument("no such seat");
        if (holder.room < 0 || holder.room > ranks) throw std::invalid_argument("a hand has no more than 13 cards");
        room += holder.room;
        asks_ = asks_ || holder.promise.asks();
    }
    if (room != std::popcount(unknown_.cards)) throw std::invalid_argument("the room is not that of the cards");
    if (unknown_.boaster >= static_cast<int>(holders)) throw std::invalid_argument("no such holder has honours");
    for (int suit = 3; suit >= 0; --suit) {
        const auto at = static_cast<unsigned>(suit);
        left_[at] = left_[at + 1] + length(unknown_.cards, suit);
    }
    asks_ = asks_ || unknown_.boaster >= 0;
    counted_.fill(-1);
    total_ = count(0, unknown_.holders[0].room, holders > 1 ? unknown_.holders[1].room : 0);
}

/// The deals of this suit and the later ones, if the first two holders have this much room; the third has the rest.
std::uint64_t Worlds::count(int suit, int first, int second) {
    const int third = suit < 4 ? left_[static_cast<unsigned>(suit)] - first - second : 0;
    if (third < 0 || third > ranks) return 0;
    if (suit == 4) return first == 0 && second == 0;
    const std::size_t at = place(suit, first, second);
    if (counted_[at] >= 0) return static_cast<std::uint64_t>(counted_[at]);
    const auto range = [&](unsigned holder, int room) {
        if (holder >= unknown_.holders.size()) return Range{0, 0};
        const Range& known = unknown_.holders[holder].lengths[static_cast<unsigned>(suit)];
        return Range{std::max(0, known.low), std::min(room, known.high)};
    };
    const Range one = range(0, first), two = range(1, second), three = range(2, third);
    const int cards = length(unknown_.cards, suit);
    std::uint64_t sum = 0;
    for (int a = one.low; a <= one.high && a <= cards; ++a) {
        for (int b = two.low; b <= two.high && a + b <= cards; ++b) {
            const int c = cards - a - b;
            if (!three.has(c)) continue;
            const std::uint64_t after = count(suit + 1, first - a, second - b);
            if (!after) continue;
            sum += after * (factorials[static_cast<unsigned>(cards)] / factorials[static_cast<unsigned>(a)] /
                            factorials[static_cast<unsigned>(b)] / factorials[static_cast<unsigned>(c)]);
            ladders_[at].push_back(
                {sum, {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b), static_cast<std::int8_t>(c)}});
        }
    }
    counted_[at] = static_cast<std::int64_t>(sum);
    return sum;
}

/// A number below n, each exactly as likely.
std::uint64_t Worlds::even(std::uint64_t n) {
    Random random{state_};
    std::uint64_t number = 0;
    // With 32 bits where that is enough: no division then. Draws that would favour the low numbers are repeated.
    if (n <= std::numeric_limits<std::uint32_t>::max()) {
        const auto small = static_cast<std::uint32_t>(n);
        do number = (random.next() >> 32) * n;
        while (static_cast<std::uint32_t>(number) < small && static_cast<std::uint32_t>(number) < (0 - small) % small);
        number >>= 32;
    } else {
        const std::uint64_t over = (0 - n) % n;
        do number = random.next();
        while (number < over);
        number %= n;
    }
    state_ = random.state;
    return number;
}

/// `wanted` of some cards, each set equally likely.
Cards Worlds::some(Cards cards, int wanted) {
    int left = std::popcount(cards);
    if (wanted * 2 > left) return cards & ~some(cards, left - wanted);
    Cards found = 0;
    for (; wanted; --wanted, --left) {
        Cards rest = cards & ~found;
        for (std::uint64_t skip = even(static_cast<std::uint64_t>(left)); skip; --skip) rest &= rest - 1;
        found |= rest & (0 - rest);
    }
    return found;
}

Worlds::Hands Worlds::deal() {
    Hands hands{};
    int first = unknown_.holders[0].room, second = unknown_.holders.size() > 1 ? unknown_.holders[1].room : 0;
    for (int suit = 0; suit < 4; ++suit) {
        const std::vector<Split>& ladder = ladders_[place(suit, first, second)];
        const std::uint64_t number = ladder.size() > 1 ? even(ladder.back().upto) : 0;
        const auto& split = std::ranges::upper_bound(ladder, number, {}, &Split::upto)->counts;
        Cards rest = unknown_.cards & cards_of(suit);
        for (unsigned holder = 0; holder < 2; ++holder) {
            const Cards his = some(rest, split[holder]);
            hands[holder] |= his;
            rest ^= his;
        }
        hands[2] |= rest;
        first -= split[0];
        second -= split[1];
    }
    return hands;
}

int Worlds::broken(int holder, Cards held) const {
    const Holder& of = unknown_.holders[static_cast<unsigned>(holder)];
    const Cards whole = held | of.dealt;
    const bool lacks = holder == unknown_.boaster && std::popcount(whole & unknown_.honours) < 4;
    return of.promise.broken(whole) + (lacks ? no_honours : 0);
}

int Worlds::broken(const Hands& hands) const {
    int found = 0;
    for (unsigned n = 0; n < unknown_.holders.size(); ++n) found += broken(static_cast<int>(n), hands[n]);
    return found;
}

/// Deals; returns how far the promises stay broken.
int Worlds::kept(Hands& hands) {
    hands = deal();
    int least = asks_ ? broken(hands) : 0;
    for (int n = 1; n < deals_tried && least; ++n) {
        const Hands others = deal();
        if (const int now = broken(others); now < least) {
            hands = others;
            least = now;
        }
    }
    return least && unknown_.holders.size() > 1 ? walk(hands) : least;
}

/// Exchanges cards of a suit between hidden hands until promises are kept, and a little longer; returns how far they
/// stay broken. Each step is as likely as its reverse.
int Worlds::walk(Hands& hands) {
    const auto holders = static_cast<unsigned>(unknown_.holders.size());
    std::array<int, 3> now{};
    for (unsigned n = 0; n < holders; ++n) now[n] = broken(static_cast<int>(n), hands[n]);
    int more = steps_more;
    for (int step = 0; step < long_walk; ++step) {
        if (now[0] + now[1] + now[2] == 0 && --more == 0) break;
        const auto one = static_cast<unsigned>(even(holders));
        const auto other = static_cast<unsigned>(one + 1 + even(holders - 1)) % holders;
        const Cards suit = cards_of(static_cast<int>(even(4)));
        if (!(hands[one] & suit) || !(hands[other] & suit)) continue;
        const Cards change = some(hands[one] & suit, 1) | some(hands[other] & suit, 1);
        if (!(change & court)) continue;  // spots alone mend nothing, and lie by chance already
        const Cards mine = hands[one] ^ change, yours = hands[other] ^ change;
        const int breaks = broken(static_cast<int>(one), mine), there = broken(static_cast<int>(other), yours);
        if (breaks + there > now[one] + now[other]) continue;
        hands[one] = mine;
        hands[other] = yours;
        now[one] = breaks;
        now[other] = there;
    }
    return now[0] + now[1] + now[2];
}

std::vector<World> Worlds::draw(int count, int tries) {
    std::vector<World> found;
    if (!total_) return found;
    while (tries > 0 && static_cast<int>(found.size()) < count && known_.size() < total_) {
        Hands hands;
        const int broken = kept(hands);
        --tries;
        if (broken >= no_honours || !known_.insert(hands).second) continue;
        World world{unknown_.seen, broken};
        for (unsigned n = 0; n < unknown_.holders.size(); ++n)
            world.hands[static_cast<unsigned>(unknown_.holders[n].seat)] |= hands[n];
        found.push_back(world);
    }
    return found;
}

}  // namespace kozyr::bridge
