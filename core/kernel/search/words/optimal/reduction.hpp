// From "most matches, stage by stage" to hard constraints.
#pragma once

#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/shared_keys.hpp"

namespace meteorscope {

// Types are the rows' own numbers.
class Reduction {
public:
    // A pair of types that may be matched, and how often one particular best alignment does.
    struct Edge {
        std::int32_t hypothesis;
        std::int32_t reference;
        std::int32_t stage;
        std::int32_t quota;
        bool alone = false;  // whether it is the only one of both its types, in the end
    };

    void compute(const Rows& rows, const Keys& keys);

    // Matches of equal types that occur once in each row, where those are the first stage. Their
    // types have no edges.
    const UnsetVector<Pair>& single_matches() const { return single_matches_; }
    const Edge& edge(std::int32_t number) const { return edges_[static_cast<std::size_t>(number)]; }
    std::int32_t edge_count() const { return static_cast<std::int32_t>(edges_.size()); }
    // Hypothesis types with edges, ascending.
    const std::vector<std::int32_t>& matched_types() const { return matched_types_; }
    const std::vector<std::int32_t>& edges_of_hypothesis(std::int32_t type) const {
        return partners_[static_cast<std::size_t>(type)];
    }
    const std::vector<std::int32_t>& edges_of_reference(std::int32_t type) const {
        return sources_[static_cast<std::size_t>(type)];
    }
    // The edge of two types, or -1.
    std::int32_t edge_between(std::int32_t s, std::int32_t t) const {
        for (const std::int32_t number : edges_of_hypothesis(s)) {
            if (edge(number).reference == t) {
                return number;
            }
        }
        return -1;
    }
    bool is_required_hypothesis(std::int32_t type) const {
        return settled_hypothesis_[static_cast<std::size_t>(type)] != 0;
    }
    bool is_required_reference(std::int32_t type) const {
        return settled_reference_[static_cast<std::size_t>(type)] != 0;
    }

private:
    // How a type was reached on an augmenting path.
    struct Step {
        std::int32_t edge = -1;
        std::int32_t epoch = 0;
    };

    void reset(const Rows& rows);
    void match_equal_types(const Rows& rows);
    bool add_equal_types(const Rows& rows, std::int32_t stage);
    bool add_pairs(const Rows& rows, const Keys& keys, std::int32_t stage);
    void open_all(const Rows& rows);
    void drop_settled();
    void add_edge(std::int32_t s, std::int32_t t, std::int32_t stage);
    void activate(std::int32_t s, std::int32_t t);
    void settle_alone(std::size_t first_edge);
    void note_alone();
    void augment();
    bool augment_from(std::int32_t source);
    void apply_path(std::int32_t source, std::int32_t target);
    void label();
    void reach_from_hypothesis();
    void reach_from_reference();
    void drop_useless_edges();

    UnsetVector<Pair> single_matches_;
    std::vector<Edge> edges_;
    std::vector<std::int32_t> matched_types_;
    // Arrays by type may be longer than there are types.
    std::vector<std::vector<std::int32_t>> partners_;  // edges of each hypothesis type
    std::vector<std::vector<std::int32_t>> sources_;   // edges of each reference type
    std::vector<std::int32_t> free_hypothesis_;
    std::vector<std::int32_t> free_reference_;
    std::vector<std::uint8_t> settled_hypothesis_;
    std::vector<std::uint8_t> settled_reference_;
    // Types that are not settled, ascending; as they are before a stage.
    UnsetVector<std::int32_t> open_hypothesis_;
    UnsetVector<std::int32_t> open_reference_;
    // Types whose labels can still change: all with edges but pairs of equal types that match
    // evenly.
    std::vector<std::int32_t> active_hypothesis_;
    std::vector<std::int32_t> active_reference_;
    std::vector<std::uint8_t> is_active_hypothesis_;
    std::vector<std::uint8_t> is_active_reference_;
    std::vector<std::uint8_t> even_hypothesis_, odd_hypothesis_;
    std::vector<std::uint8_t> even_reference_, odd_reference_;
    std::vector<std::int32_t> queue_;
    std::vector<Step> came_from_;   // reference type: the edge that reached it
    std::vector<Step> reached_by_;  // hypothesis type: the edge back that reached it
    std::int32_t path_epoch_ = 0;
    bool all_new_alone_ = false;  // whether no edge that was added last has a type in common
    SharedKeys shared_keys_;
    UnsetVector<std::int32_t> repeated_;  // hypothesis types that match equal ones, not one to one
};

}  // namespace meteorscope
