// How good can a component still get: a Lagrangian bound; the twin of
// core/meteor_core/search/spans/optimal/bound.py, where it is explained.
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
