// A deal of deberts (docs/envs.md), of a party where errors are refused.
#pragma once

#include <utility>

#include "deberts_sets.hpp"
#include "many.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

class Nine {
public:
    using Rules = DebertsRules;
    static constexpr int actions = 2738, observation = 519, players = 2;

    void deal(Random& random, const Rules&) {
        dealer_ = party_.running ? party_.dealer : static_cast<Byte>(random.below(2));
        std::array<Byte, 32> pack;
        for (int card = 0; card < 32; ++card) pack[card] = static_cast<Byte>(card);
        shuffle(pack, 31, random);
        for (int at = 0; at < 12; ++at) first_[at / 6] |= bit(pack[at]);
        for (int at = 12; at < 18; ++at) later_[at / 3 - 4] |= bit(pack[at]);
        std::copy(pack.begin() + 18, pack.end(), rest_.begin());
        begin();
    }

    void lay(const Dealt& cards, const Rules&) {
        dealer_ = static_cast<Byte>(cards.dealer);
        for (int seat = 0; seat < 2; ++seat) {
            first_[seat] = static_cast<Cards>(cards.first[seat]);
            later_[seat] = static_cast<Cards>(cards.hands[seat]) & ~first_[seat];
        }
        std::copy(cards.rest.begin(), cards.rest.end(), rest_.begin());
        begin();
    }

    bool over() const { return phase_ == Phase::over; }
    int player() const { return turn_; }

    void legal(Choices<actions>& out, const Rules& rules) const {
        switch (phase_) {
            case Phase::auction:
                if (heard_ < 2) {
                    out.add(order);
                    out.add(pass);
                    return;
                }
                for (int suit = 0; suit < 4; ++suit)
                    if (suit != turned() / 8) out.add(order + 1 + suit);
                if (heard_ < 3 || !rules.last_must) out.add(pass);
                return;
            case Phase::play: {
                const bool words = whole() && openings(out, rules);
                if (!words || !owes_word()) cards(out, rules);
                return;
            }
            case Phase::melds: answers(out, rules); return;
            case Phase::over: return;
        }
    }

    void act(int action, const Rules& rules) {
        if (phase_ == Phase::auction) call(action);
        else if (action < pass) play(action, rules);
        else say(action, rules);
    }

    /// The points of this deal, hanging ones when they are won; or the party.
    void gains(float* out, const Rules& rules) const {
        const Party after = written(rules);
        int difference = after.score[0] - party_.score[0] - after.score[1] + party_.score[1];
        if (rules.parties) {
            const int won = winner(after, rules);
            difference = won < 0 ? 0 : won ? -1 : 1;
        }
        out[0] = static_cast<float>(difference);
        out[1] = static_cast<float>(-difference);
    }

    /// The party after this deal, where it goes on; its next deal waits for the cards.
    std::optional<Nine> next(const Rules& rules) const {
        if (!rules.whole) return std::nullopt;
        Nine found;
        found.party_ = written(rules);
        if (winner(found.party_, rules) >= 0) return std::nullopt;
        found.party_.running = true;
        return found;
    }

