#include "adjacency_links.hpp"

#include <cstdlib>

#include "at.hpp"

namespace meteorscope {

void AdjacencyLinks::list(const WordComponent& component, const TokenGroups& groups,
                          const std::vector<std::uint8_t>& whole) {
    const auto edges = static_cast<std::size_t>(component.candidates());
    link_of_edge_.assign(edges, -2);
    for (std::size_t e = 0; e < edges; ++e) {
        const std::int32_t following = component.end_point[e];
        if (following >= 0) {  // both have an adjacency
            link_of_edge_[e] = -1;
            link_of_edge_[at(following)] = -1;
        }
    }
    edge.clear();
    layer.clear();
    slot.clear();
    gain.clear();
    may_stop.clear();
    layer_required.assign(at(component.layers()), 0);
    slot_required.assign(component.slots(), 0);
    for (std::int32_t own_layer = 0; own_layer < component.layers(); ++own_layer) {
        const bool is_whole = whole[at(groups.of_layer(own_layer))] != 0;
        if (is_whole) {
            layer_required[at(own_layer)] = component.layer_required[at(own_layer)];
        }
        for (std::int32_t e = component.first[at(own_layer)];
             e < component.first[at(own_layer) + 1]; ++e) {
            const std::int32_t neighbours = component.certain_neighbours(e);
            if (link_of_edge_[at(e)] == -2 && neighbours == 0 && !is_whole) {
                continue;
            }
            link_of_edge_[at(e)] = size();
            edge.push_back(e);
            layer.push_back(own_layer);
            slot.push_back(component.first_slot[at(e)]);
            gain.push_back(neighbours);
            may_stop.push_back(is_whole || neighbours > 0);
            if (is_whole) {
                slot_required[at(slot.back())] = component.slot_required[at(slot.back())];
            }
        }
    }
    next.assign(edge.size(), -1);
    before.assign(edge.size(), -1);
    for (std::int32_t link = 0; link < size(); ++link) {
        const std::int32_t following = component.end_point[at(edge[at(link)])];
        if (following >= 0) {
            next[at(link)] = link_of_edge_[at(following)];
            before[at(next[at(link)])] = link;
        }
    }
}

}  // namespace meteorscope
