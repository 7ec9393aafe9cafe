#include "search/spans/optimal/weights.hpp"

#include <algorithm>

#include "base/at.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kFirstWeight = 4;
constexpr std::int64_t kHeavier = 4;
constexpr std::int64_t kWorthUnit = 256;

std::int64_t worth_of(const SpanComponent& component, const Choice& choice) {
    std::int64_t worth = 0;
    for (const std::int32_t e : choice.candidates) {
        worth += component.matches[at(e)].worth;
    }
    return worth;
}

}  // namespace

Solution SpanWeights::improve(const SpanComponent& component, Bound& bound, std::int64_t upper,
                              std::int64_t budget, Solver& solver, Choice& choice) {
    const SpanScale& scale = component.scale;
    std::int64_t steps = 0;
    std::int64_t weight = component.has_phrases ? kFirstWeight * scale.chunk : scale.worth;
    for (; weight < scale.worth; weight *= kHeavier) {
        weigh(component, weight);
        of_light_.candidates = choice.candidates;
        of_light_.value = value_of(light_, choice.candidates);
        Solution solution =
            solver.improve(light_, bound_, bound_.value, budget - steps, of_light_);
        steps += solution.steps;
        of_light_.value = value_of(component, of_light_.candidates);
        if (of_light_.value > choice.value) {
            choice = of_light_;
        }
        if (!solution.proved) {
            return {upper, false, steps};
        }
        solution = prove_worth(component, weight, budget - steps, solver);
        steps += solution.steps;
        if (solution.proved) {
            return {choice.value, true, steps};
        }
    }
    Solution solution = solver.improve(component, bound, upper, budget - steps, choice);
    solution.steps += steps;
    return solution;
}

// The component with another weight, and its bound with first prices.
void SpanWeights::weigh(const SpanComponent& component, std::int64_t weight) {
    const SpanScale& scale = component.scale;
    light_ = component;
    std::int32_t most = 0;
    for (std::size_t e = 0; e < light_.reward.size(); ++e) {
        const std::int32_t worth = component.matches[e].worth;
        light_.reward[e] -= (scale.worth - weight) * worth;
        most = std::max(most, worth);
    }
    for (std::int64_t& price : light_.first_prices) {
        price = price / scale.worth * weight;
    }
    light_.dearest = SpanScale::dearest_of(weight, scale.chunk, most);
    bound_.prices = light_.first_prices;
    bound_with_prices(light_, bound_);
}

// Whether no choice is worth more than ``of_light_``; begins with the prices of its proof.
Solution SpanWeights::prove_worth(const SpanComponent& component, std::int64_t weight,
                                  std::int64_t budget, Solver& solver) {
    of_worth_ = light_;
    std::int32_t most = 0;
    for (std::size_t e = 0; e < of_worth_.reward.size(); ++e) {
        of_worth_.reward[e] = kWorthUnit * component.matches[e].worth;
        most = std::max(most, component.matches[e].worth);
    }
    of_worth_.start_point.assign(of_worth_.reward.size(), -1);
    of_worth_.end_point.assign(of_worth_.reward.size(), -1);
    of_worth_.point_slot.clear();
    of_worth_.adjacency = 0;
    of_worth_.unit = kWorthUnit;
    of_worth_.dearest = SpanScale::dearest_of(kWorthUnit, 0, most);
    of_worth_.likely_gap = of_worth_.dearest;
    of_worth_.momentum = 0;
    for (std::int64_t& price : bound_.prices) {  // the product may need more than 64 bits
        const std::int64_t whole = floor_divide(price, weight);
        price = kWorthUnit * whole + kWorthUnit * (price - whole * weight) / weight;
    }
    bound_with_prices(of_worth_, bound_);
    of_more_worth_.candidates.clear();
    of_more_worth_.value = kWorthUnit * worth_of(component, of_light_);
    const std::int64_t known = of_more_worth_.value;
    Solution solution =
        solver.improve(of_worth_, bound_, bound_.value, budget, of_more_worth_);
    solution.proved = solution.proved && of_more_worth_.value == known;
    return solution;
}

}  // namespace meteorscope
