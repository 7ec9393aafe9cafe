#include "optimal.hpp"

#include <algorithm>
#include <cstdlib>

namespace meteorscope {

namespace {

// More than any search takes, and little enough to compute with.
constexpr std::int64_t kGreatestBudget = std::int64_t{1} << 50U;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace

void OptimalSearch::run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
                        std::int64_t budget, SearchResult& result) {
    budget = std::min(budget, kGreatestBudget);
    rows_.assign(hypothesis, reference, keys.types());
    reduction_.compute(rows_, keys);
    certain_.find(rows_, reduction_);
    result.steps = certain_.open_edges();
    if (result.steps > budget) {
        give_up(budget, result);
        return;
    }
    certain_.apply_rule();
    result.pairs = certain_.matches();
    result.chunk_gap = 0;
    result.optimal = true;
    decomposition_.decompose(rows_, reduction_, certain_, result.pairs);
    has_runs_ = false;
    for (std::size_t number = 0; number < decomposition_.size(); ++number) {
        const Component& component = decomposition_.component(number);
        const Solution solution = solve(component, budget - result.steps);
        result.steps += solution.steps;
        result.chunk_gap += solution.gap;
        result.optimal = result.optimal && solution.proved;
        for (const std::int32_t e : choice_.edges) {
            result.pairs.push_back(component.pairs[at(e)]);
        }
    }
    order_by_hypothesis(result.pairs);
}

// Each hypothesis token has one pair at most, so its place says where the pair belongs.
void OptimalSearch::order_by_hypothesis(std::vector<Pair>& pairs) {
    by_token_.assign(at(rows_.hypothesis().size()), Pair{-1, -1, -1});
    for (const Pair& pair : pairs) {
        by_token_[at(pair.hypothesis)] = pair;
    }
    auto place = pairs.begin();
    for (const Pair& pair : by_token_) {
        if (pair.hypothesis >= 0) {
            *place++ = pair;
        }
    }
}

// A result about which only this is known: an alignment has a chunk at least.
void OptimalSearch::give_up(std::int64_t budget, SearchResult& result) {
    follower_.follow(rows_, reduction_, certain_.matches(), result.pairs);
    result.steps = budget;
    result.chunk_gap = std::max<std::int64_t>(0, count_chunks(result.pairs) - 1);
    result.optimal =
        result.chunk_gap == 0 &&
        std::all_of(result.pairs.begin(), result.pairs.end(),
                    [](const Pair& pair) { return pair.hypothesis == pair.reference; });
}

// Leaves its choice in ``choice_``.
OptimalSearch::Solution OptimalSearch::solve(const Component& component, std::int64_t budget) {
    const Pass pass = layered_.search_first(component, limits_.everything, limits_.first_width,
                                            budget, bound_, choice_);
    if (pass.found && pass.given_up == kImpossible) {
        return {true, 0, pass.steps};
    }
    std::int64_t upper = bound_.value;
    if (pass.found) {
        upper = std::min(upper, std::max(pass.given_up, kScale * choice_.value));
    } else {
        start_from_runs(component);
    }
    Solution solution = improve(component, upper, budget - pass.steps);
    solution.steps += pass.steps;
    return solution;
}

// Better bounds and wider passes in turn, until ``choice_`` is proved or the budget is used up.
OptimalSearch::Solution OptimalSearch::improve(const Component& component, std::int64_t upper,
                                               std::int64_t budget) {
    std::int64_t steps = 0;
    std::int64_t width = limits_.width;
    const std::int64_t size = component.edges();
    const auto is_proved = [&] { return upper < kScale * (choice_.value + 1); };
    for (bool prepared = false; !is_proved() && budget - steps >= 2 * size; prepared = true) {
        // A half of what is left is for the pass.
        const std::int64_t affordable = (budget - steps) * limits_.edges_a_step / (2 * size);
        const std::int64_t sweeps = improver_.improve(component, bound_, choice_.value,
                                                      std::min(limits_.sweeps, affordable));
        steps += sweeps * size / limits_.edges_a_step;
        upper = std::min(upper, bound_.value);
        if (is_proved()) {
            break;
        }
        if (!prepared) {
            layered_.prepare(component);
        }
        const Pass pass = layered_.search_with_width(component, bound_, choice_.value, width,
                                                     budget - steps, choice_);
        steps += pass.steps;
        upper = std::min(upper, std::max(pass.given_up, kScale * choice_.value));
        if (!pass.found) {
            width *= limits_.wider;
        }
    }
    const std::int64_t best = upper >= 0 ? upper / kScale : -((-upper + kScale - 1) / kScale);
    const std::int64_t gap = component.adjacencies(best) - component.adjacencies(choice_.value);
    return {is_proved(), is_proved() ? 0 : gap, steps};
}

// The choice of a component that the alignment by runs makes.
void OptimalSearch::start_from_runs(const Component& component) {
    if (!has_runs_) {
        follower_.follow(rows_, reduction_, certain_.matches(), runs_);
        run_partner_.assign(at(rows_.hypothesis().size()), -1);
        for (const Pair& pair : runs_) {
            run_partner_[at(pair.hypothesis)] = pair.reference;
        }
        has_runs_ = true;
    }
    choice_.edges.clear();
    choice_.value = 0;
    chosen_.assign(component.pairs.size(), 0);
    for (std::int32_t e = 0; e < component.edges(); ++e) {
        const Pair& pair = component.pairs[at(e)];
        if (run_partner_[at(pair.hypothesis)] == pair.reference) {
            choice_.edges.push_back(e);
            choice_.value += component.reward[at(e)];
            chosen_[at(e)] = 1;
        }
    }
    for (const std::int32_t e : choice_.edges) {
        const std::int32_t follow = component.follow[at(e)];
        if (follow >= 0 && chosen_[at(follow)]) {
            choice_.value += component.bonus;
        }
    }
}

}  // namespace meteorscope
