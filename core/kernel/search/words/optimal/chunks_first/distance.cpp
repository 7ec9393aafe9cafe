#include "search/words/optimal/chunks_first/distance.hpp"

#include <algorithm>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kRounds = 6;
constexpr int kMaxBranchDepth = 24;
constexpr std::int32_t kBranches = 64;
constexpr std::int64_t kFar = std::int64_t{1} << 60U;

}  // namespace

bool LeastDistance::run(const WordComponent& component, const TokenGroups& groups,
                        const AdjacencyLinks& links, AdjacencySearch& search,
                        std::vector<std::uint8_t>& whole, Effort& effort) {
    component_ = &component;
    groups_ = &groups;
    links_ = &links;
    search_ = &search;
    branches_ = 0;
    rest_.start(component, groups);
    best_distance_ = std::numeric_limits<std::int32_t>::max();
    layer_prices_.assign(index(component.layers()), 0);
    slot_prices_.assign(component.slots(), 0);
    slot_of_layer_.assign(index(component.layers()), -1);
    rest_slot_of_layer_.assign(index(component.layers()), -1);
    return look(whole, effort);
}

bool LeastDistance::look(std::vector<std::uint8_t>& whole, Effort& effort) {
    has_left_ = !search_->left_links().empty();
    allowed_ = kFar;
    mark_variable_groups();
    is_assigned_.assign(index(groups_->size()), 0);
    rest_distance_.resize(index(groups_->size()));
    choose_paths(effort);
    const Outcome outcome = settle(0, whole, effort);
    proved_ = outcome == Outcome::proved;
    return outcome != Outcome::impossible;
}

// Groups whose links are the same in all choices have the same rest in all of them, too.
void LeastDistance::mark_variable_groups() {
    is_variable_.assign(index(groups_->size()), has_left_);
    for (std::size_t number = 0; number < search_->graph_count(); ++number) {
        const TieGraph& graph = search_->graphs()[number];
        if (has_left_ || fork_of(graph) < 0) {
            continue;
        }
        for (const TieArc& arc : graph.arcs) {
            if (arc.link >= 0) {
                is_variable_[index(groups_->of_layer(links_->layer[index(arc.link)]))] = 1;
            }
        }
    }
    for (std::int32_t group = 0; group < groups_->size(); ++group) {
        if (!is_variable_[index(group)]) {
            forget_prices(group);
        }
    }
}

void LeastDistance::forget_prices(std::int32_t group) {
    for (const std::int32_t layer : groups_->layers(group)) {
        layer_prices_[index(layer)] = rest_.layer_prices()[index(layer)] = 0;
    }
    for (const std::int32_t slot : groups_->slots(group)) {
        slot_prices_[index(slot)] = rest_.slot_prices()[index(slot)] = 0;
    }
}

// Looks for the nearest choice among the paths of the graphs as they are now.
LeastDistance::Outcome LeastDistance::settle(int depth, std::vector<std::uint8_t>& whole,
                                             Effort& effort) {
    const std::int64_t rounds = search_->is_proved() ? kRounds : 1;
    layer_sum_.assign(layer_prices_.size(), 0);
    slot_sum_.assign(slot_prices_.size(), 0);
    for (std::int64_t round = 1; round <= rounds; ++round) {
        if (!assign_rest(whole, effort)) {
            return Outcome::impossible;
        }
        keep_best();
        const bool new_ones = round % 2 == 1;
        const auto add = [&](std::vector<std::int64_t>& sum, std::vector<std::int64_t>& now,
                             const std::vector<std::int64_t>& prices) {
            for (std::size_t token = 0; token < sum.size(); ++token) {
                sum[token] += prices[token];
                now[token] = new_ones ? prices[token] : floor_divide(sum[token], round);
            }
        };
        add(layer_sum_, layer_prices_, rest_.layer_prices());
        add(slot_sum_, slot_prices_, rest_.slot_prices());
        const std::int64_t lower = choose_paths(effort);
        const std::int64_t allowed = kFinePlace * (best_distance_ - 1) - lower;
        if (allowed < 0) {
            return Outcome::proved;
        }
        if (has_left_ && depth == 0 && allowed < allowed_) {
            keep_reduced(allowed);
        }
        if (effort.is_spent()) {
            return Outcome::open;
        }
        drop_detours(allowed, effort);
    }
    return has_left_ ? Outcome::open : branch(depth, whole, effort);
}

