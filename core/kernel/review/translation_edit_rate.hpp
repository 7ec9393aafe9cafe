// The edits of TER, with moves of phrases, as sacrebleu counts them.
#pragma once

#include <cstdint>
#include <vector>

namespace meteorscope {

// The number of edits that lead from words to a target that is not empty.
std::int64_t edits_between(std::vector<std::int32_t> words,
                           const std::vector<std::int32_t>& target);

}  // namespace meteorscope
