#include "search/words/optimal/chunks_first/rest.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kForbidden = std::int64_t{1} << 40U;

}  // namespace

void RestAssignment::start(const WordComponent& component, const TokenGroups& groups) {
    component_ = &component;
    groups_ = &groups;
    layer_prices_.assign(index(component.layers()), 0);
    slot_prices_.assign(component.slots(), 0);
}

bool RestAssignment::assign(std::int32_t group, bool priced, const Integers& slot_of_layer,
                            const Integers& layer_of_slot, std::vector<Match>& matches,
                            std::int64_t& distance, Effort& effort) {
    rest_layers_.clear();
    rest_slots_.clear();
    for (const std::int32_t layer : groups_->layers(group)) {
        if (slot_of_layer[index(layer)] < 0) {
            rest_layers_.push_back(layer);
        }
    }
    for (const std::int32_t slot : groups_->slots(group)) {
        if (layer_of_slot[index(slot)] < 0) {
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
        const std::size_t other = index(partner_[number]);
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
    list_points(group, small_is_layers);
    price_rest_of_line();
    // Taken tokens are priced as high as all matches allow: half of it with one side first, half
    // with the other.
    const bool balanced = small_.size() == large_.size();
    first_prices_ = second_prices_ = line_prices_;
    raise_taken(line_prices_, balanced, first_prices_);
    raise_taken(first_prices_, balanced, second_prices_);
    for (std::size_t number = 0; number < points_.size(); ++number) {
        const Point& point = points_[number];
        std::vector<std::int64_t>& prices =
            point.is_small == small_is_layers ? layer_prices_ : slot_prices_;
        prices[index(point.token)] = (first_prices_[number] + second_prices_[number]) >> 1;
    }
}

// The tokens of a group on the line, layers before slots where they have the same place.
void RestAssignment::list_points(std::int32_t group, bool small_is_layers) {
    const IntegerSpan layers = groups_->layers(group);
    const IntegerSpan slots = groups_->slots(group);
    const std::size_t points = layers.size() + slots.size();
    points_.resize(points);
    // Those of the rest have room for one more, which is written and not kept.
    Integers& rest_layer_point = small_is_layers ? rest_small_point_ : rest_large_point_;
    Integers& rest_slot_point = small_is_layers ? rest_large_point_ : rest_small_point_;
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
            const std::int32_t layer = layers[next_layer++];
            const bool is_taken = rest_layers_[rest_layer] != layer;
            points_[number] = {groups_->layer_place(layer), layer, small_is_layers, is_taken};
            rest_layer_point[rest_layer] = point;
            rest_layer += !is_taken;
        } else {
            const std::int32_t slot = slots[next_slot++];
            const bool is_taken = rest_slots_[rest_slot] != slot;
            points_[number] = {groups_->slot_place(slot), slot, !small_is_layers, is_taken};
            rest_slot_point[rest_slot] = point;
            rest_slot += !is_taken;
        }
    }
    rest_layers_.pop_back();
    rest_slots_.pop_back();
    rest_layer_point.pop_back();
    rest_slot_point.pop_back();
}

