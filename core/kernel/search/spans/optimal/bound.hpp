// How good can a component still get: a Lagrangian bound.
//
// The constraint that makes a component hard is that each slot is taken once. Give each slot a
// price, let candidates pay for the slots they take, and pay each price back once:
//
//     bound = best over all sequences of candidates along the layers, slots taken any number of
//             times, of sum of (value - prices paid)  +  sum of all prices.
//
// Every valid choice takes a slot at most once, and a required slot exactly once, so with prices
// that are not negative (of any sign on required slots) its value is at most the bound. Without the
// slot constraint the best sequence falls out of one backward pass over the candidates, since all
// that matters of what came before is the layer and the point where the last one ended. Subgradient
// steps lower the bound: slots wanted twice get dearer, slots wanted by none get cheaper (Polyak's
// step length). Where a component has a momentum, a step goes on in the direction of the last ones
// too: a heavy ball, which does not turn back at every bend of a narrow valley. All is in integers,
// so a bound is exact and the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "search/component.hpp"

namespace meteorscope {

constexpr std::int64_t kImpossible = -(std::int64_t{1} << 62U);

// Prices, and what they say of each place of a search.
struct Bound {
    std::vector<std::int64_t> prices;         // of each slot
    std::vector<std::int64_t> from_layer;     // the best that it and all after it can add
    std::vector<std::int32_t> best_of_layer;  // the first candidate that attains this, -1: none
    std::vector<std::int64_t> from_point;     // the same of what starts at a point
    std::vector<std::int32_t> best_of_point;
    std::vector<std::int64_t> prices_from;  // of each layer, and of the end: the sum of the prices
                                            // of slots that it or a later one can take
    std::int64_t value = 0;                 // the bound on the whole component
};

// Fills a bound from its prices.
void bound_with_prices(const Component& component, Bound& bound);

class BoundImprover {
public:
    // Lowers ``best`` until it proves that nothing beats ``target``, or the sweeps run out;
    // returns how many were made.
    std::int64_t improve(const Component& component, Bound& best, std::int64_t target,
                         std::int64_t sweeps);

private:
    bool step(const Component& component, const Bound& bound, std::int64_t target,
              std::int64_t length, std::vector<std::int64_t>& prices);

    bool step_on(const Component& component, const Bound& bound, std::int64_t gap,
                 std::int64_t length, std::vector<std::int64_t>& prices);

    Bound current_;
    Bound next_;
    std::vector<std::int64_t> excess_;
    std::vector<std::int64_t> direction_;  // of the last step
};

}  // namespace meteorscope
