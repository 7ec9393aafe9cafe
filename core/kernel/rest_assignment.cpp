#include "rest_assignment.hpp"

#include <algorithm>
#include <cstdlib>

#include "at.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kForbidden = std::int64_t{1} << 40U;

}  // namespace

void RestAssignment::start(const WordComponent& component, const TokenGroups& groups) {
    component_ = &component;
    groups_ = &groups;
    layer_prices_.assign(at(component.layers()), 0);
    slot_prices_.assign(component.slots(), 0);
}

bool RestAssignment::assign(std::int32_t group, bool priced, const Integers& slot_of_layer,
                            const Integers& layer_of_slot, std::vector<Match>& matches,
                            std::int64_t& distance, Effort& effort) {
    rest_layers_.clear();
    rest_slots_.clear();
    for (const std::int32_t layer : groups_->layers(group)) {
        if (slot_of_layer[at(layer)] < 0) {
            rest_layers_.push_back(layer);
        }
    }
    for (const std::int32_t slot : groups_->slots(group)) {
        if (layer_of_slot[at(slot)] < 0) {
            rest_slots_.push_back(slot);
        }
    }
    if (!groups_->is_free(group)) {
        return assign_in_general(group, priced, slot_of_layer, layer_of_slot, matches, distance,
                                 effort);
    }
    assign_on_line(group, priced, matches, distance, effort);
    return true;
}

void RestAssignment::assign_on_line(std::int32_t group, bool priced, std::vector<Match>& matches,
                                    std::int64_t& distance, Effort& effort) {
    const bool small_is_layers =
        groups_->layers(group).size() <= groups_->slots(group).size();
    small_.clear();
    large_.clear();
    for (const std::int32_t layer : rest_layers_) {
        (small_is_layers ? small_ : large_).push_back(groups_->layer_place(layer));
    }
    for (const std::int32_t slot : rest_slots_) {
        (small_is_layers ? large_ : small_).push_back(groups_->slot_place(slot));
    }
    match_on_line(effort);
    for (std::size_t number = 0; number < small_.size(); ++number) {
        const std::size_t other = at(partner_[number]);
        distance += std::abs(small_[number] - large_[other]);
        matches.push_back(small_is_layers ? Match{rest_layers_[number], rest_slots_[other]}
                                          : Match{rest_layers_[other], rest_slots_[number]});
    }
    effort.edges += static_cast<std::int64_t>(groups_->layers(group).size() +
                                              groups_->slots(group).size());
    if (priced) {
        price_line(group, small_is_layers);
    }
}

// On a line some nearest match of all the small ones keeps the order.
void RestAssignment::match_on_line(Effort& effort) {
    const std::size_t small = small_.size();
    const std::size_t large = large_.size();
    partner_.resize(small);
    if (small == large) {
        for (std::size_t number = 0; number < small; ++number) {
            partner_[number] = static_cast<std::int32_t>(number);
        }
        return;
    }
    // The least distance of the first ``a`` small ones among the first ``a + b`` large ones.
    const std::size_t spare = large - small;
    const std::size_t width = spare + 1;
    table_.resize((small + 1) * width);
    std::fill_n(table_.begin(), width, 0);
    for (std::size_t a = 1; a <= small; ++a) {
        for (std::size_t b = 0; b <= spare; ++b) {
            const std::int64_t with =
                table_[(a - 1) * width + b] + std::abs(small_[a - 1] - large_[a + b - 1]);
            table_[a * width + b] =
                b == 0 ? with : std::min(with, table_[a * width + b - 1]);
        }
    }
    effort.edges += static_cast<std::int64_t>(small * width);
    std::size_t b = spare;
    for (std::size_t a = small; a > 0; --a) {
        while (b > 0 && table_[a * width + b - 1] == table_[a * width + b]) {
            --b;
        }
        partner_[a - 1] = static_cast<std::int32_t>(a + b - 1);
    }
}

