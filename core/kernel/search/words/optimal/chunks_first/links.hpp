// The edges of a component that matter to its number of chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/words/optimal/chunks_first/groups.hpp"
#include "search/words/optimal/components.hpp"

namespace meteorscope {

// Links are numbered by layer, then by slot. Cuts and removals of a search change ``next`` and
// ``before``.
struct AdjacencyLinks {
    using Integers = std::vector<std::int32_t>;

    Integers edge;  // of the component
    Integers layer;
    Integers slot;
    Integers gain;                       // certain neighbours
    std::vector<std::uint8_t> may_stop;  // whether it may be taken for itself
    Integers next;                       // the link that is adjacent after it, or -1
    Integers before;
    std::vector<std::uint8_t> layer_required;
    std::vector<std::uint8_t> slot_required;

    std::int32_t size() const { return static_cast<std::int32_t>(edge.size()); }
    // Lists the edges with an adjacency, and all of the groups that are ``whole``.
    void list(const WordComponent& component, const TokenGroups& groups,
              const std::vector<std::uint8_t>& whole);

private:
    Integers is_adjacent_;
    Integers link_of_edge_;
};

}  // namespace meteorscope