    void observe(Byte* out, const Rules& rules) const {
        const int me = turn_;
        const auto place = [me](int seat) { return seat ^ me; };
        const bool ordered = maker_ >= 0;
        out[me] = 1;
        out[at_dealer + place(dealer_)] = 1;
        out[at_phase + (phase_ == Phase::auction ? 1 : phase_ == Phase::play ? 2 : 3)] = 1;
        out[at_step + static_cast<int>(step_)] = 1;
        out[at_turn] = 1;
        unfold(hands_[me], out + at_hands, 32);
        for (int seat = 0; seat < 2; ++seat) {
            const int row = place(seat);
            const Log& log = logs_[seat];
            out[at_counts + row] = static_cast<Byte>(std::popcount(hands_[seat]));
            std::memcpy(out + at_calls + 6 * row, log.calls, 6);
            std::memcpy(out + at_said + 21 * row, log.said, 21);
            std::memcpy(out + at_history + 32 * row, log.history, 32);
            out[at_points + row] = points_[seat];
            if (rules.whole)
                out[at_score + row] = static_cast<Byte>((255 * party_.score[seat] + rules.target / 2) / rules.target);
        }
        int hang = 0;
        for (int at = 0; at < party_.many; ++at) hang += party_.pots[at];
        out[at_hanging] = static_cast<Byte>(std::min(hang, 200));
        out[at_first_trump + turned()] = 1;
        out[at_upcard + (exchanged_ >= 0 ? 8 * trump_ : turned())] = 1;
        const bool bottom = ordered && rules.open_bottom;
        if (bottom) out[at_bottom + rest_.back()] = 1;
        out[at_stock] = static_cast<Byte>(19 - (ordered ? 6 : 0) - (bottom ? 1 : 0));
        if (!ordered) return;
        out[at_maker + place(maker_)] = 1;
        out[at_trump + trump_] = 1;
        if (exchanged_ >= 0) {
            out[at_exchanged + place(exchanged_)] = 1;
            if (hands_[exchanged_] >> turned() & 1) out[at_known + 32 * place(exchanged_) + turned()] = 1;
        }
        if (claim_ >= 0) out[at_claim + claim_] = 1;
        if (passed_ >= 0) {
            const int row = place(passed_);
            out[at_passed + row] = 1;
            for (const Byte number : named_) {
                if (!number) continue;
                const Meld& meld = Sets::all().meld(number - 1);
                ++out[at_kinds + 3 * row + meld.kind];
                for (Cards left = meld.cards; left; left &= left - 1) {
                    const int card = std::countr_zero(left);
                    out[at_named + 32 * row + card] = 1;
                    if (hands_[passed_] >> card & 1) out[at_known + 32 * row + card] = 1;
                }
            }
        }
        if (bella_ >= 0) out[at_bella + place(bella_)] = 1;
        if (played_ & 1) out[at_trick + 32 * place(leader_) + led_] = 1;
    }

    Dealt dealt() const {
        return {{first_[0] | later_[0], first_[1] | later_[1]},
                {first_[0], first_[1]},
                {rest_.begin(), rest_.end()},
                dealer_,
                0};
    }

private:
    using Cards = std::uint32_t;
    enum class Phase : std::uint8_t { auction, play, melds, over };
    enum class Step : std::uint8_t { none, nine, answer, reply, show };
    enum class Reply : std::uint8_t { none, passes, height, higher, show };
    enum class Word : std::uint8_t { passes, height, show };

    static constexpr int bellas = 32, pass = 40, order = 41, exchange = 46, declare = 47, nine = 50, higher = 51,
                         passes = 52, height = 53, from = 54, shows = 68;
    static constexpr int at_dealer = 2, at_phase = 4, at_step = 10, at_turn = 15, at_hands = 17, at_known = 81,
                         at_counts = 145, at_first_trump = 147, at_upcard = 179, at_bottom = 211, at_stock = 243,
                         at_calls = 244, at_maker = 256, at_trump = 258, at_exchanged = 262, at_said = 264,
                         at_claim = 306, at_named = 309, at_kinds = 373, at_passed = 379, at_bella = 381,
                         at_trick = 383, at_history = 447, at_points = 511, at_score = 515, at_hanging = 517;
    static constexpr int no_height = -1, nine_height = 2 * 2 + 1;  // of the terz from the nine of trumps
    static constexpr int most_said = 8, said_show = 20;

    /// What a seat has said and played, as an observation has it.
    struct Log {
        Byte calls[6], said[21], history[32];
    };

    static constexpr Cards bit(int card) { return Cards{1} << card; }
    static constexpr Cards suit(int number) { return Cards{0xff} << (8 * number); }

    void begin() {
        hands_ = first_;
        turn_ = static_cast<Byte>(eldest());
    }

    int turned() const { return rest_.front(); }
    int eldest() const { return 1 - dealer_; }
    bool whole() const { return std::popcount(hands_[turn_]) == 9; }

    // --- bidding (D-BID)

    void call(int action) {
        logs_[turn_].calls[action - pass] = ++heard_;
        if (action == pass) {
            if (heard_ == 4) phase_ = Phase::over;
            turn_ ^= 1;
            return;
        }
        maker_ = static_cast<std::int8_t>(turn_);
        by_first_ = action == order;
        trump_ = static_cast<Byte>(by_first_ ? turned() / 8 : action - order - 1);
        for (int seat = 0; seat < 2; ++seat) hands_[seat] |= later_[seat];
        owned_ = hands_;
        phase_ = Phase::play;
        turn_ = leader_ = static_cast<Byte>(eldest());
    }

