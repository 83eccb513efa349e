// A deal of preferans (docs/envs.md) for three players, of a pulka without blind calls.
#pragma once

#include "many.hpp"
#include "preferans_sheet.hpp"

namespace kozyr::envs::KOZYR_LEVEL {

class Hand {
public:
    using Rules = PreferansRules;
    static constexpr int actions = 630, observation = 898, players = 3;

    void deal(Random& random, const Rules& rules) {
        dealer_ = pulka_.running ? pulka_.dealer : static_cast<Byte>(random.below(3));
        std::array<Byte, 32> pack;
        for (int card = 0; card < 32; ++card) pack[card] = static_cast<Byte>(card);
        shuffle(pack, 31, random);
        for (int at = 0; at < 30; ++at) dealt_[at / 10] |= bit(pack[at]);
        talon_ = {pack[30], pack[31]};
        begin(rules);
    }

    void lay(const Dealt& cards, const Rules& rules) {
        dealer_ = static_cast<Byte>(cards.dealer);
        for (int seat = 0; seat < 3; ++seat) dealt_[seat] = static_cast<Cards>(cards.hands[seat]);
        talon_ = {static_cast<Byte>(cards.rest[0]), static_cast<Byte>(cards.rest[1])};
        begin(rules);
    }

    bool over() const { return phase_ == Phase::over; }
    int player() const {
        const bool laid = phase_ == Phase::play && open_ && whisters_ && turn_ != declarer_;
        return laid ? std::countr_zero(whisters_) : turn_;
    }

    void legal(Choices<actions>& out, const Rules& rules) const {
        switch (phase_) {
            case Phase::auction: calls(out, rules); return;
            case Phase::discard: {
                for (Cards left = hands_[declarer_]; left; left &= left - 1) {
                    const int low = std::countr_zero(left);
                    for (Cards more = left & (left - 1); more; more &= more - 1)
                        out.add(pair(low, std::countr_zero(more)));
                }
                return;
            }
            case Phase::contract: {
                const int lowest = contract_of(bid_ && bid_ != misere ? bid_ : 1);
                out.add(name, (1U << 25) - (1U << lowest));
                return;
            }
            case Phase::whist: {
                const unsigned words = question(rules).words;
                for (int word = 0; word < 5; ++word)
                    if (words >> word & 1) out.add(word ? whist + word - 1 : pass);
                return;
            }
            case Phase::play:
                out.add(0, std::uint64_t{playable()});
                if (!played_ && declarer_ >= 0 && contract_ < misere_contract && player() == declarer_)
                    out.add(surrender);
                return;
            case Phase::over: return;
        }
    }

    void act(int action, const Rules& rules) {
        switch (phase_) {
            case Phase::auction: call(action, rules); return;
            case Phase::discard: put_away(action, rules); return;
            case Phase::contract:
                contract_ = static_cast<Byte>(action - name);
                phase_ = Phase::whist;
                ask(rules);
                return;
            case Phase::whist: answer(action == pass ? 0 : action - whist + 1, rules); return;
            case Phase::play:
                if (action == surrender) {
                    given_up_ = true;
                    phase_ = Phase::over;
                } else {
                    play(action, rules);
                }
                return;
            case Phase::over: return;
        }
    }

    /// The change of the settlement by this deal.
    void gains(float* out, const Rules& rules) const {
        const auto before = Sheet(rules, pulka_.sheet).settle(), after = written(rules).settle();
        for (int seat = 0; seat < 3; ++seat) out[seat] = static_cast<float>(after[seat] - before[seat]);
    }

    /// The pulka after this deal, where it goes on; its next deal waits for the cards.
    std::optional<Hand> next(const Rules& rules) const {
        if (!rules.whole) return std::nullopt;
        const Sheet sheet = written(rules);
        if (sheet.full()) return std::nullopt;
        Hand found;
        Pulka& after = found.pulka_ = pulka_;
        after.running = true;
        after.sheet = sheet.columns();
        after.dealer = static_cast<Byte>((dealer_ + 1) % 3);
        if (declarer_ < 0) {
            if (!after.again && after.series < 255) ++after.series;
            after.again = false;
            if (rules.dealer_repeats) after.dealer = dealer_;
        } else if (exits(rules) || rules.failed == Rules::Failed::reset) {
            after.series = 0;
            after.again = false;
        } else if (after.series && rules.failed == Rules::Failed::repeat) {
            after.again = true;
        }
        return found;
    }

