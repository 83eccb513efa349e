#include "suits.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace kozyr::preferans::KOZYR_LEVEL {

namespace {

using String = std::vector<int>;  // of a suit's cards, from the top

/// Places of one hand's cards, from the top.
std::vector<int> places_of(const String& owners, int hand) {
    std::vector<int> places;
    for (int place = 0; place < static_cast<int>(owners.size()); ++place)
        if (owners[place] == hand) places.push_back(place);
    return places;
}

/// A hand leads its cards from the top, enemies keep their best as long as they can, friends throw their lowest.
/// After `gone` rounds in which those threw their lowest: how many tricks does it win in a row?
int winners(const String& owners, const std::vector<int>& cards, const std::vector<int>& enemies,
            const std::vector<int>& friends, int gone) {
    int won = 0;
    for (const int card : cards) {
        const int round = gone + won;
        for (const int enemy : enemies)
            if (const auto held = places_of(owners, enemy); static_cast<int>(held.size()) > round && held[0] < card)
                return won;
        for (const int friendly : friends)  // the declarer's lowest card may win, and then the declarer is on lead
            if (const auto held = places_of(owners, friendly);
                static_cast<int>(held.size()) > round && held[held.size() - 1 - static_cast<std::size_t>(round)] < card)
                return won;
        ++won;
    }
    return won;
}

/// A trump loses only to a higher one in the same trick, and each enemy trump can do that once: as many trumps of the
/// hand are safe as a matching of enemy trumps to lower ones of the hand must leave over.
int sure_trumps(const String& owners, int hand) {
    const auto enemy = [hand](int owner) { return hand == 0 ? owner != 0 : owner == 0; };
    int killers = 0, safe = 0;
    for (const int owner : owners) {
        if (enemy(owner)) ++killers;
        else if (owner == hand) killers ? --killers : ++safe;
    }
    return safe;
}

/// The same when only the top places are known: below them the enemy's cards lie above the hand's.
int sure_trumps_knowing(const String& owners, int hand, int places) {
    String worst(owners.begin(), owners.begin() + places);
    const auto enemy = [hand](int owner) { return hand == 0 ? owner != 0 : owner == 0; };
    for (int pass = 0; pass < 2; ++pass)
        for (std::size_t i = static_cast<std::size_t>(places); i < owners.size(); ++i)
            if (enemy(owners[i]) == (pass == 0)) worst.push_back(owners[i]);
    return sure_trumps(worst, hand);
}

void fill_bounds(Suits::Record& r, Suits::Rest& rest, const String& owners) {
    for (int hand = 0; hand < 3; ++hand) {
        const auto cards = places_of(owners, hand);
        const std::vector<int> enemies = hand == 0 ? std::vector{1, 2} : std::vector{0};
        const std::vector<int> friends = hand == 0 ? std::vector<int>{} : std::vector{3 - hand};
        const int quick = winners(owners, cards, enemies, friends, 0);
        r.quick.set(hand, quick);
        if (hand > 0) {
            auto partner = places_of(owners, 3 - hand);
            partner.resize(partner.size() > static_cast<std::size_t>(quick)
                               ? partner.size() - static_cast<std::size_t>(quick)
                               : 0);
            r.crossed.set(hand, winners(owners, partner, enemies, {hand}, quick));
        }
        const int sure = sure_trumps(owners, hand);
        int places = 0;
        while (sure_trumps_knowing(owners, hand, places) < sure) ++places;
        rest.sure.set(hand, sure);
        rest.sure_places.set(hand, places);
    }
    const int alone = rest.sure[0], others = std::max(rest.sure[1], rest.sure[2]);
    r.set_sure_for(true, alone);
    r.set_sure_for(false, others);
    for (int leader = 0; leader < 3; ++leader) {
        const int led = r.quick[leader] + r.crossed[leader];
        r.reach.set(leader, led);
        r.reach_as_trump.set(leader, std::max(led, leader ? others : alone));
    }
}

/// The lane of the string that is left without the cards at these places.
int lane_without(const String& owners, std::initializer_list<int> without) {
    int lane = 0, at = 0;
    for (int place = 0; place < static_cast<int>(owners.size()); ++place) {
        if (std::find(without.begin(), without.end(), place) != without.end()) continue;
        lane |= (owners[place] + 1) << at;
        at += 2;
    }
    return lane;
}

/// One suit of a misère as a game of its own. The catchers may at any moment do all that play could bring: lead the
/// suit from either hand, discard from it, make hand 0 discard from it, and (`may_lead`) make it lead from it. Hand 0
/// only chooses the card. So no play of the whole deal costs it more than the sum over the suits.
int most_caught(const String& owners, bool may_lead, const std::vector<Suits::Rest>& record) {
    const auto rest = [&](std::initializer_list<int> without) {
        const auto& r = record[lane_without(owners, without)];
        return static_cast<int>(may_lead ? r.caught : r.caught_off_lead);
    };
    const auto mine = places_of(owners, 0);
    if (mine.empty()) return 0;
    constexpr int none = 99;  // of a hand without the suit; a place lower than any
    const auto or_none = [&](int hand) {
        auto places = places_of(owners, hand);
        if (places.empty()) places.push_back(none);
        return places;
    };
    const auto first = or_none(1), second = or_none(2);
    int worst = 0;
    const auto trick = [&](int x, int y, int z) { return (z < x && z < y) + rest({x, y, z}); };
    for (const int x : first)
        if (x != none)
            for (const int y : second) {  // hand 1 leads, 2 follows, 0 plays last
                int best = none;
                for (const int z : mine) best = std::min(best, trick(x, y, z));
                worst = std::max(worst, best);
            }
    for (const int y : second)
        if (y != none) {  // hand 2 leads, 0 follows, 1 plays last
            int best = none;
            for (const int z : mine) {
                int answer = 0;
                for (const int x : first) answer = std::max(answer, trick(x, y, z));
                best = std::min(best, answer);
            }
            worst = std::max(worst, best);
        }
    int thrown = none, led = none;
    for (const int z : mine) {
        thrown = std::min(thrown, rest({z}));
        int answer = 0;
        for (const int x : first)
            for (const int y : second) answer = std::max(answer, trick(x, y, z));
        led = std::min(led, answer);
    }
    worst = std::max(worst, thrown);
    if (may_lead) worst = std::max(worst, led);
    for (const auto* hand : {&first, &second})
        for (const int place : *hand)
            if (place != none) worst = std::max(worst, rest({place}));
    return worst;
}

}  // namespace

std::vector<int> Suits::string_of(int code) {
    int length = 0;
    while (code >= first_code(length + 1)) ++length;
    String owners(static_cast<std::size_t>(length));  // the top card is the most significant digit
    for (int digits = code - first_code(length), place = length - 1; place >= 0; --place, digits /= 3)
        owners[place] = digits % 3;
    return owners;
}

Suits::Suits() : record(lanes), rest(lanes) {
    for (int code = 0; code < codes; ++code) {
        const String owners = string_of(code);
        const int lane = lane_without(owners, {});
        Record& r = record[lane];
        for (const int owner : owners) r.lengths.set(owner, r.lengths[owner] + 1);
        Rest& more = rest[lane];
        more.code = static_cast<Code>(code);
        r.top = static_cast<Code>(owners.size() < 8 ? code : first_code(7) + (code - first_code(8)) / 3);
        fill_bounds(r, more, owners);
        more.caught = static_cast<std::uint8_t>(most_caught(owners, true, rest));
        more.caught_off_lead = static_cast<std::uint8_t>(most_caught(owners, false, rest));
    }
}

const Suits& suits() {
    static const Suits built;
    return built;
}

}  // namespace kozyr::preferans::KOZYR_LEVEL
