// The optimal search: most matches stage by stage, then fewest chunks, then least distance; the
// twin of core/meteor_core/search/words/optimal, step for step, so that both give the same answer.
#pragma once

#include <cstdint>
#include <vector>

#include "bound.hpp"
#include "certain.hpp"
#include "components.hpp"
#include "layered.hpp"
#include "reduction.hpp"
#include "rows.hpp"
#include "runs.hpp"
#include "search.hpp"

namespace meteorscope {

// How far a search goes before it takes more elaborate ways; see ``Limits`` in Python.
struct Limits {
    std::int64_t everything = 12;
    std::int64_t first_width = 4;
    std::int64_t width = 2;
    std::int64_t wider = 4;
    std::int64_t sweeps = 100;
    std::int64_t edges_a_step = 8;
};

// Keeps its memory from one segment to the next. Not for several threads at once.
class OptimalSearch {
public:
    void set_limits(const Limits& limits) { limits_ = limits; }

    // Types have to be below ``keys.types()``.
    void run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys, std::int64_t budget,
             SearchResult& result);

private:
    struct Solution {
        bool proved;
        std::int64_t gap;
        std::int64_t steps;
    };

    void give_up(std::int64_t budget, SearchResult& result);
    Solution solve(const Component& component, std::int64_t budget);
    Solution improve(const Component& component, std::int64_t upper, std::int64_t budget);
    void start_from_runs(const Component& component);
    void order_by_hypothesis(std::vector<Pair>& pairs);

    Limits limits_;
    Rows rows_;
    Reduction reduction_;
    CertainMatches certain_;
    Decomposition decomposition_;
    LayeredSearch layered_;
    BoundImprover improver_;
    RunFollower follower_;
    Bound bound_;
    Choice choice_;
    bool has_runs_ = false;  // whether ``run_partner_`` is of the present rows
    std::vector<Pair> runs_;
    std::vector<std::int32_t> run_partner_;  // of each hypothesis token in ``runs_``, or -1
    std::vector<std::uint8_t> chosen_;
    std::vector<Pair> by_token_;
};

}  // namespace meteorscope
