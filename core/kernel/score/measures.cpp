// See measures.hpp. The exact formulas are written once, for two kinds of numbers: doubles, which hold
// whole numbers below 2^53 exactly and suffice for nearly every segment, and integers of 128 bits.

#include "score/measures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/compiler.hpp"
#include "score/powers.hpp"

namespace meteorscope {
namespace {

constexpr double kLargestExactBeta = 64;
constexpr double kWholeNumbersEnd = 9007199254740992;  // 2^53

// Sums and products of whole numbers that are below 2^53 were exact at every step: rounding never
// takes a number of 2^53 or more below it. Infinity and its results are not below either.
bool is_exact(double number) { return number < kWholeNumbersEnd; }

bool is_zero(double number) { return number == 0; }

bool are_equal(double one, double other) { return one == other; }

// Of two exact numbers the quotient is rounded once.
double quotient(double above, double below) { return above / below; }

#ifdef METEORSCOPE_HAS_INT128

using Bits = UnsignedInt128;

int bit_length(Bits bits) {
    const auto high = static_cast<unsigned long long>(bits >> 64);
    const auto low = static_cast<unsigned long long>(bits);
    if (high != 0) return 128 - __builtin_clzll(high);
    return low == 0 ? 0 : 64 - __builtin_clzll(low);
}

// A whole number of 128 bits that remembers whether it, or what it was made of, was too long.
class Wide {
public:
    explicit Wide(std::int64_t number) : bits_(static_cast<Bits>(number)) {}

    friend Wide operator+(Wide one, Wide other) {
        Wide sum(0);
        const bool over = __builtin_add_overflow(one.bits_, other.bits_, &sum.bits_);
        sum.exact_ = one.exact_ && other.exact_ && !over;
        return sum;
    }
    friend Wide operator-(Wide one, Wide other) {
        Wide difference(0);
        const bool under = __builtin_sub_overflow(one.bits_, other.bits_, &difference.bits_);
        difference.exact_ = one.exact_ && other.exact_ && !under;
        return difference;
    }
    friend Wide operator*(Wide one, Wide other) {
        Wide product(0);
        const bool over = __builtin_mul_overflow(one.bits_, other.bits_, &product.bits_);
        product.exact_ = one.exact_ && other.exact_ && !over;
        return product;
    }

    friend bool is_exact(Wide number) { return number.exact_; }
    friend bool is_zero(Wide number) { return number.exact_ && number.bits_ == 0; }
    friend bool are_equal(Wide one, Wide other) {
        return one.exact_ && other.exact_ && one.bits_ == other.bits_;
    }
    friend double quotient(Wide above, Wide below);

private:
    Bits bits_;
    bool exact_ = true;
};

// Long division to 56 bits, and one more that says whether anything is left: the conversion to
// double then rounds as if it saw all of the quotient.
double quotient(Wide above, Wide below) {
    if (above.bits_ == 0) return 0;
    const int above_length = bit_length(above.bits_);
    const int below_length = bit_length(below.bits_);
    const Bits divisor = below.bits_ << (128 - below_length);
    Bits rest = above.bits_ << (128 - above_length);
    std::int64_t digits = 0;
    bool carry = false;
    for (int position = 0; position < 56; ++position) {
        const bool one = carry || rest >= divisor;
        if (one) rest -= divisor;
        digits = 2 * digits + one;
        carry = (rest >> 127) != 0;
        rest <<= 1;
    }
    digits = 2 * digits + (carry || rest != 0);
    return std::ldexp(static_cast<double>(digits), above_length - below_length - 56);
}

#endif

bool has_exact_power(double beta) { return beta <= kLargestExactBeta && beta == std::floor(beta); }

template <typename Number>
Number power(Number base, int exponent) {
    Number result(1);
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result = result * base;
        if (exponent > 1) base = base * base;
    }
    return result;
}

// Weighted matches and weighted length of one side.
template <typename Number>
struct Side {
    Number matched;
    Number length;
};

// Matched tokens of each side, of all stages.
struct Matches {
    std::int64_t hypothesis = 0;
    std::int64_t reference = 0;
};

template <typename Number>
Number weighted(const MeasureParameters& parameters, const std::int64_t* counts) {
    Number sum(0);
    for (std::size_t stage = 0; stage < parameters.stages(); ++stage) {
        sum = sum + Number(parameters.weight_numerators[stage]) * Number(counts[stage]);
    }
    return sum;
}

// With delta, a content word counts ``content`` and a function word ``function``.
template <typename Number>
Side<Number> discriminating_side(const MeasureParameters& parameters,
                                 const std::int64_t* matches_by_stage, std::int64_t length,
                                 const std::int64_t* function_matches,
                                 std::int64_t function_words) {
    const Ratio& delta = parameters.delta_ratio;
    const auto content = static_cast<Number>(delta.numerator);
    const auto function = static_cast<Number>(delta.denominator - delta.numerator);
    Number matched(0);
    for (std::size_t stage = 0; stage < parameters.stages(); ++stage) {
        const std::int64_t content_matches = matches_by_stage[stage] - function_matches[stage];
        matched = matched + Number(parameters.weight_numerators[stage]) *
                                (content * Number(content_matches) +
                                 function * Number(function_matches[stage]));
    }
    return {matched, content * Number(length - function_words) + function * Number(function_words)};
}

// A fraction whose parts may be too long.
template <typename Number>
struct Fraction {
    Number above;
    Number below;

