#include "search/spans/optimal/bound.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/compiler.hpp"
#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kStepUnit = 1024;
constexpr std::int64_t kSmallestStep = 8;
constexpr int kMomentumBits = 3;  // a momentum is in eighths
constexpr std::int64_t kUnitOfDirection = 128;

using Product = Int128;

// The quotient of a number and a positive one.
template <typename Number>
Number floor_of_quotient(Number number, Number divisor) {
    return number / divisor - static_cast<Number>(number % divisor < 0);
}

// length * gap / (unit * norm), whose product may need more than 64 bits.
std::int64_t step_length(std::int64_t length, std::int64_t gap, std::int64_t norm) {
    return static_cast<std::int64_t>(static_cast<Product>(length) * gap /
                                     (static_cast<Product>(kStepUnit) * norm));
}

// One pass over all candidates, from the last layer to the first.
void sweep_layers(const Component& component, Bound& bound) {
    const std::int64_t adjacency = component.adjacency;
    // Plain pointers, which no store into another array can change.
    const std::int32_t* const first = component.first.data();
    const std::int32_t* const end_layer = component.end_layer.data();
    const std::int32_t* const end_point = component.end_point.data();
    const std::int32_t* const start_point = component.start_point.data();
    const std::int32_t* const first_slot = component.first_slot.data();
    const std::int32_t* const end_slot = component.end_slot.data();
    const std::int64_t* const reward = component.reward.data();
    const std::int64_t* const prices = bound.prices.data();
    std::int64_t* const from_point = bound.from_point.data();
    std::int32_t* const best_of_point = bound.best_of_point.data();
    std::int64_t* const from_layer = bound.from_layer.data();
    for (std::int32_t layer = component.layers() - 1; layer >= 0; --layer) {
        const std::int64_t after = from_layer[layer + 1];
        std::int64_t best = component.layer_required[index(layer)] ? kImpossible : after;
        std::int32_t chosen = -1;
        for (std::int32_t e = first[layer]; e < first[layer + 1]; ++e) {
            std::int64_t worth = from_layer[end_layer[e]];
            if (end_point[e] >= 0) {
                worth = std::max(worth, from_point[end_point[e]]);
            }
            worth += reward[e] - prices[first_slot[e]];
            for (std::int32_t slot = first_slot[e] + 1; slot < end_slot[e]; ++slot) {
                worth -= prices[slot];
            }
            if (worth > best) {
                best = worth;
                chosen = e;
            }
            if (const std::int32_t start = start_point[e];
                start >= 0 && worth + adjacency > from_point[start]) {
                from_point[start] = worth + adjacency;
                best_of_point[start] = e;
            }
        }
        from_layer[layer] = best;
        bound.best_of_layer[index(layer)] = chosen;
    }
}

// How often a sequence that attains the bound takes each slot, less one. Of equal ways to go on in
// a layer it takes none first, then the first candidate.
void count_uses(const Component& component, const Bound& bound,
                std::vector<std::int64_t>& excess) {
    excess.assign(component.slots(), -1);
    const std::int32_t layers = component.layers();
    std::int32_t point = -1;
    for (std::int32_t layer = 0; layer < layers;) {
        std::int32_t chosen = bound.best_of_layer[index(layer)];
        if (point >= 0) {
            const std::int64_t worth = bound.from_point[index(point)];
            const std::int32_t continuing = bound.best_of_point[index(point)];
            if (worth > bound.from_layer[index(layer)]) {
                chosen = continuing;
            } else if (worth == bound.from_layer[index(layer)]) {
                chosen = std::min(chosen, continuing);
            }
        }
        point = -1;
        ++layer;
        if (chosen >= 0) {
            point = component.end_point[index(chosen)];
            std::int32_t slot = component.first_slot[index(chosen)];
            ++excess[index(slot)];
            layer = component.end_layer[index(chosen)];
            while (++slot < component.end_slot[index(chosen)]) {
                ++excess[index(slot)];
            }
        }
    }
}

// The sums of prices from layers on.
void sum_prices(const Component& component, Bound& bound) {
    const std::int32_t layers = component.layers();
    bound.prices_from.assign(index(layers) + 1, 0);
    for (std::size_t slot = 0; slot < bound.prices.size(); ++slot) {
        bound.prices_from[index(component.last_layer[slot])] += bound.prices[slot];
    }
    for (std::int32_t layer = layers - 1; layer >= 0; --layer) {
        bound.prices_from[index(layer)] += bound.prices_from[index(layer + 1)];
    }
}

