// How far the optimal searches go before they take more elaborate ways, and their steps so far.
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

// The steps of a search, and its budget.
struct Effort {
    std::int64_t budget = 0;
    std::int64_t edges_a_step = 8;
    std::int64_t states = 0;
    std::int64_t edges = 0;  // and other work that costs as little

    std::int64_t steps() const { return states + edges / edges_a_step; }
    bool is_spent() const { return steps() >= budget; }
};

// More than any search takes, and little enough to compute with.
constexpr std::int64_t kGreatestBudget = std::int64_t{1} << 50U;

}  // namespace meteorscope
