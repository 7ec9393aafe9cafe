// The optimal search over spans: the true optimum of what METEOR 1.5's beam looks for; the twin of
// core/meteor_core/search/spans/optimal, step for step, so that both give the same answer.
#pragma once

#include <cstdint>
#include <vector>

#include "beam.hpp"
#include "optimal.hpp"
#include "span_bound.hpp"
#include "span_components.hpp"
#include "span_layered.hpp"
#include "span_reduction.hpp"
#include "spans.hpp"

namespace meteorscope {

// Keeps its memory from segment to segment. Not for several threads at once.
class OptimalSpanSearch {
public:
    void set_limits(const Limits& limits) { limits_ = limits; }

    // ``width`` is the beam's, which is asked where no proof is found. Throws
    // std::invalid_argument as ``require_valid_candidates`` does, or if the width is below 1.
    void run(const std::vector<Candidate>& candidates, std::int32_t hypothesis_length,
             std::int32_t reference_length, std::int32_t exact_stage, std::int64_t budget,
             std::int64_t width, SpanResult& result);

private:
    struct Segment {
        const std::vector<Candidate>& candidates;
        std::int32_t hypothesis_length;
        std::int32_t reference_length;
        std::int32_t exact_stage;
        std::int64_t width;
    };
    struct Solution {
        bool proved;
        std::int64_t gap;  // -1 where not even its worth is proved
        std::int64_t steps;
    };

    void run_beam(const Segment& segment, SpanResult& result);
    Solution solve(const Segment& segment, std::int64_t budget);
    Solution improve(const Segment& segment, std::int64_t upper, std::int64_t steps,
                     std::int64_t budget);
    void take_beam(const Segment& segment);

    Limits limits_;
    DefiniteMatches definite_;
    SpanReduction reduction_;
    SpanDecomposition decomposition_;
    SpanLayeredSearch layered_;
    SpanBoundImprover improver_;
    BeamSearch beam_;
    SpanComponent component_;
    SpanBound bound_;
    SpanChoice choice_;
    SpanChoice found_;
    bool asked_beam_ = false;  // whether the beam's alignment of the present rows is known
    std::int64_t beam_steps_ = 0;
    SpanResult of_beam_;
    std::vector<Spans> chosen_by_beam_;  // sorted
    std::vector<char> ends_;             // of each point, whether a chosen candidate ends there
};

}  // namespace meteorscope
