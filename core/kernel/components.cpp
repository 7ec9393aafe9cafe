#include "components.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "at.hpp"
#include "branchless.hpp"
#include "disjoint_sets.hpp"
#include "small_layered.hpp"

namespace meteorscope {

namespace {

// What adjacencies and distances are multiplied by, so that bounds can lie between them.
constexpr std::int64_t kScale = 32;

std::int64_t distance(const Pair& pair) {
    return std::abs(static_cast<std::int64_t>(pair.hypothesis) - pair.reference);
}

}  // namespace

std::int64_t WordComponent::adjacencies(std::int64_t value) const {
    return -floor_divide(-floor_divide(value, kScale) - least_distance, bonus);
}

std::int32_t WordComponent::certain_neighbours(std::int32_t edge) const {
    const std::int64_t worth = reward[at(edge)] + kScale * WordComponent::distance(edge);
    return worth == 0 ? 0 : worth == adjacency ? 1 : 2;
}

template <typename Certain>
void Decomposition<Certain>::decompose(const Rows& rows, const Reduction& reduction,
                              const Certain& certain, std::vector<Pair>& chosen) {
    rows_ = &rows;
    reduction_ = &reduction;
    certain_ = &certain;
    component_count_ = 0;
    if (certain.open_pairs().empty()) {
        return;
    }
    join_types();
    group_open_pairs();
    for (std::int32_t group = 0; group < group_count_; ++group) {
        collect_tokens(group);
        if (hypothesis_tokens_.size() == 1 || reference_tokens_.size() == 1) {
            add_best_of_one(chosen);
            continue;
        }
        if (components_.size() == component_count_) {
            components_.emplace_back();
        }
        build(components_[component_count_++]);
    }
}

// Types belong together when an open pair joins them, or when tokens of theirs are diagonal
// neighbours. Types of the reference are numbered after those of the hypothesis.
template <typename Certain>
void Decomposition<Certain>::join_types() {
    const std::int32_t shift = rows_->hypothesis().types();
    parent_.resize(at(shift + rows_->reference().types()));
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const std::int32_t number : certain_->open_pairs()) {
        const Reduction::Edge& edge = reduction_->edge(number);
        join(parent_.data(), edge.hypothesis, shift + edge.reference);
    }
    join_neighbours();
}

template <typename Certain>
void Decomposition<Certain>::join_neighbours() {
    const Row& hypothesis = rows_->hypothesis();
    for (const std::int32_t i : certain_->continued()) {
        join(parent_.data(), hypothesis.type[at(i)], hypothesis.type[at(i) + 1]);
    }
}

template <>
void Decomposition<CertainMatches>::join_neighbours() {
    for (const std::int32_t number : certain_->open_pairs()) {
        const Reduction::Edge& edge = reduction_->edge(number);
        for (const std::int32_t i : certain_->open_hypothesis_tokens(edge.hypothesis)) {
            for (const std::int32_t j : certain_->open_reference_tokens(edge.reference)) {
                const std::int32_t following = certain_->open_edge(i + 1, j + 1);
                if (following >= 0) {
                    join(parent_.data(), edge.hypothesis,
                         reduction_->edge(following).hypothesis);
                    break;
                }
            }
        }
    }
}

// Numbers the groups in the order of their first open pair.
template <typename Certain>
void Decomposition<Certain>::group_open_pairs() {
    const std::vector<std::int32_t>& open_pairs = certain_->open_pairs();
    fill_blocks(group_of_root_, parent_.size(), -1);
    group_of_pair_.resize(open_pairs.size());
    group_count_ = 0;
    for (std::size_t index = 0; index < open_pairs.size(); ++index) {
        const Reduction::Edge& edge = reduction_->edge(open_pairs[index]);
        std::int32_t& group = group_of_root_[at(root(parent_.data(), edge.hypothesis))];
        if (group < 0) {
            group = group_count_++;
        }
        group_of_pair_[index] = group;
    }
}