    bool fits() const { return is_exact(above) && is_exact(below); }
    double rounded() const { return quotient(above, below); }
};

// Precision, recall and F-mean; the F-mean is given as a fraction too.
template <typename Number>
bool measure_overlap(const MeasureParameters& parameters, const Side<Number>& hypothesis,
                     const Side<Number>& reference, Fraction<Number>& f_mean, Measures& measures) {
    const auto scale = static_cast<Number>(parameters.weight_denominator);
    const Ratio& ratio = parameters.alpha_ratio;
    const auto whole = static_cast<Number>(ratio.denominator);
    const auto alpha = static_cast<Number>(ratio.numerator);
    const auto rest = static_cast<Number>(ratio.denominator - ratio.numerator);
    const Fraction<Number> precision{hypothesis.matched, scale * hypothesis.length};
    const Fraction<Number> recall{reference.matched, scale * reference.length};
    if (!(precision.fits() && recall.fits())) return false;
    const bool in_hypothesis = !is_zero(hypothesis.matched);
    const bool in_reference = !is_zero(reference.matched);
    measures.precision = in_hypothesis ? precision.rounded() : 0.0;
    measures.recall = in_reference ? recall.rounded() : 0.0;
    if (!(in_hypothesis && in_reference)) {
        f_mean = {Number(0), Number(1)};  // delta leaves one side without a match
    } else if (are_equal(hypothesis.matched, reference.matched)) {  // shortened by the matches
        f_mean = {hypothesis.matched * whole,
                  scale * (alpha * reference.length + rest * hypothesis.length)};
    } else {
        f_mean = {hypothesis.matched * reference.matched * whole,
                  scale * (alpha * hypothesis.matched * reference.length +
                           rest * reference.matched * hypothesis.length)};
    }
    if (!f_mean.fits()) return false;
    measures.f_mean = f_mean.rounded();
    return true;
}

// Chunks per match, of the mean of both sides: a fraction without a half in it.
Ratio fragmentation_of(const MeasureParameters& parameters, const SegmentCounts& counts,
                       const Matches& matches) {
    const std::int64_t chunks =
        counts.chunks - (parameters.waive_perfect ? counts.perfect_segments : 0);
    const std::int64_t both = matches.hypothesis + matches.reference;
    return both % 2 == 0 ? Ratio{chunks, both / 2} : Ratio{2 * chunks, both};
}

template <typename Number>
bool measure_penalty(const MeasureParameters& parameters, const Ratio& fragmentation,
                     const Fraction<Number>& f_mean, Measures& measures) {
    const int beta = static_cast<int>(parameters.beta);
    const Number full = Number(parameters.gamma_ratio.denominator) *
                        power(Number(fragmentation.denominator), beta);
    // Also with beta 0: where nothing is cut, nothing is lost.
    const Number lost = fragmentation.numerator == 0
                            ? Number(0)
                            : Number(parameters.gamma_ratio.numerator) *
                                  power(Number(fragmentation.numerator), beta);
    const Fraction<Number> penalty{lost, full};
    if (!penalty.fits()) return false;
    const Fraction<Number> score{f_mean.above * (full - lost), f_mean.below * full};
    if (!score.fits()) return false;
    measures.penalty = penalty.rounded();
    measures.score = score.rounded();
    return true;
}

template <typename Number>
bool measure_exactly(const MeasureParameters& parameters, const SegmentCounts& counts,
                     const Matches& matches, Measures& measures) {
    Side<Number> hypothesis{Number(0), Number(counts.hypothesis_length)};
    Side<Number> reference{Number(0), Number(counts.reference_length)};
    if (parameters.has_delta) {
        hypothesis = discriminating_side<Number>(
            parameters, counts.matches_by_stage, counts.hypothesis_length,
            counts.hypothesis_function_matches, counts.hypothesis_function_words);
        reference = discriminating_side<Number>(
            parameters, counts.reference_matches_by_stage, counts.reference_length,
            counts.reference_function_matches, counts.reference_function_words);
    } else {
        hypothesis.matched = weighted<Number>(parameters, counts.matches_by_stage);
        reference.matched = weighted<Number>(parameters, counts.reference_matches_by_stage);
    }
    measures = Measures();
    if (is_zero(hypothesis.matched) && is_zero(reference.matched)) return true;
    Fraction<Number> f_mean{Number(0), Number(1)};
    if (!measure_overlap(parameters, hypothesis, reference, f_mean, measures)) return false;
    const Ratio fragmentation = fragmentation_of(parameters, counts, matches);
    measures.fragmentation = static_cast<double>(fragmentation.numerator) /
                             static_cast<double>(fragmentation.denominator);
    if (has_exact_power(parameters.beta)) {
        return measure_penalty(parameters, fragmentation, f_mean, measures);
    }
    if (fragmentation.numerator != 0) {
        double power = 0;
        if (!nearest_power(measures.fragmentation, parameters.beta, power)) return false;
        measures.penalty = parameters.gamma * power;
    }
    measures.score = measures.f_mean * (1 - measures.penalty);
    return true;
}

double weighted_stepwise(const MeasureParameters& parameters, const std::int64_t* counts) {
    double weighted = 0;
    for (std::size_t stage = 0; stage < parameters.stages(); ++stage) {
        weighted += parameters.weights[stage] * static_cast<double>(counts[stage]);
    }
    return weighted;
}

// In floating point, in the order of NLTK's ``single_meteor_score``.
bool measure_stepwise(const MeasureParameters& parameters, const SegmentCounts& counts,
                      const Matches& matches, Measures& measures) {
    measures = Measures();
    const double matched = weighted_stepwise(parameters, counts.matches_by_stage);
    if (matched == 0) return true;
    const double matched_reference =
        weighted_stepwise(parameters, counts.reference_matches_by_stage);
    const double precision = matched / static_cast<double>(counts.hypothesis_length);
    const double recall = matched_reference / static_cast<double>(counts.reference_length);
    const double mean = parameters.alpha * precision + (1 - parameters.alpha) * recall;
    if (mean == 0) return true;  // weights so small that their mean is rounded to nothing
    measures.precision = precision;
    measures.recall = recall;
    measures.f_mean = (precision * recall) / mean;
    measures.fragmentation = static_cast<double>(counts.chunks) /
                             (static_cast<double>(matches.hypothesis + matches.reference) / 2);
    // Of the C library that Python's, and so NLTK's, powers are from.
    measures.penalty = parameters.gamma * std::pow(measures.fragmentation, parameters.beta);
    measures.score = (1 - measures.penalty) * measures.f_mean;
    return true;
}

bool is_between(std::int64_t least, std::int64_t number, std::int64_t most) {
    return least <= number && number <= most;
}

// Whether the matches can be among the tokens of their side; ``matches`` becomes their sum.
bool matches_are_plausible(std::size_t stages, const std::int64_t* matches_by_stage,
                           std::int64_t length, std::int64_t& matches) {
    matches = 0;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        if (!is_between(0, matches_by_stage[stage], length - matches)) return false;
        matches += matches_by_stage[stage];
    }
    return true;
}

