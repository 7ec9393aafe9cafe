// An independent problem of an optimal search, and the disjoint sets by which it is found. The terms
// are explained in core/meteor_core/search/component.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"

namespace meteorscope {

// Candidates are sorted by layer, then by slot.
struct Component {
    UnsetVector<std::int32_t> first;  // of each layer, its first candidate; one more
    std::vector<std::uint8_t> layer_required;
    UnsetVector<std::int32_t> end_layer;   // of each candidate
    UnsetVector<std::int32_t> first_slot;  // of each candidate, whose slots are a run
    UnsetVector<std::int32_t> end_slot;
    UnsetVector<std::int64_t> reward;
    UnsetVector<std::int32_t> start_point;  // of each candidate, or -1
    UnsetVector<std::int32_t> end_point;
    UnsetVector<std::int32_t> point_slot;
    UnsetVector<std::int32_t> last_layer;  // of each slot
    std::vector<std::uint8_t> slot_required;
    std::vector<std::int64_t> first_prices;
    std::int64_t adjacency = 0;
    std::int64_t unit = 1;
    std::int64_t dearest = std::int64_t{1} << 62U;
    std::int64_t likely_gap = std::int64_t{1} << 62U;
    std::int64_t momentum = 0;
    std::int64_t patience = 5;

    std::int32_t layers() const { return static_cast<std::int32_t>(first.size()) - 1; }
    std::int32_t candidates() const { return static_cast<std::int32_t>(reward.size()); }
    std::size_t slots() const { return last_layer.size(); }
    // How many slots all candidates take together: what a sweep of a bound looks at.
    std::int64_t size() const {
        std::int64_t taken = 0;
        for (std::size_t e = 0; e < reward.size(); ++e) {
            taken += end_slot[e] - first_slot[e];
        }
        return taken;
    }
};

// Rounded down, as Python does.
inline std::int64_t floor_divide(std::int64_t number, std::int64_t divisor) {
    const std::int64_t quotient = number / divisor;
    return number % divisor < 0 ? quotient - 1 : quotient;
}

// Candidates of a component that may be taken together, and their value.
struct Choice {
    std::vector<std::int32_t> candidates;
    std::int64_t value = 0;
};

// The value of the candidates of a choice.
inline std::int64_t value_of(const Component& component,
                             const std::vector<std::int32_t>& candidates) {
    std::vector<char> ends(component.point_slot.size(), 0);
    std::int64_t value = 0;
    for (const std::int32_t e : candidates) {
        value += component.reward[static_cast<std::size_t>(e)];
        const std::int32_t end = component.end_point[static_cast<std::size_t>(e)];
        if (end >= 0) {
            ends[static_cast<std::size_t>(end)] = 1;
        }
    }
    for (const std::int32_t e : candidates) {
        const std::int32_t start = component.start_point[static_cast<std::size_t>(e)];
        if (start >= 0 && ends[static_cast<std::size_t>(start)] != 0) {
            value += component.adjacency;
        }
    }
    return value;
}

// Disjoint sets of numbers: each is known by its root, to which the parents of all others lead.

// The root of the set that a number is in.
inline std::int32_t root(std::int32_t* parent, std::int32_t item) {
    while (parent[item] != item) {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    return item;
}

// Makes one set of two; the lower of their roots is its root.
inline void join(std::int32_t* parent, std::int32_t one, std::int32_t other) {
    one = root(parent, one);
    other = root(parent, other);
    parent[std::max(one, other)] = std::min(one, other);
}

}  // namespace meteorscope