    void observe(Byte* out, const Rules& rules) const {
        const int me = player();
        const auto place = [me](int seat) { return (seat - me) & 3; };
        out[me] = 1;
        out[at_dealer + place(dealer_)] = 1;
        for (int seat = 0; seat < 3; ++seat) out[at_bidders + place(seat)] = 1;
        out[at_phase + phase_number()] = 1;
        out[at_turn + place(turn_)] = 1;
        out[at_actor] = 1;
        for (int seat = 0; seat < 3; ++seat) {
            const int row = place(seat);
            if (seat == me || lies_open(seat, rules)) unfold(hands_[seat], out + at_hands + 32 * row, 32);
            out[at_counts + row] = static_cast<Byte>(std::popcount(hands_[seat]));
            const Log& log = logs_[seat];
            std::memcpy(out + at_calls + call_columns * row, log.calls, sizeof log.calls);
            std::memcpy(out + at_answers + 5 * row, log.answers, 5);
            std::memcpy(out + at_history + 32 * row, log.history, 32);
            if (whisters_ >> seat & 1) out[at_whisters + row] = 1;
            out[at_tricks + row] = won_[seat];
        }
        int shown = 0;
        if (declarer_ >= 0) shown = 2;
        else if (phase_ == Phase::play) shown = rules.talon_opened ? std::min(2, played_ / 3 + 1) : taken_;
        for (int nth = 0; nth < shown; ++nth) out[at_talon + 32 * nth + talon_[nth]] = 1;
        if (me == declarer_) unfold(discard_, out + at_discard, 32);
        if (bid_) out[at_bid + contract_of(bid_)] = 1;
        if (phase_ == Phase::play || phase_ == Phase::whist || (phase_ == Phase::discard && bid_ == misere))
            out[at_contract + (phase_ == Phase::discard ? misere_contract : contract_)] = 1;
        if (declarer_ >= 0) out[at_declarer + place(declarer_)] = 1;
        out[at_open] = open_;
        out[at_price] = static_cast<Byte>(std::min(price_, 16));
        out[at_series] = std::min<Byte>(pulka_.series, 8);
        if (phase_ != Phase::play) return;
        if (led_by_talon()) out[at_lead + led_] = 1;
        for (int nth = 0; nth < played_ % 3; ++nth)
            out[at_trick + 32 * place((leader_ + nth) % 3) + trick_[nth]] = static_cast<Byte>(nth + 1);
    }

    Dealt dealt() const { return {{dealt_.begin(), dealt_.end()}, {}, {talon_[0], talon_[1]}, dealer_, 0}; }

private:
    using Cards = std::uint32_t;
    enum class Phase : std::uint8_t { auction, discard, contract, whist, play, over };

    static constexpr int pass = 32, here = 34, order_misere = 35, take = 38, take_one = 39, bids = 40, discards = 99,
                         name = 596, whist = 621, surrender = 629;
    static constexpr int call_columns = 63, calls_logged = 33;
    static constexpr int misere = 16, misere_contract = 25, allpass_contract = 26;
    static constexpr int at_dealer = 4, at_bidders = 8, at_phase = 16, at_turn = 25, at_actor = 29, at_hands = 33,
                         at_counts = 161, at_talon = 165, at_discard = 229, at_calls = 261, at_answers = 513,
                         at_bid = 533, at_contract = 560, at_declarer = 587, at_whisters = 591, at_open = 595,
                         at_price = 598, at_series = 599, at_lead = 606, at_trick = 638, at_history = 766,
                         at_tricks = 894;

    /// What a seat has said and played, as an observation has it. No call without blind ones has a later column.
    struct Log {
        Byte calls[calls_logged], answers[5], history[32];
    };

    static constexpr Cards bit(int card) { return Cards{1} << card; }
    static constexpr Cards suit(int number) { return Cards{0xff} << (8 * number); }
    static int pair(int a, int b) { return discards + a * 31 - a * (a - 1) / 2 + b - a - 1; }
    /// The place of a step of the ladder, from 1 with misère at 16, among the contracts.
    static int contract_of(int step) { return step == misere ? misere_contract : step - 1 - (step > misere); }

