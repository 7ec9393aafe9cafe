#include "search/words/optimal/optimal.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// The limit of sweeps by so much: those by which a choice is read off.
constexpr std::int64_t kShare = 3;

}  // namespace

void OptimalSearch::run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
                        std::int64_t budget, SearchResult& result) {
    budget = std::min(budget, kGreatestBudget);
    rows_.assign(hypothesis, reference, keys.types());
    reduction_.compute(rows_, keys);
    if (small_certain_.fits(rows_)) {
        run_by(small_certain_, small_decomposition_, budget, result);
    } else if (wide_certain_.fits(rows_)) {
        run_by(wide_certain_, wide_decomposition_, budget, result);
    } else {
        rows_.index_positions();
        run_by(certain_, decomposition_, budget, result);
    }
}

template <typename Certain>
void OptimalSearch::run_by(Certain& certain, Decomposition<Certain>& decomposition,
                           std::int64_t budget, SearchResult& result) {
    certain.find(rows_, reduction_);
    result.steps = certain.open_edges();
    if (result.steps > budget) {
        give_up(budget, certain.matches(), result);
        return;
    }
    certain.apply_rule();
    result.pairs = certain.matches();
    result.chunk_gap = 0;
    result.optimal = true;
    decomposition.decompose(rows_, reduction_, certain, result.pairs);
    has_runs_ = false;
    for (std::size_t number = 0; number < decomposition.size(); ++number) {
        const WordComponent& component = decomposition.component(number);
        if (!search_by_prices(component, budget, result)) {
            solve(component, certain.matches(), budget, result);
        }
        for (const std::int32_t e : choice_.candidates) {
            result.pairs.push_back(component.pairs[index(e)]);
        }
    }
    order_by_hypothesis(result.pairs);
}

// Whether a component has few candidates and the choice that is left is proved; ``choice_`` is
// overwritten in any case.
bool OptimalSearch::search_by_prices(const WordComponent& component, std::int64_t budget,
                                     SearchResult& result) {
    if (component.candidates() > limits_.few_candidates || !PriceSearch::fits(component)) {
        return false;
    }
    const bool proved = by_prices_.run(component, limits_.sweeps / kShare, limits_.edges_a_step,
                                       budget - result.steps, choice_);
    result.steps += by_prices_.steps();
    return proved;
}

void OptimalSearch::set_limits(const Limits& limits) {
    limits_ = limits;
    chunks_first_.set_limits({4 * limits.first_width, limits.wider, 16 * limits.first_width,
                              1024 * limits.first_width, limits.sweeps},
                             limits.edges_a_step);
}

void OptimalSearch::solve(const WordComponent& component, const UnsetVector<Pair>& certain,
                          std::int64_t budget, SearchResult& result) {
    const ChunksFirst::Solution solution =
        chunks_first_.solve(component, budget - result.steps, choice_,
                            [&](Choice& choice) { start_from_runs(component, certain, choice); });
    result.steps += solution.steps;
    result.optimal = result.optimal && solution.proved;
    result.chunk_gap += solution.gap;
}

// Each hypothesis token has one pair at most, so its place says where the pair belongs; tokens
// without one are passed over without a branch.
void OptimalSearch::order_by_hypothesis(UnsetVector<Pair>& pairs) {
    const std::size_t tokens = index(rows_.hypothesis().size());
    fill_blocks(pair_of_token_, tokens, -1);
    for (std::size_t number = 0; number < pairs.size(); ++number) {
        pair_of_token_[index(pairs[number].hypothesis)] = static_cast<std::int32_t>(number);
    }
    ordered_.resize(pairs.size() + 1);
    std::size_t count = 0;
    for (std::size_t token = 0; token < tokens && !pairs.empty(); ++token) {
        const std::int32_t number = pair_of_token_[token];
        ordered_[count] = pairs[index(std::max(number, 0))];
        count += number >= 0;
    }
    ordered_.pop_back();
    pairs.swap(ordered_);
}

// A result about which only this is known: an alignment has a chunk at least.
void OptimalSearch::give_up(std::int64_t budget, const UnsetVector<Pair>& certain,
                            SearchResult& result) {
    rows_.index_positions();
    follower_.follow(rows_, reduction_, certain, result.pairs);
    result.steps = budget;
    result.chunk_gap = std::max<std::int64_t>(0, count_chunks(result.pairs) - 1);
    result.optimal =
        result.chunk_gap == 0 &&
        std::all_of(result.pairs.begin(), result.pairs.end(),
                    [](const Pair& pair) { return pair.hypothesis == pair.reference; });
}

// The choice of a component that the alignment by runs makes.
void OptimalSearch::start_from_runs(const WordComponent& component,
                                    const UnsetVector<Pair>& certain, Choice& choice) {
    if (!has_runs_) {
        rows_.index_positions();
        follower_.follow(rows_, reduction_, certain, runs_);
        run_partner_.assign(index(rows_.hypothesis().size()), -1);
        for (const Pair& pair : runs_) {
            run_partner_[index(pair.hypothesis)] = pair.reference;
        }
        has_runs_ = true;
    }
    choice.candidates.clear();
    for (std::int32_t e = 0; e < component.candidates(); ++e) {
        const Pair& pair = component.pairs[index(e)];
        if (run_partner_[index(pair.hypothesis)] == pair.reference) {
            choice.candidates.push_back(e);
        }
    }
    choice.value = value_of(component, choice.candidates);
}

}  // namespace meteorscope
