#include "search/words/optimal/chunks_first/ties.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int32_t kNodesAtOnce = 16;  // for which room is made
constexpr std::int64_t kNoValue = -(std::int64_t{1} << 60U);
constexpr std::int64_t kFarthest = std::int64_t{1} << 60U;

std::uint32_t hash_of(std::uint64_t low, std::uint64_t high, std::int32_t point) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15U;
    std::uint64_t sum = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(point)) ^ low) *
                        kMix;
    sum ^= sum >> 32U;
    sum = (sum ^ high) * kMix;
    return static_cast<std::uint32_t>(sum >> 32U);
}

}  // namespace

TieSearch::TieResult TieSearch::run(const LinkPart& part, const AdjacencyBound& bound,
                                std::int64_t known, std::int64_t width, bool to_stop,
                                Effort& effort) {
    TieResult found;
    end_ = -1;
    is_marked_ = false;
    fits_ = colour(part);
    if (!fits_) {
        found.given_up = bound.value();
        return found;
    }
    if (distances_ != nullptr) {
        sweep_near(part, bound);
        effort.edges += part.links();
    }
    found.complete = true;
    node_count_ = arc_count_ = 0;
    make_room(1);
    nodes_[node_count_++] = {{}, bound.all_prices(), -1, bound.value(), 0, true};
    const std::int64_t least = known * kAdjacency;
    std::int32_t begin = 0;
    for (std::int32_t layer = 0; layer < part.layers(); ++layer) {
        const auto end = static_cast<std::int32_t>(node_count_);
        if (end - begin > width || effort.is_spent()) {
            if (to_stop) {
                found.complete = false;
                found.given_up = bound.value();
                return found;
            }
            const std::int64_t kept = effort.is_spent() ? 1 : width;
            if (end - begin > kept) {
                found.complete = false;
                found.given_up = std::max(found.given_up, narrow(begin, kept));
            }
        }
        const std::int64_t options = part.first[index(layer) + 1] - part.first[index(layer)];
        effort.states += std::min<std::int64_t>(end - begin, width) * options;
        expand(part, bound, layer, least, begin, end);
        begin = end;
    }
    if (begin < static_cast<std::int32_t>(node_count_)) {  // at the end all states are one
        end_ = begin;
        found.any = true;
        found.adjacencies = nodes_[index(begin)].value / kAdjacency;
    }
    return found;
}

// Gives each slot a bit that no other has as long as it can be taken; false if there are too few.
bool TieSearch::colour(const LinkPart& part) {
    first_ending_.assign(index(part.layers()) + 1, 0);
    for (const std::int32_t last : part.last_layer) {
        ++first_ending_[index(last)];
    }
    std::int32_t sum = 0;
    for (std::int32_t& first : first_ending_) {
        sum += first;
        first = sum;
    }
    ending_.resize(index(part.slots()));
    for (std::int32_t slot = part.slots(); slot-- > 0;) {
        ending_[index(--first_ending_[index(part.last_layer[index(slot)])])] = slot;
    }
    bit_.resize(index(part.slots()));
    Mask unused{~std::uint64_t{0}, ~std::uint64_t{0}};
    std::int32_t next = 0;  // slots are numbered by their first layers
    for (std::int32_t layer = 0; layer < part.layers(); ++layer) {
        for (; next < part.slots() && part.first_layer[index(next)] == layer; ++next) {
            Mask& bit = bit_[index(next)];
            bit = unused.low != 0 ? Mask{unused.low & (~unused.low + 1), 0}
                                  : Mask{0, unused.high & (~unused.high + 1)};
            if (bit.low == 0 && bit.high == 0) {
                return false;
            }
            unused.low &= ~bit.low;
            unused.high &= ~bit.high;
        }
        for (std::int32_t place = first_ending_[index(layer)]; place < first_ending_[index(layer) + 1];
             ++place) {
            unused.low |= bit_[index(ending_[index(place)])].low;
            unused.high |= bit_[index(ending_[index(place)])].high;
        }
    }
    return true;
}

