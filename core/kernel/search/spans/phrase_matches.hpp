// Phrases of one row of words that have a paraphrase in another: what a search over spans asks for.
#pragma once

#include <cstdint>
#include <vector>

namespace meteorscope {

// A phrase of one row and its paraphrase in the other.
struct PhraseMatch {
    std::int32_t source_start;
    std::int32_t source_length;
    std::int32_t target_start;
    std::int32_t target_length;
};

// Phrases and their paraphrases; see PhraseTable in core/meteor_core/words/stages. May keep memory from
// one segment to the next: not for several threads at once.
class PhraseMatcher {
public:
    PhraseMatcher() = default;
    PhraseMatcher(const PhraseMatcher&) = delete;
    PhraseMatcher& operator=(const PhraseMatcher&) = delete;
    virtual ~PhraseMatcher() = default;

    // Adds every place where a phrase of the one row has a paraphrase in the other: by source
    // start, source length, row of the table, target start. Words by number, -1 unknown.
    virtual void find(const std::vector<std::int32_t>& reference,
                      const std::vector<std::int32_t>& hypothesis,
                      std::vector<PhraseMatch>& from_reference,
                      std::vector<PhraseMatch>& from_hypothesis) = 0;
};

}  // namespace meteorscope
