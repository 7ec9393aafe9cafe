#include "components.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace meteorscope {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::int64_t distance(const Pair& pair) {
    return std::abs(static_cast<std::int64_t>(pair.hypothesis) - pair.reference);
}

}  // namespace

std::int64_t Component::adjacencies(std::int64_t value) const {
    // ceil((value + least_distance) / bonus)
    const std::int64_t above = value + least_distance;
    return above > 0 ? (above + bonus - 1) / bonus : -(-above / bonus);
}

void Decomposition::decompose(const Rows& rows, const Reduction& reduction,
                              const CertainMatches& certain, std::vector<Pair>& chosen) {
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
        collect_edges(group);
        if (share_a_token()) {
            chosen.push_back(best_of_one());
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
void Decomposition::join_types() {
    const std::int32_t shift = rows_->hypothesis().types();
    parent_.resize(at(shift + rows_->reference().types()));
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const std::int32_t number : certain_->open_pairs()) {
        const Reduction::Edge& edge = reduction_->edge(number);
        join(edge.hypothesis, shift + edge.reference);
        for (const std::int32_t i : certain_->open_hypothesis_tokens(edge.hypothesis)) {
            for (const std::int32_t j : certain_->open_reference_tokens(edge.reference)) {
                const std::int32_t following = certain_->open_edge(i + 1, j + 1);
                if (following >= 0) {
                    join(edge.hypothesis, reduction_->edge(following).hypothesis);
                    break;
                }
            }
        }
    }
}

std::int32_t Decomposition::find(std::int32_t node) {
    while (parent_[at(node)] != node) {
        parent_[at(node)] = parent_[at(parent_[at(node)])];
        node = parent_[at(node)];
    }
    return node;
}

void Decomposition::join(std::int32_t one, std::int32_t other) {
    parent_[at(find(other))] = find(one);
}

// Numbers the groups in the order of their first open pair.
void Decomposition::group_open_pairs() {
    const std::vector<std::int32_t>& open_pairs = certain_->open_pairs();
    group_of_root_.assign(parent_.size(), -1);
    group_of_pair_.resize(open_pairs.size());
    group_count_ = 0;
    for (std::size_t index = 0; index < open_pairs.size(); ++index) {
        std::int32_t& group =
            group_of_root_[at(find(reduction_->edge(open_pairs[index]).hypothesis))];
        if (group < 0) {
            group = group_count_++;
        }
        group_of_pair_[index] = group;
    }
}

void Decomposition::collect_edges(std::int32_t group) {
    edges_.clear();
    for (std::size_t index = 0; index < group_of_pair_.size(); ++index) {
        if (group_of_pair_[index] != group) {
            continue;
        }
        const Reduction::Edge& edge = reduction_->edge(certain_->open_pairs()[index]);
        const auto required_i =
            static_cast<std::uint8_t>(reduction_->is_required_hypothesis(edge.hypothesis));
        const auto required_j =
            static_cast<std::uint8_t>(reduction_->is_required_reference(edge.reference));
        for (const std::int32_t i : certain_->open_hypothesis_tokens(edge.hypothesis)) {
            for (const std::int32_t j : certain_->open_reference_tokens(edge.reference)) {
                edges_.push_back({i, j, i, j, edge.stage, required_i, required_j});
            }
        }
    }
}

bool Decomposition::share_a_token() const {
    const CandidateEdge& front = edges_.front();
    const auto same_i = [&](const CandidateEdge& e) { return e.hypothesis == front.hypothesis; };
    const auto same_j = [&](const CandidateEdge& e) { return e.reference == front.reference; };
    return std::all_of(edges_.begin(), edges_.end(), same_i) ||
           std::all_of(edges_.begin(), edges_.end(), same_j);
}

std::int32_t Decomposition::certain_neighbours(const CandidateEdge& edge) const {
    return certain_->is_certain(edge.hypothesis - 1, edge.reference - 1) +
           certain_->is_certain(edge.hypothesis + 1, edge.reference + 1);
}

// The best edge, where all share a token and so only one can be taken.
Pair Decomposition::best_of_one() const {
    const auto worth = [&](const CandidateEdge& edge) {
        return std::make_tuple(edge.layer_required + edge.slot_required,
                               certain_neighbours(edge),
                               -std::abs(edge.hypothesis - edge.reference), -edge.hypothesis,
                               -edge.reference);
    };
    const auto best = std::max_element(
        edges_.begin(), edges_.end(), [&](const CandidateEdge& one, const CandidateEdge& other) {
            return worth(one) < worth(other);
        });
    return {best->hypothesis, best->reference, best->stage};
}

// Makes the shorter side the layers and sorts the edges by layer, then slot.
void Decomposition::orient() {
    layer_tokens_.clear();
    slot_tokens_.clear();
    for (const CandidateEdge& edge : edges_) {
        layer_tokens_.push_back(edge.hypothesis);
        slot_tokens_.push_back(edge.reference);
    }
    for (std::vector<std::int32_t>* tokens : {&layer_tokens_, &slot_tokens_}) {
        std::sort(tokens->begin(), tokens->end());
        tokens->erase(std::unique(tokens->begin(), tokens->end()), tokens->end());
    }
    if (layer_tokens_.size() > slot_tokens_.size()) {
        layer_tokens_.swap(slot_tokens_);
        for (CandidateEdge& edge : edges_) {
            std::swap(edge.layer_token, edge.slot_token);
            std::swap(edge.layer_required, edge.slot_required);
        }
    }
    std::sort(edges_.begin(), edges_.end(),
              [](const CandidateEdge& one, const CandidateEdge& other) {
                  return std::tie(one.layer_token, one.slot_token) <
                         std::tie(other.layer_token, other.slot_token);
              });
}

void Decomposition::build(Component& component) {
    orient();
    build_layers(component);
    build_values(component);
    build_follow(component);
}

void Decomposition::build_layers(Component& component) {
    if (slot_number_.size() <= at(slot_tokens_.back())) {
        slot_number_.resize(at(slot_tokens_.back()) + 1);
    }
    for (std::size_t slot = 0; slot < slot_tokens_.size(); ++slot) {
        slot_number_[at(slot_tokens_[slot])] = static_cast<std::int32_t>(slot);
    }
    component.first_edge.clear();
    component.layer_required.clear();
    component.pairs.clear();
    component.slot.clear();
    component.last_layer.assign(slot_tokens_.size(), 0);
    component.slot_required.assign(slot_tokens_.size(), 0);
    std::int32_t last_token = -1;
    for (const CandidateEdge& edge : edges_) {
        if (edge.layer_token != last_token) {
            component.first_edge.push_back(component.edges());
            component.layer_required.push_back(edge.layer_required);
            last_token = edge.layer_token;
        }
        const std::int32_t slot = slot_number_[at(edge.slot_token)];
        component.pairs.push_back({edge.hypothesis, edge.reference, edge.stage});
        component.slot.push_back(slot);
        component.last_layer[at(slot)] = component.layers() - 1;
        component.slot_required[at(slot)] |= edge.slot_required;
    }
    component.first_edge.push_back(component.edges());
}

void Decomposition::build_values(Component& component) const {
    std::int64_t spread = 0;
    std::int64_t least = 0;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        std::int64_t nearest = distance(component.pairs[at(component.first_edge[at(layer)])]);
        std::int64_t farthest = nearest;
        for (std::int32_t e = component.first_edge[at(layer)];
             e < component.first_edge[at(layer + 1)]; ++e) {
            nearest = std::min(nearest, distance(component.pairs[at(e)]));
            farthest = std::max(farthest, distance(component.pairs[at(e)]));
        }
        if (!component.layer_required[at(layer)]) {
            nearest = 0;
        }
        spread += farthest - nearest;
        least += nearest;
    }
    component.bonus = spread + 1;
    component.least_distance = least;
    component.reward.resize(component.pairs.size());
    for (std::size_t e = 0; e < component.pairs.size(); ++e) {
        component.reward[e] =
            component.bonus * certain_neighbours(edges_[e]) - distance(component.pairs[e]);
    }
}

// Two layers that are neighbours in the text: walk both, ascending by slot.
void Decomposition::build_follow(Component& component) const {
    component.follow.assign(component.pairs.size(), -1);
    for (std::int32_t layer = 0; layer + 1 < component.layers(); ++layer) {
        std::int32_t after = component.first_edge[at(layer + 1)];
        const std::int32_t end = component.first_edge[at(layer + 2)];
        const std::int32_t first = component.first_edge[at(layer)];
        if (edges_[at(after)].layer_token != edges_[at(first)].layer_token + 1) {
            continue;
        }
        for (std::int32_t e = first; e < component.first_edge[at(layer + 1)]; ++e) {
            const std::int32_t wanted = edges_[at(e)].slot_token + 1;
            while (after < end && edges_[at(after)].slot_token < wanted) {
                ++after;
            }
            if (after < end && edges_[at(after)].slot_token == wanted) {
                component.follow[at(e)] = after;
            }
        }
    }
}

}  // namespace meteorscope
