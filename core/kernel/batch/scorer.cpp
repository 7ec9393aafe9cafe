#include "batch/scorer.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

std::int64_t length_of(IntegerSpan row) { return static_cast<std::int64_t>(row.size()); }

std::int64_t count_function_words(const Vocabulary& vocabulary, IntegerSpan row) {
    return std::count_if(row.begin(), row.end(), [&](std::int32_t type) {
        return vocabulary.is_function_word(type);
    });
}

bool searches_spans(const ScoringTask& task) {
    return task.search == SearchName::beam || task.search == SearchName::optimal_spans;
}

Link link_of(const Pair& pair) {
    return {pair.hypothesis, pair.hypothesis + 1, pair.reference, pair.reference + 1, pair.stage};
}

// The counts of each link.
struct Tally {
    Tally(const Vocabulary& vocabulary_of_rows, IntegerSpan hypothesis_row,
          IntegerSpan reference_row, std::int64_t* row, std::size_t stages)
        : vocabulary(&vocabulary_of_rows),
          hypothesis(hypothesis_row),
          reference(reference_row),
          matches(by_stage(row, kMatchesByStage, stages)),
          function_matches(by_stage(row, kHypothesisFunctionMatches, stages)),
          reference_function_matches(by_stage(row, kReferenceFunctionMatches, stages)),
          reference_matches(by_stage(row, kReferenceMatchesByStage, stages)) {}

    void add(const Pair& pair) {
        const std::size_t stage = index(pair.stage);
        ++matches[stage];
        ++reference_matches[stage];
        function_matches[stage] += vocabulary->is_function_word(hypothesis[index(pair.hypothesis)]);
        reference_function_matches[stage] +=
            vocabulary->is_function_word(reference[index(pair.reference)]);
    }

    void add(const Link& link) {
        const std::size_t stage = index(link.stage);
        const std::int32_t tokens = link.hypothesis_end - link.hypothesis_start;
        const std::int32_t reference_tokens = link.reference_end - link.reference_start;
        matched += tokens;
        reference_matched += reference_tokens;
        matches[stage] += tokens;
        reference_matches[stage] += reference_tokens;
        for (std::int32_t token = link.hypothesis_start; token < link.hypothesis_end; ++token) {
            function_matches[stage] += vocabulary->is_function_word(hypothesis[index(token)]);
        }
        for (std::int32_t token = link.reference_start; token < link.reference_end; ++token) {
            reference_function_matches[stage] +=
                vocabulary->is_function_word(reference[index(token)]);
        }
    }

    const Vocabulary* vocabulary;
    IntegerSpan hypothesis;
    IntegerSpan reference;
    std::int64_t* matches;
    std::int64_t* function_matches;
    std::int64_t* reference_function_matches;
    std::int64_t* reference_matches;
    std::int64_t matched = 0;
    std::int64_t reference_matched = 0;
};

}  // namespace

bool measure_counts(const MeasureParameters& parameters, const Counts& counts,
                    Measures& measures) {
    return measure(parameters, counts_of_row(counts.data() + kChoices, parameters.stages()),
                   measures);
}

void TypeRows::add(const Text& text, const Tokenizer& tokenizer, const Vocabulary& vocabulary) {
    const auto longest = static_cast<std::size_t>(text.length);
    if (tokens_.size() < longest) {
        tokens_.resize(longest);
    }
    TokenSpan* next = tokens_.data();
    narrow_.assign(text);
    tokenizer.for_each_token(text, narrow_, [&next](TokenSpan token) { *next++ = token; });
    add_tokens(text, static_cast<std::size_t>(next - tokens_.data()), vocabulary);
}

void TypeRows::add_java_words(const Text& text, const Vocabulary& vocabulary) {
    narrow_.assign(text);
    java_white_space_spans(text, tokens_);
    add_tokens(text, tokens_.size(), vocabulary);
}

void TypeRows::add(const Text& text, const MeteorNormalizer& normalizer,
                   const Vocabulary& vocabulary) {
    normalizer.tokens(text, normalized_);
    const std::vector<NormalizedToken>& tokens = normalized_.tokens();
    tokens_.resize(tokens.size());
    for (std::size_t token = 0; token < tokens.size(); ++token) {
        tokens_[token] = tokens[token].is_text() ? tokens[token].span : TokenSpan{0, 0};
    }
    narrow_.assign(text);
    std::int32_t* const types = find_types(text, tokens.size(), vocabulary);
    const Text rewritten = normalized_.rewritten();
    for (std::size_t token = 0; token < tokens.size() && rewritten.length > 0; ++token) {
        if (!tokens[token].is_text()) {
            types[token] = vocabulary.find(rewritten, tokens[token].form);
        }
    }
    finish_row(types, tokens.size(), [&](std::size_t token) {
        return collected(normalized_.text_of_form(tokens[token], text),
                         NormalizedTokens::span_of_form(tokens[token]));
    });
}

