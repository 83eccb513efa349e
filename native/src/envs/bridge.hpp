// A board of bridge (docs/envs.md): four seats, every board alone, nothing declared and nothing claimed.
#pragma once

#include "many.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

class Board {
public:
    using Rules = BridgeRules;
    static constexpr int actions = 91, observation = 1273, players = 4;

    void deal(Random& random, const Rules&) {
        board_ = static_cast<Byte>(random.below(16));
        dealer_ = board_ & 3;
        std::array<Byte, 52> pack;
        for (int card = 0; card < 52; ++card) pack[card] = static_cast<Byte>(card);
        shuffle(pack, 39, random);
        for (int at = 0; at < 52; ++at) dealt_[at / 13] |= std::uint64_t{1} << pack[at];
        begin();
    }

    void lay(const Dealt& cards, const Rules&) {
        board_ = static_cast<Byte>((cards.board - 1) & 15);
        dealer_ = static_cast<Byte>(cards.dealer);
        std::copy(cards.hands.begin(), cards.hands.end(), dealt_.begin());
        begin();
    }

    bool over() const { return over_; }
    int player() const { return playing_ && turn_ == dummy() ? declarer_ : turn_; }

    void legal(Choices<actions>& out, const Rules&) const {
        if (playing_) {
            out.add(0, playable());
            return;
        }
        out.add(pass);
        out.add(bids, ((std::uint64_t{1} << steps) - 1) & ~((std::uint64_t{1} << bid_) - 1));
        if (!bid_) return;
        const bool theirs = (by_ ^ turn_) & 1;
        if (theirs && !doubled_) out.add(twice);
        if (!theirs && doubled_ == 1) out.add(redouble);
    }

    void act(int action, const Rules&) {
        if (playing_) play(action);
        else call(action);
    }

    void gains(float* out, const Rules& rules) const {
        const int won = rules.imps ? imps(score()) : score();
        for (int seat = 0; seat < 4; ++seat) out[seat] = static_cast<float>(seat & 1 ? -won : won);
    }

    std::optional<Board> next(const Rules&) const { return std::nullopt; }

    void observe(Byte* out, const Rules&) const {
        const int me = player(), side = me & 1;
        const auto place = [me](int seat) { return (seat - me) & 3; };
        out[me] = 1;
        out[at_dealer + place(dealer_)] = 1;
        out[at_mine] = 1;
        out[at_phase + (playing_ ? 2 : 1)] = 1;
        out[at_turn + place(turn_)] = 1;
        out[at_actor] = 1;
        out[at_vulnerable] = vulnerable_ >> side & 1;
        out[at_vulnerable + 1] = vulnerable_ >> (1 - side) & 1;
        for (int seat = 0; seat < 4; ++seat) {
            const int row = place(seat);
            const Log& log = logs_[seat];
            if (seat == me || (begun() && seat == dummy())) unfold(hands_[seat], out + at_hands + 52 * row, 52);
            out[at_counts + row] = static_cast<Byte>(13 - played_ / 4 - (in_trick(seat) ? 1 : 0));
            std::memcpy(out + at_bids + steps * row, log.bids, steps);
            std::memcpy(out + at_doubles + steps * row, log.doubles, steps);
            std::memcpy(out + at_redoubles + steps * row, log.redoubles, steps);
            std::memcpy(out + at_passes + (steps + 1) * row, log.passes, steps + 1);
            if (playing_) std::memcpy(out + at_history + 52 * row, log.history, 52);
        }
        if (bid_) {
            out[at_contract + bid_ - 1] = 1;
            out[at_doubled + doubled_] = 1;
        }
        if (!playing_) return;
        out[at_declarer + place(declarer_)] = 1;
        if (begun()) out[at_tabled + place(dummy())] = 1;
        for (int nth = 0; nth < (played_ & 3); ++nth)
            out[at_trick + 52 * place((leader_ + nth) & 3) + trick_[nth]] = static_cast<Byte>(nth + 1);
        out[at_tricks] = won_[side];
        out[at_tricks + 1] = won_[1 - side];
    }

    Dealt dealt() const { return {{dealt_.begin(), dealt_.end()}, {}, {}, dealer_, board_ + 1}; }

private:
    static constexpr int steps = 35, pass = 52, twice = 53, redouble = 54, bids = 55;
    static constexpr int at_dealer = 4, at_mine = 8, at_phase = 12, at_turn = 17, at_actor = 21, at_vulnerable = 25,
                         at_hands = 29, at_counts = 237, at_bids = 241, at_doubles = 381, at_redoubles = 521,
                         at_passes = 661, at_contract = 805, at_doubled = 840, at_declarer = 843, at_tabled = 847,
                         at_trick = 851, at_history = 1059, at_tricks = 1267;

    /// What a seat has said and played, as an observation has it.
    struct Log {
        Byte bids[steps], doubles[steps], redoubles[steps], passes[steps + 1], history[52];
    };

