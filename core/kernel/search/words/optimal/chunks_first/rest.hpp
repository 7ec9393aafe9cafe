// The nearest matches of the tokens that adjacencies leave over, and prices that prove them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/groups.hpp"
#include "search/words/optimal/components.hpp"

namespace meteorscope {

// What a place of distance is multiplied by, so that prices can lie between.
constexpr std::int64_t kFinePlace = 64;

class RestAssignment {
public:
    struct Match {
        std::int32_t layer;
        std::int32_t slot;
    };

    void start(const WordComponent& component, const TokenGroups& groups);
    // Matches the required tokens of a group that are free at the least distance: adds it to
    // ``matches``, its distance to ``distance``, and sets the prices of all tokens of the group if
    // it is to be ``priced``. False where it cannot be done.
    bool assign(std::int32_t group, bool priced, const std::vector<std::int32_t>& slot_of_layer,
                const std::vector<std::int32_t>& layer_of_slot, std::vector<Match>& matches,
                std::int64_t& distance, Effort& effort);

    std::vector<std::int64_t>& layer_prices() { return layer_prices_; }
    std::vector<std::int64_t>& slot_prices() { return slot_prices_; }

private:
    using Integers = std::vector<std::int32_t>;

    // A token of a group, on a line.
    struct Point {
        std::int32_t place;
        std::int32_t token;
        bool is_small;
        bool is_taken;
    };

    void assign_on_line(std::int32_t group, bool priced, std::vector<Match>& matches,
                        std::int64_t& distance, Effort& effort);
    void match_on_line(Effort& effort);
    void price_line(std::int32_t group, bool small_is_layers);
    void list_points(std::int32_t group, bool small_is_layers);
    void price_rest_of_line();
    void raise_taken(const std::vector<std::int64_t>& others, bool balanced,
                     std::vector<std::int64_t>& prices);
    bool assign_in_general(std::int32_t group, bool priced, const Integers& slot_of_layer,
                           const Integers& layer_of_slot, std::vector<Match>& matches,
                           std::int64_t& distance, Effort& effort);
    bool solve_square(std::size_t layers, std::size_t slots, Effort& effort);
    void price_rest(std::size_t layers, std::size_t slots);
    void price_taken(std::int32_t group, const Integers& slot_of_layer,
                     const Integers& layer_of_slot);
    std::int64_t fine_distance(std::int32_t edge) const {
        return kFinePlace * component_->distance(edge);
    }

    const WordComponent* component_ = nullptr;
    const TokenGroups* groups_ = nullptr;
    std::vector<std::int64_t> layer_prices_;
    std::vector<std::int64_t> slot_prices_;
    Integers rest_layers_;
    Integers rest_slots_;
    // On a line: the places of the side with fewer tokens, and of the other.
    Integers small_;
    Integers large_;
    Integers partner_;  // of each of the small ones, among the large ones
    std::vector<std::int64_t> table_;
    std::vector<Point> points_;
    Integers rest_small_point_;
    Integers rest_large_point_;
    Integers slope_;  // from each point to the next
    std::vector<std::int64_t> low_;
    std::vector<std::int64_t> high_;
    std::vector<std::int64_t> line_prices_;  // by point: those of the rest
    // With taken tokens: each side before the other, and after it.
    std::vector<std::int64_t> first_prices_, second_prices_;
    std::vector<std::int64_t> limit_;
    // Of the general assignment: its costs, row by row, and what it has found.
    std::size_t side_ = 0;
    std::vector<std::int64_t> cost_;
    std::vector<std::int64_t> row_price_, column_price_, least_;
    std::vector<std::size_t> row_of_, came_from_;
    std::vector<std::uint8_t> seen_;
};

}  // namespace meteorscope
