#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "cases.hpp"
#include "puzzles.hpp"

namespace meteorscope::fuzzing {

namespace {

// What is shipped, and limits by which small puzzles take the ways that only large ones take
// otherwise.
Limits random_limits(Dice& dice) {
    Limits limits;
    if (dice.one_in(4)) {
        return limits;
    }
    limits.few_candidates = dice.one_of<std::int64_t>({0, 0, 12, 24, 1200});
    limits.first_width = dice.one_of<std::int64_t>({1, 2, 3, 1 << 20});
    limits.width = dice.one_of<std::int64_t>({1, 2, 3, 1 << 20});
    limits.wider = dice.between(2, 4);
    limits.sweeps = dice.one_of<std::int64_t>({0, 1, 100});
    limits.edges_a_step = dice.one_of<std::int64_t>({1, 8, 1000});
    return limits;
}

struct Puzzle {
    const RowPair& rows;
    const RandomKeys& keys;
};

// Worse alignments come before better ones.
struct Objective {
    std::vector<std::int64_t> matches_by_stage;
    std::int64_t chunks;
    std::int64_t distance;
};

void require_valid(const Puzzle& puzzle, const SearchResult& result) {
    const auto& [hypothesis, reference] = puzzle.rows;
    std::vector<bool> taken(reference.size());
    std::int32_t before = -1;
    for (const auto& [i, j, stage] : result.pairs) {
        require(before < i && static_cast<std::size_t>(i) < hypothesis.size(),
                "pairs ascend within the hypothesis");
        require(0 <= j && static_cast<std::size_t>(j) < reference.size(),
                "pairs are within the reference");
        const auto at = static_cast<std::size_t>(j);
        require(!taken[at], "no token of the reference is matched twice");
        require(stage >= 0 && stage == puzzle.keys.stage_of(
                                           hypothesis[static_cast<std::size_t>(i)], reference[at]),
                "a pair shares a key in its stage, and in none before");
        taken[at] = true;
        before = i;
    }
    require(result.chunk_gap >= 0, "a gap is 0 or more");
    require(!result.optimal || result.chunk_gap == 0, "what is proved has no gap");
    require(result.steps >= 0, "steps are 0 or more");
}

Objective objective_of(const Puzzle& puzzle, const SearchResult& result) {
    Objective objective{std::vector<std::int64_t>(static_cast<std::size_t>(puzzle.keys.stages())),
                        count_chunks(result.pairs), 0};
    for (const auto& [i, j, stage] : result.pairs) {
        ++objective.matches_by_stage[static_cast<std::size_t>(stage)];
        objective.distance += std::abs(i - j);
    }
    return objective;
}

bool is_same(const SearchResult& one, const SearchResult& other) {
    return one.optimal == other.optimal && one.chunk_gap == other.chunk_gap &&
           one.steps == other.steps && one.pairs.size() == other.pairs.size() &&
           std::equal(one.pairs.begin(), one.pairs.end(), other.pairs.begin(),
                      [](const Pair& its, const Pair& others) {
                          return its.hypothesis == others.hypothesis &&
                                 its.reference == others.reference && its.stage == others.stage;
                      });
}

// What one optimal search says has to be true of whatever another search finds.
void require_not_refuted(const SearchResult& result, const Objective& found,
                         const Objective& other) {
    require(found.matches_by_stage >= other.matches_by_stage, "matches are the most, by stage");
    if (found.matches_by_stage > other.matches_by_stage) {
        return;
    }
    require(found.chunks - result.chunk_gap <= other.chunks, "a gap reaches the fewest chunks");
    require(!result.optimal || found.chunks < other.chunks ||
                (found.chunks == other.chunks && found.distance <= other.distance),
            "nothing is better than what is proved");
}

std::int64_t random_budget(Dice& dice, const RowPair& rows) {
    const std::size_t size = std::max(rows.hypothesis.size(), rows.reference.size());
    if (size <= 8 && dice.one_in(2)) {
        return dice.one_of<std::int64_t>({std::int64_t{1} << 40, std::int64_t{1} << 62,
                                          std::numeric_limits<std::int64_t>::max()});
    }
    if (dice.one_in(20)) {
        return 100000;
    }
    return dice.one_of<std::int64_t>({0, 1, dice.between(2, 100), dice.between(100, 4000)});
}

}  // namespace

void SearchCases::run(Dice& dice) {
    const std::int32_t types = dice.one_in(10) ? dice.between(1, 3000) : dice.between(1, 8);
    const RandomKeys keys(dice, types);
    const RowPair rows = random_rows(dice, types);
    const Puzzle puzzle{rows, keys};
    const IntegerSpan hypothesis(rows.hypothesis);
    const IntegerSpan reference(rows.reference);

    SearchResult result;
    greedy_.run(hypothesis, reference, keys, result);
    require_valid(puzzle, result);
    Objective other = objective_of(puzzle, result);
    const std::int64_t first_matches = other.matches_by_stage[0];
    const std::int64_t staged_budget = random_budget(dice, rows);
    staged_.run(hypothesis, reference, keys, staged_budget, result);
    require_valid(puzzle, result);
    require(objective_of(puzzle, result).matches_by_stage[0] >= first_matches,
            "the first stage has the most matches");
    if (dice.one_in(4)) {
        StagedSearch fresh;
        SearchResult again;
        fresh.run(hypothesis, reference, keys, staged_budget, again);
        require(is_same(result, again), "what came before makes no difference");
    }
    for (std::int32_t trials = dice.between(1, 3); trials > 0; --trials) {
        const Limits limits = random_limits(dice);
        const std::int64_t budget = random_budget(dice, rows);
        optimal_.set_limits(limits);
        optimal_.run(hypothesis, reference, keys, budget, result);
        require_valid(puzzle, result);
        const Objective found = objective_of(puzzle, result);
        require_not_refuted(result, found, other);
        other = found;
        if (dice.one_in(4)) {
            OptimalSearch fresh;
            SearchResult again;
            fresh.set_limits(limits);
            fresh.run(hypothesis, reference, keys, budget, again);
            require(is_same(result, again), "what came before makes no difference");
        }
    }
}

}  // namespace meteorscope::fuzzing
