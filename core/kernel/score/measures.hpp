// From a segment's counts to its score, bit for bit as in Python.
//
// All is rational arithmetic that rounds once, as long as beta is a whole number up to 64, and
// floating-point steps in Python's order elsewhere; the formulas and their sources are in
// core/meteor_core/score/measures.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace meteorscope {

// A decimal that a person wrote, as a fraction.
struct Ratio {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
};

struct MeasureParameters {
    // As floating-point numbers.
    double alpha = 0;
    double beta = 0;
    double gamma = 0;
    std::vector<double> weights;  // by stage
    bool waive_perfect = false;
    bool stepwise = false;

    // As fractions. Without ``fits`` some fraction is too long for 64 bits: only Python can compute
    // with it.
    bool fits = false;
    Ratio alpha_ratio;
    Ratio gamma_ratio;
    bool has_delta = false;
    Ratio delta_ratio;
    std::vector<std::int64_t> weight_numerators;  // by stage
    std::int64_t weight_denominator = 1;

    std::size_t stages() const { return weights.size(); }
};

// The table of counts of core/meteor_core/score/statistics.py: the order of a row of counts. A test
// compares the names.
enum Count : std::size_t {
    kHypothesisLength,
    kReferenceLength,
    kChunks,
    kPerfectSegments,
    kProvedSegments,
    kProvedScores,
    kHypothesisFunctionWords,
    kReferenceFunctionWords,
    kCounts,
};

// What there is a count of for each stage; these follow.
enum StageCount : std::size_t {
    kMatchesByStage,
    kHypothesisFunctionMatches,
    kReferenceFunctionMatches,
    kReferenceMatchesByStage,
    kStageCounts,
};

constexpr std::size_t count_width(std::size_t stages) { return kCounts + kStageCounts * stages; }

// The first of a row's counts by stage of that kind.
template <typename Number>
Number* by_stage(Number* row, StageCount kind, std::size_t stages) {
    return row + kCounts + kind * stages;
}

// Of one segment, or the sums of many. By stage, there is a number for each of the parameters'
// weights; those of function words are read only where there is a delta. ``matches_by_stage`` are
// matched tokens of the hypothesis.
struct SegmentCounts {
    std::int64_t hypothesis_length = 0;
    std::int64_t reference_length = 0;
    std::int64_t chunks = 0;
    std::int64_t perfect_segments = 0;
    std::int64_t hypothesis_function_words = 0;
    std::int64_t reference_function_words = 0;
    const std::int64_t* matches_by_stage = nullptr;
    const std::int64_t* hypothesis_function_matches = nullptr;
    const std::int64_t* reference_function_matches = nullptr;
    const std::int64_t* reference_matches_by_stage = nullptr;
};

// What a row of counts says, for as long as it is there.
SegmentCounts counts_of_row(const std::int64_t* row, std::size_t stages);

// In the order of the columns of a scored batch.
struct Measures {
    double score = 0;
    double precision = 0;
    double recall = 0;
    double f_mean = 0;
    double fragmentation = 0;
    double penalty = 0;
};

// Whether the measures could be computed. Where they could not, a number is too long for this
// arithmetic, or the counts contradict each other; Python has numbers of any length.
bool measure(const MeasureParameters& parameters, const SegmentCounts& counts, Measures& measures);

}  // namespace meteorscope
