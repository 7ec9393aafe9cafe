// The optimal search over spans: the true optimum of what METEOR 1.5's beam looks for; the twin of
// core/meteor_core/search/spans/optimal, step for step, so that both give the same answer.
#pragma once

#include <cstdint>
#include <vector>

#include "search/spans/beam/beam.hpp"
#include "search/spans/links.hpp"
#include "search/spans/optimal/components.hpp"
#include "search/spans/optimal/reduction.hpp"
#include "search/spans/optimal/solve.hpp"
#include "search/spans/optimal/weights.hpp"

namespace meteorscope {

// Keeps its memory from segment to segment. Not for several threads at once.
class OptimalSpanSearch {
public:
    void set_limits(const Limits& limits) { solver_.set_limits(limits); }

    // ``width`` is the beam's, which is asked where no proof is found. Throws
    // std::invalid_argument as ``require_valid_candidates`` does, or if the width is below 1.
    void run(const Candidates& candidates, std::int32_t hypothesis_length,
             std::int32_t reference_length, std::int32_t exact_stage, std::int64_t budget,
             std::int64_t width, SpanResult& result);

private:
    struct Segment {
        const Candidates& candidates;
        std::int32_t hypothesis_length;
        std::int32_t reference_length;
        std::int32_t exact_stage;
        std::int64_t width;
    };

    void run_beam(const Segment& segment, SpanResult& result);
    void sort_links(std::int32_t hypothesis_length, Links& links);
    std::int64_t solve(const Segment& segment, std::int64_t budget, SpanResult& result);
    void take_beam(const Segment& segment);

    std::vector<std::int32_t> link_at_;  // of a word of the hypothesis, or -1
    Links sorted_;
    DefiniteMatches definite_;
    SpanReduction reduction_;
    SpanDecomposition decomposition_;
    Solver solver_;
    SpanWeights weights_;
    Bound bound_;
    BeamSearch beam_;
    SpanComponent component_;
    Choice choice_;
    Choice beams_;             // what the beam chooses in the present component
    bool asked_beam_ = false;  // whether the beam's alignment of the present rows is known
    std::int64_t beam_steps_ = 0;
    SpanResult of_beam_;
    std::vector<Spans> chosen_by_beam_;  // sorted
};

}  // namespace meteorscope
