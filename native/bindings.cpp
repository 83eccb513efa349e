// The files bindings*.cpp know Python. Convert, call kozyr_core, convert back: no game logic here.
// Anything that runs longer than a few microseconds must release the GIL (search(), Released).
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>

#include "kozyr/batch.hpp"
#include "kozyr/bridge.hpp"
#include "kozyr/bridge_hands.hpp"
#include "kozyr/chances.hpp"
#include "kozyr/combinations.hpp"
#include "kozyr/cpu.hpp"
#include "kozyr/deberts.hpp"
#include "kozyr/preferans.hpp"
#include "released.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_conditions(nb::module_& m);  // bindings_conditions.cpp
void bind_envs(nb::module_& m);        // bindings_envs.cpp

namespace {

namespace preferans = kozyr::preferans;
namespace deberts = kozyr::deberts;
namespace bridge = kozyr::bridge;

using kozyr::Card;
using kozyr::Cards;
using kozyr::Suit;
using kozyr::python::ending, kozyr::python::Released, kozyr::python::search, kozyr::python::searching;

/// Python's integers have no bounds: an integer outside least..most is refused, however large; `what` names the
/// expected number.
template <class Number = int>
Number whole(const nb::int_& value, std::uint64_t least, std::uint64_t most, const char* what) {
    const std::uint64_t number = PyLong_AsUnsignedLongLong(value.ptr());
    const bool outside = PyErr_Occurred() || number < least || number > most;
    PyErr_Clear();
    if (outside) throw std::invalid_argument(what + std::string(nb::str(value).c_str()));
    return static_cast<Number>(number);
}

int leader_of(const nb::int_& value) { return whole(value, 0, 2, "no such leader: seat "); }
int declarer_of(const nb::int_& value) { return whole(value, 0, 2, "no such declarer: seat "); }
Card card_of(const nb::int_& value) { return whole<Card>(value, 0, kozyr::pack_size - 1, "no such card: "); }
Cards mask_of(const nb::int_& value) { return whole<Cards>(value, 0, ~Cards{0}, "not a mask of the 32 cards: "); }
std::uint8_t suits_of(const nb::int_& value) {
    return whole<std::uint8_t>(value, 0, 15, "not a mask of the four suits: ");
}
unsigned threads_of(const nb::int_& value) {
    return whole<unsigned>(value, 1, 1024, "at least one thread and at most 1024, not ");
}
int bridge_leader_of(const nb::int_& value) { return whole(value, 0, 3, "no such leader: seat "); }
bridge::Card bridge_card_of(const nb::int_& value) {
    return whole<bridge::Card>(value, 0, bridge::pack_size - 1, "no such card: ");
}
bridge::Cards bridge_mask_of(const nb::int_& value) {
    return whole<bridge::Cards>(value, 0, (bridge::Cards{1} << bridge::pack_size) - 1, "not a mask of the 52 cards: ");
}
int bridge_suit_of(const nb::int_& value) { return whole(value, 0, 3, "no such suit: "); }
bridge::Range range_of(std::pair<int, int> ends) { return {ends.first, ends.second}; }
std::array<bridge::Range, 4> ranges_of(const std::array<std::pair<int, int>, 4>& suits) {
    return {range_of(suits[0]), range_of(suits[1]), range_of(suits[2]), range_of(suits[3])};
}
std::size_t megabytes_of(const nb::int_& value) {
    return whole<std::size_t>(value, 1, 65536, "1 to 65536 megabytes for proofs, not ");
}
std::optional<Card> card_or_none(const std::optional<nb::int_>& value) {
    return value ? std::optional(card_of(*value)) : std::nullopt;
}

template <class Item, class Convert>
auto all_of(const std::vector<Item>& items, Convert convert) {
    std::vector<decltype(convert(items[0]))> out;
    out.reserve(items.size());
    for (const Item& item : items) out.push_back(convert(item));
    return out;
}

/// Something for each seat.
template <std::size_t seats, class Convert>
auto by_seat(const std::vector<nb::int_>& values, Convert convert) {
    if (values.size() != seats)
        throw std::invalid_argument(std::to_string(values.size()) + " values for " + std::to_string(seats) + " seats");
    std::array<decltype(convert(values[0])), seats> out;
    for (std::size_t seat = 0; seat < seats; ++seat) out[seat] = convert(values[seat]);
    return out;
}

/// The legal cards with their values.
template <class Answer>
auto moves_of(const Answer& self) {
    return all_of(self.moves, [](const auto& move) { return std::pair(int{move.card}, int{move.value}); });
}

/// Python ends: all searches stop and their threads stay where they are, before anything that they use is gone.
/// Endings that are being computed cannot be stopped and are not waited for.
void end() {
    ending = true;
    const nb::gil_scoped_release release;
    for (int milliseconds = 0; searching && milliseconds < 1000; ++milliseconds)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A solver that two Python threads may share: the second waits.
template <class Solver>
struct Shared {
    Solver solver;
    std::mutex busy;

    template <class Position, class Options>
    auto solve(const Position& position, Options options, std::optional<double> seconds) {
        return search(seconds, [&](const kozyr::Limits& limits) {
            const std::lock_guard lock(busy);
            return solver.solve(position, options, limits);
        });
    }
};

template <class Solver, class Position, class Options>
auto solve_all(const std::vector<Position>& positions, Options options, const nb::int_& threads,
               std::optional<double> seconds) {
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (const auto wrong = fault(positions[i]))
            throw std::invalid_argument("position " + std::to_string(i) + ": " + *wrong);
    return search(seconds, [&, number = threads_of(threads)](const kozyr::Limits& limits) {
        std::vector<decltype(Solver().solve(positions[0]))> answers(positions.size());
        kozyr::batch<Solver>(positions.size(), number, [&](Solver& solver, std::size_t i) {
            answers[i] = solver.solve(positions[i], options, limits);
        });
        return answers;
    });
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core of Kozyr.";
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end));