template <typename Certain>
void Decomposition<Certain>::collect_tokens(std::int32_t group) {
    hypothesis_tokens_.clear(rows_->hypothesis().type.size());
    reference_tokens_.clear(rows_->reference().type.size());
    edges_ = 0;
    for (std::size_t index = 0; index < group_of_pair_.size(); ++index) {
        if (group_of_pair_[index] != group) {
            continue;
        }
        const Reduction::Edge& edge = reduction_->edge(certain_->open_pairs()[index]);
        const auto tokens = certain_->open_hypothesis_tokens(edge.hypothesis);
        const auto partners = certain_->open_reference_tokens(edge.reference);
        for (const std::int32_t i : tokens) {
            hypothesis_tokens_.add(i);
        }
        for (const std::int32_t j : partners) {
            reference_tokens_.add(j);
        }
        edges_ += tokens.size() * partners.size();
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
    const std::int32_t type = row.type[at(token)];
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
void Decomposition<Certain>::add_best_of_one(std::vector<Pair>& chosen) {
    constexpr std::int64_t beyond_distances = std::int64_t{1} << 32U;
    const auto worth = [&](const Pair& pair) {
        const std::int64_t required =
            is_required(pair.hypothesis, true) + is_required(pair.reference, false);
        return (4 * required + certain_neighbours(pair)) * beyond_distances - distance(pair);
    };
    Pair best{-1, -1, -1};
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    hypothesis_tokens_.for_each([&](std::int32_t i) {
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
               ? reduction_->is_required_hypothesis(rows_->hypothesis().type[at(token)])
               : reduction_->is_required_reference(rows_->reference().type[at(token)]);
}

template <typename Certain>
void Decomposition<Certain>::build(WordComponent& component) {
    component.by_hypothesis = hypothesis_tokens_.size() <= reference_tokens_.size();
    component.single = true;
    component.unit = kScale;
    component.bonus = 1;
    component.least_distance = 0;
    component.first.assign(1, 0);
    component.layer_required.clear();
    component.pairs.resize(edges_);
    component.first_slot.resize(edges_);
    component.reward.resize(edges_);
    component.end_point.assign(edges_, -1);
    build_slots(component);
    const TokenSet& layer_tokens =
        component.by_hypothesis ? hypothesis_tokens_ : reference_tokens_;
    layer_tokens.for_each([&](std::int32_t token) { build_layer(component, token); });
    build_values(component);
    if (!SmallLayeredSearch::fits(component)) {
        build_rest(component);
    }
}

template <typename Certain>
void Decomposition<Certain>::build_slots(WordComponent& component) {
    const TokenSet& tokens = component.by_hypothesis ? reference_tokens_ : hypothesis_tokens_;
    component.slot_required.clear();
    slot_number_.resize(std::max(rows_->hypothesis().type.size(), rows_->reference().type.size()));
    tokens.for_each([&](std::int32_t token) {
        slot_number_[at(token)] = static_cast<std::int32_t>(component.slot_required.size());
        component.slot_required.push_back(is_required(token, !component.by_hypothesis));
    });
    component.last_layer.assign(component.slot_required.size(), 0);
}

// Adds the layer of a token, with its edges and the distances that they have at least and at most.
// A reward is the number of certain neighbours for now.
template <typename Certain>
void Decomposition<Certain>::build_layer(WordComponent& component, std::int32_t token) {
    const bool by_hypothesis = component.by_hypothesis;
    const auto layer = static_cast<std::int32_t>(component.layer_required.size());
    find_options(token, by_hypothesis);
    std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
    std::int64_t farthest = 0;
    std::size_t edge = at(component.first.back());
    for (const Option& option : options_) {
        const Pair pair = by_hypothesis ? Pair{token, option.token, option.stage}
                                        : Pair{option.token, token, option.stage};
        const std::int32_t slot = slot_number_[at(option.token)];
        component.pairs[edge] = pair;
        component.first_slot[edge] = slot;
        component.last_layer[at(slot)] = layer;
        component.reward[edge] = certain_neighbours(pair);
        nearest = std::min(nearest, distance(pair));
        farthest = std::max(farthest, distance(pair));
        ++edge;
    }
    const bool required = is_required(token, by_hypothesis);
    component.layer_required.push_back(required);
    component.first.push_back(static_cast<std::int32_t>(edge));
    nearest = required ? nearest : 0;
    component.bonus += farthest - nearest;
    component.least_distance += nearest;
    if (layer > 0) {
        build_points(component, at(layer) - 1);
    }
}

template <typename Certain>
void Decomposition<Certain>::build_values(WordComponent& component) {
    component.adjacency = kScale * component.bonus;
    for (std::size_t e = 0; e < component.pairs.size(); ++e) {
        component.reward[e] =
            component.adjacency * component.reward[e] - kScale * distance(component.pairs[e]);
    }
}

// A point has the number of the edge that starts there. Of a layer whose next one is its neighbour
// in the text: walk both, ascending by slot.
template <typename Certain>
void Decomposition<Certain>::build_points(WordComponent& component, std::size_t layer) {
    const auto layer_token = [&](std::int32_t e) {
        const Pair& pair = component.pairs[at(e)];
        return component.by_hypothesis ? pair.hypothesis : pair.reference;
    };
    const auto slot_token = [&](std::int32_t e) {
        const Pair& pair = component.pairs[at(e)];
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
            component.end_point[at(e)] = after;
        }
    }
}

// What only a search for components of any kind asks for.
template <typename Certain>
void Decomposition<Certain>::build_rest(WordComponent& component) {
    const std::size_t edges = component.pairs.size();
    component.first_prices.assign(component.slots(), 0);
    component.end_slot.resize(edges);
    component.end_layer.resize(edges);
    component.start_point.resize(edges);
    std::iota(component.start_point.begin(), component.start_point.end(), 0);
    component.point_slot = component.first_slot;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        for (std::int32_t e = component.first[at(layer)]; e < component.first[at(layer) + 1];
             ++e) {
            component.end_slot[at(e)] = component.first_slot[at(e)] + 1;
            component.end_layer[at(e)] = layer + 1;
        }
    }
}

template class Decomposition<CertainMatches>;
template class Decomposition<SmallCertainMatches<std::uint64_t>>;
template class Decomposition<SmallCertainMatches<UnsignedInt128>>;

}  // namespace meteorscope
