// The only file that knows Python. Convert, call kozyr_core, convert back: no game logic here.
// Anything that runs longer than a few microseconds must release the GIL (nb::call_guard<nb::gil_scoped_release>()).
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>

#include "kozyr/batch.hpp"
#include "kozyr/chances.hpp"
#include "kozyr/combinations.hpp"
#include "kozyr/cpu.hpp"
#include "kozyr/deberts.hpp"
#include "kozyr/preferans.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

namespace preferans = kozyr::preferans;
namespace deberts = kozyr::deberts;

using kozyr::Card;
using kozyr::Cards;
using kozyr::Suit;

/// Python's integers have no bounds: one that is not in 0..most is refused, however large; `what` says what it is not.
std::int64_t whole(const nb::int_& value, std::int64_t most, const char* what) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || number < 0 || number > most)
        throw std::invalid_argument(what + std::string(nb::str(value).c_str()));
    return number;
}

int leader_of(const nb::int_& value) { return static_cast<int>(whole(value, 2, "no such leader: seat ")); }
int declarer_of(const nb::int_& value) { return static_cast<int>(whole(value, 2, "no such declarer: seat ")); }
Card card_of(const nb::int_& value) { return static_cast<Card>(whole(value, kozyr::pack_size - 1, "no such card: ")); }
Cards mask_of(const nb::int_& value) {
    return static_cast<Cards>(whole(value, std::numeric_limits<Cards>::max(), "not a mask of the 32 cards: "));
}
std::uint8_t suits_of(const nb::int_& value) {
    return static_cast<std::uint8_t>(whole(value, 15, "not a mask of the four suits: "));
}
unsigned threads_of(const nb::int_& value) {
    const auto threads = static_cast<unsigned>(whole(value, 1024, "at least one thread and at most 1024, not "));
    if (threads == 0) throw std::invalid_argument("at least one thread");
    return threads;
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

std::optional<Card> card_or_none(const std::optional<nb::int_>& value) {
    return value ? std::optional(card_of(*value)) : std::nullopt;
}

/// Limits of one call from Python: its seconds, and Ctrl-C, which Python notices only when asked with the GIL held.
class Call {
public:
    explicit Call(std::optional<double> seconds) {
        if (seconds && !(*seconds >= 0)) throw std::invalid_argument("seconds must not be negative");
        limits.stop = &stop_;
        if (seconds && *seconds < 1e9)
            limits.deadline = kozyr::Clock::now() + std::chrono::duration_cast<kozyr::Clock::duration>(
                                                        std::chrono::duration<double>(*seconds));
        limits.poll = [this] { return main_thread_ == std::this_thread::get_id() && signalled(); };
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    kozyr::Limits limits;

    /// To be called at the end, with the GIL: a signal becomes its Python exception.
    void raise() const {
        if (stop_) throw nb::python_error();
    }

private:
    bool signalled() {
        const auto now = kozyr::Clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(50);
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) stop_ = true;  // the exception waits in this thread for raise()
        return stop_;
    }

    std::atomic<bool> stop_{false};
    std::thread::id main_thread_ = std::this_thread::get_id();
    kozyr::Clock::time_point next_ = kozyr::Clock::now() + std::chrono::milliseconds(50);
};

/// A solver that two Python threads may share: the second waits.
template <class Solver>
struct Shared {
    Solver solver;
    std::mutex busy;
};

template <class Position>
void check(const std::vector<Position>& positions) {
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (const auto wrong = fault(positions[i]))
            throw std::invalid_argument("position " + std::to_string(i) + ": " + *wrong);
}

template <class Solver, class Answer, class Position, class... Options>
std::vector<Answer> solve_all(const std::vector<Position>& positions, unsigned threads, std::optional<double> seconds,
                              Options... options) {
    check(positions);
    Call call(seconds);
    std::vector<Answer> answers(positions.size());
    {
        const nb::gil_scoped_release release;
        kozyr::batch<Solver>(positions.size(), threads, [&](Solver& solver, std::size_t i) {
            answers[i] = solver.solve(positions[i], options..., call.limits);
        });
    }
    call.raise();
    return answers;
}

template <class Solver, class Answer, class Position, class... Options>
Answer solve_one(Shared<Solver>& shared, const Position& position, std::optional<double> seconds, Options... options) {
    Call call(seconds);
    Answer answer;
    {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(shared.busy);
        answer = shared.solver.solve(position, options..., call.limits);
    }
    call.raise();
    return answer;
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core of Kozyr.";

    m.def(
        "version", [] { return std::string{KOZYR_VERSION}; }, "The version of the package this module was built for.");

    m.def("combination_rank", &kozyr::combination_rank, "places"_a,
          "The number of a set of places (a 64-bit mask) among all sets of its size.");
    m.def("combination_at", &kozyr::combination_at, "rank"_a, "size"_a,
          "The set of places (a 64-bit mask) of this size that bears this number.");

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
        .def_prop_ro(
            "moves",
            [](const preferans::Answer& self) {
                return all_of(self.moves, [](const auto& move) { return std::pair(int{move.card}, int{move.value}); });
            },
            "Every legal card and its value, by card number.")
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
                return solve_one<preferans::Solver, preferans::Answer>(self, position, seconds,
                                                                       preferans::Options{moves, maxn});
            },
            "position"_a, "moves"_a = true, "maxn"_a = false, "seconds"_a = nb::none());

    m.def(
        "preferans_batch",
        [](const std::vector<preferans::Position>& positions, bool moves, bool maxn, const nb::int_& threads,
           std::optional<double> seconds) {
            return solve_all<preferans::Solver, preferans::Answer>(positions, threads_of(threads), seconds,
                                                                   preferans::Options{moves, maxn});
        },
        "positions"_a, "moves"_a = true, "maxn"_a = false, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve many positions; `seconds` is for all together.");

    m.def(
        "load_endings",
        [](const std::string& path) {
            const nb::gil_scoped_release release;
            return preferans::load_endings(path);
        },
        "path"_a, "Load the misère endings of five cards from a file; False if it is not there or not such a file.");

    m.def(
        "prepare_endings",
        [](const std::string& path, const nb::int_& threads) {
            const unsigned number = threads_of(threads);
            const nb::gil_scoped_release release;
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
            Call call(seconds);
            std::function<void(std::uint64_t)> report;
            if (progress)
                report = [&progress](std::uint64_t done) {
                    const nb::gil_scoped_acquire gil;
                    (*progress)(done);
                };
            preferans::Chances chances;
            {
                const nb::gil_scoped_release release;
                chances = preferans::chances(unseen, number, call.limits, report);
            }
            call.raise();
            return chances;
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
                new (self) deberts::Position{trump, static_cast<int>(whole(leader, 1, "no such leader: seat ")),
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
        .def_prop_ro(
            "moves",
            [](const deberts::Answer& self) {
                return all_of(self.moves, [](const auto& move) { return std::pair(int{move.card}, int{move.value}); });
            },
            "Every legal card and the points the seat to move then gets, by card number.");

    using DebertsSolver = Shared<deberts::Solver>;
    nb::class_<DebertsSolver>(m, "DebertsSolver", "The memory of a search, to be used again and again.")
        .def(nb::init<>())
        .def(
            "solve",
            [](DebertsSolver& self, const deberts::Position& position, bool moves, std::optional<double> seconds) {
                return solve_one<deberts::Solver, deberts::Answer>(self, position, seconds, moves);
            },
            "position"_a, "moves"_a = true, "seconds"_a = nb::none());

    m.def(
        "deberts_batch",
        [](const std::vector<deberts::Position>& positions, bool moves, const nb::int_& threads,
           std::optional<double> seconds) {
            return solve_all<deberts::Solver, deberts::Answer>(positions, threads_of(threads), seconds, moves);
        },
        "positions"_a, "moves"_a = true, "threads"_a = 1, "seconds"_a = nb::none(),
        "Solve many positions; `seconds` is for all together.");

    m.def(
        "deberts_points", [](const nb::int_& card, Suit trump) { return deberts::points_of(card_of(card), trump); },
        "card"_a, "trump"_a, "What a card is worth in a trick.");
}
