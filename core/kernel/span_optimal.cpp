#include "span_optimal.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace meteorscope {

namespace {

// No search takes as many steps; a larger budget could not be computed with.
constexpr std::int64_t kGreatestBudget = std::int64_t{1} << 50;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::int64_t largest_gap(const std::vector<Link>& links) {
    return std::max<std::int64_t>(0, count_link_chunks(links) - 1);
}

bool comes_first(const Link& one, const Link& other) {
    return one.hypothesis_start < other.hypothesis_start;
}

}  // namespace

void OptimalSpanSearch::run(const std::vector<Candidate>& candidates,
                            std::int32_t hypothesis_length, std::int32_t reference_length,
                            std::int32_t exact_stage, std::int64_t budget, std::int64_t width,
                            SpanResult& result) {
    if (width < 1) {
        throw std::invalid_argument("the beam's width is " + std::to_string(width) +
                                    "; it has to be at least 1");
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
        decomposition_.component(number, component_);
        const Solution solution = solve(segment, budget - result.steps - beam_steps_);
        result.steps += solution.steps;
        result.optimal = result.optimal && solution.proved;
        worth_proved = worth_proved && solution.gap >= 0;
        result.chunk_gap += std::max<std::int64_t>(0, solution.gap);
        for (const std::int32_t candidate : choice_.candidates) {
            result.links.push_back(component_.matches[at(candidate)].link());
        }
    }
    std::sort(result.links.begin(), result.links.end(), comes_first);
    if (!worth_proved) {
        result.chunk_gap = largest_gap(result.links);
    }
    result.steps += beam_steps_;
}

// A result about which only this is known: an alignment has a chunk at least.
void OptimalSpanSearch::run_beam(const Segment& segment, SpanResult& result) {
    const std::int64_t steps = result.steps;
    beam_.run(segment.candidates, segment.hypothesis_length, segment.reference_length,
              segment.exact_stage, segment.width, result);
    result.optimal = false;
    result.chunk_gap = largest_gap(result.links);
    result.steps += steps;
}

// A first pass, what else it takes, and at last the beam. The choice is left in ``choice_``.
OptimalSpanSearch::Solution OptimalSpanSearch::solve(const Segment& segment,
                                                     std::int64_t budget) {
    if (!component_.scale.fits) {
        choice_.value = 0;
        take_beam(segment);
        return {false, -1, 0};
    }
    const SpanPass first = layered_.search_first(component_, limits_.everything,
                                                 limits_.first_width, budget, bound_, choice_);
    if (!first.bounded || first.given_up <= choice_.value) {
        return {true, 0, first.steps};
    }
    return improve(segment, std::min(bound_.value, first.given_up), first.steps, budget);
}

// Better bounds and wider passes in turn, until proved or out of budget.
OptimalSpanSearch::Solution OptimalSpanSearch::improve(const Segment& segment, std::int64_t upper,
                                                       std::int64_t steps, std::int64_t budget) {
    std::int64_t width = limits_.width;
    const std::int64_t size = component_.size();
    while (upper > choice_.value && budget - steps >= 2 * size) {
        // Half of what is left is for the pass.
        const std::int64_t affordable = (budget - steps) * limits_.edges_a_step / (2 * size);
        const std::int64_t sweeps = improver_.improve(component_, bound_, choice_.value,
                                                      std::min(limits_.sweeps, affordable));
        steps += sweeps * size / limits_.edges_a_step;
        upper = std::min(upper, bound_.value);
        if (upper <= choice_.value) {
            break;
        }
        const SpanPass found = layered_.search_with_width(component_, bound_, choice_.value, width,
                                                          budget - steps, found_);
        steps += found.steps;
        upper = std::min(upper,
                         std::max(found.given_up, found.found ? found_.value : choice_.value));
        if (found.found) {
            std::swap(choice_, found_);
        } else {
            width *= limits_.wider;
        }
    }
    if (upper <= choice_.value) {
        return {true, 0, steps};
    }
    take_beam(segment);
    return {upper <= choice_.value, component_.scale.gap(choice_.value, upper), steps};
}

// What the beam chooses in the component, or what is better inside a phrase instead of it, becomes
// the choice if it is better than that. Where values cannot be computed it does in any case.
void OptimalSpanSearch::take_beam(const Segment& segment) {
    if (!asked_beam_) {
        asked_beam_ = true;
        beam_.run(segment.candidates, segment.hypothesis_length, segment.reference_length,
                  segment.exact_stage, segment.width, of_beam_);
        beam_steps_ = of_beam_.steps;
        chosen_by_beam_.clear();
        for (const Link& link : of_beam_.links) {
            reduction_.add_chosen({link.reference_start, link.reference_end, link.hypothesis_start,
                                   link.hypothesis_end},
                                  chosen_by_beam_);
        }
        std::sort(chosen_by_beam_.begin(), chosen_by_beam_.end());
    }
    found_.candidates.clear();
    for (std::size_t e = 0; e < component_.matches.size(); ++e) {
        if (std::binary_search(chosen_by_beam_.begin(), chosen_by_beam_.end(),
                               component_.matches[e].spans())) {
            found_.candidates.push_back(static_cast<std::int32_t>(e));
        }
    }
    if (!component_.scale.fits) {
        std::swap(choice_, found_);
        return;
    }
    ends_.assign(component_.point_slot.size(), 0);
    found_.value = 0;
    for (const std::int32_t e : found_.candidates) {
        found_.value += component_.reward[at(e)];
        if (component_.end_point[at(e)] >= 0) {
            ends_[at(component_.end_point[at(e)])] = 1;
        }
    }
    for (const std::int32_t e : found_.candidates) {
        if (component_.start_point[at(e)] >= 0 && ends_[at(component_.start_point[at(e)])] != 0) {
            found_.value += component_.scale.chunk;
        }
    }
    if (found_.value > choice_.value) {
        std::swap(choice_, found_);
    }
}

}  // namespace meteorscope
