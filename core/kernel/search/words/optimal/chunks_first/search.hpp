// The choices of links with the most adjacencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/bound.hpp"
#include "search/words/optimal/chunks_first/links.hpp"
#include "search/words/optimal/chunks_first/ties.hpp"

namespace meteorscope {

// When the search takes more elaborate ways; see ``Limits`` in Python.
struct AdjacencyLimits {
    std::int64_t width = 16;      // states a layer of a pass for a better choice
    std::int64_t wider = 4;       // how many times wider the next one is
    std::int64_t most_ties = 64;  // states a layer up to which all best choices are listed
    std::int64_t most_near_ties = 4096;  // the same where only choices near the diagonal count
    std::int64_t sweeps = 100;           // of the bound, before each pass
};

class AdjacencySearch {
public:
    void set_limits(const AdjacencyLimits& limits) { limits_ = limits; }
    // Starts from the links that are ``known`` to be a choice, and leaves there the best found.
    void run(AdjacencyLinks& links, std::vector<std::uint8_t>& known, Effort& effort);

    std::int64_t adjacencies() const { return sum_.value; }  // of the known choices
    std::int64_t upper() const { return sum_.upper; }        // no choice has more
    // Whether no choice has more than the known ones.
    bool is_proved() const { return sum_.value == sum_.upper; }
    // Links of the best choices known of parts that have more than the graphs say.
    const std::vector<std::int32_t>& left_links() const { return left_links_; }
    // Chooses anew, of the parts that were left, what has as many adjacencies and is near, by the
    // distances of links, which are together no more than is allowed.
    void choose_near(const std::vector<std::int64_t>& distances, std::int64_t allowed,
                     Effort& effort);
    // Tries again to find all best choices of the parts that were left, now only those whose
    // distances, by link, are together no more than is allowed. False if some part has none.
    bool close_left(const std::vector<std::int64_t>& distances, std::int64_t allowed,
                    Effort& effort);
    std::vector<TieGraph>& graphs() { return graphs_; }
    std::size_t graph_count() const { return graph_count_; }
    const std::vector<std::int32_t>& fixed() const { return fixed_; }

private:
    struct Range {
        std::size_t begin;
        std::size_t end;
    };
    struct Sum {
        std::int64_t value;
        std::int64_t upper;
    };

    struct LeftPart {
        std::vector<std::int32_t> links;
        Sum sum;
    };

    void list_left();
    Sum close_parts(Range links, int depth, Effort& effort);
    void split(Range links);
    Sum close(Range links, int depth, Effort& effort);
    bool close_by_bound(Sum& sum, Range links, int depth, Effort& effort);
    void lower(Sum& sum, std::int64_t length, std::int64_t sweeps, Effort& effort);
    bool reach_target(Sum& sum, std::int64_t width, Effort& effort);
    void take(Range links, Effort& effort);
    bool take_if_apart();
    bool pass(Sum& sum, std::int64_t target, std::int64_t width, bool to_stop, Effort& effort);
    bool close_rest(Sum& sum, Range links, std::size_t end, int depth, Effort& effort);
    std::size_t remove(std::int64_t value, Range links);
    bool has_required(Range links);
    void forget_removed(Range links, std::size_t end);
    std::int64_t value_of_known() const;
    void read_off(Sum& sum, Effort& effort);
    void make_known();
    void make_best_known();
    Sum leave(Sum sum, Effort& effort);
    void pass_on_the_way_out(Sum& sum, Effort& effort);

    AdjacencyLimits limits_;
    AdjacencyLinks* links_ = nullptr;
    std::vector<std::uint8_t>* known_ = nullptr;
    LinkPart part_;
    AdjacencyBound bound_;
    TieSearch ties_;
    Sum sum_{0, 0};
    std::vector<LeftPart> left_;
    std::vector<std::int32_t> pool_;  // links of the parts that are still to be closed
    std::vector<std::size_t> ends_;   // of these parts
    std::vector<std::int32_t> parent_;  // of each layer
    std::vector<std::int32_t> last_layer_of_slot_;
    std::vector<std::int32_t> last_of_slot_;
    std::vector<std::int32_t> part_of_root_;
    std::vector<std::int32_t> part_of_link_;
    std::vector<std::size_t> place_;
    std::vector<std::int32_t> best_;
    std::vector<std::uint8_t> link_out_;
    std::vector<std::uint8_t> next_out_;
    std::vector<TieGraph> graphs_;  // the first graph_count_ are in use
    std::size_t graph_count_ = 0;
    std::vector<std::int32_t> fixed_;
    std::vector<std::int32_t> left_links_;
};

}  // namespace meteorscope
