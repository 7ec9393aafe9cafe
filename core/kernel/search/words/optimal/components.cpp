#include "search/words/optimal/components.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// What adjacencies and distances are multiplied by, so that bounds can lie between them.
constexpr std::int64_t kScale = 32;

std::int64_t distance(const Pair& pair) {
    return std::abs(static_cast<std::int64_t>(pair.hypothesis) - pair.reference);
}

}  // namespace

template <typename Certain>
void Decomposition<Certain>::decompose(const Rows& rows, const Reduction& reduction,
                                       const Certain& certain, UnsetVector<Pair>& chosen) {
    rows_ = &rows;
    reduction_ = &reduction;
    certain_ = &certain;
    component_count_ = 0;
    if (certain.open_pairs().empty()) {
        return;
    }
    groups_.find(rows, reduction, certain);
    for (std::size_t number = 0; number < groups_.size(); ++number) {
        group_ = &groups_.group(number);
        if (group_->hypothesis.is_one() || group_->reference.is_one()) {
            add_best_of_one(chosen);
            continue;
        }
        if (components_.size() == component_count_) {
            components_.emplace_back();
        }
        build(components_[component_count_++]);
    }
}

template <typename Certain>
std::int32_t Decomposition<Certain>::certain_neighbours(const Pair& pair) const {
    return certain_->is_certain(pair.hypothesis - 1, pair.reference - 1) +
           certain_->is_certain(pair.hypothesis + 1, pair.reference + 1);
}

// The tokens of the other side that a token could be matched with, ascending.
template <typename Certain>
void Decomposition<Certain>::find_options(std::int32_t token, bool by_hypothesis) {
    const Row& row = by_hypothesis ? rows_->hypothesis() : rows_->reference();
    const std::int32_t type = row.type[index(token)];
    const std::vector<std::int32_t>& edges = by_hypothesis ? reduction_->edges_of_hypothesis(type)
                                                           : reduction_->edges_of_reference(type);
    options_.clear();
    for (const std::int32_t number : edges) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const auto tokens = by_hypothesis ? certain_->open_reference_tokens(edge.reference)
                                          : certain_->open_hypothesis_tokens(edge.hypothesis);
        for (const std::int32_t other : tokens) {
            options_.push_back({other, edge.stage});
        }
    }
    if (edges.size() > 1) {
        std::sort(options_.begin(), options_.end(), [](const Option& one, const Option& other) {
            return one.token < other.token;
        });
    }
}

// Where all edges share a token only one can be taken: the best. Of equals, the first.
template <typename Certain>
void Decomposition<Certain>::add_best_of_one(UnsetVector<Pair>& chosen) {
    constexpr std::int64_t beyond_distances = std::int64_t{1} << 32U;
    const auto worth = [&](const Pair& pair) {
        const std::int64_t required =
            is_required(pair.hypothesis, true) + is_required(pair.reference, false);
        return (4 * required + certain_neighbours(pair)) * beyond_distances - distance(pair);
    };
    Pair best{-1, -1, -1};
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    group_->hypothesis.for_each([&](std::int32_t i) {
        find_options(i, true);
        for (const Option& option : options_) {
            const Pair pair{i, option.token, option.stage};
            const std::int64_t own = worth(pair);
            if (own > most) {
                most = own;
                best = pair;
            }
        }
    });
    chosen.push_back(best);
}

template <typename Certain>
bool Decomposition<Certain>::is_required(std::int32_t token, bool in_hypothesis) const {
    return in_hypothesis
               ? reduction_->is_required_hypothesis(rows_->hypothesis().type[index(token)])
               : reduction_->is_required_reference(rows_->reference().type[index(token)]);
}

