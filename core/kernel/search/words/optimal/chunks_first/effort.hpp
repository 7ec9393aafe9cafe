// What a search has done, in steps, against its budget.
#pragma once

#include <cstdint>

namespace meteorscope {

struct Effort {
    std::int64_t budget = 0;
    std::int64_t edges_a_step = 8;
    std::int64_t states = 0;
    std::int64_t edges = 0;  // and other work that costs as little

    std::int64_t steps() const { return states + edges / edges_a_step; }
    bool is_spent() const { return steps() >= budget; }
};

}  // namespace meteorscope