// All but these.
void sweep(const Component& component, Bound& bound) {
    const std::int32_t layers = component.layers();
    bound.from_layer.resize(index(layers) + 1);
    bound.from_layer[index(layers)] = 0;
    bound.best_of_layer.resize(index(layers));
    bound.best_of_point.resize(component.point_slot.size());
    bound.from_point.assign(component.point_slot.size(), kImpossible);
    sweep_layers(component, bound);
    bound.value =
        std::accumulate(bound.prices.begin(), bound.prices.end(), bound.from_layer[0]);
}

// The prices moved in a direction, as far as they may be. Numbers are long enough for products.
template <typename Number>
void move_prices(const Component& component, const Bound& bound,
                 const std::vector<std::int64_t>& direction, Number far, Number norm,
                 std::vector<std::int64_t>& prices) {
    prices.resize(direction.size());
    const Number dearest = component.dearest;
    for (std::size_t slot = 0; slot < direction.size(); ++slot) {
        const Number price = bound.prices[slot] + floor_of_quotient(far * direction[slot], norm);
        const Number cheapest = component.slot_required[slot] ? -dearest : Number{0};
        prices[slot] =
            static_cast<std::int64_t>(std::min(dearest, std::max(cheapest, price)));
    }
}

}  // namespace

void bound_with_prices(const Component& component, Bound& bound) {
    sweep(component, bound);
    sum_prices(component, bound);
}

std::int64_t BoundImprover::improve(const Component& component, Bound& best, std::int64_t target,
                                    std::int64_t sweeps) {
    std::int64_t length = kStepUnit;
    std::int64_t made = 0;
    std::int64_t disappointments = 0;
    direction_.assign(best.prices.size(), 0);
    const Bound* current = &best;
    bool improved = false;
    while (best.value >= target + component.unit && length >= kSmallestStep && made < sweeps) {
        ++made;
        if (!step(component, *current, target, length, next_.prices)) {
            break;
        }
        sweep(component, next_);
        if (next_.value < best.value) {
            std::swap(best, next_);
            current = &best;
            improved = true;
            disappointments = 0;
            continue;
        }
        std::swap(current_, next_);
        current = &current_;
        if (++disappointments == component.patience) {
            length = length * 3 / 5;
            disappointments = 0;
        }
    }
    if (improved) {
        sum_prices(component, best);
    }
    return made;
}

// The prices one subgradient step further; false where the prices are already the best.
bool BoundImprover::step(const Component& component, const Bound& bound, std::int64_t target,
                         std::int64_t length, std::vector<std::int64_t>& prices) {
    count_uses(component, bound, excess_);
    std::int64_t norm = 0;
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        if (excess_[slot] < 0 && bound.prices[slot] == 0 && !component.slot_required[slot]) {
            excess_[slot] = 0;
        }
        norm += excess_[slot] * excess_[slot];
    }
    if (norm == 0) {
        return false;
    }
    const std::int64_t gap = std::min(bound.value - target, component.likely_gap);
    if (component.momentum != 0) {
        return step_on(component, bound, gap, length, prices);
    }
    const std::int64_t step = std::max<std::int64_t>(1, step_length(length, gap, norm));
    prices.resize(excess_.size());
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        const std::int64_t price = bound.prices[slot] + step * excess_[slot];
        const std::int64_t cheapest = component.slot_required[slot] ? -component.dearest : 0;
        prices[slot] = std::min(component.dearest, std::max(cheapest, price));
    }
    return true;
}

// The same for a component with a momentum: a part of the last direction is in the next. False
// where both cancel out.
bool BoundImprover::step_on(const Component& component, const Bound& bound, std::int64_t gap,
                            std::int64_t length, std::vector<std::int64_t>& prices) {
    Product norm = 0;
    std::int64_t farthest = 0;
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        std::int64_t& move = direction_[slot];
        move = ((component.momentum * move) >> kMomentumBits) + kUnitOfDirection * excess_[slot];
        norm += Product{move} * move;
        farthest = std::max(farthest, move < 0 ? -move : move);
    }
    if (norm == 0) {
        return false;
    }
    const Product far = Product{length} * kUnitOfDirection * gap / kStepUnit;
    // Products are nearly always short, and then it takes a tenth of the time.
    constexpr Product kShort = std::int64_t{1} << 60U;
    if (far * farthest < kShort && norm < kShort && component.dearest < kShort) {
        move_prices(component, bound, direction_, static_cast<std::int64_t>(far),
                    static_cast<std::int64_t>(norm), prices);
    } else {
        move_prices(component, bound, direction_, far, norm, prices);
    }
    return true;
}

}  // namespace meteorscope
