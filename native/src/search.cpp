#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "endings.hpp"
#include "ordering.hpp"

namespace kozyr::preferans {

namespace {

constexpr Places suit_places(int suit) { return Places{0xff} << (8 * suit); }
/// The places of a suit from the top down to this card.
constexpr Places down_to(int card) { return ((Places{2} << (card & 7)) - 1) << (card & ~7); }

/// What a proof used of the ranks: in each suit the owners of its top cards (bits from 0 up). The proof holds for every
/// position whose hands have the same lengths and whose top cards, as far as these bits go, have the same owners.
using Relevance = Places;

/// Where every move failed, moves equal by adjacency were not tried: keep a run of the mover's cards whole.
inline Relevance keep_runs(Relevance relevance, Places legal) {
    for (;;) {
        const Places more = ((relevance & legal) << 1) & 0xfefefefe & legal & ~relevance;
        if (!more) return relevance;
        relevance |= more;
    }
}

constexpr std::array<int, 5> after{0, 1, 2, 0, 1};  // seat + k mod 3 = after[seat + k]

}  // namespace

struct Search::Engine {
    /// Four proofs about positions of the same lengths and leader: one cache line. They are chained from a small table
    /// of heads and taken from a pool in order, so a search touches as much memory as it has proofs.
    struct alignas(64) Block {
        std::array<std::uint64_t, 4> planes;     // hand 1's places, and hand 2's above bit 32
        std::array<Relevance, 4> relevance;      // which of them matter
        std::array<std::uint8_t, 4> low, high;   // the declarer's tricks from here on
        std::uint32_t tag, next;
    };
    static constexpr std::uint32_t nothing = 0;      // block 0 is never used
    static constexpr std::size_t most_blocks = std::size_t{1} << 20;

    struct Frame {
        std::array<Places, 3> own;
        Owners owners;
        std::array<const Suits::Record*, 4> suit;
        int leader, cards, need;
        std::array<int, 3> card;
    };

    const Suits::Record* table = suits().record.data();
    const Suits::Rest* rest = suits().rest.data();
    const std::uint8_t* score = ordering::table();
    const std::int8_t* guesses = ordering::guesses();
    const int head_bits;
    std::vector<std::uint32_t> heads = std::vector<std::uint32_t>(std::size_t{1} << head_bits);
    std::vector<Block> blocks = std::vector<Block>(1);
    // Misère: low ranks matter as much as high ones, patterns would hold for little more than the position itself.
    // So proofs are kept by position, and endings are looked up.
    struct Exact {
        Owners owners;
        std::uint8_t leader, cards, low, high;
        std::uint32_t age;
    };
    const int exact_bits;                            // buckets of four, a cache line each
    const Gaps& gap = gaps();
    Bounds* bounds = nullptr;
    std::vector<Exact> exact;
    std::uint32_t age = 0;
    const Endings* endings = nullptr;

    std::uint64_t nodes = 0;
    std::uint64_t next_check = 0;
    std::uint64_t glances = 0;                       // at blurred positions
    Game game = Game::trump;
    Limits limits;

    explicit Engine(int bits) : head_bits(bits), exact_bits(13) {}

    void forget() {
        std::fill(heads.begin(), heads.end(), nothing);
        blocks.resize(1);
        if (game != Game::misere) return;
        endings = &Endings::shared();
        if (exact.empty() || ++age == 0) exact.assign(std::size_t{4} << exact_bits, Exact{}), age = 1;
    }

    void check_limits() {
        next_check = nodes + 256;
        if (nodes >= limits.nodes || limits.over()) throw Interrupted{};
    }

    Frame frame(Owners owners, int leader, int cards, int need) const {
        Frame f;
        f.owners = owners;
        f.leader = leader;
        f.cards = cards;
        f.need = need;
        const Hands hands(owners);
        f.own = {hands.own[0], hands.own[1], hands.own[2]};
        for (int suit = 0; suit < 4; ++suit) f.suit[suit] = &table[(owners >> (16 * suit)) & 0xffff];
        return f;
    }

