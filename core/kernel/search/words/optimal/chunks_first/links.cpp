#include "search/words/optimal/chunks_first/links.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

void AdjacencyLinks::list(const WordComponent& component, const TokenGroups& groups,
                          const std::vector<std::uint8_t>& whole) {
    const auto edges = index(component.candidates());
    const std::int32_t* const end_point = component.end_point.data();
    // Of each edge whether it has an adjacency, after a placeholder.
    is_adjacent_.resize(edges + 1);
    std::int32_t* const is_adjacent = is_adjacent_.data() + 1;
    std::copy_n(component.certain_neighbours.data(), edges, is_adjacent);
    for (std::size_t e = 0; e < edges; ++e) {
        is_adjacent[e] |= static_cast<std::int32_t>(end_point[e] >= 0);
        is_adjacent[end_point[e]] = 1;
    }
    // Room for all edges, and for one that is written and not kept.
    edge.resize(edges + 1);
    layer.resize(edges + 1);
    link_of_edge_.resize(edges + 1);
    link_of_edge_[0] = -1;
    std::int32_t* const link_of_edge = link_of_edge_.data() + 1;
    layer_required.assign(index(component.layers()), 0);
    std::size_t count = 0;
    for (std::int32_t own_layer = 0; own_layer < component.layers(); ++own_layer) {
        const std::int32_t is_whole = whole[index(groups.of_layer(own_layer))];
        if (is_whole != 0) {
            layer_required[index(own_layer)] = component.layer_required[index(own_layer)];
        }
        const std::int32_t end = component.first[index(own_layer) + 1];
        for (std::int32_t e = component.first[index(own_layer)]; e < end; ++e) {
            edge[count] = e;
            layer[count] = own_layer;
            link_of_edge[e] = static_cast<std::int32_t>(count);
            count += static_cast<std::size_t>((is_adjacent[e] | is_whole) != 0);
        }
    }
    edge.resize(count);
    layer.resize(count);
    slot.resize(count);
    gain.resize(count);
    may_stop.resize(count);
    next.resize(count);
    before.assign(count + 1, -1);
    slot_required.assign(component.slots(), 0);
    for (std::size_t link = 0; link < count; ++link) {
        const std::size_t own = index(edge[link]);
        const bool is_whole = whole[index(groups.of_layer(layer[link]))] != 0;
        slot[link] = component.first_slot[own];
        gain[link] = component.certain_neighbours[own];
        may_stop[link] = is_whole || gain[link] > 0;
        if (is_whole) {
            slot_required[index(slot[link])] = component.slot_required[index(slot[link])];
        }
        next[link] = link_of_edge[end_point[own]];
        before[next[link] < 0 ? count : index(next[link])] = static_cast<std::int32_t>(link);
    }
    before.pop_back();
}

}  // namespace meteorscope
