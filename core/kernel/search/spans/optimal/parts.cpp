#include "search/spans/optimal/parts.hpp"

#include <algorithm>
#include <numeric>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

std::size_t ComponentParts::rule_out(const Component& component, const Bound& bound,
                                     std::int64_t wanted) {
    const std::size_t layers = index(component.layers());
    const std::size_t points = component.point_slot.size();
    to_layer_.assign(layers + 1, kImpossible);
    to_layer_[0] = 0;
    to_point_.assign(points, kImpossible);
    is_left_.resize(component.reward.size());
    layer_of_.resize(component.reward.size());
    layer_required_.resize(layers);
    // The worth that a sequence needs before prices are paid back.
    const std::int64_t least = wanted - bound.prices_from[0];
    std::size_t left = 0;
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::int64_t before = to_layer_[layer];
        for (std::int32_t e = component.first[layer]; e < component.first[layer + 1]; ++e) {
            std::int64_t value = before;
            if (const std::int32_t start = component.start_point[index(e)]; start >= 0) {
                value = std::max(value, to_point_[index(start)] + component.adjacency);
            }
            value += component.reward[index(e)];
            for (std::int32_t slot = component.first_slot[index(e)]; slot < component.end_slot[index(e)];
                 ++slot) {
                value -= bound.prices[index(slot)];
            }
            const std::size_t after = index(component.end_layer[index(e)]);
            to_layer_[after] = std::max(to_layer_[after], value);
            std::int64_t rest = bound.from_layer[after];
            if (const std::int32_t end = component.end_point[index(e)]; end >= 0) {
                to_point_[index(end)] = std::max(to_point_[index(end)], value);
                rest = std::max(rest, bound.from_point[index(end)]);
            }
            is_left_[index(e)] = value + rest >= least;
            left += is_left_[index(e)];
            layer_of_[index(e)] = static_cast<std::int32_t>(layer);
        }
        const bool may_skip = component.layer_required[layer] == 0;
        layer_required_[layer] = !may_skip || before + bound.from_layer[layer + 1] < least;
        if (may_skip) {
            to_layer_[layer + 1] = std::max(to_layer_[layer + 1], before);
        }
    }
    point_is_left_.resize(points);
    for (std::size_t point = 0; point < points; ++point) {
        point_is_left_[point] = to_point_[point] + bound.from_point[point] >= least;
    }
    slot_required_.resize(component.slots());
    for (std::size_t slot = 0; slot < component.slots(); ++slot) {
        slot_required_[slot] =
            component.slot_required[slot] != 0 || bound.value - bound.prices[slot] < wanted;
    }
    return left;
}

void ComponentParts::split(const Component& component, const Bound& bound) {
    group(component);
    size_ = 0;
    part_of_.resize(component.reward.size());
    for (std::size_t e = 0; e < component.reward.size(); ++e) {
        if (is_left_[e] == 0) {
            continue;
        }
        const std::size_t first = index(root(parent_.data(), static_cast<std::int32_t>(e)));
        if (first == e) {  // a root is the first of its part
            part_of_[e] = static_cast<std::int32_t>(size_++);
            if (parts_.size() < size_) {
                parts_.resize(2 * size_);
            }
            parts_[size_ - 1].candidates.clear();
        }
        parts_[index(part_of_[first])].candidates.push_back(static_cast<std::int32_t>(e));
    }
    layer_number_.assign(index(component.layers()), -1);
    slot_number_.assign(component.slots(), -1);
    point_number_.assign(component.point_slot.size(), -1);
    for (std::size_t number = 0; number < size_; ++number) {
        fill(component, bound, parts_[number]);
    }
}

