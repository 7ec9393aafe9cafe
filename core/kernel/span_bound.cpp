#include "span_bound.hpp"

#include <algorithm>
#include <utility>

namespace meteorscope {

namespace {

constexpr std::int64_t kNowhere = -(std::int64_t{1} << 62);
constexpr std::int64_t kStepUnit = 1024;
constexpr std::int64_t kSmallestStep = 8;
constexpr int kPatience = 5;
constexpr std::int64_t kMostChunks = 8;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// length * gap / (unit * norm), whose product may need more than 64 bits.
std::int64_t step_length(std::int64_t length, std::int64_t gap, std::int64_t norm) {
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(length) * gap /
                                     (static_cast<Wide>(kStepUnit) * norm));
}

}  // namespace

void bound_with_prices(const SpanComponent& component, SpanBound& bound) {
    const std::int32_t layers = component.layers();
    bound.from_candidate.resize(component.matches.size());
    bound.from_point.assign(component.point_slot.size(), kNowhere);
    bound.from_layer.resize(at(layers) + 1);
    bound.from_layer[at(layers)] = 0;
    const std::int64_t chunk = component.scale.chunk;
    // Plain pointers, which no store into another array can change.
    const std::int32_t* const first = component.first.data();
    const std::int32_t* const end_layer = component.end_layer.data();
    const std::int32_t* const end_point = component.end_point.data();
    const std::int32_t* const start_point = component.start_point.data();
    const std::int32_t* const first_slot = component.first_slot.data();
    const std::int32_t* const end_slot = component.end_slot.data();
    const std::int64_t* const reward = component.reward.data();
    const std::int64_t* const prices = bound.prices.data();
    std::int64_t* const from_candidate = bound.from_candidate.data();
    std::int64_t* const from_point = bound.from_point.data();
    std::int64_t* const from_layer = bound.from_layer.data();
    for (std::int32_t layer = layers - 1; layer >= 0; --layer) {
        std::int64_t best = from_layer[layer + 1];
        for (std::int32_t e = first[layer]; e < first[layer + 1]; ++e) {
            std::int64_t worth = from_layer[end_layer[e]];
            if (end_point[e] >= 0) {
                worth = std::max(worth, from_point[end_point[e]]);
            }
            worth += reward[e];
            for (std::int32_t slot = first_slot[e]; slot < end_slot[e]; ++slot) {
                worth -= prices[slot];
            }
            from_candidate[e] = worth;
            best = std::max(best, worth);
            if (start_point[e] >= 0) {
                std::int64_t& from = from_point[start_point[e]];
                from = std::max(from, worth + chunk);
            }
        }
        from_layer[layer] = best;
    }
    bound.prices_from.assign(at(layers) + 1, 0);
    for (std::size_t slot = 0; slot < bound.prices.size(); ++slot) {
        bound.prices_from[at(component.last_layer[slot])] += bound.prices[slot];
    }
    for (std::int32_t layer = layers - 1; layer >= 0; --layer) {
        bound.prices_from[at(layer)] += bound.prices_from[at(layer + 1)];
    }
    bound.value = from_layer[0] + bound.prices_from[0];
}

std::int64_t SpanBoundImprover::improve(const SpanComponent& component, SpanBound& best,
                                        std::int64_t target, std::int64_t sweeps) {
    std::int64_t length = kStepUnit;
    std::int64_t made = 0;
    int disappointments = 0;
    const SpanBound* current = &best;
    while (best.value > target && length >= kSmallestStep && made < sweeps) {
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
bool SpanBoundImprover::step(const SpanComponent& component, const SpanBound& bound,
                             std::int64_t target, std::int64_t length,
                             std::vector<std::int64_t>& prices) {
    count_uses(component, bound);
    std::int64_t norm = 0;
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        if (excess_[slot] < 0 && bound.prices[slot] == 0) {
            excess_[slot] = 0;
        }
        norm += excess_[slot] * excess_[slot];
    }
    if (norm == 0) {
        return false;
    }
    const std::int64_t gap =
        std::min(bound.value - target, kMostChunks * component.scale.chunk);
    const std::int64_t step = std::max<std::int64_t>(1, step_length(length, gap, norm));
    prices.resize(excess_.size());
    for (std::size_t slot = 0; slot < excess_.size(); ++slot) {
        const std::int64_t price = bound.prices[slot] + step * excess_[slot];
        prices[slot] = std::min(component.scale.dearest, std::max<std::int64_t>(0, price));
    }
    return true;
}

// How often a sequence that attains the bound takes each slot, less one.
void SpanBoundImprover::count_uses(const SpanComponent& component, const SpanBound& bound) {
    excess_.assign(component.slots(), -1);
    const std::int64_t chunk = component.scale.chunk;
    std::int32_t layer = 0;
    std::int32_t point = -1;
    while (layer < component.layers()) {
        std::int64_t best = bound.from_layer[at(layer) + 1];
        std::int32_t chosen = -1;
        for (std::int32_t e = component.first[at(layer)]; e < component.first[at(layer) + 1];
             ++e) {
            std::int64_t worth = bound.from_candidate[at(e)];
            if (point >= 0 && component.start_point[at(e)] == point) {
                worth += chunk;
            }
            if (worth > best) {
                best = worth;
                chosen = e;
            }
        }
        if (chosen < 0) {
            ++layer;
            point = -1;
            continue;
        }
        layer = component.end_layer[at(chosen)];
        point = component.end_point[at(chosen)];
        for (std::int32_t slot = component.first_slot[at(chosen)];
             slot < component.end_slot[at(chosen)]; ++slot) {
            ++excess_[at(slot)];
        }
    }
}

}  // namespace meteorscope
