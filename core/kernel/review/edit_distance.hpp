// Levenshtein's distance.
#pragma once

#include <cstdint>
#include <vector>

namespace meteorscope {

// The fewest items put in, taken out and replaced that lead from one row to another.
std::int64_t levenshtein(const std::vector<std::int32_t>& before,
                         const std::vector<std::int32_t>& after);

}  // namespace meteorscope
