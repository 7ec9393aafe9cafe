// How much a unit of worth weighs while the best choice is looked for.
//
// Worth comes before chunks, so that a unit of it outweighs all the chunks that there can be. But a
// bound lets words be matched in part, where phrases overlap, and so finds half a unit of worth
// where there is none: more than a hundred chunks, which no price takes away.
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
#pragma once

#include <cstdint>

#include "search/component.hpp"
#include "search/spans/optimal/bound.hpp"
#include "search/spans/optimal/components.hpp"
#include "search/spans/optimal/solve.hpp"

namespace meteorscope {

// Goes on where a first pass has found no proof. Keeps its memory from component to component.
class SpanWeights {
public:
    // Looks for what is better than ``choice`` with the bound, and the number that no choice
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

}  // namespace meteorscope