void RestAssignment::price_line(std::int32_t group, bool small_is_layers) {
    const IntegerSpan layers = groups_->layers(group);
    const IntegerSpan slots = groups_->slots(group);
    const std::size_t points = layers.size() + slots.size();
    place_.resize(points);
    // Those of the rest have room for one more, which is written and not kept.
    Integers& layer_point = small_is_layers ? small_point_ : large_point_;
    Integers& slot_point = small_is_layers ? large_point_ : small_point_;
    Integers& rest_layer_point = small_is_layers ? rest_small_point_ : rest_large_point_;
    Integers& rest_slot_point = small_is_layers ? rest_large_point_ : rest_small_point_;
    layer_point.resize(layers.size());
    slot_point.resize(slots.size());
    rest_layer_point.resize(rest_layers_.size() + 1);
    rest_slot_point.resize(rest_slots_.size() + 1);
    rest_layers_.push_back(-1);
    rest_slots_.push_back(-1);
    std::size_t next_layer = 0;
    std::size_t next_slot = 0;
    std::size_t rest_layer = 0;
    std::size_t rest_slot = 0;
    for (std::size_t number = 0; number < points; ++number) {
        const auto point = static_cast<std::int32_t>(number);
        const bool is_layer =
            next_slot == slots.size() ||
            (next_layer < layers.size() && groups_->layer_place(layers[next_layer]) <=
                                               groups_->slot_place(slots[next_slot]));
        if (is_layer) {
            const std::int32_t layer = layers[next_layer];
            place_[number] = groups_->layer_place(layer);
            layer_point[next_layer++] = point;
            rest_layer_point[rest_layer] = point;
            rest_layer += rest_layers_[rest_layer] == layer;
        } else {
            const std::int32_t slot = slots[next_slot];
            place_[number] = groups_->slot_place(slot);
            slot_point[next_slot++] = point;
            rest_slot_point[rest_slot] = point;
            rest_slot += rest_slots_[rest_slot] == slot;
        }
    }
    rest_layers_.pop_back();
    rest_slots_.pop_back();
    rest_layer_point.pop_back();
    rest_slot_point.pop_back();
    slope_.assign(points, 0);
    for (std::size_t number = 0; number < rest_small_point_.size(); ++number) {
        const std::size_t small = at(rest_small_point_[number]);
        const std::size_t large = at(rest_large_point_[at(partner_[number])]);
        const std::int32_t direction = large < small ? 1 : -1;
        slope_[std::min(small, large)] += direction;
        slope_[std::max(small, large)] -= direction;
    }
    std::int32_t slope = 0;
    for (std::int32_t& each : slope_) {
        slope += each;
        each = slope;
    }
    const auto gap = [&](std::size_t point) {
        return kFinePlace * (place_[point + 1] - place_[point]);
    };
    low_.resize(points);
    if (small_.size() == large_.size()) {
        low_[0] = 0;
        for (std::size_t point = 0; point + 1 < points; ++point) {
            const std::int64_t up = slope_[point] > 0 ? gap(point) : 0;
            low_[point + 1] = low_[point] + (slope_[point] < 0 ? -gap(point) : up);
        }
    } else {
        low_.assign(points, -kForbidden);
        high_.assign(points, kForbidden);
        for (const std::int32_t point : large_point_) {
            low_[at(point)] = 0;
        }
        for (const std::int32_t point : rest_large_point_) {
            high_[at(point)] = 0;
        }
        for (const std::int32_t partner : partner_) {
            high_[at(rest_large_point_[at(partner)])] = kForbidden;
        }
        for (std::size_t point = 0; point + 1 < points; ++point) {
            const std::int64_t step = gap(point);
            low_[point + 1] = std::max(low_[point + 1],
                                       low_[point] + (slope_[point] > 0 ? step : -step));
            high_[point + 1] = std::min(high_[point + 1],
                                        high_[point] + (slope_[point] < 0 ? -step : step));
        }
        for (std::size_t point = points - 1; point-- > 0;) {
            const std::int64_t step = gap(point);
            low_[point] = std::max(low_[point],
                                   low_[point + 1] + (slope_[point] < 0 ? step : -step));
            high_[point] = std::min(high_[point],
                                    high_[point + 1] + (slope_[point] > 0 ? -step : step));
        }
        for (std::size_t point = 0; point < points; ++point) {
            low_[point] = (low_[point] + high_[point]) / 2;
        }
    }
    // What is taken is priced as high as all matches allow: half of it with one side first, half
    // with the other.
    small_prices_.resize(points);
    large_prices_.resize(points);
    for (std::size_t point = 0; point < points; ++point) {
        small_prices_[point] = low_[point];
        large_prices_[point] = -low_[point];
    }
    const bool balanced = small_.size() == large_.size();
    high_small_ = small_prices_;
    high_large_ = large_prices_;
    raise_taken(small_point_, rest_small_point_, large_point_, high_large_, high_small_, true);
    raise_taken(large_point_, rest_large_point_, small_point_, high_small_, high_large_, balanced);
    raise_taken(large_point_, rest_large_point_, small_point_, small_prices_, large_prices_,
                balanced);
    raise_taken(small_point_, rest_small_point_, large_point_, large_prices_, small_prices_, true);
    const auto set = [&](std::vector<std::int64_t>& prices, const IntegerSpan& tokens,
                         const Integers& point, const std::vector<std::int64_t>& one,
                         const std::vector<std::int64_t>& other) {
        for (std::size_t number = 0; number < tokens.size(); ++number) {
            const std::size_t its = at(point[number]);
            prices[at(tokens[number])] = (one[its] + other[its]) >> 1;
        }
    };
    const auto set_small = [&](std::vector<std::int64_t>& prices, const IntegerSpan& tokens) {
        set(prices, tokens, small_point_, small_prices_, high_small_);
    };
    const auto set_large = [&](std::vector<std::int64_t>& prices, const IntegerSpan& tokens) {
        set(prices, tokens, large_point_, large_prices_, high_large_);
    };
    if (small_is_layers) {
        set_small(layer_prices_, layers);
        set_large(slot_prices_, slots);
    } else {
        set_large(layer_prices_, layers);
        set_small(slot_prices_, slots);
    }
}

