// The search through the options that the rule leaves open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/words/staged/exchange.hpp"

namespace meteorscope {

// Keeps little memory: hardly any line comes here.
class FrontierSearch {
public:
    // Lists the open choices. ``fixed`` are all settled matches.
    void open(const std::vector<OpenBlock>& blocks, std::size_t count,
              const std::vector<OtherBlock>& others, const StagedLinks& fixed);
    // Chooses an option of each variable; false if that would take more than the budget at once.
    bool choose(std::int64_t budget);

    const StagedLinks& links() const { return links_; }
    bool proved() const { return proved_; }
    std::int64_t steps() const { return steps_; }

private:
    // A token of a complete block, or an incomplete block.
    struct Variable {
        std::vector<StagedLinks> options;
        std::vector<std::int64_t> costs;
        std::vector<std::int32_t> offsets;  // of a token
        std::int64_t block = -1;            // of a token
        std::int32_t token = -1;
        std::int32_t first = 0;  // the first token of the hypothesis that it may match
    };
    struct Table {
        std::size_t one;
        std::size_t other;
        std::vector<std::int64_t> costs;  // of options together, row after row
    };
    // A variable that a later one depends on, by their places in the component.
    struct Dependence {
        std::size_t before;
        const Table* table;
    };
    struct Node {
        std::int64_t chain;
        std::size_t place;
        std::size_t option;
    };
    struct State {
        std::int64_t cost;
        std::int64_t chain;
        std::vector<std::size_t> options;  // of the live places
    };

    void make_tables();
    bool make_table(const Variable& one, const Variable& other, std::vector<std::int64_t>& costs);
    void fold_or_keep(std::size_t one, std::size_t other, std::vector<std::int64_t> costs);
    void search(const std::vector<std::size_t>& members, std::int64_t budget);
    void set_up(const std::vector<std::size_t>& members);
    bool pass(const std::vector<std::size_t>& members, std::size_t width, std::int64_t budget);
    void expand(const std::vector<std::size_t>& members, std::size_t place, std::int64_t limit);
    bool is_better(const std::vector<std::size_t>& members, std::int64_t cost, std::int64_t chain,
                   const State& other);
    void collect(const std::vector<std::size_t>& members, std::int64_t chain, StagedLinks& links);

    std::vector<Variable> variables_;
    std::vector<Table> tables_;
    StagedLinks links_;
    bool proved_ = true;
    std::int64_t steps_ = 0;

    // Of the component that is searched.
    std::vector<std::vector<Dependence>> earlier_;   // of each place
    std::vector<std::vector<std::size_t>> live_;     // after each place
    std::vector<std::int64_t> least_after_;          // of each place: what the later ones cost
    std::int64_t searched_ = 0;                      // states generated
    std::vector<Node> nodes_;  // of all its passes
    std::vector<State> states_;
    std::vector<State> after_;
    bool has_best_ = false;
    State best_;
};

}  // namespace meteorscope