// The same of function words among function words.
bool function_words_are_plausible(std::size_t stages, const std::int64_t* matches_by_stage,
                                  std::int64_t matches, std::int64_t length,
                                  const std::int64_t* function_matches,
                                  std::int64_t function_words) {
    std::int64_t matched = 0;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        if (!is_between(0, function_matches[stage], matches_by_stage[stage])) return false;
        matched += function_matches[stage];
    }
    return is_between(matched, function_words, length - (matches - matched));
}

// Whether the counts are those of some segments: only then no step goes below zero. Each fits a
// double. A match, and so a chunk, has a token of each side.
bool are_plausible(const MeasureParameters& parameters, const SegmentCounts& counts,
                   Matches& matches) {
    constexpr auto kMaxNumber = static_cast<std::int64_t>(kWholeNumbersEnd) - 1;
    if (!is_between(0, counts.hypothesis_length, kMaxNumber)) return false;
    if (!is_between(0, counts.reference_length, kMaxNumber)) return false;
    const std::size_t stages = parameters.stages();
    if (!matches_are_plausible(stages, counts.matches_by_stage, counts.hypothesis_length,
                               matches.hypothesis) ||
        !matches_are_plausible(stages, counts.reference_matches_by_stage, counts.reference_length,
                               matches.reference)) {
        return false;
    }
    if ((matches.hypothesis == 0) != (matches.reference == 0)) return false;
    const std::int64_t both = matches.hypothesis + matches.reference;
    if (both % 2 != 0 && both > kMaxNumber) return false;
    if (!is_between(0, counts.chunks, std::min(matches.hypothesis, matches.reference))) {
        return false;
    }
    if (!is_between(0, counts.perfect_segments, counts.chunks)) return false;
    if (!parameters.has_delta) return true;
    return function_words_are_plausible(stages, counts.matches_by_stage, matches.hypothesis,
                                        counts.hypothesis_length,
                                        counts.hypothesis_function_matches,
                                        counts.hypothesis_function_words) &&
           function_words_are_plausible(stages, counts.reference_matches_by_stage,
                                        matches.reference, counts.reference_length,
                                        counts.reference_function_matches,
                                        counts.reference_function_words);
}

}  // namespace

SegmentCounts counts_of_row(const std::int64_t* row, std::size_t stages) {
    return {row[kHypothesisLength],
            row[kReferenceLength],
            row[kChunks],
            row[kPerfectSegments],
            row[kHypothesisFunctionWords],
            row[kReferenceFunctionWords],
            by_stage(row, kMatchesByStage, stages),
            by_stage(row, kHypothesisFunctionMatches, stages),
            by_stage(row, kReferenceFunctionMatches, stages),
            by_stage(row, kReferenceMatchesByStage, stages)};
}

bool measure(const MeasureParameters& parameters, const SegmentCounts& counts,
             Measures& measures) {
    Matches matches;
    if (!parameters.fits || !are_plausible(parameters, counts, matches)) return false;
    if (matches.hypothesis == 0) {
        measures = Measures();
        return true;
    }
    if (parameters.stepwise) {
        return measure_stepwise(parameters, counts, matches, measures);
    }
    if (measure_exactly<double>(parameters, counts, matches, measures)) return true;
#ifdef METEORSCOPE_HAS_INT128
    return measure_exactly<Wide>(parameters, counts, matches, measures);
#else
    return false;
#endif
}

}  // namespace meteorscope
