// The greedy search of NLTK's meteor_score.
#pragma once

#include <cstdint>
#include <vector>

#include "search/result.hpp"

namespace meteorscope {

// Keeps its memory from one segment to the next. Not for several threads at once.
class GreedySearch {
public:
    // Types have to be below ``keys.types()``, keys below ``keys.key_count``.
    void run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
             SearchResult& result);

private:
    struct KeyEntry {
        std::uint32_t epoch = 0;
        std::int32_t last = -1;  // node of the last token that may be free
    };
    struct Node {
        std::int32_t token;
        std::int32_t before;
    };

    void index_free_tokens(IntegerSpan reference, const Keys& keys, std::int32_t stage);
    std::int32_t last_free(IntegerSpan keys);

    std::vector<std::int32_t> partner_;       // of each hypothesis token, or -1
    std::vector<std::int32_t> stage_;         // of each hypothesis token that has a partner
    std::vector<std::uint8_t> taken_;         // of each reference token
    std::vector<KeyEntry> entries_;
    std::vector<Node> nodes_;
    std::uint32_t epoch_ = 0;
};

}  // namespace meteorscope
