// METEOR 1.5's beam search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/spans/links.hpp"

namespace meteorscope {

// Keeps its memory from segment to segment.
class BeamSearch {
public:
    BeamSearch();
    BeamSearch(const BeamSearch&) = delete;
    BeamSearch& operator=(const BeamSearch&) = delete;
    ~BeamSearch();

    // Throws std::invalid_argument as ``require_valid_candidates`` does, and if the width is below
    // 1.
    void run(const Candidates& candidates, std::int32_t hypothesis_length,
             std::int32_t reference_length, std::int32_t exact_stage, std::int64_t width,
             SpanResult& result);

private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace meteorscope
