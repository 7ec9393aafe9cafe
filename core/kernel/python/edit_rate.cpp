// TER and Levenshtein's distance as Python sees them.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "review/edit_distance.hpp"
#include "review/translation_edit_rate.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

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

void bind_edit_rate(nb::module_& module) {
    module.def("edits_between", &edits, nb::arg("words"), nb::arg("target"),
               "The edits of TER that lead from words to a target, which is not empty.");
    module.def("levenshtein", &distance, nb::arg("before"), nb::arg("after"),
               "The fewest items put in, taken out and replaced.");
}

}  // namespace meteorscope
