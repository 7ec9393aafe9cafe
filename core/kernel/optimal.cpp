#include "optimal.hpp"

#include <algorithm>
#include <cstdlib>

namespace meteorscope {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

bool by_hypothesis(const Pair& one, const Pair& other) {
    return one.hypothesis < other.hypothesis;
}

}  // namespace

void OptimalSearch::run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
                        std::int64_t budget, SearchResult& result) {
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
    solve_small(result);
    if (!hard_.empty()) {
        solve_hard(budget, result);
    }
    std::sort(result.pairs.begin(), result.pairs.end(), by_hypothesis);
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

void OptimalSearch::solve_small(SearchResult& result) {
    hard_.clear();
    for (std::size_t number = 0; number < decomposition_.size(); ++number) {
        const Component& component = decomposition_.component(number);
        Pass pass;
        const auto limit = static_cast<std::size_t>(limits_.everything);
        if (!layered_.search_everything(component, limit, choice_, pass) || !pass.found) {
            hard_.push_back(number);
            continue;
        }
        result.steps += pass.steps;
        take_choice(component, result);
    }
}

void OptimalSearch::solve_hard(std::int64_t budget, SearchResult& result) {
    follower_.follow(rows_, reduction_, certain_.matches(), runs_);
    run_partner_.assign(at(rows_.hypothesis().size()), -1);
    for (const Pair& pair : runs_) {
        run_partner_[at(pair.hypothesis)] = pair.reference;
    }
    for (const std::size_t number : hard_) {
        const Component& component = decomposition_.component(number);
        start_from_runs(component);
        const Solution solution = solve(component, budget - result.steps);
        result.steps += solution.steps;
        result.chunk_gap += solution.gap;
        result.optimal = result.optimal && solution.proved;
        take_choice(component, result);
    }
}

// The choice of a component that the alignment by runs makes.
void OptimalSearch::start_from_runs(const Component& component) {
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

// Better bounds and wider passes in turn, until ``choice_`` is proved or the budget is used up.
OptimalSearch::Solution OptimalSearch::solve(const Component& component, std::int64_t budget) {
    std::int64_t steps = 0;
    std::int64_t width = limits_.first_width;
    bound_.prices.assign(component.slot_required.size(), 0);
    bound_with_prices(component, bound_);
    std::int64_t upper = bound_.value;
    const std::int64_t size = component.edges();
    bool prepared = false;
    const auto is_proved = [&] { return upper < kScale * (choice_.value + 1); };
    while (budget - steps >= 2 * size) {
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
            prepared = true;
        }
        const Pass pass = layered_.search_with_width(component, bound_, choice_.value, width,
                                                     budget - steps, choice_);
        steps += pass.steps;
        upper = std::min(upper, std::max(pass.given_up, kScale * choice_.value));
        if (!pass.found) {
            width *= limits_.wider;
        }
        if (is_proved()) {
            break;
        }
    }
    const std::int64_t best = upper >= 0 ? upper / kScale : -((-upper + kScale - 1) / kScale);
    const std::int64_t gap = component.adjacencies(best) - component.adjacencies(choice_.value);
    return {is_proved(), is_proved() ? 0 : gap, steps};
}

void OptimalSearch::take_choice(const Component& component, SearchResult& result) const {
    for (const std::int32_t e : choice_.edges) {
        result.pairs.push_back(component.pairs[at(e)]);
    }
}

}  // namespace meteorscope
