// How good can a component still get: a Lagrangian bound; the twin of
// core/meteor_core/search/words/optimal/bound.py, where it is explained.
#pragma once

#include <cstdint>
#include <vector>

#include "components.hpp"

namespace meteorscope {

constexpr std::int64_t kScale = 32;
constexpr std::int64_t kImpossible = -(std::int64_t{1} << 62);

// Prices, and what they say of each point of a search. All values in units of 1/kScale.
struct Bound {
    std::vector<std::int64_t> prices;        // of each slot
    std::vector<std::int64_t> from_edge;     // the best that an edge and all after it can add
    std::vector<std::int64_t> from_layer;    // the same of each layer, and of the end
    std::vector<std::int32_t> best_edge;     // of each layer: what attains from_layer, -1: none
    std::vector<std::int64_t> prices_after;  // of each layer: of slots that a later one can take
    std::int64_t value = 0;                  // the bound on the whole component
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
    void count_uses(const Component& component, const Bound& bound);

    Bound current_;
    Bound next_;
    std::vector<std::int64_t> excess_;
};

}  // namespace meteorscope