    void begin(const Rules& rules) {
        hands_ = dealt_;
        turn_ = static_cast<Byte>(first());
        price_ = rules.price;
        lowest_ = 1;
        if (!rules.whole || !pulka_.series) return;
        const std::size_t nth = pulka_.series + (pulka_.again ? 0 : 1);
        price_ = rules.prices[std::min(nth, rules.prices.size()) - 1];
        lowest_ = static_cast<Byte>(5 * (rules.lowest - 6) + 1);
    }

    /// The sheet with this deal, which is over.
    Sheet written(const Rules& rules) const {
        Sheet sheet(rules, pulka_.sheet);
        if (declarer_ < 0) {
            sheet.all_pass({won_[0], won_[1], won_[2]}, price_);
        } else if (contract_ == misere_contract) {
            sheet.misere(declarer_, won_[declarer_]);
        } else {
            Sheet::Played facts{};
            facts.declarer = declarer_;
            facts.dealer = dealer_;
            facts.size = size();
            facts.given_up = given_up_;
            for (int seat = 0; seat < 3; ++seat) facts.tricks[seat] = won_[seat];
            facts.words = words_;
            facts.talon_tricks = talon_tricks();
            sheet.contract(facts);
        }
        return sheet;
    }

    int size() const { return 6 + contract_ / 5; }

    /// Whether this deal ends a series of all-passes (P-3.7.8, PC-4.5.7).
    bool exits(const Rules& rules) const {
        using Exit = Rules::Exit;
        if (contract_ == misere_contract) return rules.misere_exits && (rules.exit == Exit::any || !won_[declarer_]);
        if (size() < rules.exit_size) return false;
        const bool made = !given_up_ && (!whisters_ || won_[declarer_] >= size());
        return rules.exit == Exit::whisted ? made && whisters_ : made || rules.exit == Exit::any;
    }

    int first() const { return (dealer_ + 1) % 3; }
    int phase_number() const {
        static constexpr int numbers[] = {1, 4, 5, 6, 7, 8};
        return numbers[static_cast<int>(phase_)];
    }

    // --- the auction (P-3.3)

    void calls(Choices<actions>& out, const Rules& rules) const {
        const bool mine = turn_ == captive_, called = called_ >> turn_ & 1;
        out.add(pass);
        if (!mine) {
            if (bid_ == misere) out.add(bids, std::uint64_t{0x1f} << 15);  // only a nine (P-3.6.4)
            else if (bid_ < 26) {
                const int above = std::max<int>(bid_ + 1, lowest_), lowest = above + (above == misere),
                          from = contract_of(lowest);
                out.add(bids, rules.jumps ? (1U << 25) - (1U << from) : 1U << from);
            }
        }
        if (bid_ && bid_ != misere && turn_ != holder_ && !mine) {
            const bool first_hand = rules.here == Rules::Here::first_hand && turn_ == first();
            const bool elder =
                rules.here == Rules::Here::elder_hand && std::popcount(passed_) == 1 && order(turn_) < order(holder_);
            if (first_hand || elder) out.add(here);
        }
        if (!called && bid_ < misere) out.add(order_misere);
        if (std::popcount(passed_) == 2 && std::popcount(called_) == 2) {
            if (rules.silent_take) out.add(take);
            if (rules.one_card_is_pass) out.add(take_one);
        }
    }

    int order(int seat) const { return (seat - first() + 3) % 3; }

    void call(int action, const Rules& rules) {
        const Byte me = turn_;
        logs_[me].calls[action - pass] = ++heard_;
        called_ |= 1U << me;
        if (action == pass || action == take_one) {
            passed_ |= 1U << me;
            if (action == take_one) taken_ = 1;
        } else {
            holder_ = static_cast<std::int8_t>(me);
            if (action == take) {
                bid_ = lowest_;
                taken_ = 2;
            } else if (action == order_misere) {
                bid_ = misere;
                captive_ = static_cast<std::int8_t>(me);
            } else if (action != here) {
                const int contract = action - bids;
                bid_ = static_cast<Byte>(contract + 1 + (contract >= 15));
            }
        }
        const bool outbid = captive_ >= 0 && holder_ != captive_;
        if (outbid) passed_ |= 1U << captive_;
        int next = -1;
        for (int step = 1; step <= 3 && next < 0; ++step)
            if (const int seat = (me + step) % 3; !(passed_ >> seat & 1)) next = seat;
        const bool alone = holder_ >= 0 && (7U & ~passed_) == 1U << holder_;
        const bool stopped = rules.stop_after_nine && outbid && bid_ > misere;
        if (next >= 0 && !alone && !taken_ && !stopped) {
            turn_ = static_cast<Byte>(next);
            return;
        }
        declarer_ = holder_;
        if (declarer_ < 0) {
            start(allpass_contract, rules);
            return;
        }
        hands_[declarer_] |= bit(talon_[0]) | bit(talon_[1]);
        turn_ = static_cast<Byte>(declarer_);
        phase_ = Phase::discard;
    }

