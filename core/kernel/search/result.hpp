// What a search takes and what it returns: rows of integers in, an alignment of them out.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/keys.hpp"
#include "base/unset_vector.hpp"

namespace meteorscope {

// Token of the hypothesis, token of the reference, stage that matched them; all from 0.
struct Pair {
    std::int32_t hypothesis;
    std::int32_t reference;
    std::int32_t stage;
};

struct SearchResult {
    UnsetVector<Pair> pairs;  // by position in the hypothesis
    bool optimal = false;
    std::int64_t chunk_gap = 0;
    std::int64_t steps = 0;
};

// The chunk gap of an alignment with so many chunks of which nothing is proved.
inline std::int64_t gap_without_proof(std::int64_t chunks) {
    return std::max<std::int64_t>(1, chunks - 1);
}

// Maximal runs of pairs, sorted by hypothesis, that are adjacent on both sides. Where one begins is
// as good as random, so that is asked without a branch.
inline std::int64_t count_chunks(const UnsetVector<Pair>& pairs) {
    std::int64_t chunks = 0;
    std::int32_t next_hypothesis = -1;
    std::int32_t next_reference = -1;
    for (const Pair& pair : pairs) {
        chunks += ((pair.hypothesis ^ next_hypothesis) | (pair.reference ^ next_reference)) != 0;
        next_hypothesis = pair.hypothesis + 1;
        next_reference = pair.reference + 1;
    }
    return chunks;
}

}  // namespace meteorscope
