// The kinds of cases. Each makes up an input, drives the kernel with it, and throws a Failure where
// what comes back is not as it has to be. Memory is kept from one case to the next, as it is from
// one segment to the next in a program that scores.
#pragma once

#include <cstdint>
#include <vector>

#include "batch/scorer.hpp"
#include "dice.hpp"
#include "meteor15/normalizer.hpp"
#include "search/spans/beam/beam.hpp"
#include "search/spans/candidates.hpp"
#include "search/spans/optimal/optimal.hpp"
#include "search/words/greedy.hpp"
#include "search/words/optimal/optimal.hpp"
#include "search/words/staged/search.hpp"

namespace meteorscope::fuzzing {

class SearchCases {
public:
    void run(Dice& dice);

private:
    OptimalSearch optimal_;
    StagedSearch staged_;
    GreedySearch greedy_;
};

// Candidates, and the searches over spans.
class SpanCases {
public:
    void run(Dice& dice);

private:
    void find_and_search(Dice& dice);
    void find_too_many(Dice& dice);
    void search(Dice& dice, Candidates candidates, std::int32_t hypothesis,
                std::int32_t reference, std::int32_t exact_stage);

    CandidateFinder finder_;
    BeamSearch beam_;
    OptimalSpanSearch optimal_;
};

// METEOR 1.5's normaliser, and its split at white space.
class NormalizerCases {
public:
    void run(Dice& dice);

private:
    NormalizedTokens found_;
};

// Tokenizers, surfaces, vocabularies, and batches that are scored from texts.
class TextCases {
public:
    void run(Dice& dice);

private:
    SegmentScorer scorer_;
};

// Tables of paraphrases: compiled, damaged, asked.
void run_phrase_case(Dice& dice);
void run_measure_case(Dice& dice);
// The edits of TER.
void run_edit_case(Dice& dice);
// Strings in JSON, and blocks that are written alike.
void run_file_case(Dice& dice);
void run_wordnet_case(Dice& dice);
// Threads that share a vocabulary and teach it words while they score.
void run_thread_case(Dice& dice);

}  // namespace meteorscope::fuzzing