    m.def(
        "version", [] { return std::string{KOZYR_VERSION}; }, "The version of the package this module was built for.");

    constexpr std::uint64_t all = ~std::uint64_t{0};
    m.def(
        "combination_rank",
        [](const nb::int_& places) {
            return kozyr::combination_rank(whole<std::uint64_t>(places, 0, all, "not a mask of 64 places: "));
        },
        "places"_a, "The number of a set of places (a 64-bit mask) among all sets of its size.");
    m.def(
        "combination_at",
        [](const nb::int_& rank, const nb::int_& size) {
            return kozyr::combination_at(whole<std::uint64_t>(rank, 0, all, "no combination bears the number "),
                                         whole<unsigned>(size, 0, 64, "no combination of 64 places has the size "));
        },
        "rank"_a, "size"_a, "The set of places (a 64-bit mask) of this size that bears this number.");

    m.def(
        "core", [] { return std::string(name(kozyr::level())); },
        "The copy of the search that runs here: 'x86-64-v3', or 'baseline' for every processor (and where the environment\n"
        "says KOZYR_BASELINE=1).");

    nb::enum_<Suit>(m, "Suit")
        .value("SPADES", Suit::spades)
        .value("HEARTS", Suit::hearts)
        .value("DIAMONDS", Suit::diamonds)
        .value("CLUBS", Suit::clubs);

    // ---- preferans

    nb::enum_<preferans::Kind>(m, "PreferansKind")
        .value("TRICKS", preferans::Kind::tricks, "The declarer takes what he can.")
        .value("MISERE", preferans::Kind::misere, "The declarer avoids tricks.")
        .value("ALLPASS", preferans::Kind::allpass, "Everybody avoids tricks.");

    nb::class_<preferans::Position>(
        m, "PreferansPosition",
        "A moment of the play. Cards are 8 * suit + rank (suits S H D C, ranks 7..A), hands are masks of them, seats are\n"
        "0 1 2 clockwise; trump None is no trump. Numbers out of range are refused here, the rest when it is solved.")
        .def(
            "__init__",
            [](preferans::Position* self, preferans::Kind kind, std::optional<Suit> trump, const nb::int_& declarer,
               const nb::int_& leader, const std::vector<nb::int_>& hands, const std::vector<nb::int_>& trick,
               const std::vector<nb::int_>& talon, bool talon_wins) {
                new (self) preferans::Position{kind,
                                               trump,
                                               declarer_of(declarer),
                                               leader_of(leader),
                                               by_seat<3>(hands, mask_of),
                                               all_of(trick, card_of),
                                               all_of(talon, card_of),
                                               talon_wins};
            },
            "kind"_a, "trump"_a.none(), "declarer"_a, "leader"_a, "hands"_a, "trick"_a = std::vector<nb::int_>{},
            "talon"_a = std::vector<nb::int_>{}, "talon_wins"_a = false)
        .def(
            "fault", [](const preferans::Position& self) { return fault(self); },
            "What is wrong with it, in one line; None if it can be solved.");

