#include "search/spans/optimal/solve.hpp"

#include <algorithm>
#include <utility>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kOfSweeps = 5;
constexpr std::int64_t kOfWidth = 4;
constexpr std::int64_t kOfAdjacency = 4;
constexpr std::int64_t kMore = 2;
constexpr std::size_t kNarrower = 8;
constexpr std::int32_t kFewLayers = 10;

}  // namespace

Solution Solver::begin(const Component& component, std::int64_t budget, Bound& bound,
                       Choice& choice) {
    const Pass first = layered_.search_first(component, limits_.everything, limits_.first_width,
                                             budget, bound, choice);
    if (first.found && !first.bounded) {
        return {choice.value, true, first.steps};
    }
    if (!first.bounded) {
        bound.prices = component.first_prices;
        bound_with_prices(component, bound);
    }
    std::int64_t upper = bound.value;
    if (first.found) {
        upper = std::min(upper, std::max(first.given_up, choice.value));
    } else {
        choice = Choice{};  // it is always possible to take nothing
    }
    return {upper, upper < choice.value + component.unit, first.steps};
}

Solution Solver::improve(const Component& component, Bound& bound, std::int64_t upper,
                         std::int64_t budget, Choice& choice, std::size_t depth) {
    const bool is_part = depth != 0;
    const std::int64_t size = component.size();
    const std::int64_t sweep_steps = size / limits_.edges_a_step;
    std::int64_t steps = 0;
    std::int64_t width = is_part ? kOfWidth * limits_.width : limits_.width;
    std::int64_t allowed = std::max(component.unit, component.adjacency / kOfAdjacency);
    bool prepared = false;
    const auto is_proved = [&] { return upper < choice.value + component.unit; };
    for (bool first = true; !is_proved() && budget - steps >= 2 * size; first = false) {
        std::int64_t wanted = choice.value + component.unit;
        if (!first || !is_part) {
            // Half of the rest is for the pass.
            const std::int64_t affordable = (budget - steps) * limits_.edges_a_step / (2 * size);
            const std::int64_t most =
                first ? std::max<std::int64_t>(1, limits_.sweeps / kOfSweeps) : limits_.sweeps;
            const std::int64_t sweeps =
                improver_.improve(component, bound, choice.value, std::min(most, affordable));
            steps += sweeps * size / limits_.edges_a_step;
            upper = std::min(upper, bound.value);
            if (is_proved()) {
                break;
            }
            wanted = std::max(wanted, upper - allowed);
        }
        if ((!first || !is_part) && depth < kMaxDepth) {
            ComponentParts& parts = parts_[depth];
            steps += sweep_steps;
            const std::size_t left = parts.rule_out(component, bound, wanted);
            const std::size_t candidates = component.reward.size();
            if (kNarrower * left < (kNarrower - 1) * candidates) {
                parts.split(component, bound);
                prepared = false;
                const OfParts found =
                    search_parts(component, parts, wanted, budget - steps, choice, depth);
                steps += found.steps + sweep_steps;
                if (found.refuted) {
                    upper = wanted - component.unit;
                    allowed *= kMore;
                    continue;
                }
                upper = std::min(upper, std::max(wanted - component.unit, found.upper));
                if (choice.value >= wanted) {
                    continue;
                }
            }
        }
        if (!prepared) {
            prepared = !first || !is_part || component.layers() >= kFewLayers;
            layered_.prepare(component, prepared);
        }
        const std::int64_t beaten = wanted - component.unit;
        const Pass pass = layered_.search_with_width(component, bound, beaten, width,
                                                     budget - steps, found_);
        steps += pass.steps;
        if (pass.found) {
            std::swap(choice, found_);
            upper = std::min(upper, std::max(pass.given_up, choice.value));
        } else if (pass.given_up < wanted) {
            upper = beaten;
            allowed *= kMore;
        } else {
            upper = std::min(upper, pass.given_up);
            width *= limits_.wider;
        }
    }
    return {upper, is_proved(), steps};
}

// Looks for a choice of the wanted value: the best of each part. The others leave a part
// so much to be worth at least.
Solver::OfParts Solver::search_parts(const Component& component, ComponentParts& parts,
                                     std::int64_t wanted, std::int64_t budget, Choice& choice,
                                     std::size_t depth) {
    OfParts of{false, 0, 0};
    for (std::size_t number = 0; number < parts.size(); ++number) {
        of.upper += parts[number].bound.value;
    }
    Choice best;
    for (std::size_t number = 0; number < parts.size(); ++number) {
        if (of.upper < wanted) {
            of.refuted = true;
            return of;
        }
        Part& part = parts[number];
        const std::int64_t upper = part.bound.value;
        const std::int64_t least = wanted - (of.upper - upper);
        Choice own;
        own.value = least - component.unit;
        const Solution solution =
            improve(part.component, part.bound, upper, budget - of.steps, own, depth + 1);
        of.steps += solution.steps;
        of.upper += std::max(solution.upper, own.value) - upper;
        if (own.value < least) {
            of.refuted = solution.proved;
            return of;
        }
        best.value += own.value;
        for (const std::int32_t e : own.candidates) {
            best.candidates.push_back(part.candidates[index(e)]);
        }
    }
    if (best.value >= wanted) {
        std::sort(best.candidates.begin(), best.candidates.end());
        std::swap(choice, best);
    }
    return of;
}

}  // namespace meteorscope
