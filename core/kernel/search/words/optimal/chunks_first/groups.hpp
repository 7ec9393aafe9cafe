// The tokens of a component that its edges hold together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/result.hpp"
#include "search/words/optimal/components.hpp"

namespace meteorscope {

class TokenGroups {
public:
    void find(const WordComponent& component);

    std::int32_t size() const { return static_cast<std::int32_t>(is_free_.size()); }
    std::int32_t of_layer(std::int32_t layer) const {
        return group_[static_cast<std::size_t>(layer)];
    }
    std::int32_t of_slot(std::int32_t slot) const {
        return group_[layers_count_ + static_cast<std::size_t>(slot)];
    }
    // Whether every choice among its edges can be completed.
    bool is_free(std::int32_t group) const {
        return is_free_[static_cast<std::size_t>(group)] != 0;
    }
    IntegerSpan layers(std::int32_t group) const { return span(layers_, first_layer_, group); }
    IntegerSpan slots(std::int32_t group) const { return span(slots_, first_slot_, group); }
    // The positions of the tokens of layers and slots in their rows.
    std::int32_t layer_place(std::int32_t layer) const {
        return layer_place_[static_cast<std::size_t>(layer)];
    }
    std::int32_t slot_place(std::int32_t slot) const {
        return slot_place_[static_cast<std::size_t>(slot)];
    }

private:
    using Integers = std::vector<std::int32_t>;

    static IntegerSpan span(const Integers& numbers, const Integers& first, std::int32_t group) {
        const auto index = static_cast<std::size_t>(group);
        return {numbers.data() + first[index],
                static_cast<std::size_t>(first[index + 1] - first[index])};
    }
    static bool have_same_slots(const WordComponent& component, std::int32_t one,
                                std::int32_t other);
    void number_groups(const WordComponent& component);
    static void list(const std::int32_t* group, std::size_t tokens, std::size_t groups,
                     Integers& first, Integers& numbers);
    bool can_complete_all(const WordComponent& component, std::int32_t group,
                          std::int32_t edges) const;

    std::size_t layers_count_ = 0;
    Integers parent_;
    Integers layer_of_slot_;  // of each slot, the last layer whose first it was, unless it is alike
    Integers group_;  // of each layer, then of each slot
    Integers edges_;  // of each group, how many
    Integers first_layer_, layers_, first_slot_, slots_;
    Integers layer_place_, slot_place_;
    std::vector<std::uint8_t> is_free_;
};

}  // namespace meteorscope