void TypeRows::add_words(const std::vector<Text>& words, const Vocabulary& vocabulary) {
    for (const Text& word : words) {
        add_token(word, {0, static_cast<std::int32_t>(word.length)}, vocabulary);
    }
    ends_.push_back(types_.size());
}

void TypeRows::add_token(const Text& text, TokenSpan token, const Vocabulary& vocabulary) {
    std::int32_t type = vocabulary.find(text, token);
    if (type == Vocabulary::unknown) {
        type = collected(text, token);
    }
    types_.push_back(type);
    type_count_ = std::max(type_count_, vocabulary.types());
}

void TypeRows::add_tokens(const Text& text, std::size_t count, const Vocabulary& vocabulary) {
    std::int32_t* const types = find_types(text, count, vocabulary);
    finish_row(types, count, [&](std::size_t token) {
        return -1 - unknown_.add(text, narrow_, tokens_[token]);
    });
}

// Appends the types of the first ``count`` of ``tokens_``, unknown ones among them; ``narrow_`` is
// the text.
std::int32_t* TypeRows::find_types(const Text& text, std::size_t count,
                                   const Vocabulary& vocabulary) {
    const std::size_t first = types_.size();
    types_.resize(first + count);
    std::int32_t* const types = types_.data() + first;
    vocabulary.find(text, narrow_, tokens_.data(), count, types);
    type_count_ = std::max(type_count_, vocabulary.types());
    return types;
}

template <typename Collect>
void TypeRows::finish_row(std::int32_t* types, std::size_t count, Collect&& collect) {
    std::int32_t all = 0;
    for (std::size_t token = 0; token < count; ++token) {
        all |= types[token];
    }
    for (std::size_t token = 0; token < count && all < 0; ++token) {
        if (types[token] == Vocabulary::unknown) {
            types[token] = collect(token);
        }
    }
    ends_.push_back(types_.size());
}

void TypeRows::reserve(std::size_t rows, std::size_t tokens) {
    ends_.reserve(ends_.size() + rows);
    types_.reserve(types_.size() + tokens);
}

void TypeRows::add_absent() {
    ends_.push_back(types_.size());
    absent_.resize(ends_.size());
    absent_.back() = true;
}

// The placeholder for the type of an unknown surface.
std::int32_t TypeRows::collected(const Text& text, TokenSpan token) {
    return -1 - unknown_.add(text, token);
}

void TypeRows::settle(const Vocabulary& vocabulary) {
    std::vector<std::int32_t> found(unknown_.size());
    for (std::size_t index = 0; index < found.size(); ++index) {
        found[index] = vocabulary.find(unknown_.at(index));
    }
    settle(found);
}

void TypeRows::settle(const std::vector<std::int32_t>& types) {
    for (; settled_ < types_.size(); ++settled_) {
        std::int32_t& type = types_[settled_];
        if (type < 0) {
            type = types[index(-1 - type)];
            type_count_ = std::max(type_count_, type + 1);
        }
    }
    unknown_.truncate(0);
}

void TypeRows::forget_last() {
    tokens_ = {};
    narrow_ = {};
    normalized_ = {};
    unknown_ = {};
}

void write_row(const Columns& columns, std::size_t row, const Counts& counts,
               const Measures& measures) {
    for (std::size_t column = 0; column < counts.size(); ++column) {
        columns.counts[column * columns.size + row] = counts[column];
        columns.totals[column] += counts[column];
    }
    const double measured[] = {measures.score,  measures.precision,     measures.recall,
                               measures.f_mean, measures.fragmentation, measures.penalty};
    double* place = columns.measures + row;
    for (const double number : measured) {
        *place = number;
        place += columns.size;
    }
}

bool SegmentScorer::score(const ScoringTask& task, std::size_t row, const TypeRows& hypotheses,
                          const std::vector<const TypeRows*>& references,
                          const Columns& columns) {
    Measures best;
    bool found = false;
    for (std::size_t number = 0; number < references.size(); ++number) {
        if (!references[number]->has(row)) {
            continue;
        }
        count(task, hypotheses.row(row), references[number]->row(row),
              static_cast<std::int64_t>(number));
        Measures measures;
        if (!measure_counts(*task.parameters, counts_, measures)) {
            return false;
        }
        if (!found || measures.score > best.score) {
            found = true;
            best = measures;
            best_counts_.swap(counts_);
        }
    }
    if (found) {
        write_row(columns, row, best_counts_, best);
    }
    return true;
}

