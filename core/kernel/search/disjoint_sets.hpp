// Disjoint sets of numbers: each is known by its root, to which the parents of all others lead.
#pragma once

#include <algorithm>
#include <cstdint>

namespace meteorscope {

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
