// How much a unit of worth weighs while the best choice is looked for; the twin of
// core/meteor_core/search/spans/optimal/weights.py, where it is explained.
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