// Raises the prices of points that are not among the rest of their side, as far as the prices of
// the other side allow, and not above 0 where nothing is required.
void RestAssignment::raise_taken(const Integers& own, const Integers& rest, const Integers& others,
                                 const std::vector<std::int64_t>& other_prices,
                                 std::vector<std::int64_t>& prices, bool required) {
    if (own.size() == rest.size()) {
        return;
    }
    limit_.assign(place_.size(), kForbidden);
    for (const std::int32_t point : others) {
        limit_[at(point)] = -other_prices[at(point)];
    }
    const auto gap = [&](std::size_t point) {
        return kFinePlace * (place_[point + 1] - place_[point]);
    };
    for (std::size_t point = 0; point + 1 < place_.size(); ++point) {
        limit_[point + 1] = std::min(limit_[point + 1], limit_[point] + gap(point));
    }
    for (std::size_t point = place_.size() - 1; point-- > 0;) {
        limit_[point] = std::min(limit_[point], limit_[point + 1] + gap(point));
    }
    std::size_t next = 0;
    for (const std::int32_t point : own) {
        if (next < rest.size() && rest[next] == point) {
            ++next;
        } else {
            prices[at(point)] =
                required ? limit_[at(point)] : std::min<std::int64_t>(limit_[at(point)], 0);
        }
    }
}

bool RestAssignment::assign_in_general(std::int32_t group, bool priced,
                                       const Integers& slot_of_layer,
                                       const Integers& layer_of_slot,
                                       std::vector<Match>& matches, std::int64_t& distance,
                                       Effort& effort) {
    const std::size_t layers = rest_layers_.size();
    const std::size_t slots = rest_slots_.size();
    bool wanted = false;
    for (const std::int32_t layer : rest_layers_) {
        layer_prices_[at(layer)] = 0;
        wanted = wanted || component_->layer_required[at(layer)];
    }
    for (const std::int32_t slot : rest_slots_) {
        slot_prices_[at(slot)] = 0;
        wanted = wanted || component_->slot_required[at(slot)];
    }
    if (wanted) {
        if (!solve_square(layers, slots, effort)) {
            return false;
        }
        for (std::size_t column = 0; column < slots; ++column) {
            if (row_of_[column] < layers) {
                const std::size_t row = row_of_[column];
                distance += cost_[row * side_ + column] / kFinePlace;
                matches.push_back({rest_layers_[row], rest_slots_[column]});
            }
        }
        if (priced) {
            price_rest(layers, slots);
        }
    }
    if (priced) {
        price_taken(group, slot_of_layer, layer_of_slot);
    }
    return true;
}

