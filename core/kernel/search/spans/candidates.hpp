// Every match that METEOR 1.5 finds for two rows of words, in the order in which it lists them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/shared_keys.hpp"
#include "search/spans/links.hpp"

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

// What decides which spans match; everything is borrowed.
struct SpanGrounds {
    const Keys& keys;
    const std::int32_t* words;        // by type
    const std::uint8_t* shares_word;  // by type: not 0 where another type has the same word
    std::int32_t exact_stage;         // or -1
    std::int32_t phrase_stage;        // or -1
    PhraseMatcher* phrases;           // or null
};

// Keeps its memory from segment to segment.
class CandidateFinder {
public:
    // ``candidates`` becomes the list. Every type has to be below that of the keys. Throws
    // TooManyCandidates.
    void find(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds,
              Candidates& candidates);

private:
    // The tokens of the hypothesis that a type of the reference matches in a stage.
    struct Run {
        std::int32_t stage;
        std::int32_t count;
        std::int32_t first;  // in ``tokens_``
        std::int32_t next;   // the type's run in a later stage, or kNoRun
    };
    // One that matches nothing, and nothing follows.
    static constexpr std::int32_t kNoRun = 0;

    // The matches of one direction of the stage paraphrase, by first token of the reference.
    struct Phrases {
        Candidates candidates;
        std::vector<std::int32_t> first;  // where those of a token begin; one more

        bool begins_at(std::size_t token) const { return first[token] != first[token + 1]; }
        // Writes those of a token; returns where they end.
        Candidate* write(std::size_t token, Candidate* next) const {
            return std::copy(candidates.begin() + first[token],
                             candidates.begin() + first[token + 1], next);
        }
    };

    bool same_words(IntegerSpan hypothesis, IntegerSpan reference, const std::int32_t* words) const;
    void list_types();
    void find_exact_runs(const SpanGrounds& grounds, std::int32_t stage);
    void find_runs(const SpanGrounds& grounds, std::int32_t stage);
    static void list_words(const std::int32_t* words, const Row& row, KeyList& keys);
    void add_pair(std::size_t of_reference, std::size_t of_hypothesis);
    void add_runs_of_pairs(std::int32_t stage);
    void add_tokens(IntegerSpan tokens);
    void add_run(std::int32_t stage, std::size_t type, std::int32_t first, std::int32_t size);
    Candidate* write_run(std::int32_t token, const Run& run, Candidate* next) const;
    void count(std::size_t candidates);
    [[noreturn]] void refuse() const;
    void find_phrases(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds);
    static void index_phrases(const std::vector<PhraseMatch>& matches, bool source_in_reference,
                              std::int32_t stage, std::size_t reference_length, Phrases& phrases);

    Rows rows_;
    SharedKeys shared_;
    // The types of both rows, each once: those of the hypothesis by its own numbers, then others.
    UnsetVector<std::int32_t> names_;
    UnsetVector<std::int32_t> in_reference_;  // of each: the reference's number, or -1
    KeyList keys_;
    KeyList reference_keys_;
    // Of a type of the reference, above, and one of the hypothesis that match in a stage.
    std::vector<std::uint64_t> pairs_;
    std::vector<Run> runs_;
    std::vector<std::int32_t> first_run_;  // by type of the reference, or kNoRun
    std::vector<std::int32_t> last_run_;   // the same, where there is one
    UnsetVector<std::int32_t> tokens_;     // of runs, and more numbers
    std::int32_t token_count_ = 0;
    std::vector<std::int32_t> hypothesis_words_;
    std::vector<std::int32_t> reference_words_;
    std::vector<PhraseMatch> from_reference_;
    std::vector<PhraseMatch> from_hypothesis_;
    Phrases forward_;
    Phrases backward_;
    std::size_t count_ = 0;  // of candidates, so far
};

// Finds candidates with the memory of this thread.
void find_candidates(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds,
                     Candidates& candidates);

}  // namespace meteorscope
