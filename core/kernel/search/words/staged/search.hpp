// The search of the METEOR of 2005 and 2007: stage after stage, with the fewest crossings.
#pragma once

#include <cstdint>
#include <vector>

#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/staged/blocks.hpp"
#include "search/words/staged/exchange.hpp"
#include "search/words/staged/frontier.hpp"

namespace meteorscope {

// Keeps its memory from one segment to the next. Not for several threads at once.
class StagedSearch {
public:
    // Types have to be below ``keys.types()``.
    void run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys, std::int64_t budget,
             SearchResult& result);

private:
    // Fills ``links_`` and ``steps_``; whether they are the best mapping.
    bool map_stage(std::int64_t budget);
    bool map_open_blocks(std::int64_t budget);
    void spread();
    void settle_in_turn();

    Rows rows_;
    std::vector<std::uint8_t> hypothesis_taken_;
    std::vector<std::uint8_t> reference_taken_;
    StagedBlocks parts_;
    std::vector<OpenBlock> blocks_;  // as many as the parts have are in use
    Exchanges exchanges_;
    ChainSearch chain_;
    FrontierSearch frontier_;
    StagedLinks matched_;  // of the stages before
    StagedLinks fixed_;
    StagedLinks links_;    // of the stage
    std::int64_t steps_ = 0;
    std::vector<StagedLinks> chosen_;  // of each block
    UnsetVector<Pair> by_token_;
};

}  // namespace meteorscope
