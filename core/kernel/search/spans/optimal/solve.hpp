// How a component is solved: a first pass, then better bounds, parts and wider passes in turn.
//
// After a first pass it is mostly the choice that is poor, and no longer the bound: a choice as
// good as the bound says, or nearly so, is there, and a narrow pass has not met it. So what is
// looked for is a choice that comes within an *allowance* of the bound. Nearly all candidates of a
// large component are ruled out for that, and the rest splits into parts (parts.hpp), which are
// solved in the same way, each for what the bounds of the others leave it to be worth. If they have
// such a choice, it is the best there is; if one of them has none, the bound is lower by the
// allowance, and more is allowed. Where little is ruled out, a pass looks for the same, and the
// bound is lowered by more sweeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/component.hpp"
#include "search/limits.hpp"
#include "search/spans/optimal/bound.hpp"
#include "search/spans/optimal/layered.hpp"
#include "search/spans/optimal/parts.hpp"

namespace meteorscope {

struct Solution {
    std::int64_t upper;  // no choice has a value above it
    bool proved;         // whether that rules out a better one
    std::int64_t steps;
};

class Solver {
public:
    void set_limits(const Limits& limits) { limits_ = limits; }

    // A first pass, which proves small components. Where it finds no choice it leaves the empty
    // one, and where it has no proof its bound in ``bound``.
    Solution begin(const Component& component, std::int64_t budget, Bound& bound, Choice& choice);
    // Within about the budget, looks for a better choice than ``choice``, whose value alone
    // counts; what it finds becomes the choice.
    Solution improve(const Component& component, Bound& bound, std::int64_t upper,
                     std::int64_t budget, Choice& choice) {
        return improve(component, bound, upper, budget, choice, 0);
    }

private:
    static constexpr std::size_t kMaxDepth = 12;

    // What a search among parts came to.
    struct OfParts {
        bool refuted;        // whether no choice is worth what was wanted
        std::int64_t upper;  // of what they leave: no choice has a value above it
        std::int64_t steps;
    };

    Solution improve(const Component& component, Bound& bound, std::int64_t upper,
                     std::int64_t budget, Choice& choice, std::size_t depth);
    OfParts search_parts(const Component& component, ComponentParts& parts, std::int64_t wanted,
                         std::int64_t budget, Choice& choice, std::size_t depth);

    Limits limits_;
    LayeredSearch layered_;
    BoundImprover improver_;
    Choice found_;
    std::vector<ComponentParts> parts_ = std::vector<ComponentParts>(kMaxDepth);  // by depth
};

}  // namespace meteorscope
