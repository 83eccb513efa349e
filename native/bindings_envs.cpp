// Batches of deals for Python (kozyr.envs.batch). The arrays are the caller's; here they are only looked at, and
// written without the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>

#include "kozyr/envs.hpp"
#include "released.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_envs(nb::module_& m);

namespace {

namespace envs = kozyr::envs;
using kozyr::python::Released;

template <class Number, int dimensions>
using Array = nb::ndarray<Number, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
template <class Number, int dimensions>
using Wish = std::optional<Array<Number, dimensions>>;

/// The rows of an array of the caller's, if it is wanted and has the right shape.
template <class Wanted>
auto rows_of(std::optional<Wanted>& array, std::size_t rows, int width, const char* name) -> decltype(array->data()) {
    if (!array) return nullptr;
    if (array->shape(0) != rows || (array->ndim() == 2 && array->shape(1) != static_cast<std::size_t>(width)))
        throw std::invalid_argument(std::string(name) + " has another shape than the batch");
    return array->data();
}

/// A batch that two Python threads may share: the second waits.
class Shared {
public:
    Shared(const envs::Rules& rules, std::size_t count, std::uint64_t seed) : batch_(envs::batch(rules, count, seed)) {}

    std::size_t count() const { return batch_->count(); }
    envs::Sizes sizes() const { return batch_->sizes(); }

    void seed(std::uint64_t seed) {
        quietly([&] { batch_->seed(seed); });
    }

    void show(Wish<std::uint8_t, 2> observation, Wish<std::uint8_t, 2> mask, Wish<std::int8_t, 1> player) {
        const envs::Rows rows = rows_for(observation, mask, std::nullopt, std::nullopt, player, false);
        quietly([&] { batch_->show(rows); });
    }

    std::size_t step(const Array<const std::int64_t, 1>& actions, Wish<std::uint8_t, 2> observation,
                     Wish<std::uint8_t, 2> mask, Wish<float, 2> gains, Wish<std::uint8_t, 1> ended,
                     Wish<std::int8_t, 1> player, bool again) {
        const envs::Rows rows = rows_for(observation, mask, std::move(gains), std::move(ended), player, again);
        const std::int64_t* chosen = whole(actions);
        std::size_t found = 0;
        quietly([&] { found = batch_->step(chosen, rows); });
        return found;
    }

    void sample(const Array<std::int64_t, 1>& actions) {
        if (actions.shape(0) != count()) throw std::invalid_argument("as many actions as rows");
        quietly([&, out = actions.data()] { batch_->sample(out); });
    }

    void take(const Array<const std::int64_t, 1>& rows) {
        const std::int64_t* wanted = whole(rows);
        for (std::size_t i = 0; i < count(); ++i)
            if (wanted[i] < 0 || wanted[i] >= static_cast<std::int64_t>(count()))
                throw std::invalid_argument("no such row: " + std::to_string(wanted[i]));
        quietly([&] { batch_->take(wanted); });
    }

    nb::tuple dealt(std::size_t row) {
        if (row >= count()) throw std::invalid_argument("no such row: " + std::to_string(row));
        envs::Dealt found;
        quietly([&] { found = batch_->dealt(row); });
        return nb::make_tuple(found.hands, found.first, found.rest, found.dealer, found.board);
    }

    void lay(std::size_t row, std::vector<std::uint64_t> hands, std::vector<std::uint64_t> first, std::vector<int> rest,
             int dealer, int board) {
        if (row >= count()) throw std::invalid_argument("no such row: " + std::to_string(row));
        envs::Dealt shape;
        quietly([&] { shape = batch_->dealt(row); });
        const auto beyond = [](int card) { return card < 0 || card >= 32; };
        if (hands.size() != shape.hands.size() || first.size() != shape.first.size() ||
            rest.size() != shape.rest.size() || std::any_of(rest.begin(), rest.end(), beyond) || dealer < 0 ||
            dealer >= sizes().players)
            throw std::invalid_argument("no such deal of this game");
        const envs::Dealt cards{std::move(hands), std::move(first), std::move(rest), dealer, board};
        quietly([&] { batch_->lay(row, cards); });
    }

private:
    const std::int64_t* whole(const Array<const std::int64_t, 1>& numbers) const {
        if (numbers.shape(0) != count()) throw std::invalid_argument("as many numbers as rows");
        return numbers.data();
    }

    envs::Rows rows_for(Wish<std::uint8_t, 2>& observation, Wish<std::uint8_t, 2>& mask, Wish<float, 2> gains,
                        Wish<std::uint8_t, 1> ended, Wish<std::int8_t, 1>& player, bool again) const {
        const auto [actions, seen, players] = sizes();
        return {rows_of(observation, count(), seen, "observation"),
                rows_of(mask, count(), actions, "mask"),
                rows_of(gains, count(), players, "gains"),
                rows_of(ended, count(), 0, "ended"),
                rows_of(player, count(), 0, "player"),
                again};
    }