    std::uint64_t key(const Frame& f) const {
        constexpr std::uint64_t mask = (std::uint64_t{1} << 42) - 1;
        std::uint64_t k = f.suit[0]->lengths | std::uint64_t{f.suit[1]->lengths} << 12 |
                          std::uint64_t{f.suit[2]->lengths} << 24 |
                          static_cast<std::uint64_t>(f.leader) << 36 | static_cast<std::uint64_t>(f.cards) << 38;
        // One to one on 42 bits, so the tag and the bucket together are the whole key: no false hit is possible.
        k = (k * 0x9E3779B97F4A7C15ull) & mask;
        k ^= k >> 21;
        return (k * 0xD6E8FEB86659FD93ull) & mask;
    }

    // ---- tricks that need no search

    const Suits::Rest& trumps(const Frame& f) const { return rest[f.owners >> 48]; }

    /// The top places down to the n-th card of a hand (n >= 1), within one suit's byte.
    static Places top_with(Places own, int n) {
        while (--n > 0) own &= own - 1;
        return (own & (0 - own)) * 2 - 1;
    }

    /// The lead is with a side that takes the tricks it needs without losing the lead, or by trumps that cannot be
    /// taken from it. True: the side gets `wanted` tricks, and `relevance` says what that rests on.
    template <Game G>
    bool cashes(const Frame& f, int wanted, Relevance& relevance) const {
        const int leader = f.leader, partner = leader ? 3 - leader : 0;
        const std::array<int, 2> enemies{leader ? 0 : 1, leader ? 0 : 2};
        const auto length = [&](int suit, int hand) { return Suits::nibble(f.suit[suit]->lengths, hand); };
        const auto own = [&](int suit, int hand) { return (f.own[hand] >> (8 * suit)) & 0xff; };
        constexpr int sides = G == Game::trump ? 3 : 4;

        // Most positions have not enough even if nobody ever ruffs: out with them first.
        const std::uint32_t reach = f.suit[0]->reach + f.suit[1]->reach + f.suit[2]->reach +
                                    (G == Game::trump ? f.suit[3]->reach_as_trump & 0xffffff : f.suit[3]->reach);
        const int most = reach >> (8 * leader) & 255;
        if (most < wanted) return false;

        // First the plan that draws trumps as far as the leader's own trumps win; then the one that leaves them alone.
        for (int plan = 0; plan < (G == Game::trump ? 2 : 1); ++plan) {
            const bool draw = plan == 0;
            std::array<int, 4> mine{}, his{};
            int total = 0, crossed = 0, bridge = -1;
            int trumps_led = 0, sure_hand = 0, sure = 0;
            if constexpr (G == Game::trump) {
                if (draw) {
                    trumps_led = mine[3] = Suits::nibble(f.suit[3]->quick, leader);
                    his[3] = leader ? Suits::nibble(f.suit[3]->crossed, leader) : 0;
                    total = mine[3];
                    crossed = his[3];
                    if (his[3] && length(3, leader) > mine[3]) bridge = 3;
                } else {
                    sure_hand = leader;
                    sure = Suits::nibble(trumps(f).sure, leader);
                    if (partner && Suits::nibble(trumps(f).sure, partner) > sure)
                        sure_hand = partner, sure = Suits::nibble(trumps(f).sure, partner);
                    total = sure;
                }
            }
            for (int suit = 0; suit < sides; ++suit) {
                int q = Suits::nibble(f.suit[suit]->quick, leader);
                int w = leader ? Suits::nibble(f.suit[suit]->crossed, leader) : 0;
                if constexpr (G == Game::trump) {  // whoever has a trump left would have to ruff when void
                    int limit = 8;
                    for (const int enemy : enemies)
                        if (length(3, enemy) > trumps_led) limit = std::min(limit, length(suit, enemy));
                    int limit_his = limit;
                    if (partner) {
                        if (length(3, partner) > trumps_led) limit = std::min(limit, length(suit, partner));
                        if (length(3, leader) > trumps_led) limit_his = std::min(limit_his, length(suit, leader));
                    }
                    if (limit <= q) q = limit, w = 0;
                    else w = std::max(0, std::min(w, limit_his - q));
                }
                mine[suit] = q;
                his[suit] = w;
                total += q;
                crossed += w;
                if (w && length(suit, leader) > q) bridge = suit;
            }
            const bool cross = total < wanted;
            if (cross && (bridge < 0 || total + crossed < wanted)) continue;

            int missing = wanted;
            relevance = 0;
            if (sure) {
                missing -= sure;
                relevance |= ((Places{1} << Suits::nibble(trumps(f).sure_places, sure_hand)) - 1) << 24;
            }
            const auto cash = [&](int suit, int hand, int tricks, int gone) {
                missing -= tricks;
                int others = 0;  // rounds in which somebody else follows: only there do ranks matter
                for (int other = 0; other < 3; ++other)
                    if (other != hand) others = std::max(others, length(suit, other) - gone);
                if (const int n = std::min(tricks, others); n > 0) relevance |= top_with(own(suit, hand), n) << (8 * suit);
            };
            if (G == Game::trump && draw && mine[3]) cash(3, leader, mine[3], 0);  // the side suits rest on it
            for (int suit = 0; suit < sides; ++suit)
                if (cross || missing > 0)
                    if (const int n = cross ? mine[suit] : std::min(mine[suit], missing)) cash(suit, leader, n, 0);
            if (cross) {
                cash(bridge, partner, std::min(his[bridge], missing), mine[bridge]);
                for (int suit = 0; suit < 4 && missing > 0; ++suit)
                    if (suit != bridge && his[suit]) cash(suit, partner, std::min(his[suit], missing), mine[suit]);
            }
            return true;
        }
        return false;
    }

