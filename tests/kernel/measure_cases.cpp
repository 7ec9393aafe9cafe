#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "cases.hpp"
#include "score/measures.hpp"

namespace meteorscope::fuzzing {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// Small, of 53 bits and about, or as long as there are.
std::int64_t some_number(Dice& dice) {
    const auto any = static_cast<std::int64_t>(dice.any() >> 1);
    return dice.one_of<std::int64_t>({0, 1, dice.between(2, 100), std::int64_t{1} << 53,
                                      (std::int64_t{1} << 53) - dice.between(0, 2), any >> 20, any,
                                      most});
}

Ratio some_share(Dice& dice) {
    const std::int64_t denominator = std::max<std::int64_t>(1, some_number(dice));
    const auto any = static_cast<std::int64_t>(dice.any() >> 1);
    return {dice.one_of<std::int64_t>({0, denominator, any % denominator}), denominator};
}

double rounded(const Ratio& ratio) {
    return static_cast<double>(ratio.numerator) / static_cast<double>(ratio.denominator);
}

MeasureParameters some_parameters(Dice& dice, std::size_t stages) {
    MeasureParameters parameters;
    parameters.alpha_ratio = some_share(dice);
    parameters.gamma_ratio = some_share(dice);
    parameters.delta_ratio = some_share(dice);
    parameters.alpha = rounded(parameters.alpha_ratio);
    parameters.gamma = rounded(parameters.gamma_ratio);
    parameters.beta = dice.one_of<double>({0, 0.5, 1, 3, 64, 65, 1e300});
    parameters.stepwise = dice.one_in(3);
    parameters.has_delta = !parameters.stepwise && dice.one_in(2);
    parameters.waive_perfect = dice.one_in(2);
    parameters.fits = !dice.one_in(10);
    parameters.weight_denominator = std::max<std::int64_t>(1, some_number(dice));
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const auto any = static_cast<std::int64_t>(dice.any() >> 1);
        const std::int64_t numerator = any % parameters.weight_denominator;
        parameters.weight_numerators.push_back(numerator);
        parameters.weights.push_back(rounded({numerator, parameters.weight_denominator}));
    }
    return parameters;
}

// Counts by stage for each of four columns.
struct StageCounts {
    explicit StageCounts(std::size_t stages)
        : matches(stages), reference_matches(stages), of_hypothesis(stages), of_reference(stages) {}

    std::vector<std::int64_t> matches;
    std::vector<std::int64_t> reference_matches;
    std::vector<std::int64_t> of_hypothesis;
    std::vector<std::int64_t> of_reference;
};

// Counts that some segment has, of any length. The sides may differ.
SegmentCounts honest_counts(Dice& dice, StageCounts& by_stage) {
    const std::int64_t scale = dice.one_of<std::int64_t>({1, 1, 1000, std::int64_t{1} << 45});
    SegmentCounts counts;
    const bool differ = dice.one_in(2);
    std::int64_t matches = 0;
    std::int64_t reference_matches = 0;
    for (std::size_t stage = 0; stage < by_stage.matches.size(); ++stage) {
        by_stage.matches[stage] = scale * dice.between(0, 5);
        by_stage.of_hypothesis[stage] = by_stage.matches[stage] / dice.between(1, 3);
        by_stage.reference_matches[stage] =
            differ ? by_stage.matches[stage] * dice.between(1, 3) : by_stage.matches[stage];
        by_stage.of_reference[stage] = by_stage.reference_matches[stage] / dice.between(1, 3);
        matches += by_stage.matches[stage];
        reference_matches += by_stage.reference_matches[stage];
        counts.hypothesis_function_words += by_stage.of_hypothesis[stage];
        counts.reference_function_words += by_stage.of_reference[stage];
    }
    counts.hypothesis_length = matches + scale * dice.between(0, 3);
    counts.reference_length = reference_matches + scale * dice.between(0, 3);
    counts.chunks = matches == 0 ? 0 : dice.one_of<std::int64_t>({1, matches, (matches + 1) / 2});
    counts.perfect_segments =
        counts.chunks == 1 && counts.hypothesis_length == matches &&
        counts.reference_length == reference_matches;
    return counts;
}

// Counts that contradict each other in any way.
SegmentCounts any_counts(Dice& dice, StageCounts& by_stage) {
    const auto any = [&dice] { return dice.one_in(4) ? -some_number(dice) : some_number(dice); };
    for (auto* const column : {&by_stage.matches, &by_stage.reference_matches,
                               &by_stage.of_hypothesis, &by_stage.of_reference}) {
        for (std::int64_t& count : *column) {
            count = any();
        }
    }
    SegmentCounts counts;
    counts.hypothesis_length = any();
    counts.reference_length = any();
    counts.chunks = any();
    counts.perfect_segments = any();
    counts.hypothesis_function_words = any();
    counts.reference_function_words = any();
    return counts;
}

bool is_share(double number) { return 0 <= number && number <= 1; }

}  // namespace

void run_measure_case(Dice& dice) {
    const auto stages = static_cast<std::size_t>(dice.between(1, 4));
    const MeasureParameters parameters = some_parameters(dice, stages);
    for (std::int32_t segments = 0; segments < 50; ++segments) {
        StageCounts by_stage(stages);
        const bool honest = dice.one_in(2);
        SegmentCounts counts =
            honest ? honest_counts(dice, by_stage) : any_counts(dice, by_stage);
        counts.matches_by_stage = by_stage.matches.data();
        counts.hypothesis_function_matches = by_stage.of_hypothesis.data();
        counts.reference_function_matches = by_stage.of_reference.data();
        counts.reference_matches_by_stage = by_stage.reference_matches.data();
        Measures found;
        if (measure(parameters, counts, found) && honest && !parameters.stepwise) {
            require(is_share(found.score) && is_share(found.precision) && is_share(found.recall) &&
                        is_share(found.f_mean) && is_share(found.fragmentation) &&
                        is_share(found.penalty),
                    "measures are from 0 to 1");
        }
    }
}

}  // namespace meteorscope::fuzzing