    void put_away(int action, const Rules& rules) {
        int low = 0, left = action - discards;
        for (; left >= 31 - low; ++low) left -= 31 - low;
        discard_ = bit(low) | bit(low + 1 + left);
        hands_[declarer_] &= ~discard_;
        if (bid_ == misere) start(misere_contract, rules);
        else phase_ = Phase::contract;
    }

    // --- whisting (P-3.8): what has been said is a path of words, three bits each with a leading one

    static constexpr unsigned no = 1, yes = 2, half = 3, lay_open = 4, lay_closed = 5;  // a word and one

    /// The path of some words.
    template <class... Words>
    static constexpr unsigned path(Words... words) {
        unsigned found = 1;
        ((found = found << 3 | words), ...);
        return found;
    }

    /// The question after the words so far: who is asked, 0 the declarer's left neighbour and 1 the other, and the
    /// words allowed as bits in the order of the observation. No words: the defence is settled.
    struct Question {
        int who;
        unsigned words;
    };

    static constexpr unsigned plain_words = 0b00011, lay_words = 0b11000, half_word = 0b00100, whist_word = 0b00010;

    Question question(const Rules& rules) const {
        const bool small = contract_ < 10;  // six and seven
        const unsigned plain = rules.obligatory_6s && !contract_ ? whist_word : plain_words;
        switch (said_) {
            case path(): return {0, plain};
            case path(yes): return {1, plain};
            case path(yes, no): {
                const bool leave = rules.half && rules.first_hand_half && small;
                return {0, lay_words | (leave ? half_word : 0)};
            }
            case path(no): return {1, plain_words | (rules.half && small ? half_word : 0)};
            case path(no, yes): return {1, lay_words};
            case path(yes, no, half): return {1, plain_words};
            case path(yes, no, half, yes): return {1, lay_words};
            case path(no, half): return {0, plain_words};
            case path(no, half, yes): return {0, lay_words};
            case path(no, no): return {0, rules.return_on_any && !small ? plain_words : 0};
            case path(no, no, yes): return {0, lay_words};
            default: return {0, 0};
        }
    }

    /// The next one is asked; or the play begins, or the deal is over since nobody whists (P-3.8.7).
    void ask(const Rules& rules) {
        if (const Question asked = question(rules); asked.words) {
            turn_ = opponent(asked.who);
            return;
        }
        for (int who = 0; who < 2; ++who)
            if (words_[opponent(who)] == Sheet::whist) whisters_ |= 1U << opponent(who);
        if (whisters_) start(contract_, rules);
        else phase_ = Phase::over;
    }

    Byte opponent(int who) const { return static_cast<Byte>((declarer_ + 1 + who) % 3); }

    void answer(int word, const Rules& rules) {
        logs_[turn_].answers[word] = ++answered_;
        said_ = said_ << 3 | (static_cast<unsigned>(word) + 1);
        if (word < 3) words_[turn_] = static_cast<Byte>(word + 1);
        if (word == 3) open_ = true;
        ask(rules);
    }

    // --- the play (P-2.1, P-3.7.6, P-3.9)

    void start(int contract, const Rules& rules) {
        contract_ = static_cast<Byte>(contract);
        phase_ = Phase::play;
        turn_ = leader_ = static_cast<Byte>(first());
        led_ = talon_leads(rules) ? talon_[0] : no_card;
        if (contract == misere_contract) open_ = true;
    }

    bool talon_leads(const Rules& rules) const {
        return contract_ == allpass_contract && rules.talon_opened && played_ < 6;
    }
    bool led_by_talon() const { return led_ < 32; }
    int trump() const { return contract_ < misere_contract && contract_ % 5 < 4 ? suits[contract_ % 5] : -1; }

