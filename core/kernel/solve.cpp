#include "solve.hpp"

#include <algorithm>
#include <utility>

namespace meteorscope {

Solution Solver::improve(const Component& component, const Pass& first, std::int64_t budget,
                         Choice& choice) {
    if (!first.bounded) {
        bound_.prices = component.first_prices;
        bound_with_prices(component, bound_);
    }
    std::int64_t upper = bound_.value;
    if (first.found) {
        upper = std::min(upper, std::max(first.given_up, choice.value));
    }
    std::int64_t steps = first.steps;
    std::int64_t width = limits_.width;
    const std::int64_t size = component.size();
    const auto is_proved = [&] { return upper < choice.value + component.unit; };
    for (bool prepared = false; !is_proved() && budget - steps >= 2 * size; prepared = true) {
        // Half of what is left is for the pass.
        const std::int64_t affordable = (budget - steps) * limits_.edges_a_step / (2 * size);
        const std::int64_t sweeps = improver_.improve(component, bound_, choice.value,
                                                      std::min(limits_.sweeps, affordable));
        steps += sweeps * size / limits_.edges_a_step;
        upper = std::min(upper, bound_.value);
        if (is_proved()) {
            break;
        }
        if (!prepared) {
            layered_.prepare(component);
        }
        const Pass pass = layered_.search_with_width(component, bound_, choice.value, width,
                                                     budget - steps, found_);
        steps += pass.steps;
        upper = std::min(upper, std::max(pass.given_up, pass.found ? found_.value : choice.value));
        if (pass.found) {
            std::swap(choice, found_);
        } else {
            width *= limits_.wider;
        }
    }
    return {upper, is_proved(), steps};
}

}  // namespace meteorscope