std::vector<Counts> SegmentScorer::counts(const ScoringTask& task, std::size_t row,
                                          const TypeRows& hypotheses,
                                          const std::vector<const TypeRows*>& references) {
    std::vector<Counts> all;
    for (std::size_t number = 0; number < references.size(); ++number) {
        if (!references[number]->has(row)) {
            continue;
        }
        count(task, hypotheses.row(row), references[number]->row(row),
              static_cast<std::int64_t>(number));
        all.push_back(counts_);
    }
    return all;
}

SegmentScorer::Aligned SegmentScorer::align(const ScoringTask& task, IntegerSpan hypothesis,
                                            IntegerSpan reference) {
    count(task, hypothesis, reference, 0);
    if (!searches_spans(task)) {
        found_.links.clear();
        for (const Pair& pair : pairs_.pairs) {
            found_.links.push_back(link_of(pair));
        }
    }
    return {found_, counts_};
}

void SegmentScorer::search_words(const ScoringTask& task, IntegerSpan hypothesis,
                                 IntegerSpan reference) {
    if (task.search == SearchName::greedy) {
        greedy_.run(hypothesis, reference, *task.vocabulary, pairs_);
    } else if (task.search == SearchName::staged) {
        staged_.run(hypothesis, reference, *task.vocabulary, task.budget, pairs_);
    } else {
        optimal_.run(hypothesis, reference, *task.vocabulary, task.budget, pairs_);
    }
    found_.optimal = pairs_.optimal;
    found_.chunk_gap = pairs_.chunk_gap;
}

void SegmentScorer::search_spans(const ScoringTask& task, IntegerSpan hypothesis,
                                 IntegerSpan reference) {
    const SpanSettings& spans = task.spans;
    if (spans.phrases != nullptr && (!phrases_ || !phrases_->are_of(*spans.phrases))) {
        phrases_.emplace(*spans.phrases);
    }
    const SpanGrounds grounds{*task.vocabulary, task.vocabulary->word_numbers(),
                              task.vocabulary->shares_word(), spans.exact_stage,
                              spans.phrase_stage,
                              spans.phrases != nullptr ? &*phrases_ : nullptr};
    finder_.find(hypothesis, reference, grounds, candidates_);
    const auto hypothesis_length = static_cast<std::int32_t>(hypothesis.size());
    const auto reference_length = static_cast<std::int32_t>(reference.size());
    if (task.search == SearchName::beam) {
        beam_.run(candidates_, hypothesis_length, reference_length, spans.exact_stage,
                  spans.beam_width, found_);
    } else {
        optimal_spans_.run(candidates_, hypothesis_length, reference_length, spans.exact_stage,
                           task.budget, spans.beam_width, found_);
    }
}

void SegmentScorer::count(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference,
                          std::int64_t number) {
    const Vocabulary& vocabulary = *task.vocabulary;
    const std::size_t stages = index(vocabulary.stages());
    counts_.assign(count_columns(stages), 0);
    std::int64_t* const row = counts_.data() + kChoices;
    Tally tally{vocabulary, hypothesis, reference, row, stages};
    std::int64_t chunks = 0;
    if (searches_spans(task)) {
        search_spans(task, hypothesis, reference);
        for (const Link& link : found_.links) {
            tally.add(link);
        }
        chunks = count_link_chunks(found_.links);
    } else {
        search_words(task, hypothesis, reference);
        for (const Pair& pair : pairs_.pairs) {
            tally.add(pair);
        }
        tally.matched = tally.reference_matched = static_cast<std::int64_t>(pairs_.pairs.size());
        chunks = count_chunks(pairs_.pairs);
    }
    counts_[kReference] = number;
    counts_[kChunkGap] = found_.chunk_gap;
    row[kHypothesisLength] = length_of(hypothesis);
    row[kReferenceLength] = length_of(reference);
    row[kChunks] = chunks;
    row[kPerfectSegments] = chunks == 1 && tally.matched == length_of(hypothesis) &&
                            tally.reference_matched == length_of(reference);
    row[kProvedSegments] = found_.optimal;
    row[kProvedScores] = found_.chunk_gap == 0;
    row[kHypothesisFunctionWords] = count_function_words(vocabulary, hypothesis);
    row[kReferenceFunctionWords] = count_function_words(vocabulary, reference);
}

}  // namespace meteorscope
