// How far the optimal searches go before they take more elaborate ways; the twin of
// core/meteor_core/search/limits.py.
#pragma once

#include <cstdint>

namespace meteorscope {

struct Limits {
    std::int64_t few_candidates = 144;
    std::int64_t everything = 12;
    std::int64_t first_width = 4;
    std::int64_t width = 2;
    std::int64_t wider = 4;
    std::int64_t sweeps = 100;
    std::int64_t edges_a_step = 8;
};

// More than any search takes, and little enough to compute with.
constexpr std::int64_t kGreatestBudget = std::int64_t{1} << 50U;

}  // namespace meteorscope
