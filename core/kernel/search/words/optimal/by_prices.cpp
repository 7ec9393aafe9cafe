#include "search/words/optimal/by_prices.hpp"

#include <algorithm>
#include <utility>

#include "base/integers.hpp"

namespace meteorscope {

bool PriceSearch::run(const Component& component, std::int64_t sweeps, std::int64_t edges_a_step,
                      std::int64_t budget, Choice& choice) {
    start(component);
    sweep(component);
    const std::int64_t edges = component.candidates();
    steps_ = edges;
    std::int64_t known = read_off(component, choice) ? choice.value : kNoWay;
    std::int64_t lowest = bound_;
    std::int64_t length = kFirstLength;
    int disappointments = 0;
    for (std::int64_t made = 0; lowest >= known + component.unit; ++made) {
        const std::int64_t target = known == kNoWay ? lowest - component.adjacency : known;
        if (made == sweeps || length < kShortest || steps_ > budget ||
            !move_prices(component, target, length)) {
            return false;
        }
        sweep(component);
        steps_ = edges + 2 * (made + 1) * edges / edges_a_step;
        if (bound_ < lowest) {
            lowest = bound_;
            disappointments = 0;
        } else if (++disappointments == kPatience) {
            length /= 2;
            disappointments = 0;
        }
        if (lowest >= known + component.unit && read_off(component, other_) &&
            other_.value > known) {
            known = other_.value;
            std::swap(choice, other_);
        }
    }
    return true;
}

// All prices are 0.
void PriceSearch::start(const Component& component) {
    const std::size_t slots = component.slots();
    const std::size_t layers = index(component.layers());
    prices_.assign(slots, 0);
    directions_.assign(slots, 0);
    cheapest_.resize(slots);
    excess_.resize(slots);
    required_ = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::int64_t required = component.slot_required[slot] != 0;
        cheapest_[slot] = -required * kDearest * component.adjacency;
        required_ |= static_cast<Limb>(required) << slot;
    }
    from_layer_.resize(layers + 1);
    from_layer_[layers] = 0;
    best_of_layer_.resize(layers);
    from_point_.resize(index(component.candidates()) + 1);
    from_point_[0] = kNoWay;
}

// The bound: slots are free to all, for their prices, and all prices are paid back.
void PriceSearch::sweep(const Component& component) {
    const std::int32_t* const slots = component.first_slot.data();
    const std::int32_t* const following = component.end_point.data();
    const std::int64_t* const rewards = component.reward.data();
    const std::int64_t* const prices = prices_.data();
    std::int64_t* const going_on = from_point_.data() + 1;
    std::int64_t after = 0;
    std::int32_t end = component.candidates();
    for (std::int32_t layer = component.layers(); layer-- > 0;) {
        const std::int32_t begin = component.first[index(layer)];
        std::int64_t best = component.layer_required[index(layer)] != 0 ? kNoWay : after;
        std::int32_t chosen = -1;
        for (std::int32_t e = begin; e < end; ++e) {
            const std::int64_t worth =
                rewards[e] - prices[slots[e]] + std::max(after, going_on[following[e]]);
            going_on[e] = worth + component.adjacency;
            chosen = worth > best ? e : chosen;
            best = std::max(best, worth);
        }
        best_of_layer_[index(layer)] = chosen;
        from_layer_[index(layer)] = after = best;
        end = begin;
    }
    bound_ = after;
    for (const std::int64_t price : prices_) {
        bound_ += price;
    }
}

// Takes in each layer what attains the bound, going on with a match rather than not, or if its slot
// is taken what promises most; whether that takes all that is required. Counts how often each slot
// was wanted.
bool PriceSearch::read_off(const Component& component, Choice& choice) {
    std::fill(excess_.begin(), excess_.end(), -1);
    choice.candidates.clear();
    choice.value = 0;
    Limb taken = 0;
    std::int32_t point = -1;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        std::int32_t e = going_on(point) >= from_layer_[index(layer)] ? point : best_of_layer_[index(layer)];
        if (e >= 0) {
            const std::int32_t slot = component.first_slot[index(e)];
            ++excess_[index(slot)];
            if ((taken & bit_of(slot)) != 0) {
                e = best_free(component, layer, point, taken);
            }
        }
        if (e < 0) {
            if (e == kStuck) {
                return false;
            }
            point = -1;
            continue;
        }
        choice.value += component.reward[index(e)] + (e == point ? component.adjacency : 0);
        choice.candidates.push_back(e);
        taken |= bit_of(component.first_slot[index(e)]);
        point = component.end_point[index(e)];
    }
    return (required_ & ~taken) == 0;
}

// Of the candidates of a layer whose slots are not taken, and of none if it may be, what promises
// most, the first on a tie; none comes before the first.
std::int32_t PriceSearch::best_free(const Component& component, std::int32_t layer,
                                    std::int32_t point, Limb taken) const {
    const std::int64_t after = from_layer_[index(layer) + 1];
    std::int32_t chosen = -1;
    std::int64_t best = after;
    if (component.layer_required[index(layer)] != 0) {
        chosen = kStuck;
        best = kNoWay;
    }
    for (std::int32_t e = component.first[index(layer)]; e < component.first[index(layer) + 1]; ++e) {
        const std::int32_t slot = component.first_slot[index(e)];
        if ((taken & bit_of(slot)) != 0) {
            continue;
        }
        std::int64_t rest = after;
        const std::int32_t next = component.end_point[index(e)];
        if (next >= 0 && (taken & bit_of(component.first_slot[index(next)])) == 0) {
            rest = std::max(rest, going_on(next));
        }
        const std::int64_t promise = component.reward[index(e)] - prices_[index(slot)] + rest +
                                     (e == point ? component.adjacency : 0);
        if (promise > best) {
            best = promise;
            chosen = e;
        }
    }
    return chosen;
}

// Goes a step towards a bound that is no more than the target; false where no price moves.
bool PriceSearch::move_prices(const Component& component, std::int64_t target,
                              std::int64_t length) {
    const std::size_t slots = component.slots();
    std::int64_t norm = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        std::int64_t direction = kFine * excess_[slot] + (directions_[slot] >> 2);
        if ((prices_[slot] | cheapest_[slot]) == 0) {  // it cannot be cheaper
            direction = std::max<std::int64_t>(0, direction);
        }
        directions_[slot] = direction;
        norm += direction * direction;
    }
    if (norm == 0) {
        return false;
    }
    const std::int64_t gap = std::min(bound_ - target, component.adjacency / 2);
    // Of which eight bits are a fraction.
    const std::int64_t step =
        std::max<std::int64_t>(1, length * gap * kFine * 256 / (kFirstLength * norm));
    const std::int64_t dearest = kDearest * component.adjacency;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::int64_t price = prices_[slot] + ((step * directions_[slot]) >> 8);
        prices_[slot] = std::max(cheapest_[slot], std::min(dearest, price));
    }
    return true;
}

}  // namespace meteorscope