    /// Whether everybody sees the hand of a defender (P-3.8.5, P-3.6.6, PC-4.6.8).
    bool lies_open(int seat, const Rules& rules) const {
        if (phase_ != Phase::play || !open_ || seat == declarer_) return false;
        if (contract_ != misere_contract && rules.light_before_lead) return true;
        return played_ || first() != declarer_;
    }

    Cards playable() const {
        const Cards hand = hands_[turn_];
        int led = -1;
        if (played_ % 3) led = led_by_talon() ? led_ / 8 : trick_[0] / 8;
        else if (led_by_talon()) led = led_ / 8;
        if (led < 0) return hand;
        if (const Cards same = hand & suit(led)) return same;
        if (trump() >= 0)
            if (const Cards trumps = hand & suit(trump())) return trumps;
        return hand;
    }

    void play(int card, const Rules& rules) {
        const int nth = played_ % 3;
        hands_[turn_] &= ~bit(card);
        trick_[nth] = static_cast<Byte>(card);
        ++played_;
        if (nth < 2) {
            turn_ = static_cast<Byte>((turn_ + 1) % 3);
            return;
        }
        for (int at = 0; at < 3; ++at) logs_[(leader_ + at) % 3].history[trick_[at]] = static_cast<Byte>(played_ / 3);
        ++won_[(leader_ + best()) % 3];
        // The first hand leads again after a card of the talon (P-3.7.6).
        if (!led_by_talon()) leader_ = static_cast<Byte>((leader_ + best()) % 3);
        turn_ = leader_;
        led_ = talon_leads(rules) ? talon_[played_ / 3] : no_card;
        if (played_ == 30) phase_ = Phase::over;
    }

    /// Which card takes the trick, from the lead; the talon's own card takes it for the best of those who followed.
    int best() const {
        const int led = led_by_talon() ? led_ / 8 : trick_[0] / 8, trumps = trump();
        int found = 0;
        for (int at = 1; at < 3; ++at) {
            const int card = trick_[at], top = trick_[found];
            const bool beats = card / 8 == top / 8 ? card > top && (card / 8 == led || card / 8 == trumps)
                                                   : card / 8 == trumps || (card / 8 == led && top / 8 != trumps);
            if (beats) found = at;
        }
        return found;
    }

    int talon_tricks() const {
        const int a = talon_[0], b = talon_[1];
        const bool one_suit = a / 8 == b / 8;
        const auto both = [&](int rank, int other) {
            return (a % 8 == rank && b % 8 == other) || (a % 8 == other && b % 8 == rank);
        };
        if (both(7, 7)) return 3;
        if (one_suit && both(7, 6)) return 2;
        return a % 8 == 7 || b % 8 == 7 || (one_suit && both(6, 5)) ? 1 : 0;
    }

    static constexpr int suits[] = {0, 3, 2, 1};  // of the ladder S C D H, among the cards' S H D C
    static constexpr Byte no_card = 32;

    /// What the deals before have left.
    struct Pulka {
        Columns sheet;
        Byte dealer = 0, series = 0;  ///< `series`: all-passes in a row
        bool again = false;           ///< a failed exit has called the last price back
        bool running = false;         ///< this is not its first deal
    };

    Pulka pulka_;
    std::array<Cards, 3> hands_{}, dealt_{};
    std::array<Log, 3> logs_{};
    Cards discard_ = 0;
    unsigned said_ = 1;
    unsigned passed_ = 0, called_ = 0, whisters_ = 0;
    std::array<Byte, 2> talon_{};
    std::array<Byte, 3> trick_{}, won_{}, words_{};
    std::int8_t holder_ = -1, captive_ = -1, declarer_ = -1;
    Byte dealer_ = 0, turn_ = 0, leader_ = 0, played_ = 0, led_ = no_card, lowest_ = 1;
    int price_ = 0;
    Byte bid_ = 0, contract_ = 0, taken_ = 0, heard_ = 0, answered_ = 0;  // `bid_`: a step of the ladder
    Phase phase_ = Phase::auction;
    bool open_ = false, given_up_ = false;
};

}  // namespace kozyr::envs::KOZYR_LEVEL