void LeastDistance::keep_reduced(std::int64_t allowed) {
    allowed_ = allowed;
    reduced_of_link_.resize(index(links_->size()));
    for (std::int32_t link = 0; link < links_->size(); ++link) {
        reduced_of_link_[index(link)] = reduced_distance(link);
    }
}

// Goes through the ways on from a node that all paths of a graph go through.
LeastDistance::Outcome LeastDistance::branch(int depth, std::vector<std::uint8_t>& whole,
                                             Effort& effort) {
    std::size_t graph = 0;
    std::int32_t fork = 0;
    if (depth == kMaxBranchDepth || !find_fork(graph, fork)) {
        return Outcome::open;
    }
    std::vector<TieGraph>& graphs = search_->graphs();
    const std::vector<TieGraph> before(
        graphs.begin(), graphs.begin() + static_cast<std::ptrdiff_t>(search_->graph_count()));
    for (std::size_t way = 0; way < before[graph].arcs.size(); ++way) {
        if (before[graph].arcs[way].from != fork) {
            continue;
        }
        if (++branches_ > kBranches) {
            return Outcome::open;
        }
        std::copy(before.begin(), before.end(), graphs.begin());
        std::vector<TieArc>& arcs = graphs[graph].arcs;
        arcs.clear();
        for (std::size_t arc = 0; arc < before[graph].arcs.size(); ++arc) {
            if (arc == way || before[graph].arcs[arc].from != fork) {
                arcs.push_back(before[graph].arcs[arc]);
            }
        }
        choose_paths(effort);
        const Outcome outcome = settle(depth + 1, whole, effort);
        if (outcome != Outcome::proved) {
            return outcome;
        }
    }
    return Outcome::proved;
}

// The first node of the first graph at which its paths part.
bool LeastDistance::find_fork(std::size_t& graph, std::int32_t& node) const {
    for (graph = 0; graph < search_->graph_count(); ++graph) {
        node = fork_of(search_->graphs()[graph]);
        if (node >= 0) {
            return true;
        }
    }
    return false;
}

// The first node of a graph at which its paths part, or -1.
std::int32_t LeastDistance::fork_of(const TieGraph& graph) {
    for (std::size_t arc = 0; arc + 1 < graph.arcs.size(); ++arc) {
        if (graph.arcs[arc].from == graph.arcs[arc + 1].from) {
            return graph.arcs[arc].from;
        }
    }
    return -1;
}

// Matches what the chosen links leave over, where they are not those of the last time.
bool LeastDistance::assign_rest(std::vector<std::uint8_t>& whole, Effort& effort) {
    slot_of_layer_before_.swap(slot_of_layer_);
    slot_of_layer_.assign(index(component_->layers()), -1);
    layer_of_slot_.assign(component_->slots(), -1);
    distance_ = constant_distance_ = 0;
    for (const std::int32_t link : chosen_) {
        const std::int32_t layer = links_->layer[index(link)];
        const std::int32_t slot = links_->slot[index(link)];
        slot_of_layer_[index(layer)] = slot;
        layer_of_slot_[index(slot)] = layer;
        distance_ += component_->distance(links_->edge[index(link)]);
    }
    bool possible = true;
    for (std::int32_t group = 0; group < groups_->size(); ++group) {
        if ((!is_assigned_[index(group)] || has_changed(group)) && !assign_group(group, effort) &&
            !whole[index(group)]) {
            whole[index(group)] = 1;
            possible = false;
        }
        distance_ += rest_distance_[index(group)];
        constant_distance_ += is_variable_[index(group)] ? 0 : rest_distance_[index(group)];
    }
    return possible;
}

// Whether other links of a group are chosen than the last time.
bool LeastDistance::has_changed(std::int32_t group) const {
    const IntegerSpan layers = groups_->layers(group);
    return std::any_of(layers.begin(), layers.end(), [&](std::int32_t layer) {
        return slot_of_layer_[index(layer)] != slot_of_layer_before_[index(layer)];
    });
}

// Groups that are not variable need no prices: what they add to the bound is their distance.
bool LeastDistance::assign_group(std::int32_t group, Effort& effort) {
    std::int64_t distance = 0;
    matches_.clear();
    is_assigned_[index(group)] = rest_.assign(group, is_variable_[index(group)] != 0, slot_of_layer_,
                                           layer_of_slot_, matches_, distance, effort);
    rest_distance_[index(group)] = distance;
    for (const std::int32_t layer : groups_->layers(group)) {
        rest_slot_of_layer_[index(layer)] = -1;
    }
    for (const RestAssignment::Match& match : matches_) {
        rest_slot_of_layer_[index(match.layer)] = match.slot;
    }
    return is_assigned_[index(group)] != 0;
}