    nb::class_<preferans::Answer>(m, "PreferansAnswer")
        .def_ro("finished", &preferans::Answer::finished, "False: a limit stopped the search; nothing else is known.")
        .def_ro("to_move", &preferans::Answer::to_move)
        .def_ro("value", &preferans::Answer::value, "The declarer's tricks from here on.")
        .def_ro("each", &preferans::Answer::each,
                "All-pass: each seat's tricks when the two others combine against it.")
        .def_ro("maxn", &preferans::Answer::maxn, "All-pass: each seat's tricks when everybody looks after himself.")
        .def_ro("nodes", &preferans::Answer::nodes)
        .def_prop_ro("moves", &moves_of<preferans::Answer>, "Every legal card and its value, by card number.")
        .def_prop_ro(
            "moves_maxn",
            [](const preferans::Answer& self) {
                return all_of(self.moves, [](const auto& move) { return std::pair(int{move.card}, move.maxn); });
            },
            "All-pass: every legal card and what max^n makes of it.");

    using PreferansSolver = Shared<preferans::Solver>;
    nb::class_<PreferansSolver>(m, "PreferansSolver", "The memory of a search, to be used again and again.")
        .def(nb::init<>())
        .def(
            "solve",
            [](PreferansSolver& self, const preferans::Position& position, bool moves, bool maxn,
               std::optional<double> seconds) {
                return self.solve(position, preferans::Options{moves, maxn}, seconds);
            },
            "position"_a, "moves"_a = true, "maxn"_a = false, "seconds"_a = nb::none());