    /// Trumps of the side off lead that no play can take from it.
    bool holds(const Frame& f, int side, int wanted, Relevance& relevance) const {
        if (static_cast<int>(f.suit[3]->reach_as_trump >> (side ? 28 : 24) & 15) < wanted) return false;
        for (int hand = side; hand < (side ? 3 : 1); ++hand)
            if (Suits::nibble(trumps(f).sure, hand) >= wanted) {
                relevance = ((Places{1} << Suits::nibble(trumps(f).sure_places, hand)) - 1) << 24;
                return true;
            }
        return false;
    }

    /// Is the question answered without a search?
    template <Game G>
    bool decided(const Frame& f, Relevance& relevance, bool& result) const {
        const int declarer = f.need, defence = f.cards - f.need + 1;  // tricks that decide for each side
        if (cashes<G>(f, f.leader ? defence : declarer, relevance)) return result = f.leader == 0, true;
        if (G == Game::trump && holds(f, f.leader ? 0 : 1, f.leader ? declarer : defence, relevance))
            return result = f.leader != 0, true;
        return false;
    }

    // The search proper asks only what is open: 1 <= need <= cards.

    /// The last trick plays itself.
    template <Game G>
    bool last_trick(const Frame& f, Relevance& relevance) const {
        int best = std::countr_zero(f.own[f.leader]), winner = f.leader;
        Relevance seen = 0;
        const std::array<int, 3> card{std::countr_zero(f.own[0]), std::countr_zero(f.own[1]), std::countr_zero(f.own[2])};
        for (int k = 1; k < 3; ++k) {
            const int seat = after[f.leader + k];
            const int c = card[seat];
            if ((c ^ best) < 8) {
                if (c < best) best = c, winner = seat;
                seen = 1;
            } else if (G == Game::trump && c >= 24) {
                best = c, winner = seat, seen = 0;
            }
        }
        relevance = seen ? down_to(best) : 0;
        return winner == 0;
    }