// For so many more nodes, and the arcs that lead there.
void TieSearch::make_room(std::size_t more) {
    if (nodes_.size() < node_count_ + more) {
        nodes_.resize(2 * (node_count_ + more));
    }
    if (arcs_.size() < arc_count_ + more) {
        arcs_.resize(2 * (arc_count_ + more));
    }
    while (table_.size() < 2 * (in_table_ + more)) {
        grow_table();
    }
}

// Adds a way to go on from a node, of which the bound says what the rest can add, unless it is too
// far. Of two ways to reach one state the better is kept, the first on a tie.
void TieSearch::reach(const LinkPart& part, std::int32_t layer, std::int64_t least,
                      std::int32_t from, std::int32_t link, Mask taken, std::int32_t value,
                      std::int32_t rest, std::int32_t point) {
    std::int64_t distance = 0;
    std::int64_t promise = value + rest;
    if (distances_ != nullptr) {
        distance = nodes_[index(from)].distance + distance_of(part, link);
        std::int64_t near_rest = near_from_layer_[index(layer) + 1];
        if (point >= 0) {
            const std::int64_t further = near_going_on_[index(point >> 1)] + weight_ * kAdjacency;
            near_rest = (point & 1) != 0 ? further : std::max(near_rest, further);
        }
        promise = weight_ * value - distance + near_rest;
        if (distance > allowed_ || promise < weight_ * least - allowed_) {
            return;
        }
    }
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash_of(taken.low, taken.high, point) & mask;
    for (; table_[slot].epoch == epoch_; slot = (slot + 1) & mask) {
        const std::int32_t to = table_[slot].node;
        Node& node = nodes_[index(to)];
        if (node.point == point && node.taken == taken) {
            if (value > node.value || (value == node.value && distance < node.distance)) {
                node.value = value;
                node.promise = promise;
                node.distance = distance;
            }
            arcs_[arc_count_++] = {from, to, link, value};
            return;
        }
    }
    const auto to = static_cast<std::int32_t>(node_count_++);
    table_[slot] = {epoch_, to};
    ++in_table_;
    // In its place at once: who copies what was just written in parts waits for all of them.
    Node& node = nodes_[index(to)];
    node.taken.low = taken.low;
    node.taken.high = taken.high;
    node.value = value;
    node.point = point;
    node.promise = promise;
    node.distance = distance;
    node.kept = true;
    arcs_[arc_count_++] = {from, to, link, value};
}

// What all nodes of a layer go on with.
void TieSearch::list_options(const LinkPart& part, const AdjacencyBound& bound,
                             std::int32_t layer) {
    endings_.clear();
    ending_bits_ = due_ = Mask{};
    for (std::int32_t place = first_ending_[index(layer)]; place < first_ending_[index(layer) + 1];
         ++place) {
        const std::int32_t slot = ending_[index(place)];
        const Mask& bit = bit_[index(slot)];
        endings_.push_back({bit, bound.price(slot)});
        ending_bits_ = ending_bits_ | bit;
        due_ = part.slot_required[index(slot)] ? due_ | bit : due_;
    }
    options_.clear();
    for (std::int32_t e = part.first[index(layer)]; e < part.first[index(layer) + 1]; ++e) {
        const LinkPart::Link& its = part.link[index(e)];
        const std::int32_t price =
            part.last_layer[index(its.slot)] == layer ? 0 : bound.price(its.slot);
        Mask next_bit;
        if (its.next >= 0) {
            const std::int32_t next_slot = part.link[index(its.next)].slot;
            next_bit = part.first_layer[index(next_slot)] <= layer ? bit_[index(next_slot)] : Mask{};
        }
        options_.push_back({bit_[index(its.slot)], next_bit, its.next, its.worth - price,
                            bound.going_on(its.next), !its.may_stop()});
    }
}

