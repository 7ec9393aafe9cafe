// Measures as Python sees them: METEOR's of a row of counts, TER and Levenshtein's distance.

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "review/edit_distance.hpp"
#include "review/translation_edit_rate.hpp"
#include "score/measures.hpp"

namespace nb = nanobind;

namespace meteorscope {
namespace {

using FractionParts = std::pair<std::int64_t, std::int64_t>;
using MeasureRow = std::tuple<double, double, double, double, double, double>;

Ratio ratio(const FractionParts& parts) { return {parts.first, parts.second}; }

MeasureParameters make_parameters(double alpha, double beta, double gamma,
                                  std::vector<double> weights, bool waive_perfect, bool stepwise,
                                  bool fits, const FractionParts& alpha_ratio,
                                  const FractionParts& gamma_ratio,
                                  const std::optional<FractionParts>& delta_ratio,
                                  std::vector<std::int64_t> weight_numerators,
                                  std::int64_t weight_denominator) {
    if (weight_numerators.size() != weights.size()) {
        throw nb::value_error("there has to be a numerator for each weight");
    }
    MeasureParameters parameters;
    parameters.alpha = alpha;
    parameters.beta = beta;
    parameters.gamma = gamma;
    parameters.weights = std::move(weights);
    parameters.waive_perfect = waive_perfect;
    parameters.stepwise = stepwise;
    parameters.fits = fits;
    parameters.alpha_ratio = ratio(alpha_ratio);
    parameters.gamma_ratio = ratio(gamma_ratio);
    parameters.has_delta = delta_ratio.has_value();
    if (delta_ratio) parameters.delta_ratio = ratio(*delta_ratio);
    parameters.weight_numerators = std::move(weight_numerators);
    parameters.weight_denominator = weight_denominator;
    return parameters;
}

// The counts are in the order of the table of counts.
std::optional<MeasureRow> measure_row(const MeasureParameters& parameters,
                                      const std::vector<std::int64_t>& row) {
    const std::size_t stages = parameters.stages();
    if (row.size() != count_width(stages)) throw nb::value_error("the row does not have every count");
    Measures found;
    if (!measure(parameters, counts_of_row(row.data(), stages), found)) return std::nullopt;
    return MeasureRow(found.score, found.precision, found.recall, found.f_mean,
                      found.fragmentation, found.penalty);
}

std::int64_t edits(std::vector<std::int32_t> words, const std::vector<std::int32_t>& target) {
    const nb::gil_scoped_release unlocked;
    return edits_between(std::move(words), target);
}

std::int64_t distance(const std::vector<std::int32_t>& before,
                      const std::vector<std::int32_t>& after) {
    const nb::gil_scoped_release unlocked;
    return levenshtein(before, after);
}

}  // namespace

void bind_measures(nb::module_& module) {
    nb::class_<MeasureParameters>(module, "MeasureParameters",
                                  "Parameters, as the compiled kernel computes with them.")
        .def(nb::new_(&make_parameters), nb::kw_only(), nb::arg("alpha"), nb::arg("beta"),
             nb::arg("gamma"), nb::arg("weights"), nb::arg("waive_perfect"), nb::arg("stepwise"),
             nb::arg("fits"), nb::arg("alpha_ratio"), nb::arg("gamma_ratio"),
             nb::arg("delta_ratio"), nb::arg("weight_numerators"), nb::arg("weight_denominator"));
    module.def("measure", &measure_row, nb::arg("parameters"), nb::arg("counts"),
               "The six measures of a row of counts, or None where a number is too long.");
    module.def("edits_between", &edits, nb::arg("words"), nb::arg("target"),
               "The edits of TER that lead from words to a target, which is not empty.");
    module.def("levenshtein", &distance, nb::arg("before"), nb::arg("after"),
               "The fewest items put in, taken out and replaced.");
}

}  // namespace meteorscope