    template <Game G>
    bool start(Owners owners, int leader, int cards, int need, Relevance& relevance) {
        if constexpr (G == Game::misere) return start_misere(owners, leader, cards, need);
        if constexpr (G > Game::misere) return start_blurred<G>(gap.blurred(owners), leader, cards, need);
        Frame f = frame(owners, leader, cards, need);
        if (cards == 1) return last_trick<G>(f, relevance);
        if (++nodes >= next_check) check_limits();

        bool result;
        if (decided<G>(f, relevance, result)) return result;

        const std::uint64_t k = key(f);
        const std::uint64_t planes = f.own[1] | std::uint64_t{f.own[2]} << 32;
        const auto tag = static_cast<std::uint32_t>(k >> head_bits);
        std::uint32_t& head = heads[k & ((1u << head_bits) - 1)];
        for (std::uint32_t at = head; at != nothing;) {
            const Block& block = blocks[at];
            at = block.next;
            if (block.tag != tag) continue;
            for (int i = 0; i < 4; ++i) {
                const Relevance r = block.relevance[i];
                if ((planes ^ block.planes[i]) & (r | std::uint64_t{r} << 32)) continue;
                if (block.low[i] >= need) return relevance = r, true;
                if (block.high[i] < need) return relevance = r, false;
            }
        }

        result = ply<G, 0>(f, relevance);

        remember(head, tag, planes, relevance, static_cast<std::uint8_t>(result ? need : 0),
                 static_cast<std::uint8_t>(result ? cards : need - 1));
        return result;
    }

    /// The suits one by one say that the catchers cannot do it. True of the blurred games as well.
    bool never_caught(Owners owners, int leader, int need) const {
        int caught = 0, off_lead = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const auto& r = rest[(owners >> (16 * suit)) & 0xffff];
            caught += r.caught;
            off_lead += r.caught_off_lead;
        }
        return caught < need || (leader != 0 && off_lead == 0);  // who is never caught never leads
    }

    /// `owners` are blurred.
    template <Game G>
    bool start_blurred(Owners owners, int leader, int cards, int need) {
        constexpr auto side = G == Game::misere_most ? Bounds::most : Bounds::least;
        if ((++glances & 1023) == 0 && limits.over()) throw Interrupted{};
        if (never_caught(owners, leader, need)) return false;
        Bounds::Known known = bounds->find(owners, leader, cards);
        if (known.low[side] >= need) return true;
        if (known.high[side] < need) return false;
        if (cards <= endings->cards()) {
            known = blurred_ending(owners, leader, cards);
            bounds->keep(owners, leader, cards, known);
            return known.low[side] >= need;
        }
        Frame f = frame(owners, leader, cards, need);
        Relevance unused;
        const bool result = ply<G, 0>(f, unused);
        known = bounds->find(owners, leader, cards);  // the other side may have been asked meanwhile
        (result ? known.low : known.high)[side] = static_cast<std::uint8_t>(result ? need : need - 1);
        bounds->keep(owners, leader, cards, known);
        return result;
    }

    /// The declarer has led a card, and the whole of the trick is still in `owners`. Kept under a leader of its own.
    template <Game G>
    bool ask_blurred(Owners owners, int card, int cards, int need) {
        constexpr auto side = G == Game::misere_most ? Bounds::most : Bounds::least;
        const int leader = 3 + card;
        Bounds::Known known = bounds->find(owners, leader, cards);
        if (known.low[side] >= need) return true;
        if (known.high[side] < need) return false;
        Frame f = frame(owners, 0, cards, need);
        f.card[0] = card;
        Relevance unused;
        const bool result = ply<G, 1>(f, unused);
        known = bounds->find(owners, leader, cards);
        (result ? known.low : known.high)[side] = static_cast<std::uint8_t>(result ? need : need - 1);
        bounds->keep(owners, leader, cards, known);
        return result;
    }

