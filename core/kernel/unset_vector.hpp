// Vectors whose new numbers are not set: for what is written at once. Setting them first takes a
// call for each of the short arrays that a segment needs.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace meteorscope {

template <typename Value>
struct UnsetAllocator : std::allocator<Value> {
    template <typename Other>
    struct rebind {
        using other = UnsetAllocator<Other>;
    };
    UnsetAllocator() = default;
    template <typename Other>
    UnsetAllocator(const UnsetAllocator<Other>&) noexcept {}

    template <typename Other>
    void construct(Other* place) {
        ::new (static_cast<void*>(place)) Other;
    }
    template <typename Other, typename... Arguments>
    void construct(Other* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) Other(std::forward<Arguments>(arguments)...);
    }
};

template <typename Value>
using UnsetVector = std::vector<Value, UnsetAllocator<Value>>;

}  // namespace meteorscope