    void begin() {
        hands_ = dealt_;
        turn_ = dealer_;
        vulnerable_ = (board_ + board_ / 4) & 3;
    }

    int dummy() const { return declarer_ ^ 2; }
    bool begun() const { return playing_ && played_ > 0; }
    bool in_trick(int seat) const { return ((seat - leader_) & 3) < (played_ & 3); }
    int denomination() const { return (bid_ - 1) % 5; }  // C D H S NT
    int trump() const { return 3 - denomination(); }     // a suit S H D C; -1: none
    static std::uint64_t suit(int number) { return std::uint64_t{0x1fff} << (13 * number); }

    std::uint64_t playable() const {
        const std::uint64_t hand = hands_[turn_];
        if (!(played_ & 3)) return hand;
        const std::uint64_t same = hand & suit(trick_[0] / 13);
        return same ? same : hand;
    }

    void call(int action) {
        Log& log = logs_[turn_];
        if (action == pass) {
            ++log.passes[bid_];
            ++passes_;
            if (passes_ == (bid_ ? 3 : 4)) {
                open();
                return;
            }
        } else if (action == twice || action == redouble) {
            (action == twice ? log.doubles : log.redoubles)[bid_ - 1] = 1;
            ++doubled_;
            passes_ = 0;
        } else {
            bid_ = static_cast<Byte>(action - bids + 1);
            by_ = turn_;
            doubled_ = passes_ = 0;
            log.bids[bid_ - 1] = 1;
            Byte& first = named_[turn_ & 1][denomination()];
            if (!first) first = turn_ + 1;
        }
        turn_ = (turn_ + 1) & 3;
    }

    /// The play begins, or the deal is over: all have passed.
    void open() {
        over_ = !bid_;
        if (over_) return;
        playing_ = true;
        declarer_ = named_[by_ & 1][denomination()] - 1;
        leader_ = turn_ = (declarer_ + 1) & 3;
    }

    void play(int card) {
        const int nth = played_ & 3;
        hands_[turn_] &= ~(std::uint64_t{1} << card);
        trick_[nth] = static_cast<Byte>(card);
        if (!nth || beats(card, trick_[best_])) best_ = static_cast<Byte>(nth);
        ++played_;
        if (nth < 3) {
            turn_ = (turn_ + 1) & 3;
            return;
        }
        for (int at = 0; at < 4; ++at) logs_[(leader_ + at) & 3].history[trick_[at]] = static_cast<Byte>(played_ / 4);
        leader_ = turn_ = (leader_ + best_) & 3;
        ++won_[turn_ & 1];
        over_ = played_ == 52;
    }

    bool beats(int card, int best) const { return card / 13 == best / 13 ? card > best : card / 13 == trump(); }

    /// The points of North and South less those of the others (B-SCORE, B-DUP-9).
    int score() const {
        if (!bid_) return 0;
        const int side = declarer_ & 1, level = (bid_ - 1) / 5 + 1, more = won_[side] - 6 - level;
        const bool vulnerable = vulnerable_ >> side & 1;
        int points = 0;
        if (more < 0) {
            const int down = -more;
            if (!doubled_) points = -down * (vulnerable ? 100 : 50);
            else if (vulnerable) points = -(300 * down - 100) * doubled_;
            else points = -(200 * std::min(down, 3) - 100 + 300 * std::max(0, down - 3)) * doubled_;
        } else {
            const int unit = denomination() < 2 ? 20 : 30;
            const int value = (level * unit + (denomination() == 4 ? 10 : 0)) << doubled_;
            points = value + more * (doubled_ ? (vulnerable ? 200 : 100) * doubled_ : unit);
            if (level == 6) points += vulnerable ? 750 : 500;
            if (level == 7) points += vulnerable ? 1500 : 1000;
            points += 50 * doubled_;
            points += value < 100 ? 50 : vulnerable ? 500 : 300;
        }
        return side ? -points : points;
    }

    static int imps(int difference) {
        static constexpr int from[] = {20,  50,  90,   130,  170,  220,  270,  320,  370,  430,  500,  600,
                                       750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000};
        const int found =
            static_cast<int>(std::upper_bound(std::begin(from), std::end(from), std::abs(difference)) - from);
        return difference >= 0 ? found : -found;
    }

    std::array<std::uint64_t, 4> hands_{}, dealt_{};
    std::array<Log, 4> logs_{};
    std::array<std::array<Byte, 5>, 2> named_{};  // the seat, from 1, that first named it for its side
    std::array<Byte, 4> trick_{};
    std::array<Byte, 2> won_{};
    Byte board_ = 0, dealer_ = 0, vulnerable_ = 0;  // `board_` from 0
    Byte turn_ = 0, bid_ = 0, by_ = 0, doubled_ = 0, passes_ = 0;
    Byte declarer_ = 0, leader_ = 0, best_ = 0, played_ = 0;
    bool playing_ = false, over_ = false;
};

}  // namespace kozyr::envs::KOZYR_LEVEL
