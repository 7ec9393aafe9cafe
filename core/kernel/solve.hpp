// How a component is solved: a first pass, then better bounds and wider passes in turn; the twin of
// core/meteor_core/search/optimal/solve.py.
#pragma once

#include <cstdint>

#include "bound.hpp"
#include "component.hpp"
#include "layered.hpp"

namespace meteorscope {

// How far a search goes before it takes more elaborate ways; see ``Limits`` in Python.
struct Limits {
    std::int64_t everything = 6;
    std::int64_t first_width = 4;
    std::int64_t width = 2;
    std::int64_t wider = 4;
    std::int64_t sweeps = 100;
    std::int64_t edges_a_step = 8;
};

// More than any search takes, and little enough to compute with.
constexpr std::int64_t kGreatestBudget = std::int64_t{1} << 50U;

struct Solution {
    std::int64_t upper;  // no choice has a value above it
    bool proved;         // whether that rules out a better one
    std::int64_t steps;
};

class Solver {
public:
    void set_limits(const Limits& limits) { limits_ = limits; }

    // The best choice found within a budget is left in ``choice``. Where the first pass finds none,
    // ``start`` puts one there to begin with.
    template <typename Start>
    Solution solve(const Component& component, std::int64_t budget, Choice& choice, Start start) {
        const Pass first = layered_.search_first(component, kOfEverything * limits_.everything,
                                                 limits_.first_width, budget, bound_, choice);
        if (first.found && !first.bounded) {
            return {choice.value, true, first.steps};
        }
        if (!first.found) {
            start(choice);
        }
        return improve(component, first, budget, choice);
    }

private:
    // Times the limit of states for everything over words.
    static constexpr std::int64_t kOfEverything = 2;

    Solution improve(const Component& component, const Pass& first, std::int64_t budget,
                     Choice& choice);

    Limits limits_;
    LayeredSearch layered_;
    BoundImprover improver_;
    Bound bound_;
    Choice found_;
};

}  // namespace meteorscope
