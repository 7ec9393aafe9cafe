#include "bound.hpp"

#include <algorithm>
#include <numeric>

namespace meteorscope {

namespace {

constexpr std::int64_t kStepUnit = 1024;
constexpr std::int64_t kSmallestStep = 8;
constexpr int kPatience = 5;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// length * excess / (unit * norm), whose product may need more than 64 bits.
std::int64_t step_length(std::int64_t length, std::int64_t excess, std::int64_t norm) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(length) * excess /
                                     (static_cast<Wide>(kStepUnit) * norm));
}

}  // namespace

void bound_with_prices(const Component& component, Bound& bound) {
    const std::int32_t layers = component.layers();
    bound.from_edge.resize(component.pairs.size());
    bound.from_layer.resize(at(layers) + 1);
    bound.from_layer[at(layers)] = 0;
    const std::int64_t bonus = kScale * component.bonus;
    // Plain pointers, which no store into another array can change.
    const std::int32_t* const first_edge = component.first_edge.data();
    const std::int32_t* const follow = component.follow.data();
    const std::int32_t* const slot_of = component.slot.data();
    const std::int64_t* const reward = component.reward.data();
    const std::int64_t* const prices = bound.prices.data();
    std::int64_t* const from_edge = bound.from_edge.data();
    bound.best_edge.resize(at(layers));
    std::int64_t after = 0;
    for (std::int32_t layer = layers - 1; layer >= 0; --layer) {
        std::int64_t best = component.layer_required[at(layer)] ? kImpossible : after;
        std::int32_t best_edge = -1;
        for (std::int32_t e = first_edge[layer]; e < first_edge[layer + 1]; ++e) {
            std::int64_t rest = after;
            if (follow[e] >= 0) {
                rest = std::max(after, from_edge[follow[e]] + bonus);
            }
            const std::int64_t worth = kScale * reward[e] - prices[slot_of[e]] + rest;
            from_edge[e] = worth;
            if (worth > best) {
                best = worth;
                best_edge = e;
            }
        }
        bound.from_layer[at(layer)] = best;
        bound.best_edge[at(layer)] = best_edge;
        after = best;
    }
    bound.prices_after.assign(at(layers), 0);
    for (std::size_t slot = 0; slot < bound.prices.size(); ++slot) {
        if (component.last_layer[slot] > 0) {
            bound.prices_after[at(component.last_layer[slot] - 1)] += bound.prices[slot];
        }
    }
    for (std::int32_t layer = layers - 2; layer >= 0; --layer) {
        bound.prices_after[at(layer)] += bound.prices_after[at(layer + 1)];
    }
    bound.value = bound.from_layer[0] +
                  std::accumulate(bound.prices.begin(), bound.prices.end(), std::int64_t{0});
}

std::int64_t BoundImprover::improve(const Component& component, Bound& best, std::int64_t target,
                                    std::int64_t sweeps) {
    std::int64_t length = kStepUnit;
    std::int64_t made = 0;
    int disappointments = 0;
    const Bound* current = &best;
    while (best.value >= kScale * (target + 1) && length >= kSmallestStep && made < sweeps) {
        ++made;
        if (!step(component, *current, target, length, next_.prices)) {
            break;
        }
        bound_with_prices(component, next_);
        if (next_.value < best.value) {
            std::swap(best, next_);
            current = &best;
            disappointments = 0;
            continue;
        }
        std::swap(current_, next_);
        current = &current_;
        if (++disappointments == kPatience) {
            length = length * 3 / 5;
            disappointments = 0;
        }
    }
    return made;
}

// The prices one subgradient step further; false where the prices are already the best.
bool BoundImprover::step(const Component& component, const Bound& bound, std::int64_t target,
                         std::int64_t length, std::vector<std::int64_t>& prices) {
    count_uses(component, bound);
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
    const std::int64_t step =
        std::max<std::int64_t>(1, step_length(length, bound.value - kScale * target, norm));
    prices.resize(excess_.size());
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        const std::int64_t price = bound.prices[slot] + step * excess_[slot];
        prices[slot] = component.slot_required[slot] ? price : std::max<std::int64_t>(0, price);
    }
    return true;
}

// How often the sequence that attains the bound uses each slot, less one. Of equal ways to go on
// in a layer it takes none first, then the first edge.
void BoundImprover::count_uses(const Component& component, const Bound& bound) {
    excess_.assign(component.slot_required.size(), -1);
    const std::int64_t bonus = kScale * component.bonus;
    std::int32_t previous = -1;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        std::int32_t best = bound.best_edge[at(layer)];
        const std::int32_t following = previous >= 0 ? component.follow[at(previous)] : -1;
        if (following >= 0) {
            const std::int64_t worth = bound.from_edge[at(following)] + bonus;
            if (worth > bound.from_layer[at(layer)]) {
                best = following;
            } else if (worth == bound.from_layer[at(layer)]) {
                best = std::min(best, following);
            }
        }
        previous = best;
        if (best >= 0) {
            ++excess_[at(component.slot[at(best)])];
        }
    }
}

}  // namespace meteorscope