    /// Nothing need stay blurred where all positions can be looked up.
    Bounds::Known blurred_ending(Owners owners, int leader, int cards) const {
        int high = 0, low = cards;
        for (const Owners a : gap.orders(owners & 0xffff))
            for (const Owners b : gap.orders(owners >> 16 & 0xffff))
                for (const Owners c : gap.orders(owners >> 32 & 0xffff))
                    for (const Owners d : gap.orders(owners >> 48)) {
                        const int v = endings->value(a | b << 16 | c << 32 | d << 48, leader, cards);
                        high = std::max(high, v);
                        low = std::min(low, v);
                    }
        const auto most = static_cast<std::uint8_t>(high), least = static_cast<std::uint8_t>(low);
        return {{most, least}, {most, least}};
    }

    bool start_misere(Owners owners, int leader, int cards, int need) {
        if (++nodes >= next_check) check_limits();
        if (cards <= endings->cards()) return endings->value(owners, leader, cards) >= need;
        if (never_caught(owners, leader, need)) return false;
        std::uint64_t h = (owners ^ static_cast<std::uint64_t>(leader)) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 32;
        Exact* const bucket = &exact[(h * 0xD6E8FEB86659FD93ull >> (64 - exact_bits)) * 4];
        Exact* place = bucket;
        for (Exact* e = bucket; e < bucket + 4; ++e) {
            if (e->age != age) {
                if (place->age == age) place = e;
                continue;
            }
            if (e->owners == owners && e->leader == leader) {
                if (e->low >= need) return true;
                if (e->high < need) return false;
                place = e;
                break;
            }
            if (place->age == age && e->cards < place->cards) place = e;  // of no more room: what cost least goes
        }
        if (bounds) {
            const Owners blurred = gap.blurred(owners);
            if (!start_blurred<Game::misere_most>(blurred, leader, cards, need)) return false;
            if (start_blurred<Game::misere_least>(blurred, leader, cards, need)) return true;
        }
        const Exact before = *place;
        const bool known = before.age == age && before.owners == owners && before.leader == leader;
        Frame f = frame(owners, leader, cards, need);
        Relevance unused;
        const bool result = ply<Game::misere, 0>(f, unused);
        *place = {owners,
                  static_cast<std::uint8_t>(leader),
                  static_cast<std::uint8_t>(cards),
                  static_cast<std::uint8_t>(result ? need : known ? before.low : 0),
                  static_cast<std::uint8_t>(!result ? need - 1 : known ? before.high : cards),
                  age};
        return result;
    }

    void remember(std::uint32_t& head, std::uint32_t tag, std::uint64_t planes, Relevance relevance, std::uint8_t low,
                  std::uint8_t high) {
        // The newest block of this key that has room; blocks fill in order, so only the first one met can have any.
        for (std::uint32_t at = head; at != nothing; at = blocks[at].next) {
            Block& block = blocks[at];
            if (block.tag != tag) continue;
            if (block.relevance[3] != ~Relevance{0}) break;
            int i = 0;
            while (block.relevance[i] != ~Relevance{0}) ++i;
            block.planes[i] = planes;
            block.relevance[i] = relevance;
            block.low[i] = low;
            block.high[i] = high;
            return;
        }
        if (blocks.size() >= most_blocks) forget();
        const Block fresh{{planes, ~0ull, ~0ull, ~0ull},  // no position has both hands own every place
                          {relevance, ~Relevance{0}, ~Relevance{0}, ~Relevance{0}},
                          {low, 0, 0, 0},
                          {high, 0, 0, 0},
                          tag,
                          head};
        head = static_cast<std::uint32_t>(blocks.size());
        blocks.push_back(fresh);
    }

    /// Catcher `winner` has the trick with `best`: does the other's card lie in the same gap?
    static bool in_one_gap(const Frame& f, int winner, int best) {
        const int other = f.card[static_cast<unsigned>(6 - winner - f.leader) % 3];
        // Between the two none of the declarer's; the one that he has played is still among his own.
        return (best ^ other) < 8 && !(f.own[0] & ((Places{1} << other) - (Places{1} << best)));
    }

