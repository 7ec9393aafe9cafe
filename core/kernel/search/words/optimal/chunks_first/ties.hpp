// A pass through the choices of a part that reach a number of adjacencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/compiler.hpp"
#include "base/unset_vector.hpp"
#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/bound.hpp"

namespace meteorscope {

// One way to go on: a link of ``AdjacencyLinks``, or -1 for none.
struct TieArc {
    std::int32_t from;
    std::int32_t to;
    std::int32_t link;
};

// Choices as paths from the first node to the last; arcs ascend by where they come from.
struct TieGraph {
    std::vector<TieArc> arcs;
    std::int32_t nodes = 0;
};

class TieSearch {
public:
    struct TieResult {
        bool complete = false;  // whether nothing was given up for width
        bool any = false;       // whether there is a choice
        std::int64_t adjacencies = 0;  // of the best one
        std::int64_t given_up = 0;     // no choice given up has more, in units of the bound
    };

    // Goes through all choices with at least ``known`` adjacencies, while a layer has no more than
    // ``width`` states. Beyond that it keeps the most promising, or stops if it is ``to_stop``.
    TieResult run(const LinkPart& part, const AdjacencyBound& bound, std::int64_t known,
              std::int64_t width, bool to_stop, Effort& effort);
    // Whether there were enough bits for the slots in the last pass; else it found nothing.
    bool fits() const { return fits_; }
    // From now on, links have a distance, by their number in ``AdjacencyLinks``, and only choices
    // are gone through whose distances are no more than is allowed together.
    void allow(const std::vector<std::int64_t>* distances, std::int64_t allowed) {
        distances_ = distances;
        allowed_ = allowed;
    }
    // The nearest of the best choices found, by the distances that links have, the first on a tie.
    void best_links(const LinkPart& part, std::vector<std::int32_t>& links);
    // All best choices of a complete pass.
    void graph(const LinkPart& part, TieGraph& graph);

private:
    struct Mask {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        bool operator==(const Mask& other) const { return low == other.low && high == other.high; }
        bool has(const Mask& other) const {
            return ((low & other.low) | (high & other.high)) != 0;
        }
        bool any() const { return (low | high) != 0; }
        Mask operator|(const Mask& other) const { return {low | other.low, high | other.high}; }
        Mask without(const Mask& other) const { return {low & ~other.low, high & ~other.high}; }
    };
    struct Node {
        Mask taken;
        std::int32_t value;    // with the prices of all slots that can still be taken
        std::int32_t point;    // twice the link that would continue a run, plus whether it must;
                               // or -1
        std::int64_t promise;
        std::int64_t distance;  // the least of the ways with this value
        bool kept;
    };
    struct Arc {
        std::int32_t from;
        std::int32_t to;
        std::int32_t link;
        std::int32_t value;
    };
    struct Place {
        std::uint32_t epoch = 0;
        std::int32_t node = 0;
    };
    // A link of the layer at hand.
    struct Option {
        Mask bit;
        Mask next_bit;      // where the slot of the next link may be taken by now
        std::int32_t next;  // link, or -1
        std::int32_t worth;    // with its price, unless its slot can be taken no more
        std::int32_t further;  // the best that its next link and all after it can add
        bool has_to;           // whether it may not begin a run that ends with it
    };
    // A slot that can be taken no more after the layer at hand.
    struct Ending {
        Mask bit;
        std::int32_t price;
    };

    bool colour(const LinkPart& part);
    void list_options(const LinkPart& part, const AdjacencyBound& bound, std::int32_t layer);
    void expand(const LinkPart& part, const AdjacencyBound& bound, std::int32_t layer,
                std::int64_t least, std::int32_t begin, std::int32_t end);
    METEORSCOPE_INLINED void reach(const LinkPart& part, std::int32_t layer, std::int64_t least,
                                   std::int32_t from, std::int32_t link, Mask taken,
                                   std::int32_t value, std::int32_t rest, std::int32_t point);
    void make_room(std::size_t more);
    void grow_table();
    std::int64_t narrow(std::int32_t begin, std::int64_t width);
    void mark_best();
    void find_nearest(const LinkPart& part);
    void sweep_near(const LinkPart& part, const AdjacencyBound& bound);
    std::int64_t distance_of(const LinkPart& part, std::int32_t link) const {
        return distances_ == nullptr || link < 0
                   ? 0
                   : (*distances_)[static_cast<std::size_t>(
                         part.name[static_cast<std::size_t>(link)])];
    }

    std::vector<Mask> bit_;      // of each slot
    std::vector<std::int32_t> ending_;  // slots by the last layer
    std::vector<std::int32_t> first_ending_;
    std::vector<Option> options_;
    std::vector<Ending> endings_;
    Mask ending_bits_;
    Mask due_;  // those of them that have to be taken by now
    UnsetVector<Node> nodes_;  // the first ``node_count_`` are in use
    UnsetVector<Arc> arcs_;
    std::size_t node_count_ = 0;
    std::size_t arc_count_ = 0;
    bool is_marked_ = false;  // whether ``mark_best`` has marked what the last pass found
    std::vector<std::uint8_t> arc_is_best_;
    std::vector<std::uint8_t> leads_;
    std::vector<std::int32_t> number_;
    std::vector<std::int32_t> ranked_;
    std::vector<Place> table_ = std::vector<Place>(64);
    std::uint32_t epoch_ = 0;
    std::size_t in_table_ = 0;
    std::int32_t end_ = -1;
    bool fits_ = true;
    const std::vector<std::int64_t>* distances_ = nullptr;
    std::int64_t allowed_ = 0;
    // Where links have a distance: how much of it the unit of the bound outweighs, and the bound of
    // both together, as ``from_layer`` and ``going_on`` are.
    std::int64_t weight_ = 1;
    std::vector<std::int64_t> near_from_layer_;
    std::vector<std::int64_t> near_going_on_;
    std::vector<std::int64_t> least_distance_;  // by node
    std::vector<std::int32_t> arc_to_;          // by node, of the nearest of the best choices
};

}  // namespace meteorscope
