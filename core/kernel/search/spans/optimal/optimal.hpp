// The optimal search over spans: the true optimum of what METEOR 1.5's beam looks for.
//
// An alignment is a set of candidates that do not overlap, among them all definite matches. The
// best has, in this order,
//
//     1. the largest total worth: every word of a match of the stage exact counts 1, every word of
//        another match 1/2, with halves cut off on each side of each match;
//     2. the fewest chunks: maximal runs of matches that are adjacent on both sides;
//     3. the most words covered on both sides together;
//     4. the smallest sum over all matches of the distance between the first token in the reference
//        and the first token in the hypothesis. Remaining ties are decided by the order in which
//        the search meets it: it goes along the rows and takes candidates in the order of their
//        tokens, and what it has met first stays.
//
// The program adds a match's distance to the paths that do *not* take it, so that of two ways that
// are equal by (1) and (2) its beam goes the one that matches more. That is (3); (4) is what the
// distance was meant to be. Without (3) a match of no worth, such as a pair of single words with
// one stem, would be left out for its distance where it costs no chunk, and scores would be lower
// than METEOR's. It is in the best alignment where it raises the number of chunks by none, or where
// it is definite.
//
//     reduction    takes certain matches and drops useless ones, without a search
//     components   the rest splits into small independent problems
//     solve        each is searched
//     SpanWeights  where there are phrases, worth weighs little to begin with
//
// The result is never worse than the beam's: where a proof is not found within the budget, the beam
// is asked as well, and the better of the two is taken, component by component. What the beam chose
// may not have been kept by the reduction, though, which only keeps what a best alignment needs; so
// its whole alignment is taken if that is better still.
#pragma once

#include <cstdint>
#include <vector>

#include "search/component.hpp"
#include "search/spans/beam/beam.hpp"
#include "search/spans/links.hpp"
#include "search/spans/optimal/bound.hpp"
#include "search/spans/optimal/components.hpp"
#include "search/spans/optimal/reduction.hpp"
#include "search/spans/optimal/solve.hpp"

namespace meteorscope {

// How much a unit of worth weighs while the best choice is looked for.
//
// Worth comes before chunks, so that a unit of it outweighs all the chunks that there can be. But a
// bound lets words be matched in part, where phrases overlap, and so finds half a unit of worth
// too much: more than a hundred chunks, which no price takes away.
//
// So where there are phrases, worth weighs little to begin with: as much as four chunks, which is
// seldom too little. The best choice with that weight is the best one if no choice is worth more
// than it. For a choice c, and x that is best with the weight w instead of the full weight W,
//
//     value(c) = light(c) + (W - w) worth(c) <= light(x) + (W - w) worth(x) = value(x).
//
// That no choice is worth more is proved by a search of its own, in which nothing else counts. It
// is easy, as worth comes in whole units, and half a unit above is as good as none. If there is a
// choice worth more, the weight was too small. It grows up to the full one, with which nothing is
// left to prove.
//
// Continues where a first pass has found no proof. Keeps its memory from component to component.
class SpanWeights {
public:
    // Looks for a better choice than ``choice`` with the bound, and the number that no choice
    // exceeds, of a first pass.
    Solution improve(const SpanComponent& component, Bound& bound, std::int64_t upper,
                     std::int64_t budget, Solver& solver, Choice& choice);

private:
    void weigh(const SpanComponent& component, std::int64_t weight);
    Solution prove_worth(const SpanComponent& component, std::int64_t weight,
                         std::int64_t budget, Solver& solver);

    Component light_;  // where worth weighs less
    Bound bound_;
    Choice of_light_;
    Component of_worth_;  // where nothing else counts
    Choice of_more_worth_;
};

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
