#include "search/spans/optimal/demands.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/integers.hpp"

namespace meteorscope {

void Demands::compute(const Component& component) {
    limbs_ = limbs_for(component.slot_required.size());
    demands_.clear();
    masks_.clear();
    first_.assign(index(component.layers()) + 1, 0);
    const auto is_required = [](std::uint8_t required) { return required != 0; };
    if (std::none_of(component.layer_required.begin(), component.layer_required.end(),
                     is_required) &&
        std::none_of(component.slot_required.begin(), component.slot_required.end(),
                     is_required)) {
        return;
    }
    index_neighbours(component);
    connect();
    find_alike(layers_of_slot_);
    for (std::size_t set = 0; set < alike_.size(); ++set) {
        of_slots(component, alike_[set], layers_of_slot_[index(alike_[set].front())]);
    }
    for (std::size_t group = 0; group < connected_slots_.size(); ++group) {
        of_slots(component, connected_slots_[group], connected_layers_[group]);
    }
    find_alike(slots_of_layer_);
    for (const ReusedLists* sets : {&alike_, &connected_layers_}) {
        for (std::size_t set = 0; set < sets->size(); ++set) {
            of_layers(component, (*sets)[set]);
        }
    }
    sort_by_layer(component.layers());
}

void Demands::index_neighbours(const Component& component) {
    slots_of_layer_.assign(component.layer_required.size());
    layers_of_slot_.assign(component.slot_required.size());
    wide_.clear();
    in_wide_.assign(component.layer_required.size(), 0);
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        for (std::int32_t e = component.first[index(layer)]; e < component.first[index(layer + 1)];
             ++e) {
            const std::int32_t end = component.end_layer[index(e)];
            if (end > layer + 1 || component.end_slot[index(e)] > component.first_slot[index(e)] + 1) {
                wide_.push_back({layer, e});
                std::fill(in_wide_.begin() + layer, in_wide_.begin() + end, std::uint8_t{1});
                continue;
            }
            slots_of_layer_[index(layer)].push_back(component.first_slot[index(e)]);
            layers_of_slot_[index(component.first_slot[index(e)])].push_back(layer);
        }
    }
}

// Vertices with the same neighbours, together.
void Demands::find_alike(const ReusedLists& neighbours) {
    alike_.clear();
    order_.resize(neighbours.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](std::int32_t one, std::int32_t other) {
        const auto& near_one = neighbours[index(one)];
        const auto& near_other = neighbours[index(other)];
        return near_one != near_other ? near_one < near_other : one < other;
    });
    for (std::size_t place = 0; place < order_.size(); ++place) {
        if (place == 0 || neighbours[index(order_[place])] != neighbours[index(order_[place - 1])]) {
            alike_.add();
        }
        alike_[alike_.size() - 1].push_back(order_[place]);
    }
}

// The parts that candidates hold together.
void Demands::connect() {
    connected_layers_.clear();
    connected_slots_.clear();
    seen_layer_.assign(slots_of_layer_.size(), 0);
    seen_slot_.assign(layers_of_slot_.size(), 0);
    for (std::size_t start = 0; start < slots_of_layer_.size(); ++start) {
        if (seen_layer_[start]) {
            continue;
        }
        seen_layer_[start] = 1;
        std::vector<std::int32_t>& layers = connected_layers_.add();
        std::vector<std::int32_t>& slots = connected_slots_.add();
        layers.push_back(static_cast<std::int32_t>(start));
        for (std::size_t next = 0; next < layers.size(); ++next) {
            for (const std::int32_t slot : slots_of_layer_[index(layers[next])]) {
                if (seen_slot_[index(slot)]) {
                    continue;
                }
                seen_slot_[index(slot)] = 1;
                slots.push_back(slot);
                for (const std::int32_t layer : layers_of_slot_[index(slot)]) {
                    if (!seen_layer_[index(layer)]) {
                        seen_layer_[index(layer)] = 1;
                        layers.push_back(layer);
                    }
                }
            }
        }
        std::sort(layers.begin(), layers.end());
        std::sort(slots.begin(), slots.end());
    }
}