    // --- the play (D-PLAY)

    /// Of a card by its rank, in a plain suit and in trumps.
    static constexpr int strengths[2][8] = {{1, 2, 3, 7, 4, 5, 6, 8}, {1, 2, 7, 5, 8, 3, 4, 6}};
    static constexpr int worths[2][8] = {{0, 0, 0, 10, 2, 3, 4, 11}, {0, 0, 14, 10, 20, 3, 4, 11}};

    static int strength(int card, int trump) { return strengths[card / 8 == trump][card % 8]; }
    static int worth(int card, int trump) { return worths[card / 8 == trump][card % 8]; }

    Cards playable(const Rules& rules) const {
        const Cards hand = hands_[turn_];
        if (!(played_ & 1)) return hand;
        if (const Cards same = hand & suit(led_ / 8)) {
            if (!rules.must_beat || led_ / 8 != trump_) return same;
            Cards above = 0;
            for (Cards left = same; left; left &= left - 1)
                if (const int card = std::countr_zero(left); strength(card, trump_) > strength(led_, trump_))
                    above |= bit(card);
            return above ? above : same;
        }
        const Cards trumps = hand & suit(trump_);
        return trumps ? trumps : hand;
    }

    void cards(Choices<actions>& out, const Rules& rules) const {
        Cards some = playable(rules);
        const Cards couple = bit(8 * trump_ + 5) | bit(8 * trump_ + 6), left = hands_[turn_] & couple;
        if ((owned_[turn_] & couple) == couple && std::popcount(left) == 1 && (left & some)) {
            out.add(bellas + 2 * trump_ + (std::countr_zero(left) % 8 - 5));
            if (!rules.bella_optional) some &= ~left;
        }
        out.add(0, std::uint64_t{some});
    }

    void play(int action, const Rules&) {
        int card = action;
        if (action >= bellas) {
            card = 8 * ((action - bellas) / 2) + 5 + (action - bellas) % 2;
            bella_ = static_cast<std::int8_t>(turn_);
        }
        hands_[turn_] &= ~bit(card);
        const int nth = played_++ / 2 + 1;
        if (played_ & 1) {
            leader_ = turn_;
            led_ = static_cast<Byte>(card);
            turn_ ^= 1;
            return;
        }
        const bool same = card / 8 == led_ / 8;
        const bool beats = same ? strength(card, trump_) > strength(led_, trump_) : card / 8 == trump_;
        logs_[leader_].history[led_] = logs_[turn_].history[card] = static_cast<Byte>(nth);
        const Byte taker = beats ? turn_ : leader_;
        points_[taker] = static_cast<Byte>(points_[taker] + worth(card, trump_) + worth(led_, trump_));
        turn_ = leader_ = taker;
        if (nth == 9) {
            points_[taker] += 10;
            phase_ = Phase::over;
        } else if (nth == 1) {
            if (reply_ == Reply::height) speak(Step::answer, eldest());
            if (reply_ == Reply::passes) speak(Step::show, eldest());
        }
    }

    // --- combinations (D-COMBO)

    /// The highest combination of a hand; of one kind alone, if it is said.
    int highest(Cards hand, const Rules& rules, int kind = -1) const {
        int found = no_height;
        for (int at = 0; at < (rules.hundred ? Sets::melds : Sets::hundreds); ++at)
            if (const Meld& meld = Sets::all().meld(at); !(meld.cards & ~hand) && (kind < 0 || meld.kind == kind))
                found = std::max(found, meld.height(trump_));
        return found;
    }

    /// The right word with this highest combination to a claim of unknown height (C-DEB-3).
    static Word right_word(int highest, int kind) {
        if (highest <= 32 * kind + 2 * (kind + 2)) return Word::passes;
        return highest >= 32 * kind + 2 * 7 + 1 ? Word::show : Word::height;
    }