void TieSearch::expand(const LinkPart& part, const AdjacencyBound& bound, std::int32_t layer,
                       std::int64_t least, std::int32_t begin, std::int32_t end) {
    if (++epoch_ == 0) {  // the counter went round
        std::fill(table_.begin(), table_.end(), Place{});
        epoch_ = 1;
    }
    in_table_ = 0;
    list_options(part, bound, layer);
    const std::int32_t first = part.first[index(layer)];
    const std::int32_t after = bound.from_layer(layer + 1);
    const bool is_due = due_.any();
    for (std::int32_t number = begin; number < end; ++number) {
        if ((number - begin) % kNodesAtOnce == 0) {
            make_room(kNodesAtOnce * (options_.size() + 1));
        }
        if (!nodes_[index(number)].kept) {
            continue;
        }
        const Mask before{nodes_[index(number)].taken.low, nodes_[index(number)].taken.high};
        const std::int32_t own_point = nodes_[index(number)].point;
        // Without the prices of slots that can be taken no more. That of a link which is their
        // last is not paid either.
        std::int32_t value = nodes_[index(number)].value;
        for (const Ending& ending : endings_) {
            value -= before.has(ending.bit) ? 0 : ending.price;
        }
        const bool must = own_point >= 0 && (own_point & 1) != 0;
        const std::int32_t continuing = own_point >> 1;
        const std::int32_t last = must ? continuing + 1 : part.first[index(layer) + 1];
        for (std::int32_t e = must ? continuing : first; e < last; ++e) {
            const Option& option = options_[index(e - first)];
            const bool continues = e == continuing;
            const Mask taken = before | option.bit;
            if (before.has(option.bit) || (is_due && due_.without(taken).any())) {
                continue;
            }
            const bool has_next = option.next >= 0 && !before.has(option.next_bit);
            const bool has_to = !continues && option.has_to;
            if (has_to && !has_next) {
                continue;
            }
            const std::int32_t own = value + option.worth + (continues ? kAdjacency : 0);
            const std::int32_t further = has_next ? option.further : kNoWay;
            const std::int32_t rest = has_to ? further : std::max(after, further);
            if (own + rest >= least) {
                reach(part, layer, least, number, e, taken.without(ending_bits_), own, rest,
                      has_next ? 2 * option.next + has_to : -1);
            }
        }
        if (!must && !part.layer_required[index(layer)] && value + after >= least &&
            !due_.without(before).any()) {
            reach(part, layer, least, number, -1, before.without(ending_bits_), value, after, -1);
        }
    }
}

void TieSearch::grow_table() {
    std::vector<Place> larger(table_.size() * 2);
    for (const Place& place : table_) {
        if (place.epoch == epoch_) {
            const Node& node = nodes_[index(place.node)];
            std::size_t slot =
                hash_of(node.taken.low, node.taken.high, node.point) & (larger.size() - 1);
            while (larger[slot].epoch == epoch_) {
                slot = (slot + 1) & (larger.size() - 1);
            }
            larger[slot] = place;
        }
    }
    table_.swap(larger);
}

// Keeps the most promising nodes of a layer; returns the highest promise that was given up.
std::int64_t TieSearch::narrow(std::int32_t begin, std::int64_t width) {
    ranked_.clear();
    for (auto number = begin; number < static_cast<std::int32_t>(node_count_); ++number) {
        ranked_.push_back(number);
    }
    const auto is_better = [&](std::int32_t one, std::int32_t other) {
        const Node& its = nodes_[index(one)];
        const Node& others = nodes_[index(other)];
        if (its.promise != others.promise) {
            return its.promise > others.promise;
        }
        return its.value != others.value ? its.value > others.value : one < other;
    };
    std::nth_element(ranked_.begin(), ranked_.begin() + width, ranked_.end(), is_better);
    for (std::size_t place = static_cast<std::size_t>(width); place < ranked_.size(); ++place) {
        nodes_[index(ranked_[place])].kept = false;
    }
    return nodes_[index(ranked_[static_cast<std::size_t>(width)])].promise;
}