template <typename Certain>
void Decomposition<Certain>::build(WordComponent& component) {
    component.by_hypothesis = group_->hypothesis.size() <= group_->reference.size();
    component.unit = kScale;
    component.bonus = 1;
    component.first.assign(1, 0);
    component.layer_required.clear();
    component.pairs.resize(group_->edges);
    component.certain_neighbours.resize(group_->edges);
    component.first_slot.resize(group_->edges);
    component.reward.resize(group_->edges);
    component.end_point.resize(group_->edges);
    build_slots(component);
    const Tokens& layer_tokens =
        component.by_hypothesis ? group_->hypothesis : group_->reference;
    layer_tokens.for_each([&](std::int32_t token) { build_layer(component, token); });
    build_values(component);
}

template <typename Certain>
void Decomposition<Certain>::build_slots(WordComponent& component) {
    const Tokens& tokens = component.by_hypothesis ? group_->reference : group_->hypothesis;
    component.slot_required.clear();
    slot_number_.resize(std::max(rows_->hypothesis().type.size(), rows_->reference().type.size()));
    tokens.for_each([&](std::int32_t token) {
        slot_number_[index(token)] = static_cast<std::int32_t>(component.slot_required.size());
        component.slot_required.push_back(is_required(token, !component.by_hypothesis));
    });
    component.last_layer.resize(component.slot_required.size());
}

// Adds the layer of a token, with its edges and the distances that they have at least and at most.
template <typename Certain>
void Decomposition<Certain>::build_layer(WordComponent& component, std::int32_t token) {
    const bool by_hypothesis = component.by_hypothesis;
    const auto layer = static_cast<std::int32_t>(component.layer_required.size());
    find_options(token, by_hypothesis);
    std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
    std::int64_t farthest = 0;
    std::size_t edge = index(component.first.back());
    for (const Option& option : options_) {
        const Pair pair = by_hypothesis ? Pair{token, option.token, option.stage}
                                        : Pair{option.token, token, option.stage};
        const std::int32_t slot = slot_number_[index(option.token)];
        component.pairs[edge] = pair;
        component.first_slot[edge] = slot;
        component.end_point[edge] = -1;
        component.last_layer[index(slot)] = layer;
        component.certain_neighbours[edge] = certain_neighbours(pair);
        nearest = std::min(nearest, distance(pair));
        farthest = std::max(farthest, distance(pair));
        ++edge;
    }
    const bool required = is_required(token, by_hypothesis);
    component.layer_required.push_back(required);
    component.first.push_back(static_cast<std::int32_t>(edge));
    component.bonus += farthest - (required ? nearest : 0);
    if (layer > 0) {
        build_points(component, index(layer) - 1);
    }
}

template <typename Certain>
void Decomposition<Certain>::build_values(WordComponent& component) {
    component.adjacency = kScale * component.bonus;
    for (std::size_t e = 0; e < component.pairs.size(); ++e) {
        component.reward[e] = component.adjacency * component.certain_neighbours[e] -
                              kScale * distance(component.pairs[e]);
    }
}

// A point has the number of the edge that starts there. Of a layer whose next one is its neighbour
// in the text: walk both, ascending by slot.
template <typename Certain>
void Decomposition<Certain>::build_points(WordComponent& component, std::size_t layer) {
    const auto layer_token = [&](std::int32_t e) {
        const Pair& pair = component.pairs[index(e)];
        return component.by_hypothesis ? pair.hypothesis : pair.reference;
    };
    const auto slot_token = [&](std::int32_t e) {
        const Pair& pair = component.pairs[index(e)];
        return component.by_hypothesis ? pair.reference : pair.hypothesis;
    };
    const std::int32_t first = component.first[layer];
    std::int32_t after = component.first[layer + 1];
    const std::int32_t end = component.first[layer + 2];
    if (layer_token(after) != layer_token(first) + 1) {
        return;
    }
    for (std::int32_t e = first; e < component.first[layer + 1]; ++e) {
        while (after < end && slot_token(after) <= slot_token(e)) {
            ++after;
        }
        if (after < end && slot_token(after) == slot_token(e) + 1) {
            component.end_point[index(e)] = after;
        }
    }
}

template class Decomposition<CertainMatches>;
template class Decomposition<SmallCertainMatches<std::uint64_t>>;
template class Decomposition<SmallCertainMatches<UnsignedInt128>>;

}  // namespace meteorscope