    /// The three cards are on the table: who took them, and what comes of the rest?
    template <Game G>
    bool finish(Frame& f, Relevance& relevance) {
        int best = f.card[0], winner = f.leader;
        bool by_rank = false;
        for (int k = 1; k < 3; ++k) {
            const int c = f.card[k];
            if ((c ^ best) < 8) {
                by_rank = true;
                if (c < best) best = c, winner = after[f.leader + k];
            } else if (G == Game::trump && c >= 24) {
                best = c, winner = after[f.leader + k], by_rank = false;
            }
        }
        const int need = f.need - (winner == 0);
        if (need <= 0 || need >= f.cards) return relevance = by_rank ? down_to(best) : 0, need <= 0;
        const Removal removal(Places{1} << f.card[0] | Places{1} << f.card[1] | Places{1} << f.card[2]);
        const Owners left = removal.apply(f.owners);
        if constexpr (G > Game::misere)
            if (winner != 0 && in_one_gap(f, winner, best)) {
                constexpr bool wanted = G == Game::misere_most;  // by whoever says which card is the higher
                return start<G>(left, winner, f.cards - 1, need, relevance) == wanted
                           ? wanted
                           : start<G>(left, 3 - winner, f.cards - 1, need, relevance);
            }
        const bool result = start<G>(left, winner, f.cards - 1, need, relevance);
        if constexpr (avoids(G)) return result;
        relevance = removal.back(relevance);
        if (by_rank) relevance |= down_to(best);
        return result;
    }

    // ---- which card first

    /// The scores of the cards of one choice, suit by suit.
    struct Order {
        std::array<const std::uint8_t*, 4> row{};
        const std::uint8_t* beating = nullptr;  // of the cards of suit `suit` that lie above place `above`
        int suit = -1, above = 0;

        const std::uint8_t* score(int card) const {
            return ((card >> 3) == suit && (card & 7) < above ? beating : row[card >> 3]) + (card & 7);
        }
    };

    template <Game G, int K>
    Order order_of(const Frame& f, int seat, Places legal) const {
        using namespace ordering;
        Order o;
        const auto row = [&](int state, int suit) { return score + ordering::slot(state, f.suit[suit]->top, 0); };
        if constexpr (K == 0) {
            int state = avoids(G) ? lead_misere : lead_no_trump;
            if constexpr (G == Game::trump) {
                state = lead_side;
                for (int hand = 0; hand < 3; ++hand) state += (Suits::nibble(f.suit[3]->lengths, hand) != 0) << hand;
            }
            for (int suit = 0; suit < 3; ++suit) o.row[suit] = row(state, suit);
            o.row[3] = row(G == Game::trump ? lead_trump : state, 3);
            return o;
        } else {
            int best = f.card[0], holder = f.leader;
            if constexpr (K == 2) {
                const int c = f.card[1];
                if ((c ^ best) < 8 ? c < best : G == Game::trump && c >= 24) best = c, holder = after[f.leader + 1];
            }
            const int with_friend = seat != 0 && holder != 0;
            const int third = K == 2;
            const int led = f.card[0] >> 3, suit = std::countr_zero(legal) >> 3;
            if (suit == led) {  // a lower suit than the led one: a card thrown away, or a ruff
                int kind = avoids(G) ? in_misere : G == Game::no_trump ? in_no_trump : led == 3 ? in_trumps : in_side;
                if constexpr (G == Game::trump) {
                    const int next = after[f.leader + 2];
                    if (kind == in_side &&
                        (K == 2 ? (best >> 3) == 3 : !(f.own[next] & suit_places(led)) && (f.own[next] & suit_places(3))))
                        kind = in_side_ruffed;
                }
                const int state = follow + kind * 8 + third * 4 + with_friend;
                o.row[led] = row(state, led);
                o.suit = led;
                if ((best >> 3) == led) {
                    o.above = best & 7;
                    o.beating = row(state + 2, led);
                } else {
                    o.beating = o.row[led];
                }
            } else if (G == Game::trump && suit == 3) {
                const int state = ruff + third * 4 + with_friend;
                o.row[3] = row(state, 3);
                o.suit = 3;
                o.above = (best >> 3) == 3 ? best & 7 : 8;
                o.beating = row(state + 2, 3);
            } else {
                const int state = discard + static_cast<int>(avoids(G) ? Game::misere : G) * 4 + third * 2 + with_friend;
                for (int s = 0; s < 4; ++s) o.row[s] = row(state, s);
            }
            return o;
        }
    }