    bool has_terz_from_nine(Cards hand) const { return ((hand >> (8 * trump_)) & 7) == 7; }
    bool has_named(int seat) const { return passed_ == seat && named_[0]; }
    bool asked() const { return claim_ >= 0 && reply_ == Reply::none && turn_ == dealer_; }
    bool owes_word() const {
        return whole() && (asked() || (reply_ == Reply::higher && !named_[0] && turn_ == dealer_));
    }
    bool owes_names(int seat) const {
        if (nine_ == seat || has_named(seat)) return false;
        return seat == eldest() ? claim_ >= 0 : reply_ == Reply::height || reply_ == Reply::higher;
    }

    /// The words before the own first card; false: there are none.
    bool openings(Choices<actions>& out, const Rules& rules) const {
        const Cards hand = hands_[turn_];
        bool agreed = by_first_ && exchanged_ < 0 && turned() % 8 != 0;
        if (rules.exchange == Rules::Exchange::off) agreed = false;
        if (rules.exchange == Rules::Exchange::maker && turn_ != maker_) agreed = false;
        const Cards lies = rules.first_six ? hand & first_[turn_] : hand;
        const bool exchanges = agreed && !owes_names(turn_) && (lies >> (8 * trump_) & 1);
        const bool about_nine = exchanges && nine_ < 0 && has_terz_from_nine(hand);
        bool some = exchanges;
        if (exchanges) out.add(exchange);
        if (turn_ == eldest()) {
            if (claim_ >= 0 || nine_ == turn_) return some;
            for (int kind = 0; kind < 3; ++kind)
                if (highest(hand, rules, kind) != no_height) {
                    out.add(declare + kind);
                    some = true;
                }
            if (about_nine) out.add(nine);
            return some || about_nine;
        }
        if (reply_ == Reply::higher && !named_[0])
            return show(out, spoke_[turn_], rules, {.above = nine_height}) || some;
        if (claim_ < 0 && nine_ < 0 && !named_[0]) return show(out, hand, rules, {}) || some;
        if (!asked()) return some;
        const Word word = right_word(highest(hand, rules), claim_);
        if (word == Word::passes || !rules.guided) out.add(passes);
        if (word == Word::height) out.add(height);
        if (word == Word::show) show(out, hand, rules, {.sure = claim_});
        if (about_nine && claim_ == 0) out.add(nine);
        return true;
    }

    /// What sets of combinations must be: higher than `above`; high enough to beat every claim of the kind `sure`; with
    /// the highest of the height `first`, where one was declared.
    struct Wanted {
        int above = no_height, sure = -1, first = no_height;
    };

    bool show(Choices<actions>& out, Cards hand, const Rules& rules, Wanted wanted) const {
        if (rules.guided && wanted.first == no_height) {
            wanted.first = highest(hand, rules);
            if (wanted.first == no_height) return false;
        }
        const Sets& sets = Sets::all();
        std::array<Byte, Sets::melds> usable;
        int many = 0;
        for (int at = 0; at < (rules.hundred ? Sets::melds : Sets::hundreds); ++at)
            if (const Meld& meld = sets.meld(at);
                !(meld.cards & ~hand) && (wanted.first == no_height || meld.height(trump_) <= wanted.first))
                usable[many++] = static_cast<Byte>(at + 1);
        std::vector<std::pair<int, int>> found;  // what a set is worth, and its number
        const auto look = [&](const Sets::Numbers& set) {
            Cards cards = 0;
            int best = no_height, points = 0;
            for (const Byte number : set) {
                if (!number) continue;
                const Meld& meld = sets.meld(number - 1);
                if (cards & meld.cards) return;
                cards |= meld.cards;
                best = std::max(best, meld.height(trump_));
                points += meld.points();
            }
            if (wanted.first != no_height && best != wanted.first) return;
            found.emplace_back(1000 * points + best, sets.number(set));
        };
        for (int a = 0; a < many; ++a) {
            look({usable[a], 0, 0});
            for (int b = a + 1; b < many; ++b) {
                look({usable[a], usable[b], 0});
                for (int c = b + 1; c < many; ++c) look({usable[a], usable[b], usable[c]});
            }
        }
        int most = 0;
        if (rules.guided)
            for (const auto& [value, number] : found) most = std::max(most, value);
        bool some = false;
        for (const auto& [value, number] : found) {
            const int best = value % 1000;
            const bool beats = wanted.above == no_height || best > wanted.above;
            if (value < most || !beats || (wanted.sure >= 0 && right_word(best, wanted.sure) != Word::show)) continue;
            out.add(shows + number);
            some = true;
        }
        return some;
    }

