// The optimal search over spans as a Python function of the signature of
// core/meteor_core/search/spans/optimal: candidates as tuples in; links, proof, gap and steps out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "python/spans.hpp"
#include "search/spans/optimal/optimal.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

nb::tuple search_spans_optimally(const std::vector<std::array<std::int32_t, 5>>& listed,
                                 std::int64_t hypothesis_length, std::int64_t reference_length,
                                 std::int32_t exact_stage, std::int64_t budget,
                                 std::int64_t width, const Limits& limits) {
    thread_local OptimalSpanSearch search;
    Candidates candidates;
    candidates.reserve(listed.size());
    for (const std::array<std::int32_t, 5>& numbers : listed) {
        candidates.push_back({numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
    }
    search.set_limits(limits);
    SpanResult result;
    const auto run = [&] {
        search.run(candidates, length_of(hypothesis_length), length_of(reference_length),
                   exact_stage, budget, width, result);
    };
    if (candidates.size() >= kManyCandidates) {
        const nb::gil_scoped_release others_may_run;
        run();
    } else {
        run();
    }
    return as_tuple(result);
}

}  // namespace

// To be called after ``bind_search``, which makes Limits known to Python.
void bind_span_optimal(nb::module_& module) {
    module.def("search_spans_optimally", &search_spans_optimally, nb::arg("candidates"),
               nb::arg("hypothesis_length"), nb::arg("reference_length"), nb::kw_only(),
               nb::arg("exact_stage"), nb::arg("budget"), nb::arg("width") = 40,
               nb::arg("limits") = Limits());
}

}  // namespace meteorscope