// Prices at which the matches of the rest are the nearest.
void RestAssignment::price_rest_of_line() {
    const std::size_t points = points_.size();
    slope_.assign(points, 0);
    for (std::size_t number = 0; number < rest_small_point_.size(); ++number) {
        const std::size_t small = index(rest_small_point_[number]);
        const std::size_t large = index(rest_large_point_[index(partner_[number])]);
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
        return kFinePlace * (points_[point + 1].place - points_[point].place);
    };
    low_.resize(points);
    if (small_.size() == large_.size()) {
        low_[0] = 0;
        for (std::size_t point = 0; point + 1 < points; ++point) {
            const std::int64_t up = slope_[point] > 0 ? gap(point) : 0;
            low_[point + 1] = low_[point] + (slope_[point] < 0 ? -gap(point) : up);
        }
    } else {
        for (std::size_t point = 0; point < points; ++point) {
            low_[point] = points_[point].is_small ? -kForbidden : 0;
        }
        high_.assign(points, kForbidden);
        for (const std::int32_t point : rest_large_point_) {
            high_[index(point)] = 0;
        }
        for (const std::int32_t partner : partner_) {
            high_[index(rest_large_point_[index(partner)])] = kForbidden;
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
    line_prices_.resize(points);
    for (std::size_t point = 0; point < points; ++point) {
        line_prices_[point] = points_[point].is_small ? low_[point] : -low_[point];
    }
}

// Raises the prices of points that are taken, as far as the prices of the other side allow, and not
// above 0 where nothing is required.
void RestAssignment::raise_taken(const std::vector<std::int64_t>& others, bool balanced,
                                 std::vector<std::int64_t>& prices) {
    // The least that points of a side before this one allow, or behind it, measured from place 0.
    std::int64_t by_small = kForbidden;
    std::int64_t by_large = kForbidden;
    const auto limit_at = [&](std::size_t number, std::int64_t place) {
        // Without a branch on the side, which is as good as random.
        const std::int64_t small = -static_cast<std::int64_t>(points_[number].is_small);
        const std::int64_t limit = ((by_large & small) | (by_small & ~small)) + place;
        const std::int64_t own = -others[number] - place;
        by_small = std::min(by_small, own + (kForbidden & ~small));
        by_large = std::min(by_large, own + (kForbidden & small));
        return limit;
    };
    limit_.resize(points_.size());
    for (std::size_t number = 0; number < points_.size(); ++number) {
        limit_[number] = limit_at(number, kFinePlace * points_[number].place);
    }
    by_small = by_large = kForbidden;
    for (std::size_t number = points_.size(); number-- > 0;) {
        const Point& point = points_[number];
        const std::int64_t behind = limit_at(number, -kFinePlace * point.place);
        const std::int64_t limit = std::min(limit_[number], behind);
        const std::int64_t highest = kForbidden * static_cast<int>(point.is_small | balanced);
        const std::int64_t taken = -static_cast<std::int64_t>(point.is_taken);
        prices[number] ^= (prices[number] ^ std::min(limit, highest)) & taken;
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
        layer_prices_[index(layer)] = 0;
        wanted = wanted || component_->layer_required[index(layer)];
    }
    for (const std::int32_t slot : rest_slots_) {
        slot_prices_[index(slot)] = 0;
        wanted = wanted || component_->slot_required[index(slot)];
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
        for (std::int32_t e = component_->first[index(layer)]; e < component_->first[index(layer) + 1];
             ++e) {
            while (column < slots && rest_slots_[column] < component_->first_slot[index(e)]) {
                ++column;
            }
            if (column < slots && rest_slots_[column] == component_->first_slot[index(e)]) {
                cost_[row * side_ + column] = fine_distance(e);
            }
        }
        if (!component_->layer_required[index(layer)]) {
            cost_[row * side_ + slots + row] = 0;
        }
    }
    for (std::size_t number = 0; number < slots; ++number) {
        const std::size_t row = layers + number;
        if (!component_->slot_required[index(rest_slots_[number])]) {
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
        layer_prices_[index(layer)] = component_->layer_required[index(layer)]
                                       ? price
                                       : std::min<std::int64_t>(price, 0);
    }
    for (std::size_t column = 0; column < slots; ++column) {
        const std::int32_t slot = rest_slots_[column];
        const std::int64_t price = column_price_[column] + shift;
        slot_prices_[index(slot)] = component_->slot_required[index(slot)]
                                     ? price
                                     : std::min<std::int64_t>(price, 0);
    }
}

// Tokens that are taken get the highest prices that all edges allow: layers, then slots.
void RestAssignment::price_taken(std::int32_t group, const Integers& slot_of_layer,
                                 const Integers& layer_of_slot) {
    for (const std::int32_t layer : groups_->layers(group)) {
        if (slot_of_layer[index(layer)] < 0) {
            continue;
        }
        std::int64_t highest = kForbidden;
        std::int64_t own = 0;
        for (std::int32_t e = component_->first[index(layer)]; e < component_->first[index(layer) + 1];
             ++e) {
            const std::int32_t slot = component_->first_slot[index(e)];
            if (layer_of_slot[index(slot)] < 0) {
                highest = std::min(highest, fine_distance(e) - slot_prices_[index(slot)]);
            } else if (slot == slot_of_layer[index(layer)]) {
                own = fine_distance(e);
            }
        }
        if (highest == kForbidden) {
            highest = own;
        }
        layer_prices_[index(layer)] = component_->layer_required[index(layer)]
                                       ? highest
                                       : std::min<std::int64_t>(highest, 0);
    }
    for (const std::int32_t slot : groups_->slots(group)) {
        if (layer_of_slot[index(slot)] >= 0) {
            slot_prices_[index(slot)] = component_->slot_required[index(slot)] ? kForbidden : 0;
        }
    }
    for (const std::int32_t layer : groups_->layers(group)) {
        for (std::int32_t e = component_->first[index(layer)]; e < component_->first[index(layer) + 1];
             ++e) {
            const std::int32_t slot = component_->first_slot[index(e)];
            if (layer_of_slot[index(slot)] >= 0) {
                slot_prices_[index(slot)] = std::min(
                    slot_prices_[index(slot)], fine_distance(e) - layer_prices_[index(layer)]);
            }
        }
    }
}

}  // namespace meteorscope
