// From constraints to independent small problems; the twin of
// core/meteor_core/search/words/optimal/components.py, where the decomposition is explained.
#pragma once

#include <cstdint>
#include <vector>

#include "certain.hpp"
#include "masks.hpp"
#include "reduction.hpp"
#include "rows.hpp"
#include "search.hpp"

namespace meteorscope {

// One independent problem: tokens of the shorter side (layers) choose tokens of the longer side
// (slots). Edges are sorted by layer, then slot.
struct Component {
    std::vector<std::int32_t> first_edge;     // of each layer; one more at the end
    std::vector<std::uint8_t> layer_required;
    std::vector<Pair> pairs;                  // of each edge: the match it stands for
    std::vector<std::int32_t> slot;           // of each edge
    std::vector<std::int64_t> reward;         // of each edge: its value beside certain matches
    std::vector<std::int32_t> follow;         // of each edge: the edge diagonally after it, or -1
    std::vector<std::int32_t> last_layer;     // of each slot: the last layer that can take it
    std::vector<std::uint8_t> slot_required;
    std::int64_t bonus = 0;                   // the value of an adjacency
    std::int64_t least_distance = 0;          // a lower bound of the distance of any choice

    std::int32_t layers() const { return static_cast<std::int32_t>(layer_required.size()); }
    std::int32_t slots() const { return static_cast<std::int32_t>(slot_required.size()); }
    std::int32_t edges() const { return static_cast<std::int32_t>(pairs.size()); }
    // How many adjacencies a choice of that value has, or a bound of that value allows.
    std::int64_t adjacencies(std::int64_t value) const;
};

class Decomposition {
public:
    // Takes apart the edges that are still open. Adds to ``chosen`` the best edge of each
    // component in which only one can be made.
    void decompose(const Rows& rows, const Reduction& reduction, const CertainMatches& certain,
                   std::vector<Pair>& chosen);

    std::size_t size() const { return component_count_; }
    const Component& component(std::size_t number) const { return components_[number]; }

private:
    // A token that a layer could take, and the stage that would match the two.
    struct Option {
        std::int32_t token;
        std::int32_t stage;
    };

    void join_types();
    std::int32_t find(std::int32_t node);
    void join(std::int32_t one, std::int32_t other);
    void group_open_pairs();
    void collect_tokens(std::int32_t group);
    void add_best_of_one(std::vector<Pair>& chosen);
    std::int32_t certain_neighbours(const Pair& pair) const;
    void find_options(std::int32_t token, bool by_hypothesis);
    void build(Component& component);
    void build_edges(Component& component, bool by_hypothesis);
    void build_values(Component& component) const;
    static void build_follow(Component& component, bool by_hypothesis);

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    const CertainMatches* certain_ = nullptr;
    std::vector<std::int32_t> parent_;  // disjoint sets of types, of both rows
    std::vector<std::int32_t> group_of_root_;
    std::vector<std::int32_t> group_of_pair_;
    std::int32_t group_count_ = 0;
    TokenSet hypothesis_tokens_;  // of the group at hand
    TokenSet reference_tokens_;
    std::vector<Option> options_;
    std::vector<std::int32_t> slot_number_;  // by slot token
    std::vector<Component> components_;      // the first component_count_ are in use
    std::size_t component_count_ = 0;
};

}  // namespace meteorscope