// Marks the arcs on the ways to the end with the highest value, and finds the first of these to
// each node.
void TieSearch::mark_best() {
    if (is_marked_) {
        return;
    }
    is_marked_ = true;
    arc_is_best_.resize(arc_count_);
    leads_.assign(node_count_, 0);
    arc_to_.resize(node_count_);
    leads_[index(end_)] = 1;
    for (std::size_t number = arc_count_; number-- > 0;) {
        const Arc& arc = arcs_[number];
        const bool is_best = (leads_[index(arc.to)] != 0) & (arc.value == nodes_[index(arc.to)].value);
        arc_is_best_[number] = is_best;
        leads_[index(arc.from)] |= is_best;
        arc_to_[index(arc.to)] = is_best ? static_cast<std::int32_t>(number) : arc_to_[index(arc.to)];
    }
}

// As the sweep of the bound, where a link also costs its distance.
void TieSearch::sweep_near(const LinkPart& part, const AdjacencyBound& bound) {
    weight_ = std::max<std::int64_t>(1, allowed_ / kAdjacency);
    near_from_layer_.assign(index(part.layers()) + 1, 0);
    near_going_on_.resize(index(part.links()));
    std::int64_t after = 0;
    for (std::int32_t layer = part.layers() - 1; layer >= 0; --layer) {
        std::int64_t best = part.layer_required[index(layer)] ? kNoValue : after;
        for (std::int32_t e = part.first[index(layer)]; e < part.first[index(layer) + 1]; ++e) {
            const LinkPart::Link& its = part.link[index(e)];
            const std::int64_t own =
                weight_ * (its.worth - bound.price(its.slot)) -
                distance_of(part, e);
            const std::int32_t next = its.next;
            const std::int64_t further =
                next >= 0 ? near_going_on_[index(next)] + weight_ * kAdjacency : kNoValue;
            near_going_on_[index(e)] = own + std::max(after, further);
            best = std::max(best, its.may_stop() ? near_going_on_[index(e)] : own + further);
        }
        near_from_layer_[index(layer)] = after = best;
    }
}

// Of the best ways to each node, the nearest, the first on a tie.
void TieSearch::find_nearest(const LinkPart& part) {
    least_distance_.assign(node_count_, kFarthest);
    least_distance_[0] = 0;
    for (std::size_t number = 0; number < arc_count_; ++number) {
        const Arc& arc = arcs_[number];
        const std::int64_t distance = least_distance_[index(arc.from)] + distance_of(part, arc.link);
        if (arc_is_best_[number] && distance < least_distance_[index(arc.to)]) {
            least_distance_[index(arc.to)] = distance;
            arc_to_[index(arc.to)] = static_cast<std::int32_t>(number);
        }
    }
}

void TieSearch::best_links(const LinkPart& part, std::vector<std::int32_t>& links) {
    mark_best();
    if (distances_ != nullptr) {
        find_nearest(part);
    }
    links.clear();
    for (std::int32_t node = end_; node > 0;) {
        const Arc& arc = arcs_[index(arc_to_[index(node)])];
        if (arc.link >= 0) {
            links.push_back(part.name[index(arc.link)]);
        }
        node = arc.from;
    }
    std::reverse(links.begin(), links.end());
}

void TieSearch::graph(const LinkPart& part, TieGraph& graph) {
    mark_best();
    number_.assign(node_count_, -1);
    graph.nodes = 0;
    for (std::size_t node = 0; node < node_count_; ++node) {
        if (leads_[node]) {
            number_[node] = graph.nodes++;
        }
    }
    graph.arcs.clear();
    for (std::size_t number = 0; number < arc_count_; ++number) {
        const Arc& arc = arcs_[number];
        if (arc_is_best_[number]) {
            graph.arcs.push_back({number_[index(arc.from)], number_[index(arc.to)],
                                  arc.link < 0 ? -1 : part.name[index(arc.link)]});
        }
    }
}

}  // namespace meteorscope
