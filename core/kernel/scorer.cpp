#include "scorer.hpp"

#include <algorithm>

namespace meteorscope {

namespace {

// The columns of counts, in the order of core/meteor_core/batch.py.
enum Column : std::size_t {
    kReference,
    kHypothesisLength,
    kReferenceLength,
    kChunks,
    kPerfect,
    kProved,
    kChunkGap,
    kHypothesisFunctionWords,
    kReferenceFunctionWords,
    kByStage,
};

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::int64_t length_of(IntegerSpan row) { return static_cast<std::int64_t>(row.size()); }

std::int64_t count_function_words(const Vocabulary& vocabulary, IntegerSpan row) {
    return std::count_if(row.begin(), row.end(), [&](std::int32_t type) {
        return vocabulary.is_function_word(type);
    });
}

bool measure_counts(const MeasureParameters& parameters, const Counts& counts,
                    Measures& measures) {
    const std::int64_t* const by_stage = counts.data() + kByStage;
    const std::size_t stages = parameters.stages();
    return measure(parameters,
                   {counts[kHypothesisLength], counts[kReferenceLength], counts[kChunks],
                    counts[kPerfect], counts[kHypothesisFunctionWords],
                    counts[kReferenceFunctionWords], by_stage, by_stage + stages,
                    by_stage + 2 * stages, by_stage + 3 * stages},
                   measures);
}

}  // namespace

void TypeRows::add(const Text& text, const Tokenizer& tokenizer, const Vocabulary& vocabulary) {
    tokenizer.spans(text, tokens_);
    const std::size_t first = types_.size();
    types_.resize(first + tokens_.size());
    vocabulary.find(text, tokens_.data(), tokens_.size(), types_.data() + first);
    for (std::size_t token = 0; token < tokens_.size(); ++token) {
        if (types_[first + token] == Vocabulary::unknown) {
            types_[first + token] = -1 - unknown_.add(text, tokens_[token]);
        }
        type_count_ = std::max(type_count_, types_[first + token] + 1);
    }
    ends_.push_back(types_.size());
}

void TypeRows::settle(const Vocabulary& vocabulary) {
    std::vector<std::int32_t> found(unknown_.size());
    for (std::size_t index = 0; index < found.size(); ++index) {
        found[index] = vocabulary.find(unknown_[index]);
    }
    for (std::int32_t& type : types_) {
        if (type < 0) {
            type = found[at(-1 - type)];
            type_count_ = std::max(type_count_, type + 1);
        }
    }
    unknown_ = {};
    tokens_ = {};
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
    for (std::size_t number = 0; number < references.size(); ++number) {
        count(task, hypotheses.row(row), references[number]->row(row),
              static_cast<std::int64_t>(number));
        Measures measures;
        if (!measure_counts(*task.parameters, counts_, measures)) {
            return false;
        }
        if (number == 0 || measures.score > best.score) {
            best = measures;
            best_counts_.swap(counts_);
        }
    }
    write_row(columns, row, best_counts_, best);
    return true;
}

std::vector<Counts> SegmentScorer::counts(const ScoringTask& task, std::size_t row,
                                          const TypeRows& hypotheses,
                                          const std::vector<const TypeRows*>& references) {
    std::vector<Counts> all;
    for (std::size_t number = 0; number < references.size(); ++number) {
        count(task, hypotheses.row(row), references[number]->row(row),
              static_cast<std::int64_t>(number));
        all.push_back(counts_);
    }
    return all;
}

void SegmentScorer::count(const ScoringTask& task, IntegerSpan hypothesis, IntegerSpan reference,
                          std::int64_t number) {
    const Vocabulary& vocabulary = *task.vocabulary;
    if (task.search == SearchName::greedy) {
        greedy_.run(hypothesis, reference, vocabulary, found_);
    } else {
        optimal_.run(hypothesis, reference, vocabulary, task.budget, found_);
    }
    const std::size_t stages = at(vocabulary.stages());
    const std::int64_t chunks = count_chunks(found_.pairs);
    const std::size_t matches = found_.pairs.size();
    counts_.assign(kByStage + 4 * stages, 0);
    counts_[kReference] = number;
    counts_[kHypothesisLength] = length_of(hypothesis);
    counts_[kReferenceLength] = length_of(reference);
    counts_[kChunks] = chunks;
    counts_[kPerfect] =
        chunks == 1 && matches == hypothesis.size() && matches == reference.size();
    counts_[kProved] = found_.optimal;
    counts_[kChunkGap] = found_.chunk_gap;
    counts_[kHypothesisFunctionWords] = count_function_words(vocabulary, hypothesis);
    counts_[kReferenceFunctionWords] = count_function_words(vocabulary, reference);
    std::int64_t* const by_stage = counts_.data() + kByStage;
    for (const Pair& pair : found_.pairs) {
        const std::size_t stage = at(pair.stage);
        ++by_stage[stage];
        by_stage[stages + stage] +=
            vocabulary.is_function_word(hypothesis[at(pair.hypothesis)]);
        by_stage[2 * stages + stage] +=
            vocabulary.is_function_word(reference[at(pair.reference)]);
        ++by_stage[3 * stages + stage];
    }
}

}  // namespace meteorscope
