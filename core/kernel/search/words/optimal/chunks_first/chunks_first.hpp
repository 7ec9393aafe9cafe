// How a component with many choices is solved: the fewest chunks first, then the least distance
// among all ways to have them.
#pragma once

#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/distance.hpp"
#include "search/words/optimal/chunks_first/groups.hpp"
#include "search/words/optimal/chunks_first/links.hpp"
#include "search/words/optimal/chunks_first/search.hpp"
#include "search/words/optimal/components.hpp"

namespace meteorscope {

class ChunksFirst {
public:
    struct Solution {
        bool proved;        // whether no choice is better
        std::int64_t gap;   // how many chunks fewer another choice may have
        std::int64_t steps;
    };

    void set_limits(const AdjacencyLimits& limits, std::int64_t edges_a_step) {
        search_.set_limits(limits);
        edges_a_step_ = kLinksAStep * edges_a_step;
    }
    // The best choice found within a budget is left in ``choice``, without its value where nothing
    // has fewer chunks; ``start`` puts one there which takes all that is required, if it is needed.
    template <typename Start>
    Solution solve(const WordComponent& component, std::int64_t budget, Choice& choice,
                   Start start) {
        begin(component, budget);
        while (!try_once(component)) {
            start(choice);
            begin_again(component, choice);
        }
        Solution solution = finish(component, choice);
        if (solution.gap > 0) {  // it may be worse than what it could have started from
            choice.value = value_of(component, choice.candidates);
            start(start_);
            if (start_.value > choice.value) {
                choice.candidates.swap(start_.candidates);
                choice.value = start_.value;
                solution.gap = gap_of(component, choice);
            }
        }
        return solution;
    }

private:
    void begin(const WordComponent& component, std::int64_t budget);
    bool try_once(const WordComponent& component);
    void begin_again(const WordComponent& component, const Choice& choice);
    Solution finish(const WordComponent& component, Choice& choice) const;
    std::int64_t gap_of(const WordComponent& component, const Choice& choice) const;

    // Times the edges of a sweep that cost as much as one state: links, whose sweep is simpler.
    static constexpr std::int64_t kLinksAStep = 2;

    std::int64_t edges_a_step_ = kLinksAStep * 8;
    Effort effort_;
    TokenGroups groups_;
    AdjacencyLinks links_;
    AdjacencySearch search_;
    LeastDistance distance_;
    Choice start_;
    bool proved_ = false;
    std::vector<std::uint8_t> whole_;  // of each group, whether all its edges are links
    std::vector<std::uint8_t> known_;  // of each link, whether it is of the best choice known
    std::vector<std::uint8_t> is_chosen_;  // of each edge
};

}  // namespace meteorscope