void LeastDistance::keep_best() {
    if (distance_ >= best_distance_) {
        return;
    }
    best_distance_ = distance_;
    best_edges_.clear();
    for (std::int32_t layer = 0; layer < component_->layers(); ++layer) {
        const std::int32_t slot =
            std::max(slot_of_layer_[index(layer)], rest_slot_of_layer_[index(layer)]);
        if (slot >= 0) {
            best_edges_.push_back(edge_of(layer, slot));
        }
    }
}

std::int32_t LeastDistance::edge_of(std::int32_t layer, std::int32_t slot) const {
    const auto begin = component_->first_slot.begin();
    return static_cast<std::int32_t>(
        std::lower_bound(begin + component_->first[index(layer)],
                         begin + component_->first[index(layer) + 1], slot) -
        begin);
}

std::int64_t LeastDistance::reduced_distance(std::int32_t link) const {
    return kFinePlace * component_->distance(links_->edge[index(link)]) -
           layer_prices_[index(links_->layer[index(link)])] - slot_prices_[index(links_->slot[index(link)])];
}

// Chooses the shortest path of each graph, the first on a tie; returns the bound on the distance
// that the prices give, where what was left adds nothing.
std::int64_t LeastDistance::choose_paths(Effort& effort) {
    std::int64_t bound = kFinePlace * constant_distance_;
    for (const std::int64_t price : layer_prices_) {
        bound += price;
    }
    for (const std::int64_t price : slot_prices_) {
        bound += price;
    }
    chosen_ = search_->fixed();
    for (const std::int32_t link : chosen_) {
        bound += reduced_distance(link);
    }
    chosen_.insert(chosen_.end(), search_->left_links().begin(), search_->left_links().end());
    for (std::size_t number = 0; number < search_->graph_count(); ++number) {
        const TieGraph& graph = search_->graphs()[number];
        until_.assign(index(graph.nodes), kFar);
        last_arc_.assign(index(graph.nodes), -1);
        until_[0] = 0;
        for (std::size_t arc = 0; arc < graph.arcs.size(); ++arc) {
            const auto& [from, to, link] = graph.arcs[arc];
            const std::int64_t length =
                until_[index(from)] + (link < 0 ? 0 : reduced_distance(link));
            if (length < until_[index(to)]) {
                until_[index(to)] = length;
                last_arc_[index(to)] = static_cast<std::int32_t>(arc);
            }
        }
        effort.edges += static_cast<std::int64_t>(graph.arcs.size());
        bound += until_[index(graph.nodes - 1)];
        for (std::int32_t node = graph.nodes - 1; node > 0;) {
            const TieArc& arc = graph.arcs[index(last_arc_[index(node)])];
            if (arc.link >= 0) {
                chosen_.push_back(arc.link);
            }
            node = arc.from;
        }
    }
    return bound;
}

// Drops arcs that are on no path which is longer than the shortest by no more than is allowed.
void LeastDistance::drop_detours(std::int64_t allowed, Effort& effort) {
    for (std::size_t number = 0; number < search_->graph_count(); ++number) {
        TieGraph& graph = search_->graphs()[number];
        until_.assign(index(graph.nodes), kFar);
        from_.assign(index(graph.nodes), kFar);
        until_[0] = 0;
        from_[index(graph.nodes - 1)] = 0;
        reduced_.resize(graph.arcs.size());
        for (std::size_t arc = 0; arc < graph.arcs.size(); ++arc) {
            const auto& [from, to, link] = graph.arcs[arc];
            reduced_[arc] = link < 0 ? 0 : reduced_distance(link);
            until_[index(to)] = std::min(until_[index(to)], until_[index(from)] + reduced_[arc]);
        }
        for (std::size_t arc = graph.arcs.size(); arc-- > 0;) {
            const auto& [from, to, link] = graph.arcs[arc];
            from_[index(from)] = std::min(from_[index(from)], from_[index(to)] + reduced_[arc]);
        }
        effort.edges += static_cast<std::int64_t>(graph.arcs.size());
        const std::int64_t longest = until_[index(graph.nodes - 1)] + allowed;
        std::size_t kept = 0;
        for (std::size_t arc = 0; arc < graph.arcs.size(); ++arc) {
            const TieArc its = graph.arcs[arc];
            if (until_[index(its.from)] + reduced_[arc] + from_[index(its.to)] <= longest) {
                graph.arcs[kept++] = its;
            }
        }
        graph.arcs.resize(kept);
    }
}

}  // namespace meteorscope