    /// The words of a step of the dialogue.
    void answers(Choices<actions>& out, const Rules& rules) const {
        const Cards told = spoke_[turn_];
        bool some = false;
        switch (step_) {
            case Step::answer: claimed(rules, [&](int height) { out.add(from + height % 32 - 4); }); return;
            case Step::reply: some = show(out, told, rules, {.above = answer_}); break;
            case Step::nine:
                some = highest(told, rules) > nine_height;
                if (some) out.add(higher);
                break;
            case Step::show:
                if (nine_ == turn_) show(out, told, rules, {.first = nine_height});
                else if (answer_ != no_height) show(out, told, rules, {.first = answer_});
                else claimed(rules, [&](int height) { show(out, told, rules, {.first = height}); });
                return;
            case Step::none: return;
        }
        if (!some || !rules.guided) out.add(passes);
    }

    /// The heights that the claimed combination of the one to speak can have.
    template <class Each>
    void claimed(const Rules& rules, Each each) const {
        if (rules.guided) {
            each(highest(spoke_[turn_], rules, claim_));
            return;
        }
        for (int at = 0; at < Sets::melds; ++at)
            if (const Meld& meld = Sets::all().meld(at); meld.kind == claim_ && !(meld.cards & ~spoke_[turn_]))
                each(meld.height(trump_));
    }

    void speak(Step step, int seat) {
        step_ = step;
        turn_ = static_cast<Byte>(seat);
        phase_ = Phase::melds;
    }

    /// The play goes on where it was.
    void resume() {
        step_ = Step::none;
        phase_ = Phase::play;
        turn_ = played_ & 1 ? leader_ ^ 1 : leader_;
    }

    void say(int action, const Rules&) {
        const Byte me = turn_;
        said_ = std::min<Byte>(said_ + 1, most_said);
        logs_[me].said[std::min(action - exchange, said_show)] = said_;
        if (action >= shows) {
            shown(me, Sets::all().set(action - shows));
        } else if (action == exchange) {
            hands_[me] = (hands_[me] & ~bit(8 * trump_)) | bit(turned());
            owned_[me] = hands_[me];
            exchanged_ = static_cast<std::int8_t>(me);
        } else if (action < nine) {
            claim_ = static_cast<std::int8_t>(action - declare);
            spoke_[me] = hands_[me];
        } else if (action == nine) {
            nine_ = static_cast<std::int8_t>(me);
            spoke_[me] = hands_[me];
            if (me != dealer_) spoke_[me ^ 1] = hands_[me ^ 1];
            speak(me == dealer_ ? Step::answer : Step::nine, me ^ 1);
        } else if (action == higher) {
            passed_ = static_cast<std::int8_t>(me);
            reply_ = Reply::higher;
            resume();
        } else if (action == height) {
            reply_ = Reply::height;
            spoke_[me] = hands_[me];
        } else if (action == passes) {
            let_pass();
        } else {
            told(action - from + 4);
        }
    }

    /// "Passes": the eldest's combination counts.
    void let_pass() {
        passed_ = static_cast<std::int8_t>(eldest());
        if (phase_ == Phase::play || step_ == Step::nine) {
            reply_ = Reply::passes;
            resume();
        } else {
            speak(Step::show, eldest());
        }
    }

    void told(int height) {
        answer_ = 32 * claim_ + height;
        if (nine_ != dealer_) {
            speak(Step::reply, dealer_);
        } else if (answer_ < nine_height) {
            passed_ = static_cast<std::int8_t>(dealer_);
            reply_ = Reply::show;
            speak(Step::show, dealer_);
        } else {
            passed_ = static_cast<std::int8_t>(eldest());
            reply_ = Reply::passes;
            resume();
        }
    }

