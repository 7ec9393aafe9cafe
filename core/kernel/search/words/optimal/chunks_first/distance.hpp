// Among the choices with the most adjacencies, the one nearest to the diagonal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/groups.hpp"
#include "search/words/optimal/chunks_first/links.hpp"
#include "search/words/optimal/chunks_first/rest.hpp"
#include "search/words/optimal/chunks_first/search.hpp"
#include "search/words/optimal/chunks_first/ties.hpp"
#include "search/words/optimal/components.hpp"

namespace meteorscope {

class LeastDistance {
public:
    // Looks among the paths of the graphs of a search, with its fixed links and with the facts
    // of parts that it left. False where the rest of some groups, which are then marked in
    // ``whole``, cannot be completed.
    bool run(const WordComponent& component, const TokenGroups& groups,
             const AdjacencyLinks& links, AdjacencySearch& search,
             std::vector<std::uint8_t>& whole, Effort& effort);

    // Looks again, for a nearer choice, when the search has closed parts that it had left.
    bool look(std::vector<std::uint8_t>& whole, Effort& effort);

    // Whether no choice with as many adjacencies is nearer, whatever the parts left.
    bool is_proved() const { return proved_; }
    // If not: of each link, how far it takes a choice from the highest bound, and how far a nearer
    // choice could be from that.
    const std::vector<std::int64_t>& reduced() const { return reduced_of_link_; }
    std::int64_t allowed() const { return allowed_; }
    // The edges of the best choice found.
    const std::vector<std::int32_t>& edges() const { return best_edges_; }
    // The links at which it, or the last that could not be completed, begins.
    const std::vector<std::int32_t>& links() const { return chosen_; }

private:
    enum class Outcome { proved, open, impossible };

    void mark_variable_groups();
    void forget_prices(std::int32_t group);
    Outcome settle(int depth, std::vector<std::uint8_t>& whole, Effort& effort);
    Outcome branch(int depth, std::vector<std::uint8_t>& whole, Effort& effort);
    bool find_fork(std::size_t& graph, std::int32_t& node) const;
    static std::int32_t fork_of(const TieGraph& graph);
    void keep_reduced(std::int64_t allowed);
    bool assign_rest(std::vector<std::uint8_t>& whole, Effort& effort);
    bool has_changed(std::int32_t group) const;
    bool assign_group(std::int32_t group, Effort& effort);
    void keep_best();
    std::int32_t edge_of(std::int32_t layer, std::int32_t slot) const;
    std::int64_t choose_paths(Effort& effort);
    void drop_detours(std::int64_t allowed, Effort& effort);
    std::int64_t reduced_distance(std::int32_t link) const;

    const WordComponent* component_ = nullptr;
    const TokenGroups* groups_ = nullptr;
    const AdjacencyLinks* links_ = nullptr;
    AdjacencySearch* search_ = nullptr;
    bool has_left_ = false;
    std::int32_t branches_ = 0;
    RestAssignment rest_;
    std::vector<std::uint8_t> is_variable_;  // of each group, whether its links are open
    std::int64_t constant_distance_ = 0;     // of the rest of all other groups
    std::vector<RestAssignment::Match> matches_;
    // What was assigned last: of each group, whether and at what distance; and of each layer.
    std::vector<std::uint8_t> is_assigned_;
    std::vector<std::int64_t> rest_distance_;
    std::vector<std::int32_t> rest_slot_of_layer_;
    std::vector<std::int32_t> chosen_;  // links
    std::vector<std::int32_t> slot_of_layer_;
    std::vector<std::int32_t> slot_of_layer_before_;
    std::vector<std::int32_t> layer_of_slot_;
    std::int64_t distance_ = 0;
    std::int64_t best_distance_ = 0;
    std::vector<std::int32_t> best_edges_;
    bool proved_ = false;
    std::vector<std::int64_t> layer_sum_, slot_sum_;      // of the prices of all rounds
    std::vector<std::int64_t> layer_prices_, slot_prices_;  // those at hand
    std::vector<std::int64_t> reduced_;                   // by arc
    std::vector<std::int64_t> reduced_of_link_;
    std::int64_t allowed_ = 0;
    std::vector<std::int64_t> until_, from_;              // by node
    std::vector<std::int32_t> last_arc_;
};

}  // namespace meteorscope
