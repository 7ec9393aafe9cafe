// From constraints to independent small problems.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/component.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/certain.hpp"
#include "search/words/optimal/open_groups.hpp"
#include "search/words/optimal/reduction.hpp"

namespace meteorscope {

// An open problem whose candidates are edges: pairs of tokens. Each takes one layer and one slot,
// and starts at a point of its own, which has its number. What follows from that is left out:
// ``end_layer``, ``end_slot``, ``start_point``, ``point_slot``, and first prices of 0.
struct WordComponent : Component {
    UnsetVector<Pair> pairs;  // of each edge: its match
    UnsetVector<std::int32_t> certain_neighbours;  // and how many certain ones it is adjacent to
    std::int64_t bonus = 0;   // how much distance an adjacency outweighs
    bool by_hypothesis = true;  // whether layers are tokens of the hypothesis

    std::int32_t distance(std::int32_t edge) const {
        const Pair& pair = pairs[static_cast<std::size_t>(edge)];
        return std::abs(pair.hypothesis - pair.reference);
    }
};

// The value of a choice, whose edges ascend.
inline std::int64_t value_of(const WordComponent& component,
                             const std::vector<std::int32_t>& edges) {
    std::int64_t value = 0;
    std::int32_t going_on = -1;
    for (const std::int32_t e : edges) {
        value += component.reward[static_cast<std::size_t>(e)];
        value += e == going_on ? component.adjacency : 0;
        going_on = component.end_point[static_cast<std::size_t>(e)];
    }
    return value;
}

// ``Certain`` is CertainMatches, or one of SmallCertainMatches where the rows are such.
template <typename Certain>
class Decomposition {
public:
    // Takes apart the edges that are still open. Adds to ``chosen`` the best edge of each
    // component in which only one can be made.
    void decompose(const Rows& rows, const Reduction& reduction, const Certain& certain,
                   UnsetVector<Pair>& chosen);

    std::size_t size() const { return component_count_; }
    const WordComponent& component(std::size_t number) const { return components_[number]; }

private:
    // A token that a layer could take, and the stage that would match the two.
    struct Option {
        std::int32_t token;
        std::int32_t stage;
    };

    using Tokens = typename OpenGroups<Certain>::Tokens;

    void add_best_of_one(UnsetVector<Pair>& chosen);
    std::int32_t certain_neighbours(const Pair& pair) const;
    bool is_required(std::int32_t token, bool in_hypothesis) const;
    void find_options(std::int32_t token, bool by_hypothesis);
    void build(WordComponent& component);
    void build_slots(WordComponent& component);
    void build_layer(WordComponent& component, std::int32_t token);
    static void build_values(WordComponent& component);
    static void build_points(WordComponent& component, std::size_t layer);

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    const Certain* certain_ = nullptr;
    OpenGroups<Certain> groups_;
    const OpenGroup<Tokens>* group_ = nullptr;  // at hand
    std::vector<Option> options_;
    std::vector<std::int32_t> slot_number_;  // by slot token
    std::vector<WordComponent> components_;  // the first component_count_ are in use
    std::size_t component_count_ = 0;
};

}  // namespace meteorscope