    void shown(Byte me, const Sets::Numbers& set) {
        int best = no_height;
        for (const Byte number : set)
            if (number) best = std::max(best, Sets::all().meld(number - 1).height(trump_));
        if (phase_ == Phase::melds && step_ == Step::reply &&
            right_word(best, std::max<int>(claim_, 0)) == Word::show) {
            let_pass();  // the question was out of place (D-COMBO-11)
            return;
        }
        passed_ = static_cast<std::int8_t>(me);
        named_ = set;
        if (phase_ == Phase::play && reply_ == Reply::none) reply_ = Reply::show;
        resume();
    }

    // --- the count (D-SCORE, D-BAIT)

    /// What the deals before have left.
    struct Party {
        std::array<std::int16_t, 2> score{};
        std::array<std::int16_t, 16> pots{};  // points that hang, the oldest first; so many ties in a row do not come
        Byte many = 0, dealer = 0;
        bool running = false;  ///< this is not its first deal
    };

    /// The party with this deal, which is over.
    Party written(const Rules& rules) const {
        using Hanging = Rules::Hanging;
        Party party = party_;
        party.dealer = static_cast<Byte>(1 - dealer_);
        if (maker_ < 0) return party;
        std::array<int, 2> points{points_[0], points_[1]};
        if (passed_ >= 0)
            for (const Byte number : named_)
                if (number) points[passed_] += Sets::all().meld(number - 1).points();
        if (bella_ >= 0) points[bella_] += 20;
        const int maker = points[maker_], other = points[1 - maker_];
        const auto give = [&](int who, int some) {
            party.score[who] = static_cast<std::int16_t>(party.score[who] + some);
        };
        int ahead = 1 - maker_;
        const bool tie = maker == other && rules.hanging != Hanging::bait;
        if (tie) {
            give(ahead, other);
            if (rules.hanging == Hanging::keep) {
                give(maker_, maker);
            } else {
                if (rules.hanging == Hanging::burn) party.many = 0;
                const Byte at = std::min<Byte>(party.many, static_cast<Byte>(party.pots.size() - 1));
                party.pots[at] = static_cast<std::int16_t>((at < party.many ? party.pots[at] : 0) + maker);
                party.many = static_cast<Byte>(at + 1);
            }
        } else {
            if (maker > other) ahead = maker_;
            give(ahead, ahead == maker_ ? maker : maker + other);
            if (ahead == maker_) give(rules.winner_takes_all ? maker_ : 1 - maker_, other);
            const int due = rules.hanging == Hanging::queue ? std::min<int>(party.many, 1) : party.many;
            for (int at = 0; at < due; ++at) give(ahead, party.pots[at]);
            std::copy(party.pots.begin() + due, party.pots.begin() + party.many, party.pots.begin());
            party.many = static_cast<Byte>(party.many - due);
        }
        if (!rules.alternate && !(tie && rules.tie == Rules::Tie::alternate))
            party.dealer = tie && rules.tie == Rules::Tie::same ? dealer_ : static_cast<Byte>(ahead);
        return party;
    }

    /// Who has won the party with this deal (D-SCORE-5, D-SCORE-6); -1: nobody yet.
    int winner(const Party& party, const Rules& rules) const {
        const bool north = party.score[0] >= rules.target, south = party.score[1] >= rules.target;
        if (!rules.whole || (!north && !south)) return -1;
        if (north != south) return south;
        if (rules.more_points && party.score[0] != party.score[1]) return party.score[1] > party.score[0];
        return leader_;
    }

    Party party_;

    std::array<Cards, 2> hands_{}, first_{}, later_{}, owned_{}, spoke_{};
    std::array<Log, 2> logs_{};
    std::array<Byte, 14> rest_{};
    std::array<Byte, 2> points_{};
    Sets::Numbers named_{};
    int answer_ = no_height;
    std::int8_t maker_ = -1, exchanged_ = -1, claim_ = -1, nine_ = -1, passed_ = -1, bella_ = -1;
    Byte dealer_ = 0, turn_ = 0, leader_ = 0, led_ = 0, trump_ = 0, heard_ = 0, said_ = 0, played_ = 0;
    Phase phase_ = Phase::auction;
    Step step_ = Step::none;
    Reply reply_ = Reply::none;
    bool by_first_ = false;
};

}  // namespace kozyr::envs::KOZYR_LEVEL