void ComponentParts::group(const Component& component) {
    parent_.resize(component.reward.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    of_layer_.assign(index(component.layers()), -1);
    of_slot_.assign(component.slots(), -1);
    of_point_.assign(component.point_slot.size(), -1);
    const auto join_at = [&](std::int32_t& first, std::int32_t e) {
        if (first < 0) {
            first = e;
        } else {
            join(parent_.data(), e, first);
        }
    };
    for (std::int32_t e = 0; e < component.candidates(); ++e) {
        if (is_left_[index(e)] == 0) {
            continue;
        }
        for (std::int32_t layer = layer_of_[index(e)]; layer < component.end_layer[index(e)]; ++layer) {
            join_at(of_layer_[index(layer)], e);
        }
        for (std::int32_t slot = component.first_slot[index(e)]; slot < component.end_slot[index(e)];
             ++slot) {
            join_at(of_slot_[index(slot)], e);
        }
        for (const std::int32_t point :
             {component.start_point[index(e)], component.end_point[index(e)]}) {
            if (point >= 0 && point_is_left_[index(point)] != 0) {
                join_at(of_point_[index(point)], e);
            }
        }
    }
}

void ComponentParts::fill(const Component& component, const Bound& bound, Part& part) {
    Component& own = part.component;
    const std::size_t count = part.candidates.size();
    const std::int32_t first_layer = layer_of_[index(part.candidates.front())];
    std::int32_t end_layer = 0;
    std::int32_t first_slot = static_cast<std::int32_t>(component.slots());
    std::int32_t end_slot = 0;
    for (const std::int32_t e : part.candidates) {
        end_layer = std::max(end_layer, component.end_layer[index(e)]);
        first_slot = std::min(first_slot, component.first_slot[index(e)]);
        end_slot = std::max(end_slot, component.end_slot[index(e)]);
        for (std::int32_t layer = layer_of_[index(e)]; layer < component.end_layer[index(e)]; ++layer) {
            layer_number_[index(layer)] = 0;
        }
        for (std::int32_t slot = component.first_slot[index(e)]; slot < component.end_slot[index(e)];
             ++slot) {
            slot_number_[index(slot)] = 0;
        }
    }
    own.layer_required.clear();
    for (std::int32_t layer = first_layer; layer < end_layer; ++layer) {
        if (layer_number_[index(layer)] == 0) {
            layer_number_[index(layer)] = static_cast<std::int32_t>(own.layer_required.size());
            own.layer_required.push_back(layer_required_[index(layer)]);
        }
    }
    own.slot_required.clear();
    own.first_prices.clear();
    for (std::int32_t slot = first_slot; slot < end_slot; ++slot) {
        if (slot_number_[index(slot)] == 0) {
            slot_number_[index(slot)] = static_cast<std::int32_t>(own.slot_required.size());
            own.slot_required.push_back(slot_required_[index(slot)]);
            own.first_prices.push_back(bound.prices[index(slot)]);
        }
    }
    own.first.assign(own.layer_required.size() + 1, 0);
    own.last_layer.assign(own.slot_required.size(), 0);
    own.point_slot.clear();
    own.end_layer.resize(count);
    own.first_slot.resize(count);
    own.end_slot.resize(count);
    own.reward.resize(count);
    own.start_point.resize(count);
    own.end_point.resize(count);
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t e = index(part.candidates[number]);
        const std::int32_t layer = layer_number_[index(layer_of_[e])];
        ++own.first[index(layer) + 1];
        own.end_layer[number] = layer_number_[index(component.end_layer[e] - 1)] + 1;
        own.first_slot[number] = slot_number_[index(component.first_slot[e])];
        own.end_slot[number] = slot_number_[index(component.end_slot[e] - 1)] + 1;
        own.reward[number] = component.reward[e];
        for (std::int32_t slot = own.first_slot[number]; slot < own.end_slot[number]; ++slot) {
            own.last_layer[index(slot)] = layer;
        }
        std::int32_t& start = own.start_point[number];
        start = component.start_point[e];
        if (start >= 0 && point_is_left_[index(start)] != 0) {
            std::int32_t& point = point_number_[index(start)];
            if (point < 0) {
                point = static_cast<std::int32_t>(own.point_slot.size());
                own.point_slot.push_back(own.first_slot[number]);
            }
            start = point;
        } else {
            start = -1;
        }
    }
    for (std::size_t number = 0; number < count; ++number) {
        const std::int32_t end = component.end_point[index(part.candidates[number])];
        own.end_point[number] = end >= 0 ? point_number_[index(end)] : -1;
    }
    std::partial_sum(own.first.begin(), own.first.end(), own.first.begin());
    own.adjacency = component.adjacency;
    own.unit = component.unit;
    own.dearest = component.dearest;
    own.likely_gap = component.likely_gap;
    own.momentum = component.momentum;
    own.patience = component.patience;
    part.bound.prices = own.first_prices;
    bound_with_prices(own, part.bound);
    // Nothing is left behind for the next part.
    for (const std::int32_t e : part.candidates) {
        for (std::int32_t layer = layer_of_[index(e)]; layer < component.end_layer[index(e)]; ++layer) {
            layer_number_[index(layer)] = -1;
        }
        for (std::int32_t slot = component.first_slot[index(e)]; slot < component.end_slot[index(e)];
             ++slot) {
            slot_number_[index(slot)] = -1;
        }
    }
}

}  // namespace meteorscope