    static int best_of(const Order& order, Places moves) {
        int best = std::countr_zero(moves);
        moves &= moves - 1;
        if (!moves) return best;
        int top = *order.score(best);
        for (; moves; moves &= moves - 1) {
            const int card = std::countr_zero(moves);
            if (const int s = *order.score(card); s > top) top = s, best = card;
        }
        return best;
    }

#ifdef KOZYR_TRAIN
    // The training program compiles this file with KOZYR_TRAIN and finds out, for a sample of the choices, which of the
    // other cards would have done as well, and how long each takes to try.
    Samples* samples = nullptr;
    std::uint64_t dice = 1;
    bool exploring = false;
    struct Tried {
        Places cards = 0;
        std::array<std::uint64_t, 32> nodes;  // spent on each
        void add(int card, std::uint64_t spent) { cards |= Places{1} << card, nodes[card] = spent; }
    };

    template <Game G, int K>
    void learn(Frame f, const Order& order, Places legal, const Tried& before, bool goal) {
        dice = dice * 6364136223846793005ull + 1442695040888963407ull;
        if (!samples || exploring || (dice >> 60) != 0) return;
        exploring = true;
        std::array<std::size_t, 32> slot;
        std::array<bool, 32> right;
        std::array<float, 32> effort;
        int n = 0, failed = 0;
        float mean = 0;
        for (Places moves = legal & ~((legal >> 1) & 0x7f7f7f7f); moves; moves &= moves - 1, ++n) {
            const int card = f.card[K] = std::countr_zero(moves);
            const auto start = nodes;
            Relevance r;
            right[n] = ply<G, K + 1>(f, r) == goal;  // known already if it was tried
            slot[n] = static_cast<std::size_t>(order.score(card) - score);
            effort[n] = std::log2(1.0f + static_cast<float>(before.cards >> card & 1 ? before.nodes[card] : nodes - start));
            mean += effort[n];
            failed += !right[n];
        }
        for (int i = 0; i < n && n > 1; ++i) {
            if (failed) ++samples->tried[slot[i]], samples->right[slot[i]] += right[i];
            ++samples->measured[slot[i]];
            samples->effort[slot[i]] += effort[i] - mean / static_cast<float>(n);
        }
        exploring = false;
    }
#else
    struct Tried {
        void add(int, std::uint64_t) {}
    };
    template <Game G, int K>
    void learn(const Frame&, const Order&, Places, const Tried&, bool) {}
#endif

    /// The K-th seat of the trick plays. Returns the answer to the question, and what its proof used.
    template <Game G, int K>
    bool ply(Frame& f, Relevance& relevance) {
        if constexpr (K == 3) {
            return finish<G>(f, relevance);
        } else {
            const int seat = after[f.leader + K];
            const bool goal = (seat == 0) != avoids(G);  // at misère hand 0 wants few tricks
            Places legal = f.own[seat];
            if constexpr (K > 0) {
                if (const Places follow = legal & suit_places(f.card[0] >> 3)) legal = follow;
                else if (const Places ruff = legal & suit_places(3); G == Game::trump && ruff) legal = ruff;
            }
            Places moves = legal & ~((legal >> 1) & 0x7f7f7f7f);  // of touching cards the lowest
            Relevance all = 0;
            if (!(moves & (moves - 1))) {
                f.card[K] = std::countr_zero(moves);
                const bool result = ply<G, K + 1>(f, all);
                relevance = avoids(G) || result == goal ? all : keep_runs(all, legal);
                return result;
            }
            const Order order = order_of<G, K>(f, seat, legal);
            [[maybe_unused]] Tried tried;
            while (moves) {
                const int card = best_of(order, moves);
                const Places bit = Places{1} << card;
                f.card[K] = card;
                Relevance r = 0;
                const auto before = nodes;
                const bool result = ply<G, K + 1>(f, r);
                tried.add(card, nodes - before);
                if (result == goal) {
                    learn<G, K>(f, order, legal, tried, goal);
                    return relevance = r, goal;
                }
                if constexpr (!avoids(G)) all |= r;
                moves &= ~bit;
                if constexpr (avoids(G)) continue;
                if (!(r & bit)) moves &= r | ~suit_places(card >> 3);  // the other irrelevant cards fail likewise
            }
            relevance = keep_runs(all, legal);
            return !goal;
        }
    }

