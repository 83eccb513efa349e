// Deals by condition for Python (kozyr.solver.conditions).
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "kozyr/conditions.hpp"
#include "released.hpp"

namespace nb = nanobind;
using namespace nb::literals;

void bind_conditions(nb::module_& m);

namespace {

namespace conditions = kozyr::conditions;
using conditions::Cards, conditions::Dealing, conditions::Hands, conditions::Op, conditions::Program;

Hands hands_of(const std::vector<Cards>& hands) {
    if (hands.size() > conditions::most_holders) throw std::invalid_argument("five holders at most");
    Hands found{};
    std::copy(hands.begin(), hands.end(), found.begin());
    return found;
}

}  // namespace

void bind_conditions(nb::module_& m) {
    nb::enum_<Op::Code>(m, "ConditionCode", "The steps of a condition; native/include/kozyr/conditions.hpp tells them.")
        .value("NUMBER", Op::Code::number)
        .value("GIVEN", Op::Code::given)
        .value("COUNT", Op::Code::count)
        .value("HCP", Op::Code::hcp)
        .value("BALANCED", Op::Code::balanced)
        .value("SHAPE", Op::Code::shape)
        .value("PATTERN", Op::Code::pattern)
        .value("LOSERS", Op::Code::losers)
        .value("ADD", Op::Code::add)
        .value("SUBTRACT", Op::Code::subtract)
        .value("MULTIPLY", Op::Code::multiply)
        .value("NEGATE", Op::Code::negate)
        .value("EQUAL", Op::Code::equal)
        .value("LESS", Op::Code::less)
        .value("EITHER", Op::Code::either)
        .value("DENY", Op::Code::deny)
        .value("UNLESS", Op::Code::unless);

    nb::class_<Program>(m, "Condition", "Steps (code, holder, value, cards) that end with one number.")
        .def(
            "__init__",
            [](Program* self, const std::vector<std::tuple<Op::Code, std::uint8_t, std::int64_t, Cards>>& steps,
               int holders, int given) {
                std::vector<Op> ops;
                ops.reserve(steps.size());
                for (const auto& [code, holder, value, cards] : steps) ops.push_back({code, holder, value, cards});
                new (self) Program(std::move(ops), holders, given);
            },
            "steps"_a, "holders"_a, "given"_a = 0)
        .def(
            "keeps",
            [](const Program& self, const std::vector<Cards>& hands, const std::vector<std::int64_t>& given) {
                return conditions::keeps(self, hands_of(hands), given);
            },
            "hands"_a, "given"_a = std::vector<std::int64_t>{}, "Whether one deal keeps it.");

    nb::class_<Dealing>(m, "Dealing", "What is dealt to each holder, the rest last, and what is told of it.")
        .def(
            "__init__",
            [](Dealing* self, Cards pack, std::vector<int> sizes, std::vector<Cards> held, std::vector<Cards> whole,
               std::vector<std::array<std::uint8_t, 4>> small, Cards small_cards) {
                Dealing dealing{pack,       std::move(sizes), std::move(held), std::move(whole), std::move(small),
                                small_cards};
                dealing.check();
                new (self) Dealing(std::move(dealing));
            },
            "pack"_a, "sizes"_a, "held"_a, "whole"_a, "small"_a, "small_cards"_a);

    m.def(
        "find_deals",
        [](const Dealing& dealing, const Program& condition, std::size_t most, std::uint64_t tries, std::uint64_t seed,
           std::optional<double> seconds) {
            const conditions::Found found = kozyr::python::search(seconds, [&](const kozyr::Limits& limits) {
                return conditions::find(dealing, condition, most, tries, seed, limits);
            });
            std::vector<std::vector<Cards>> deals;
            deals.reserve(found.deals.size());
            for (const Hands& hands : found.deals)
                deals.emplace_back(hands.begin(), hands.begin() + static_cast<std::ptrdiff_t>(dealing.sizes.size()));
            return nb::make_tuple(deals, found.kept, found.tried, found.finished);
        },
        "dealing"_a, "condition"_a, "most"_a, "tries"_a, "seed"_a, "seconds"_a = nb::none(),
        "Deal until `most` deals have kept the condition (0: only counts) or so many have been tried: the deals, how many\n"
        "have kept it, how many were tried, and whether no limit of time has stopped it.");
}
