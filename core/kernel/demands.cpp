#include "demands.hpp"

#include <algorithm>
#include <numeric>

#include "at.hpp"

namespace meteorscope {

void Demands::compute(const Component& component) {
    words_ = words_for(component.slot_required.size());
    demands_.clear();
    masks_.clear();
    first_.assign(at(component.layers()) + 1, 0);
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
    for (const std::vector<std::int32_t>& slots : alike_) {
        of_slots(component, slots, layers_of_slot_[at(slots.front())]);
    }
    for (std::size_t group = 0; group < connected_slots_.size(); ++group) {
        of_slots(component, connected_slots_[group], connected_layers_[group]);
    }
    find_alike(slots_of_layer_);
    for (const std::vector<std::int32_t>& layers : alike_) {
        of_layers(component, layers);
    }
    for (const std::vector<std::int32_t>& layers : connected_layers_) {
        of_layers(component, layers);
    }
    sort_by_layer(component.layers());
}

void Demands::index_neighbours(const Component& component) {
    slots_of_layer_.assign(component.layer_required.size(), {});
    layers_of_slot_.assign(component.slot_required.size(), {});
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        for (std::int32_t e = component.first[at(layer)]; e < component.first[at(layer + 1)];
             ++e) {
            slots_of_layer_[at(layer)].push_back(component.first_slot[at(e)]);
            layers_of_slot_[at(component.first_slot[at(e)])].push_back(layer);
        }
    }
}

// Vertices with the same neighbours, together.
void Demands::find_alike(const Lists& neighbours) {
    alike_.clear();
    order_.resize(neighbours.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](std::int32_t one, std::int32_t other) {
        const auto& near_one = neighbours[at(one)];
        const auto& near_other = neighbours[at(other)];
        return near_one != near_other ? near_one < near_other : one < other;
    });
    for (std::size_t place = 0; place < order_.size(); ++place) {
        if (place == 0 || neighbours[at(order_[place])] != neighbours[at(order_[place - 1])]) {
            alike_.emplace_back();
        }
        alike_.back().push_back(order_[place]);
    }
}

// The parts that candidates hold together.
void Demands::connect() {
    connected_layers_.clear();
    connected_slots_.clear();
    std::vector<std::uint8_t> seen_layer(slots_of_layer_.size(), 0);
    std::vector<std::uint8_t> seen_slot(layers_of_slot_.size(), 0);
    for (std::size_t start = 0; start < slots_of_layer_.size(); ++start) {
        if (seen_layer[start]) {
            continue;
        }
        seen_layer[start] = 1;
        std::vector<std::int32_t> layers{static_cast<std::int32_t>(start)};
        std::vector<std::int32_t> slots;
        for (std::size_t next = 0; next < layers.size(); ++next) {
            for (const std::int32_t slot : slots_of_layer_[at(layers[next])]) {
                if (seen_slot[at(slot)]) {
                    continue;
                }
                seen_slot[at(slot)] = 1;
                slots.push_back(slot);
                for (const std::int32_t layer : layers_of_slot_[at(slot)]) {
                    if (!seen_layer[at(layer)]) {
                        seen_layer[at(layer)] = 1;
                        layers.push_back(layer);
                    }
                }
            }
        }
        std::sort(layers.begin(), layers.end());
        std::sort(slots.begin(), slots.end());
        connected_layers_.push_back(std::move(layers));
        connected_slots_.push_back(std::move(slots));
    }
}

// Required slots can only be taken by the layers that can be matched with them.
void Demands::of_slots(const Component& component, const std::vector<std::int32_t>& slots,
                       const std::vector<std::int32_t>& layers) {
    std::vector<std::int32_t> waiting;
    for (const std::int32_t slot : slots) {
        if (component.slot_required[at(slot)]) {
            waiting.push_back(slot);
        }
    }
    for (std::size_t number = 0; number < layers.size() && !waiting.empty(); ++number) {
        // Slots that no layer from here on can take are no longer remembered as taken.
        const auto is_closed = [&](std::int32_t slot) {
            return component.last_layer[at(slot)] < layers[number];
        };
        waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_closed), waiting.end());
        const std::size_t left = layers.size() - number - 1;
        if (waiting.size() > left) {
            add(layers[number], waiting, 0, left);
        }
    }
}

// Required layers can only take the slots that they can be matched with.
void Demands::of_layers(const Component& component, const std::vector<std::int32_t>& layers) {
    const auto is_required = [&](std::int32_t layer) {
        return component.layer_required[at(layer)] != 0;
    };
    if (std::none_of(layers.begin(), layers.end(), is_required)) {
        return;
    }
    std::vector<std::int32_t> slots;
    for (const std::int32_t layer : layers) {
        const std::vector<std::int32_t>& near = slots_of_layer_[at(layer)];
        slots.insert(slots.end(), near.begin(), near.end());
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    std::vector<std::int32_t> takers;
    for (const std::int32_t slot : slots) {
        const std::vector<std::int32_t>& near = layers_of_slot_[at(slot)];
        takers.insert(takers.end(), near.begin(), near.end());
    }
    std::sort(takers.begin(), takers.end());
    takers.erase(std::unique(takers.begin(), takers.end()), takers.end());
    if (takers.size() <= slots.size()) {  // enough for everybody
        return;
    }
    for (const std::int32_t taker : takers) {
        const auto left = static_cast<std::size_t>(
            std::count_if(layers.begin(), layers.end(), [&](std::int32_t layer) {
                return layer > taker && is_required(layer);
            }));
        if (left == 0) {
            continue;
        }
        std::vector<std::int32_t> open;
        for (const std::int32_t slot : slots) {
            if (component.last_layer[at(slot)] > taker) {
                open.push_back(slot);
            }
        }
        add(taker, open, left, open.size());
    }
}

void Demands::add(std::int32_t layer, const std::vector<std::int32_t>& slots, std::size_t least,
                  std::size_t most) {
    const std::size_t begin = masks_.size();
    masks_.resize(begin + words_, 0);
    for (const std::int32_t slot : slots) {
        masks_[begin + word_of(slot)] |= bit_of(slot);
    }
    demands_.push_back(
        {layer, begin, static_cast<std::int32_t>(least), static_cast<std::int32_t>(most)});
}

void Demands::sort_by_layer(std::int32_t layers) {
    std::stable_sort(demands_.begin(), demands_.end(), [](const Demand& one, const Demand& other) {
        return one.layer < other.layer;
    });
    for (const Demand& demand : demands_) {
        ++first_[at(demand.layer) + 1];
    }
    for (std::size_t layer = 0; layer < at(layers); ++layer) {
        first_[layer + 1] += first_[layer];
    }
}

}  // namespace meteorscope