    template <Game G>
    bool ask(const Node& node, int need) {
        if (need <= 0) return true;
        if (need > node.cards) return false;
        Relevance relevance;
        if (node.played == 0) return start<G>(node.owners, node.leader, node.cards, need, relevance);
        if constexpr (G == Game::misere)
            if (bounds && node.played == 1 && node.leader == 0) {
                const Owners blurred = gap.blurred(node.owners);
                if (!ask_blurred<Game::misere_most>(blurred, node.table[0], node.cards, need)) return false;
                if (ask_blurred<Game::misere_least>(blurred, node.table[0], node.cards, need)) return true;
            }
        Frame f = frame(node.owners, node.leader, node.cards, need);
        for (int k = 0; k < node.played; ++k) {
            f.card[k] = node.table[k];
            f.own[after[node.leader + k]] &= ~(Places{1} << node.table[k]);
        }
        // A card on the table is nobody's in `own`, so it parts cards that touch once it is gone: only more moves.
        return node.played == 1 ? ply<G, 1>(f, relevance) : ply<G, 2>(f, relevance);
    }
};

Search::Search(int head_bits) : engine_(new Engine(head_bits)) {}
Search::~Search() { delete engine_; }
Search::Search(Search&& other) noexcept : engine_(std::exchange(other.engine_, nullptr)) {}
Search& Search::operator=(Search&& other) noexcept {
    std::swap(engine_, other.engine_);
    return *this;
}

void Search::begin(Game game, const Limits& limits, Bounds* bounds) {
    engine_->bounds = bounds;
    engine_->game = game;
    engine_->limits = limits;
    engine_->nodes = 0;
    engine_->next_check = 0;
    engine_->forget();
}

bool Search::ask(const Node& node, int need) {
    switch (engine_->game) {
        case Game::trump: return engine_->ask<Game::trump>(node, need);
        case Game::no_trump: return engine_->ask<Game::no_trump>(node, need);
        default: return engine_->ask<Game::misere>(node, need);
    }
}

int Search::guess(const Node& node) const {
    const int at = node.leader * codes;
    const int plain = (engine_->game == Game::trump      ? ordering::guess_side
                       : engine_->game == Game::no_trump ? ordering::guess_no_trump
                                                         : ordering::guess_misere) * 3 * codes + at;
    const int last = engine_->game == Game::trump ? ordering::guess_trump * 3 * codes + at : plain;
    const auto& g = engine_->guesses;
    const auto code = [&](int suit) { return engine_->rest[(node.owners >> (16 * suit)) & 0xffff].code; };
    const int sum = g[plain + code(0)] + g[plain + code(1)] + g[plain + code(2)] + g[last + code(3)];
    return (sum + ordering::guess_unit / 2) / ordering::guess_unit;
}

int Search::value(const Node& node, int low, int high, int guess) {
    while (low < high) {
        const int need = guess < low + 1 ? low + 1 : guess > high ? high : guess;
        if (ask(node, need)) guess = (low = need) + 1;
        else guess = (high = need - 1);
    }
    return low;
}

std::uint64_t Search::nodes() const { return engine_->nodes; }

#ifdef KOZYR_TRAIN
void Search::learn(const std::uint8_t* table, Samples& samples) {
    engine_->score = table;
    engine_->samples = &samples;
}
#endif

}  // namespace kozyr::preferans
