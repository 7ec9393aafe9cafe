#include "search/spans/optimal/optimal.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "base/integers.hpp"
#include "search/result.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kFirstWeight = 4;
constexpr std::int64_t kHeavier = 4;
constexpr std::int64_t kWorthUnit = 256;

std::int64_t worth_of(const SpanComponent& component, const Choice& choice) {
    std::int64_t worth = 0;
    for (const std::int32_t e : choice.candidates) {
        worth += component.matches[index(e)].worth;
    }
    return worth;
}

// More worth, fewer chunks, more words, less distance: the larger, the better.
std::array<std::int64_t, 4> criteria_of(const Links& links,
                                        std::int32_t exact_stage) {
    std::int64_t worth = 0;
    std::int64_t words = 0;
    std::int64_t distance = 0;
    for (const Link& link : links) {
        const std::int32_t length = link.reference_end - link.reference_start;
        const std::int32_t other_length = link.hypothesis_end - link.hypothesis_start;
        worth += worth_of_match(length, other_length, link.stage == exact_stage);
        words += length + other_length;
        distance += std::abs(std::int64_t{link.hypothesis_start} - link.reference_start);
    }
    return {worth, -count_link_chunks(links), words, -distance};
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

void OptimalSpanSearch::run(const Candidates& candidates,
                            std::int32_t hypothesis_length, std::int32_t reference_length,
                            std::int32_t exact_stage, std::int64_t budget, std::int64_t width,
                            SpanResult& result) {
    if (width < 1) {
        throw std::invalid_argument("the beam's width is " + std::to_string(width) +
                                    "; it must be at least 1");
    }
    budget = std::min(budget, kGreatestBudget);
    const Segment segment{candidates, hypothesis_length, reference_length, exact_stage, width};
    definite_.find(candidates, hypothesis_length, reference_length);
    asked_beam_ = false;
    beam_steps_ = 0;
    result.steps = static_cast<std::int64_t>(candidates.size());
    if (result.steps > budget) {
        run_beam(segment, result);
        return;
    }
    reduction_.reduce(candidates, definite_, hypothesis_length, reference_length, exact_stage);
    decomposition_.decompose(reduction_, hypothesis_length, reference_length, exact_stage);
    result.links.clear();
    for (const SpanMatch& match : reduction_.certain()) {
        result.links.push_back(match.link());
    }
    result.optimal = true;
    result.chunk_gap = 0;
    bool worth_proved = true;
    for (std::size_t number = 0; number < decomposition_.size(); ++number) {
        if (result.steps <= budget - beam_steps_) {
            const SpanDecomposition::OfOneWord of_one = decomposition_.solve_one_word(number);
            if (of_one.known) {
                result.steps += of_one.steps;
                if (of_one.match != nullptr) {
                    result.links.push_back(of_one.match->link());
                }
                continue;
            }
        }
        decomposition_.component(number, component_);
        const std::int64_t gap = solve(segment, budget - beam_steps_, result);
        worth_proved = worth_proved && gap >= 0;
        result.chunk_gap += std::max<std::int64_t>(0, gap);
        for (const std::int32_t candidate : choice_.candidates) {
            result.links.push_back(component_.matches[index(candidate)].link());
        }
    }
    sort_links(hypothesis_length, result.links);
    if (asked_beam_ &&
        criteria_of(of_beam_.links, exact_stage) > criteria_of(result.links, exact_stage)) {
        result.chunk_gap -=
            count_link_chunks(result.links) - count_link_chunks(of_beam_.links);
        result.links = of_beam_.links;
    }
    if (!worth_proved) {
        result.chunk_gap = gap_without_proof(count_link_chunks(result.links));
    }
    result.steps += beam_steps_;
}

// By their words of the hypothesis, of which they share none; others are passed over without a
// branch.
void OptimalSpanSearch::sort_links(std::int32_t hypothesis_length, Links& links) {
    if (links.empty()) {
        return;
    }
    fill_blocks(link_at_, index(hypothesis_length), -1);
    for (std::size_t number = 0; number < links.size(); ++number) {
        link_at_[index(links[number].hypothesis_start)] = static_cast<std::int32_t>(number);
    }
    sorted_.resize(links.size() + 1);
    std::size_t sorted = 0;
    for (std::size_t word = 0; word < index(hypothesis_length); ++word) {
        const std::int32_t number = link_at_[word];
        sorted_[sorted] = links[index(std::max(number, 0))];
        sorted += number >= 0;
    }
    sorted_.pop_back();
    std::swap(links, sorted_);
}

// A result about which only this is known: an alignment has a chunk at least.
void OptimalSpanSearch::run_beam(const Segment& segment, SpanResult& result) {
    const std::int64_t steps = result.steps;
    beam_.run(segment.candidates, segment.hypothesis_length, segment.reference_length,
              segment.exact_stage, segment.width, result);
    result.optimal = false;
    result.chunk_gap = gap_without_proof(count_link_chunks(result.links));
    result.steps += steps;
}

// Leaves in ``choice_`` the better of a search's choice and, without a proof, the beam's. Returns
// its gap, -1 where not even its worth is proved.
std::int64_t OptimalSpanSearch::solve(const Segment& segment, std::int64_t budget,
                                      SpanResult& result) {
    if (!component_.scale.fits) {
        take_beam(segment);
        result.optimal = false;
        return -1;
    }
    Solution solution = solver_.begin(component_, budget - result.steps, bound_, choice_);
    result.steps += solution.steps;
    if (!solution.proved) {
        solution = weights_.improve(component_, bound_, solution.upper, budget - result.steps,
                                    solver_, choice_);
        result.steps += solution.steps;
    }
    if (solution.proved) {
        return 0;
    }
    take_beam(segment);
    result.optimal = result.optimal && solution.upper <= choice_.value;
    return component_.scale.gap(choice_.value, solution.upper);
}

// What the beam chooses in the component becomes the choice if it is better than that. Where values
// cannot be computed it does in any case.
void OptimalSpanSearch::take_beam(const Segment& segment) {
    if (!asked_beam_) {
        asked_beam_ = true;
        beam_.run(segment.candidates, segment.hypothesis_length, segment.reference_length,
                  segment.exact_stage, segment.width, of_beam_);
        beam_steps_ = of_beam_.steps;
        chosen_by_beam_.clear();
        for (const Link& link : of_beam_.links) {
            chosen_by_beam_.push_back({link.reference_start, link.reference_end,
                                       link.hypothesis_start, link.hypothesis_end});
        }
        std::sort(chosen_by_beam_.begin(), chosen_by_beam_.end());
    }
    Choice& known = beams_;
    known.candidates.clear();
    for (std::size_t e = 0; e < component_.matches.size(); ++e) {
        if (std::binary_search(chosen_by_beam_.begin(), chosen_by_beam_.end(),
                               component_.matches[e].spans())) {
            known.candidates.push_back(static_cast<std::int32_t>(e));
        }
    }
    if (component_.scale.fits) {
        known.value = value_of(component_, known.candidates);
        if (known.value <= choice_.value) {
            return;
        }
    }
    std::swap(choice_, known);
}

}  // namespace meteorscope