// How many of the slots each layer can take at most: one of those beside it, by a candidate that is
// not wide, or several by a wide one. Returns the sum.
std::size_t Demands::find_room(const Component& component, const std::vector<std::int32_t>& slots,
                               const std::vector<std::int32_t>& layers) {
    room_.assign(index(component.layers()), 0);
    for (const std::int32_t layer : layers) {
        room_[index(layer)] = 1;
    }
    asked_.assign(component.slots(), 0);
    for (const std::int32_t slot : slots) {
        asked_[index(slot)] = 1;
    }
    for (const Wide& wide : wide_) {
        const auto first = asked_.begin() + component.first_slot[index(wide.candidate)];
        const auto end = asked_.begin() + component.end_slot[index(wide.candidate)];
        std::size_t& room = room_[index(wide.layer)];
        room = std::max(room, static_cast<std::size_t>(std::count(first, end, 1)));
    }
    return std::accumulate(room_.begin(), room_.end(), std::size_t{0});
}

// Required slots can only be taken by the layers that can be matched with them.
void Demands::of_slots(const Component& component, const std::vector<std::int32_t>& slots,
                       const std::vector<std::int32_t>& layers) {
    std::vector<std::int32_t>& waiting = wanted_;
    waiting.clear();
    for (const std::int32_t slot : slots) {
        if (component.slot_required[index(slot)]) {
            waiting.push_back(slot);
        }
    }
    if (waiting.empty()) {
        return;
    }
    std::size_t left = find_room(component, waiting, layers);
    for (std::int32_t layer = 0; layer < component.layers() && !waiting.empty(); ++layer) {
        if (room_[index(layer)] == 0) {
            continue;
        }
        // Slots that no layer from here on can take are no longer remembered as taken.
        const auto is_closed = [&](std::int32_t slot) {
            return component.last_layer[index(slot)] < layer;
        };
        waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_closed), waiting.end());
        left -= room_[index(layer)];
        if (waiting.size() > left) {
            add(layer, waiting, 0, left);
        }
    }
}

// Required layers that no wide candidate covers can only take the slots that they can be matched
// with.
void Demands::of_layers(const Component& component, const std::vector<std::int32_t>& layers) {
    std::vector<std::int32_t>& required = wanted_;
    required.clear();
    std::copy_if(layers.begin(), layers.end(), std::back_inserter(required),
                 [&](std::int32_t layer) {
                     return component.layer_required[index(layer)] != 0 && in_wide_[index(layer)] == 0;
                 });
    if (required.empty()) {
        return;
    }
    std::vector<std::int32_t>& slots = near_;
    slots.clear();
    for (const std::int32_t layer : layers) {
        const std::vector<std::int32_t>& near = slots_of_layer_[index(layer)];
        slots.insert(slots.end(), near.begin(), near.end());
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    std::vector<std::int32_t>& takers = takers_;
    takers.clear();
    for (const std::int32_t slot : slots) {
        const std::vector<std::int32_t>& near = layers_of_slot_[index(slot)];
        takers.insert(takers.end(), near.begin(), near.end());
    }
    if (find_room(component, slots, takers) <= slots.size()) {  // enough for everybody
        return;
    }
    for (std::int32_t taker = 0; taker < required.back(); ++taker) {
        if (room_[index(taker)] == 0) {
            continue;
        }
        const auto left = static_cast<std::size_t>(
            required.end() - std::upper_bound(required.begin(), required.end(), taker));
        std::vector<std::int32_t>& open = open_;
        open.clear();
        for (const std::int32_t slot : slots) {
            if (component.last_layer[index(slot)] > taker) {
                open.push_back(slot);
            }
        }
        add(taker, open, left, open.size());
    }
}

void Demands::add(std::int32_t layer, const std::vector<std::int32_t>& slots, std::size_t least,
                  std::size_t most) {
    const std::size_t begin = masks_.size();
    masks_.resize(begin + limbs_, 0);
    for (const std::int32_t slot : slots) {
        masks_[begin + limb_of(slot)] |= bit_of(slot);
    }
    demands_.push_back(
        {layer, begin, static_cast<std::int32_t>(least), static_cast<std::int32_t>(most)});
}

void Demands::sort_by_layer(std::int32_t layers) {
    std::stable_sort(demands_.begin(), demands_.end(), [](const Demand& one, const Demand& other) {
        return one.layer < other.layer;
    });
    for (const Demand& demand : demands_) {
        ++first_[index(demand.layer) + 1];
    }
    for (std::size_t layer = 0; layer < index(layers); ++layer) {
        first_[layer + 1] += first_[layer];
    }
}

}  // namespace meteorscope