// A square assignment: each layer and each slot has a double, with which it is matched at no cost
// where it is not required; doubles are matched with each other at no cost. The rows are layers,
// then the doubles of slots; the columns are slots, then the doubles of layers.
bool RestAssignment::solve_square(std::size_t layers, std::size_t slots, Effort& effort) {
    side_ = layers + slots;
    cost_.assign(side_ * side_, kForbidden);
    for (std::size_t row = 0; row < layers; ++row) {
        const std::int32_t layer = rest_layers_[row];
        std::size_t column = 0;
        for (std::int32_t e = component_->first[at(layer)]; e < component_->first[at(layer) + 1];
             ++e) {
            while (column < slots && rest_slots_[column] < component_->first_slot[at(e)]) {
                ++column;
            }
            if (column < slots && rest_slots_[column] == component_->first_slot[at(e)]) {
                cost_[row * side_ + column] = fine_distance(e);
            }
        }
        if (!component_->layer_required[at(layer)]) {
            cost_[row * side_ + slots + row] = 0;
        }
    }
    for (std::size_t number = 0; number < slots; ++number) {
        const std::size_t row = layers + number;
        if (!component_->slot_required[at(rest_slots_[number])]) {
            cost_[row * side_ + number] = 0;
        }
        std::fill_n(cost_.begin() + static_cast<std::ptrdiff_t>(row * side_ + slots), layers, 0);
    }
    // Row by row, along the shortest augmenting path (Kuhn 1955, in the form of Jonker and
    // Volgenant 1987). The last column is where each path begins.
    row_price_.assign(side_, 0);
    column_price_.assign(side_ + 1, 0);
    row_of_.assign(side_ + 1, side_);
    came_from_.assign(side_, side_);
    for (std::size_t row = 0; row < side_; ++row) {
        row_of_[side_] = row;
        least_.assign(side_, 4 * kForbidden);
        seen_.assign(side_ + 1, 0);
        std::size_t column = side_;
        do {
            seen_[column] = 1;
            const std::size_t from = row_of_[column];
            std::int64_t step = 4 * kForbidden;
            std::size_t nearest = side_;
            for (std::size_t other = 0; other < side_; ++other) {
                if (seen_[other]) {
                    continue;
                }
                const std::int64_t reduced =
                    cost_[from * side_ + other] - row_price_[from] - column_price_[other];
                if (reduced < least_[other]) {
                    least_[other] = reduced;
                    came_from_[other] = column;
                }
                if (least_[other] < step) {
                    step = least_[other];
                    nearest = other;
                }
            }
            effort.edges += static_cast<std::int64_t>(side_);
            if (step >= kForbidden / 2) {
                return false;
            }
            for (std::size_t other = 0; other <= side_; ++other) {
                if (seen_[other]) {
                    row_price_[row_of_[other]] += step;
                    column_price_[other] -= step;
                } else {
                    least_[other] -= step;
                }
            }
            column = nearest;
        } while (row_of_[column] != side_);
        while (column != side_) {
            const std::size_t earlier = came_from_[column];
            row_of_[column] = row_of_[earlier];
            column = earlier;
        }
    }
    return true;
}

// From the prices of a square assignment to prices that are not above 0 where nothing is required.
void RestAssignment::price_rest(std::size_t layers, std::size_t slots) {
    std::int64_t shift = -kForbidden;
    for (std::size_t number = 0; number < slots; ++number) {
        shift = std::max(shift, row_price_[layers + number]);
    }
    if (slots == 0) {
        shift = 0;
    }
    for (std::size_t row = 0; row < layers; ++row) {
        const std::int32_t layer = rest_layers_[row];
        const std::int64_t price = row_price_[row] - shift;
        layer_prices_[at(layer)] = component_->layer_required[at(layer)]
                                       ? price
                                       : std::min<std::int64_t>(price, 0);
    }
    for (std::size_t column = 0; column < slots; ++column) {
        const std::int32_t slot = rest_slots_[column];
        const std::int64_t price = column_price_[column] + shift;
        slot_prices_[at(slot)] = component_->slot_required[at(slot)]
                                     ? price
                                     : std::min<std::int64_t>(price, 0);
    }
}

// Tokens that are taken get the highest prices that all edges allow: layers, then slots.
void RestAssignment::price_taken(std::int32_t group, const Integers& slot_of_layer,
                                 const Integers& layer_of_slot) {
    for (const std::int32_t layer : groups_->layers(group)) {
        if (slot_of_layer[at(layer)] < 0) {
            continue;
        }
        std::int64_t highest = kForbidden;
        std::int64_t own = 0;
        for (std::int32_t e = component_->first[at(layer)]; e < component_->first[at(layer) + 1];
             ++e) {
            const std::int32_t slot = component_->first_slot[at(e)];
            if (layer_of_slot[at(slot)] < 0) {
                highest = std::min(highest, fine_distance(e) - slot_prices_[at(slot)]);
            } else if (slot == slot_of_layer[at(layer)]) {
                own = fine_distance(e);
            }
        }
        if (highest == kForbidden) {
            highest = own;
        }
        layer_prices_[at(layer)] = component_->layer_required[at(layer)]
                                       ? highest
                                       : std::min<std::int64_t>(highest, 0);
    }
    for (const std::int32_t slot : groups_->slots(group)) {
        if (layer_of_slot[at(slot)] >= 0) {
            slot_prices_[at(slot)] = component_->slot_required[at(slot)] ? kForbidden : 0;
        }
    }
    for (const std::int32_t layer : groups_->layers(group)) {
        for (std::int32_t e = component_->first[at(layer)]; e < component_->first[at(layer) + 1];
             ++e) {
            const std::int32_t slot = component_->first_slot[at(e)];
            if (layer_of_slot[at(slot)] >= 0) {
                slot_prices_[at(slot)] = std::min(
                    slot_prices_[at(slot)], fine_distance(e) - layer_prices_[at(layer)]);
            }
        }
    }
}

}  // namespace meteorscope
