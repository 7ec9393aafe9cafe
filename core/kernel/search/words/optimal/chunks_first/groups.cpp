#include "search/words/optimal/chunks_first/groups.hpp"

#include <algorithm>
#include <numeric>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

void TokenGroups::find(const WordComponent& component) {
    layers_count_ = index(component.layers());
    const auto shift = static_cast<std::int32_t>(layers_count_);
    parent_.resize(layers_count_ + component.slots());
    std::iota(parent_.begin(), parent_.end(), 0);
    layer_place_.resize(layers_count_);
    slot_place_.resize(component.slots());
    layer_of_slot_.assign(component.slots(), -1);
    for (std::int32_t layer = 0; layer < shift; ++layer) {
        const std::int32_t first = component.first[index(layer)];
        const Pair& pair = component.pairs[index(first)];
        layer_place_[index(layer)] = component.by_hypothesis ? pair.hypothesis : pair.reference;
        std::int32_t& alike = layer_of_slot_[index(component.first_slot[index(first)])];
        if (alike >= 0 && have_same_slots(component, alike, layer)) {
            join(parent_.data(), alike, layer);
            continue;
        }
        alike = layer;
        for (std::int32_t e = first; e < component.first[index(layer) + 1]; ++e) {
            const std::int32_t slot = component.first_slot[index(e)];
            const Pair& its = component.pairs[index(e)];
            join(parent_.data(), layer, shift + slot);
            slot_place_[index(slot)] = component.by_hypothesis ? its.reference : its.hypothesis;
        }
    }
    number_groups(component);
    const std::size_t groups = edges_.size();
    list(group_.data(), layers_count_, groups, first_layer_, layers_);
    list(group_.data() + layers_count_, component.slots(), groups, first_slot_, slots_);
    is_free_.assign(groups, 0);
    for (std::size_t group = 0; group < groups; ++group) {
        is_free_[group] =
            can_complete_all(component, static_cast<std::int32_t>(group), edges_[group]);
    }
}

bool TokenGroups::have_same_slots(const WordComponent& component, std::int32_t one,
                                  std::int32_t other) {
    const auto slots = component.first_slot.begin();
    return std::equal(slots + component.first[index(one)], slots + component.first[index(one) + 1],
                      slots + component.first[index(other)], slots + component.first[index(other) + 1]);
}

// In the order of their first layers.
void TokenGroups::number_groups(const WordComponent& component) {
    group_.assign(parent_.size(), -1);
    edges_.clear();
    for (std::size_t vertex = 0; vertex < parent_.size(); ++vertex) {
        // The root is the lowest of its set, so it has a number already.
        const auto top = index(root(parent_.data(), static_cast<std::int32_t>(vertex)));
        if (group_[top] < 0) {
            group_[top] = static_cast<std::int32_t>(edges_.size());
            edges_.push_back(0);
        }
        group_[vertex] = group_[top];
    }
    for (std::size_t layer = 0; layer < layers_count_; ++layer) {
        edges_[index(group_[layer])] += component.first[layer + 1] - component.first[layer];
    }
}

// The tokens of each group, ascending.
void TokenGroups::list(const std::int32_t* group, std::size_t tokens, std::size_t groups,
                       Integers& first, Integers& numbers) {
    first.assign(groups + 1, 0);
    numbers.resize(tokens);
    for (std::size_t token = 0; token < tokens; ++token) {
        ++first[index(group[token]) + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (std::size_t token = tokens; token-- > 0;) {
        numbers[index(--first[index(group[token]) + 1])] = static_cast<std::int32_t>(token);
    }
    // Each entry was moved down to where its group begins.
    for (std::size_t index = 0; index < groups; ++index) {
        first[index] = first[index + 1];
    }
    first[groups] = static_cast<std::int32_t>(tokens);
}

// Whether all tokens of the smaller side are required, any two of the group may be matched, and
// nothing is required of the larger side that this does not bring about.
bool TokenGroups::can_complete_all(const WordComponent& component, std::int32_t group,
                                   std::int32_t edges) const {
    const IntegerSpan own_layers = layers(group);
    const IntegerSpan own_slots = slots(group);
    const std::size_t layer_count = own_layers.size();
    const std::size_t slot_count = own_slots.size();
    if (index(edges) != layer_count * slot_count) {
        return false;
    }
    const auto required_layers = static_cast<std::size_t>(
        std::count_if(own_layers.begin(), own_layers.end(), [&](std::int32_t layer) {
            return component.layer_required[index(layer)] != 0;
        }));
    const auto required_slots = static_cast<std::size_t>(
        std::count_if(own_slots.begin(), own_slots.end(), [&](std::int32_t slot) {
            return component.slot_required[index(slot)] != 0;
        }));
    if (layer_count == slot_count) {
        return required_layers == layer_count || required_slots == slot_count;
    }
    return layer_count < slot_count ? required_layers == layer_count && required_slots == 0
                                    : required_slots == slot_count && required_layers == 0;
}

}  // namespace meteorscope
