// How good can a component of candidates still get: a Lagrangian bound; the twin of
// core/meteor_core/search/spans/optimal/bound.py, where it is explained.
#pragma once

#include <cstdint>
#include <vector>

#include "span_components.hpp"

namespace meteorscope {

// Prices, and what they say of each place of a search.
struct SpanBound {
    std::vector<std::int64_t> prices;          // of each slot
    std::vector<std::int64_t> from_candidate;  // the best that it and all after it can add
    std::vector<std::int64_t> from_point;      // the same of what starts at a point
    std::vector<std::int64_t> from_layer;      // the same of each layer, and of the end
    std::vector<std::int64_t> prices_from;     // of each layer, and of the end: the sum of the
                                               // prices of slots that it or a later one can take
    std::int64_t value = 0;                    // the bound on the whole component
};

// Fills a bound from its prices.
void bound_with_prices(const SpanComponent& component, SpanBound& bound);

class SpanBoundImprover {
public:
    // Lowers ``best`` until it proves that nothing beats ``target``, or the sweeps run out;
    // returns how many were made.
    std::int64_t improve(const SpanComponent& component, SpanBound& best, std::int64_t target,
                         std::int64_t sweeps);

private:
    bool step(const SpanComponent& component, const SpanBound& bound, std::int64_t target,
              std::int64_t length, std::vector<std::int64_t>& prices);
    void count_uses(const SpanComponent& component, const SpanBound& bound);

    SpanBound current_;
    SpanBound next_;
    std::vector<std::int64_t> excess_;
};

}  // namespace meteorscope