    m.def(
        "preferans_batch",
        [](const std::vector<preferans::Position>& positions, bool moves, bool maxn, const nb::int_& threads,
           std::optional<double> seconds) {
            return solve_all<preferans::Solver>(positions, preferans::Options{moves, maxn}, threads, seconds);
        },
        "positions"_a, "moves"_a = true, "maxn"_a = false, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve many positions; `seconds` is for all together.");

    m.def(
        "load_endings",
        [](const std::string& path) {
            const Released released;
            return preferans::load_endings(path);
        },
        "path"_a, "Load the misère endings of five cards from a file; False if it is not there or not such a file.");

    m.def(
        "prepare_endings",
        [](const std::string& path, const nb::int_& threads) {
            const unsigned number = threads_of(threads);
            const Released released;
            preferans::prepare_endings(path, number);
        },
        "path"_a, "threads"_a = 1,
        "Load the misère endings of five cards from a file, or compute them (most of a minute) and write it (16 MB).");

    nb::class_<preferans::Chances>(m, "PreferansChances")
        .def_ro("finished", &preferans::Chances::finished, "False: a limit stopped it; only the layouts are known.")
        .def_ro("layouts", &preferans::Chances::layouts)
        .def_ro("tricks", &preferans::Chances::tricks, "Of layouts, by the declarer's tricks 0..10.")
        .def_prop_ro(
            "first",
            [](const preferans::Chances& self) {
                return all_of(self.first, [](const auto& lead) { return std::pair(int{lead.card}, lead.tricks); });
            },
            "The same for each card that the declarer may lead.")
        .def_ro("nodes", &preferans::Chances::nodes);

    m.def(
        "preferans_chances",
        [](preferans::Kind kind, std::optional<Suit> trump, const nb::int_& declarer, const nb::int_& leader,
           const nb::int_& hand, const nb::int_& gone, const std::optional<nb::int_>& first,
           const std::vector<nb::int_>& holds, const std::vector<nb::int_>& voids, const nb::int_& threads,
           std::optional<double> seconds, const std::optional<nb::callable>& progress) {
            const preferans::Unseen unseen{kind,
                                           trump,
                                           declarer_of(declarer),
                                           leader_of(leader),
                                           mask_of(hand),
                                           mask_of(gone),
                                           card_or_none(first),
                                           by_seat<3>(holds, mask_of),
                                           by_seat<3>(voids, suits_of)};
            const unsigned number = threads_of(threads);
            preferans::Progress report;
            if (progress)
                report = [&progress](std::uint64_t done) {
                    const nb::gil_scoped_acquire gil;
                    (*progress)(done);
                };
            return search(seconds, [&](const kozyr::Limits& limits) {
                return preferans::chances(unseen, number, limits, report);
            });
        },
        "kind"_a, "trump"_a.none(), "declarer"_a, "leader"_a, "hand"_a, "gone"_a, "first"_a = nb::none(),
        "holds"_a = std::array<int, 3>{}, "voids"_a = std::array<int, 3>{}, "threads"_a = 1, "seconds"_a = nb::none(),
        "progress"_a = nb::none(),
        "Solve all layouts of the two hands that the declarer does not see. `holds`: cards known to be with a defender;\n"
        "`voids`: suits (bits) known to be absent; both by seat. `progress` is told how many layouts are done.");

    // ---- deberts

    nb::class_<deberts::Position>(
        m, "DebertsPosition",
        "A moment of the play of two hands. Cards and masks as in PreferansPosition; `table` is the leader's card.")
        .def(
            "__init__",
            [](deberts::Position* self, Suit trump, const nb::int_& leader, const std::vector<nb::int_>& hands,
               const std::optional<nb::int_>& table) {
                new (self) deberts::Position{trump, whole(leader, 0, 1, "no such leader: seat "),
                                             by_seat<2>(hands, mask_of), card_or_none(table)};
            },
            "trump"_a, "leader"_a, "hands"_a, "table"_a = nb::none())
        .def(
            "fault", [](const deberts::Position& self) { return fault(self); },
            "What is wrong with it, in one line; None if it can be solved.");

    nb::class_<deberts::Answer>(m, "DebertsAnswer")
        .def_ro("finished", &deberts::Answer::finished, "False: a limit stopped the search; nothing else is known.")
        .def_ro("to_move", &deberts::Answer::to_move)
        .def_ro("points", &deberts::Answer::points, "Points of each seat from here to the end.")
        .def_ro("nodes", &deberts::Answer::nodes)
        .def_prop_ro("moves", &moves_of<deberts::Answer>,
                     "Every legal card and the points the seat to move then gets, by card number.");

    using DebertsSolver = Shared<deberts::Solver>;
    nb::class_<DebertsSolver>(m, "DebertsSolver", "The memory of a search, to be used again and again.")
        .def(nb::init<>())
        .def(
            "solve",
            [](DebertsSolver& self, const deberts::Position& position, bool moves, std::optional<double> seconds) {
                return self.solve(position, moves, seconds);
            },
            "position"_a, "moves"_a = true, "seconds"_a = nb::none());

    m.def(
        "deberts_batch",
        [](const std::vector<deberts::Position>& positions, bool moves, const nb::int_& threads,
           std::optional<double> seconds) { return solve_all<deberts::Solver>(positions, moves, threads, seconds); },
        "positions"_a, "moves"_a = true, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve many positions; `seconds` is for all together.");

    m.def(
        "deberts_points", [](const nb::int_& card, Suit trump) { return deberts::points_of(card_of(card), trump); },
        "card"_a, "trump"_a, "What a card is worth in a trick.");

    // ---- bridge

    nb::class_<bridge::Position>(
        m, "BridgePosition",
        "A moment of the play of four hands. Cards are 13 * suit + rank (suits S H D C, ranks 2..A), hands are masks of\n"
        "them without the cards of the current trick, which `trick` has from the leader on; seats are 0 1 2 3 clockwise;\n"
        "trump None is no trump. Numbers out of range are refused here, the rest when it is solved.")
        .def(
            "__init__",
            [](bridge::Position* self, std::optional<Suit> trump, const nb::int_& leader,
               const std::vector<nb::int_>& hands, const std::vector<nb::int_>& trick) {
                new (self) bridge::Position{trump, bridge_leader_of(leader), by_seat<4>(hands, bridge_mask_of),
                                            all_of(trick, bridge_card_of)};
            },
            "trump"_a.none(), "leader"_a, "hands"_a, "trick"_a = std::vector<nb::int_>{})
        .def(
            "fault", [](const bridge::Position& self) { return fault(self); },
            "What is wrong with it, in one line; None if it can be solved.");

    nb::class_<bridge::Answer>(m, "BridgeAnswer")
        .def_ro("finished", &bridge::Answer::finished,
                "False: a limit stopped the search; nothing else but the nodes is known.")
        .def_ro("to_move", &bridge::Answer::to_move)
        .def_ro("value", &bridge::Answer::value,
                "The tricks of seats 0 and 2 from here on, the current one among them.")
        .def_ro("nodes", &bridge::Answer::nodes)
        .def_prop_ro("moves", &moves_of<bridge::Answer>, "Every legal card and its value, by card number.");

    nb::class_<bridge::Table>(m, "BridgeTable")
        .def_ro("finished", &bridge::Table::finished, "False: a limit stopped the search; nothing else is known.")
        .def_ro("tricks", &bridge::Table::tricks,
                "The declarer's tricks, by denomination (the four suits, then no trump) and by his seat.")
        .def_ro("nodes", &bridge::Table::nodes);

    nb::class_<bridge::Counts>(m, "BridgeCounts")
        .def_ro("finished", &bridge::Counts::finished, "False: a limit stopped it; only the layouts are known.")
        .def_ro("layouts", &bridge::Counts::layouts)
        .def_ro("tricks", &bridge::Counts::tricks, "Of layouts, by the tricks 0..13 of seats 0 and 2.")
        .def_prop_ro(
            "cards",
            [](const bridge::Counts& self) {
                return all_of(self.cards, [](const auto& of) { return std::pair(int{of.card}, of.tricks); });
            },
            "The same for each legal card.")
        .def_ro("nodes", &bridge::Counts::nodes);

    using BridgeSolver = Shared<bridge::Solver>;
    nb::class_<BridgeSolver>(m, "BridgeSolver", "The memory of a search, to be used again and again.")
        .def(
            "__init__",
            [](BridgeSolver* self, const nb::int_& megabytes) {
                new (self) BridgeSolver{bridge::Solver(megabytes_of(megabytes)), {}};
            },
            "megabytes"_a = 256)
        .def(
            "solve",
            [](BridgeSolver& self, const bridge::Position& position, bool moves, bool keep,
               std::optional<double> seconds) { return self.solve(position, bridge::Options{moves, keep}, seconds); },
            "position"_a, "moves"_a = true, "keep"_a = false, "seconds"_a = nb::none(),
            "`keep`: use what was proved about the positions before, for layouts of one question; values are the same.")
        .def(
            "table",
            [](BridgeSolver& self, const std::vector<nb::int_>& hands, std::optional<double> seconds) {
                const auto four = by_seat<4>(hands, bridge_mask_of);
                return search(seconds, [&](const kozyr::Limits& limits) {
                    const std::lock_guard lock(self.busy);
                    return self.solver.table(four, limits);
                });
            },
            "hands"_a, "seconds"_a = nb::none());

    m.def(
        "bridge_batch",
        [](const std::vector<bridge::Position>& positions, bool moves, bool keep, const nb::int_& threads,
           std::optional<double> seconds) {
            return solve_all<bridge::Solver>(positions, bridge::Options{moves, keep}, threads, seconds);
        },
        "positions"_a, "moves"_a = true, "keep"_a = false, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve many positions; `keep`: each thread uses what it has proved about others; `seconds` is for all together.");

    m.def(
        "bridge_counts",
        [](const std::vector<bridge::Position>& layouts, const nb::int_& threads, std::optional<double> seconds) {
            const unsigned number = threads_of(threads);
            return search(seconds,
                          [&](const kozyr::Limits& limits) { return bridge::counts(layouts, number, limits); });
        },
        "layouts"_a, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve layouts of one question, which share their proofs, and count the tricks.");

    using Ends = std::pair<int, int>;
    nb::class_<bridge::Promise>(
        m, "BridgePromise",
        "What a call promises, as Meaning of kozyr.bots.bridge.system says it: ranges with both ends, suits as numbers\n"
        "S 0 to C 3, sets of suits and of numbers as masks.")
        .def(
            "__init__",
            [](bridge::Promise* self, Ends hcp, Ends points, const std::array<Ends, 4>& lengths, bool balanced,
               const std::optional<std::pair<nb::int_, Ends>>& fit, unsigned stopped, unsigned controls, unsigned aces,
               const std::optional<std::pair<nb::int_, unsigned>>& keys,
               const std::optional<std::pair<nb::int_, bool>>& queen,
               const std::optional<std::pair<nb::int_, unsigned>>& kings) {
                bridge::Promise promise{range_of(hcp), range_of(points), ranges_of(lengths), balanced};
                promise.stopped = stopped;
                promise.controls = controls;
                promise.aces = aces;
                if (fit) {
                    promise.fit = bridge_suit_of(fit->first);
                    promise.fit_points = range_of(fit->second);
                }
                if (keys) {
                    promise.keys = bridge_suit_of(keys->first);
                    promise.key_numbers = keys->second;
                }
                if (queen) {
                    promise.queen = bridge_suit_of(queen->first);
                    promise.has_queen = queen->second;
                }
                if (kings) {
                    promise.kings = bridge_suit_of(kings->first);
                    promise.king_numbers = kings->second;
                }
                new (self) bridge::Promise(promise);
            },
            "hcp"_a, "points"_a, "lengths"_a, "balanced"_a = false, "fit"_a = nb::none(), "stopped"_a = 0,
            "controls"_a = 0, "aces"_a = 0, "keys"_a = nb::none(), "queen"_a = nb::none(), "kings"_a = nb::none())
        .def(
            "holds", [](const bridge::Promise& self, const nb::int_& hand) { return self.holds(bridge_mask_of(hand)); },
            "hand"_a, "Whether a hand keeps it.")
        .def(
            "broken",
            [](const bridge::Promise& self, const nb::int_& hand) { return self.broken(bridge_mask_of(hand)); },
            "hand"_a,
            "How far a hand is from it, in about points: hcp, points, balanced, stopped, aces and keys alone.");

    nb::class_<bridge::Rules>(m, "BridgeRules", "The rules of a book for the next call, by what they promise.")
        .def(nb::init<std::vector<bridge::Promise>>(), "promises"_a)
        .def(
            "first",
            [](const bridge::Rules& self, const nb::int_& hand, std::size_t at) {
                return self.first(bridge_mask_of(hand), at);
            },
            "hand"_a, "at"_a = 0, "The first rule, from one on, that a hand fits; their number, if it fits none.");

    nb::class_<bridge::Holder>(
        m, "BridgeHolder",
        "A seat 0 to 3 whose cards are not all seen: how many of the hidden cards are his, how many in each suit, what else\n"
        "he was dealt that is known, and what he has promised of all thirteen.")
        .def(
            "__init__",
            [](bridge::Holder* self, int seat, int room, const std::array<Ends, 4>& lengths, const nb::int_& dealt,
               const bridge::Promise& promise) {
                new (self) bridge::Holder{seat, room, ranges_of(lengths), bridge_mask_of(dealt), promise};
            },
            "seat"_a, "room"_a, "lengths"_a, "dealt"_a, "promise"_a);

    /// As Shared: of two Python threads the second waits.
    struct Worlds {
        bridge::Worlds worlds;
        std::mutex busy;
    };
    nb::class_<Worlds>(
        m, "BridgeWorlds",
        "Deals of the hidden cards, drawn one by one, each another; the same seed gives the same on every machine. A\n"
        "ValueError: no such holders, or their room is not that of the cards.")
        .def(
            "__init__",
            [](Worlds* self, const std::vector<nb::int_>& seen, const nb::int_& cards,
               std::vector<bridge::Holder> holders, const nb::int_& seed, int boaster, const nb::int_& honours) {
                bridge::Unknown unknown{by_seat<4>(seen, bridge_mask_of), bridge_mask_of(cards), std::move(holders),
                                        boaster, bridge_mask_of(honours)};
                const auto number = whole<std::uint64_t>(seed, 0, ~std::uint64_t{0}, "no such seed: ");
                new (self) Worlds{bridge::Worlds(std::move(unknown), number), {}};
            },
            "seen"_a, "cards"_a, "holders"_a, "seed"_a, "boaster"_a = -1, "honours"_a = 0,
            "`boaster`: which holder was dealt four or more of `honours`; -1 none.")
        .def_prop_ro(
            "total", [](const Worlds& self) { return self.worlds.total(); }, "How many deals keep the lengths.")
        .def(
            "draw",
            [](Worlds& self, int count, int tries) {
                std::vector<bridge::World> found;
                {
                    const Released released;
                    const std::lock_guard lock(self.busy);
                    found = self.worlds.draw(count, tries);
                }
                return all_of(found, [](const bridge::World& world) {
                    const auto& [n, e, s, w] = world.hands;
                    return std::pair(std::tuple(n, e, s, w), world.broken);
                });
            },
            "count"_a, "tries"_a,
            "At most so many other worlds than before, by seat, each with what it breaks of the promises (0: nothing).\n"
            "Of the deals that keep all each is as likely; if none of some keeps the promises, the nearest is mended.");

    bind_conditions(m);
    bind_envs(m);
}