    template <class Work>
    void quietly(Work work) {
        const Released released;
        const std::lock_guard lock(busy_);
        work();
    }

    std::unique_ptr<envs::Batch> batch_;
    std::mutex busy_;
};

void check(const envs::BridgeRules&) {}
void check(const envs::PreferansRules& rules) {
    if (rules.whole && (rules.prices.empty() || rules.pool_target < 1 || rules.lowest < 6 || rules.lowest > 7))
        throw std::invalid_argument("a whole pulka has a target, prices, and a lowest bid of six or seven");
}
void check(const envs::DebertsRules& rules) {
    if (rules.whole && (rules.target < 1 || rules.target > 10'000))
        throw std::invalid_argument("a whole party has a target up to 10,000");
}

}  // namespace

void bind_envs(nb::module_& m) {
    using envs::BridgeRules, envs::DebertsRules, envs::PreferansRules;
    nb::enum_<PreferansRules::Here>(m, "BatchHere")
        .value("FIRST_HAND", PreferansRules::Here::first_hand)
        .value("ELDER_HAND", PreferansRules::Here::elder_hand)
        .value("OFF", PreferansRules::Here::off);
    nb::enum_<PreferansRules::Consolation>(m, "BatchConsolation")
        .value("ALL", PreferansRules::Consolation::all)
        .value("WHISTERS", PreferansRules::Consolation::whisters)
        .value("NONE", PreferansRules::Consolation::none);
    nb::enum_<PreferansRules::Zero>(m, "BatchZero")
        .value("NONE", PreferansRules::Zero::none)
        .value("ONE", PreferansRules::Zero::one)
        .value("PRICE", PreferansRules::Zero::price)
        .value("HILL", PreferansRules::Zero::hill);
    nb::enum_<PreferansRules::Overflow>(m, "BatchOverflow")
        .value("HILL", PreferansRules::Overflow::hill)
        .value("WHISTS", PreferansRules::Overflow::whists)
        .value("FORFEIT", PreferansRules::Overflow::forfeit);
    nb::enum_<PreferansRules::Exit>(m, "BatchExit")
        .value("ANY", PreferansRules::Exit::any)
        .value("MADE", PreferansRules::Exit::made)
        .value("WHISTED", PreferansRules::Exit::whisted);
    nb::enum_<PreferansRules::Failed>(m, "BatchFailed")
        .value("FREEZE", PreferansRules::Failed::freeze)
        .value("REPEAT", PreferansRules::Failed::repeat)
        .value("RESET", PreferansRules::Failed::reset);
    nb::enum_<DebertsRules::Exchange>(m, "BatchExchange")
        .value("EITHER", DebertsRules::Exchange::either)
        .value("MAKER", DebertsRules::Exchange::maker)
        .value("OFF", DebertsRules::Exchange::off);
    nb::enum_<DebertsRules::Hanging>(m, "BatchHanging")
        .value("HANGS", DebertsRules::Hanging::hangs)
        .value("BAIT", DebertsRules::Hanging::bait)
        .value("KEEP", DebertsRules::Hanging::keep)
        .value("QUEUE", DebertsRules::Hanging::queue)
        .value("BURN", DebertsRules::Hanging::burn);
    nb::enum_<DebertsRules::Tie>(m, "BatchTie")
        .value("BY_RECORD", DebertsRules::Tie::by_record)
        .value("SAME", DebertsRules::Tie::same)
        .value("ALTERNATE", DebertsRules::Tie::alternate);

    nb::class_<BridgeRules>(m, "BatchBridge", "Boards that stand alone.")
        .def(nb::init<>())
        .def_rw("imps", &BridgeRules::imps);
    nb::class_<PreferansRules>(m, "BatchPreferans",
                               "Three players without blind calls, a pulka of one deal or a whole one.")
        .def(nb::init<>())
        .def_rw("jumps", &PreferansRules::jumps)
        .def_rw("here", &PreferansRules::here)
        .def_rw("stop_after_nine", &PreferansRules::stop_after_nine)
        .def_rw("silent_take", &PreferansRules::silent_take)
        .def_rw("one_card_is_pass", &PreferansRules::one_card_is_pass)
        .def_rw("surrender_without_three", &PreferansRules::surrender_without_three)
        .def_rw("half", &PreferansRules::half)
        .def_rw("first_hand_half", &PreferansRules::first_hand_half)
        .def_rw("return_on_any", &PreferansRules::return_on_any)
        .def_rw("obligatory_6s", &PreferansRules::obligatory_6s)
        .def_rw("light_before_lead", &PreferansRules::light_before_lead)
        .def_rw("allpass_in_whists", &PreferansRules::allpass_in_whists)
        .def_rw("amnesty", &PreferansRules::amnesty)
        .def_rw("talon_opened", &PreferansRules::talon_opened)
        .def_rw("price", &PreferansRules::price)
        .def_rw("whists_per_trick", &PreferansRules::whists_per_trick)
        .def_rw("zero", &PreferansRules::zero)
        .def_rw("unit", &PreferansRules::unit)
        .def_rw("pool_point_whists", &PreferansRules::pool_point_whists)
        .def_rw("full_responsibility", &PreferansRules::full_responsibility)
        .def_rw("gentleman", &PreferansRules::gentleman)
        .def_rw("consolation", &PreferansRules::consolation)
        .def_rw("second_answers", &PreferansRules::second_answers)
        .def_rw("capped", &PreferansRules::capped)
        .def_rw("talon_bonus", &PreferansRules::talon_bonus)
        .def_rw("talon_bonus_halves", &PreferansRules::talon_bonus_halves)
        .def_rw("whole", &PreferansRules::whole)
        .def_rw("pool_target", &PreferansRules::pool_target)
        .def_rw("common", &PreferansRules::common)
        .def_rw("overflow", &PreferansRules::overflow)
        .def_rw("help_whists", &PreferansRules::help_whists)
        .def_rw("prices", &PreferansRules::prices)
        .def_rw("lowest", &PreferansRules::lowest)
        .def_rw("exit_size", &PreferansRules::exit_size)
        .def_rw("exit", &PreferansRules::exit)
        .def_rw("misere_exits", &PreferansRules::misere_exits)
        .def_rw("failed", &PreferansRules::failed)
        .def_rw("dealer_repeats", &PreferansRules::dealer_repeats);
    nb::class_<DebertsRules>(m, "BatchDeberts", "A party of one deal or a whole one, where errors are refused.")
        .def(nb::init<>())
        .def_rw("last_must", &DebertsRules::last_must)
        .def_rw("exchange", &DebertsRules::exchange)
        .def_rw("first_six", &DebertsRules::first_six)
        .def_rw("hundred", &DebertsRules::hundred)
        .def_rw("bella_optional", &DebertsRules::bella_optional)
        .def_rw("guided", &DebertsRules::guided)
        .def_rw("must_beat", &DebertsRules::must_beat)
        .def_rw("open_bottom", &DebertsRules::open_bottom)
        .def_rw("hanging", &DebertsRules::hanging)
        .def_rw("winner_takes_all", &DebertsRules::winner_takes_all)
        .def_rw("whole", &DebertsRules::whole)
        .def_rw("target", &DebertsRules::target)
        .def_rw("more_points", &DebertsRules::more_points)
        .def_rw("alternate", &DebertsRules::alternate)
        .def_rw("tie", &DebertsRules::tie)
        .def_rw("parties", &DebertsRules::parties);

    const auto batch = [](const auto& rules) {
        return [](Shared* self, const decltype(rules)& told, std::size_t count, std::uint64_t seed) {
            if (!count) throw std::invalid_argument("at least one row");
            check(told);
            new (self) Shared(told, count, seed);
        };
    };
    nb::class_<Shared>(m, "Batch", "Deals side by side, an action in each at a time (kozyr.envs.batch).")
        .def("__init__", batch(BridgeRules{}), "rules"_a, "count"_a, "seed"_a)
        .def("__init__", batch(PreferansRules{}), "rules"_a, "count"_a, "seed"_a)
        .def("__init__", batch(DebertsRules{}), "rules"_a, "count"_a, "seed"_a)
        .def_prop_ro(
            "sizes",
            [](const Shared& self) {
                const auto [actions, observation, players] = self.sizes();
                return nb::make_tuple(actions, observation, players);
            },
            "How many actions, numbers of an observation, and players.")
        .def("seed", &Shared::seed, "seed"_a, "Deal every row anew, as the seed says.")
        .def("show", &Shared::show, "observation"_a.none(), "mask"_a.none(), "player"_a.none(),
             "Write the rows as they stand.")
        .def(
            "step", &Shared::step, "actions"_a, "observation"_a.none(), "mask"_a.none(), "gains"_a.none(),
            "ended"_a.none(), "player"_a.none(), "again"_a = false,
            "An action in each row. The first row whose action is not legal, and then nothing has happened; else how many\n"
            "rows there are. `again`: the mask is the array of the step before, and nobody else has written to it.")
        .def("sample", &Shared::sample, "actions"_a, "A legal action for each row, each as likely.")
        .def("take", &Shared::take, "rows"_a, "Every row becomes a copy of the row named for it, its chance included.")
        .def("dealt", &Shared::dealt, "row"_a,
             "The hands as masks, their part before the auction, the rest, the dealer's place, and the board.")
        .def("lay", &Shared::lay, "row"_a, "hands"_a, "first"_a, "rest"_a, "dealer"_a, "board"_a,
             "Lay such cards in a row. The caller has checked that they are a deal.");
}
