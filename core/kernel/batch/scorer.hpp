// From texts to columns of numbers: tokens to types, a search for each segment and reference,
// counts, measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/unset_vector.hpp"
#include "meteor15/normalizer.hpp"
#include "meteor15/paraphrases/index.hpp"
#include "score/measures.hpp"
#include "search/result.hpp"
#include "search/spans/beam/beam.hpp"
#include "search/spans/candidates.hpp"
#include "search/spans/links.hpp"
#include "search/spans/optimal/optimal.hpp"
#include "search/words/greedy.hpp"
#include "search/words/optimal/optimal.hpp"
#include "search/words/staged/search.hpp"
#include "text/surfaces.hpp"
#include "text/text.hpp"
#include "text/tokenizers/tokenizers.hpp"
#include "words/vocabulary.hpp"

namespace meteorscope {

// The types of the tokens of many texts, end to end.
class TypeRows {
public:
    // Adds the row of a text. A surface that the vocabulary does not know is collected, and its
    // tokens have no type until ``settle``. The vocabulary has to be held for reading.
    void add(const Text& text, const Tokenizer& tokenizer, const Vocabulary& vocabulary);
    // Adds the row of METEOR 1.5's normaliser, whose tokens may differ from their text.
    void add(const Text& text, const MeteorNormalizer& normalizer, const Vocabulary& vocabulary);
    // Adds the row of a text that is split at Java's white space.
    void add_java_words(const Text& text, const Vocabulary& vocabulary);
    // Adds a row of words that were tokenized elsewhere.
    void add_words(const std::vector<Text>& words, const Vocabulary& vocabulary);
    // Makes room for so many more rows and tokens.
    void reserve(std::size_t rows, std::size_t tokens);
    // Adds a row for a text that is not there: a segment without that reference.
    void add_absent();
    // Looks up what was unknown, after it was added to the vocabulary, and forgets it.
    void settle(const Vocabulary& vocabulary);
    // Sets the given type of each unknown surface, and forgets these.
    void settle(const std::vector<std::int32_t>& types);
    // The tokens of the row that was added last, until the next one or ``forget_last``: by a
    // tokenizer whose surfaces are the text, as many as the row has, or by the normaliser.
    const TokenSpan* last_tokens() const { return tokens_.data(); }
    const NormalizedTokens& last_normalized() const { return normalized_; }

    // Frees memory that only rows still to be added would need. Nothing may be unknown.
    void forget_last();

    const SurfaceList& unknown() const { return unknown_; }
    std::size_t size() const { return ends_.size(); }
    IntegerSpan row(std::size_t number) const {
        const std::size_t first = number == 0 ? 0 : ends_[number - 1];
        return {types_.data() + first, ends_[number] - first};
    }
    bool has(std::size_t number) const { return number >= absent_.size() || !absent_[number]; }
    // Whether there is a text for every row.
    bool complete() const { return absent_.empty(); }
    // No row has a type of that number or a higher one.
    std::int32_t type_count() const { return type_count_; }

private:
    // Of the first ``count`` of ``tokens_``, where ``narrow_`` is the text.
    void add_tokens(const Text& text, std::size_t count, const Vocabulary& vocabulary);
    void add_token(const Text& text, TokenSpan token, const Vocabulary& vocabulary);
    std::int32_t* find_types(const Text& text, std::size_t count, const Vocabulary& vocabulary);
    // Ends the row of ``find_types``; ``collect`` returns the placeholder for an unknown type.
    template <typename Collect>
    void finish_row(std::int32_t* types, std::size_t count, Collect&& collect);
    std::int32_t collected(const Text& text, TokenSpan token);

    UnsetVector<std::int32_t> types_;
    std::vector<std::size_t> ends_;
    std::vector<bool> absent_;  // up to the last text that is not there
    std::int32_t type_count_ = 0;
    std::size_t settled_ = 0;  // of ``types_``
    std::vector<TokenSpan> tokens_;  // of the row that is being added
    NarrowText narrow_;              // the text of it
    NormalizedTokens normalized_;    // the same
    SurfaceList unknown_;
};

enum class SearchName { optimal, staged, greedy, beam, optimal_spans };

// What the searches over spans need besides.
struct SpanSettings {
    std::int64_t beam_width = 0;
    std::int32_t exact_stage = -1;   // or -1
    std::int32_t phrase_stage = -1;  // or -1
    const PhraseTable* phrases = nullptr;
};

// What a batch is scored by. The vocabulary has to be held for reading while it is used.
struct ScoringTask {
    SearchName search;
    std::int64_t budget;
    SpanSettings spans;
    const MeasureParameters* parameters;
    const Vocabulary* vocabulary;
};

// The columns before a segment's counts: CHOICES of core/meteor_core/batch/batch.py.
enum ChoiceColumn : std::size_t { kReference, kChunkGap, kChoices };

constexpr std::size_t count_columns(std::size_t stages) { return kChoices + count_width(stages); }

// Where results go: columns as in core/meteor_core/batch/batch.py, each of ``size`` numbers, and the
// sum of each column of counts.
struct Columns {
    std::int64_t* counts;
    double* measures;
    std::int64_t* totals;
    std::size_t size;
};

// The choices and counts of a segment against one of its references, in the order of the columns.
using Counts = std::vector<std::int64_t>;

void write_row(const Columns& columns, std::size_t row, const Counts& counts,
               const Measures& measures);

// Whether the measures could be computed; see ``measures.hpp``.
bool measure_counts(const MeasureParameters& parameters, const Counts& counts, Measures& measures);

// Keeps its memory from one segment to the next. Not for several threads at once.
class SegmentScorer {
public:
    // Scores a segment against the best of its references, the first of equals, and writes its
    // row; nothing of a segment without a reference. Returns false, and writes nothing, if a number is
    // too long for ``measures.hpp``.
    bool score(const ScoringTask& task, std::size_t row, const TypeRows& hypotheses,
               const std::vector<const TypeRows*>& references, const Columns& columns);
    // The counts of a segment against each of its references, for a caller that measures them.
    std::vector<Counts> counts(const ScoringTask& task, std::size_t row,
                               const TypeRows& hypotheses,
                               const std::vector<const TypeRows*>& references);
    // Aligns two rows. The references that are returned are valid until the next call; the counts
    // have 0 for the number of the reference.
    struct Aligned {
        const SpanResult& found;
        const Counts& counts;
    };
    Aligned align(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference);

private:
    // Searches, and fills ``counts_`` from what was found.
    void count(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference,
               std::int64_t number);
    // Both fill ``found_``.
    void search_words(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference);
    void search_spans(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference);

    OptimalSearch optimal_;
    StagedSearch staged_;
    GreedySearch greedy_;
    SearchResult pairs_;
    CandidateFinder finder_;
    Candidates candidates_;
    BeamSearch beam_;
    OptimalSpanSearch optimal_spans_;
    std::optional<TablePhrases> phrases_;  // of the last table that was asked for
    SpanResult found_;
    Counts counts_;
    Counts best_counts_;
};

}  // namespace meteorscope
