// One pass over a component of words, which proves most of them; the twin of
// core/meteor_core/search/words/optimal/one_pass.py, where it is explained.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler.hpp"
#include "component.hpp"
#include "masks.hpp"

namespace meteorscope {

class SmallLayeredSearch {
public:
    // Whether there are no more slots than bits of a mask.
    static bool fits(const Component& component) { return component.slots() <= 64; }
    // Searches within about so many steps, keeping so many states a layer; whether the choice that
    // it leaves is proved to be the best.
    bool run(const Component& component, std::size_t width, std::int64_t steps, Choice& choice);
    std::int64_t steps() const { return steps_; }  // of the last pass

private:
    struct State {
        std::int64_t value;
        Word mask;           // slots that are taken, and that can still be wanted
        std::int32_t point;  // the candidate that would continue the last match, or -1
        std::int32_t chain;  // the last node of the choices so far, or -1
    };
    struct Node {
        std::int32_t before;
        std::int32_t candidate;
    };
    struct Layer {
        Word due = 0;         // required slots that it is the last to take
        Word remembered = 0;  // slots that it or a later one can take
    };
    // Where a state is; stale but for the present epoch.
    struct Place {
        std::uint32_t epoch = 0;
        std::uint32_t state = 0;
    };
    struct Ranked {
        std::int64_t promise;
        std::int64_t value;
        std::size_t state;

        bool is_better_than(const Ranked& other) const {
            return promise != other.promise ? promise > other.promise : value > other.value;
        }
    };

    void plan(const Component& component);
    bool read_off(const Component& component, Choice& choice) const;
    template <typename Visitor>
    void for_each_next(const Component& component, std::int32_t layer, const State& state,
                       Visitor&& visit) const;
    void expand(const Component& component, std::int32_t layer);
    void begin_table(std::size_t states);
    METEORSCOPE_INLINED void keep_better(const State& reached, std::int32_t candidate);
    void bound_from_layers(const Component& component);
    std::int64_t keep(std::int32_t layer, std::size_t most);
    void take_best(Choice& choice) const;

    std::int64_t steps_ = 0;
    std::int64_t known_ = 0;  // the value of a choice that is known
    std::vector<Layer> layers_;  // and the end
    std::vector<State> states_;  // before a layer, the first ``count_``
    std::size_t count_ = 0;
    std::vector<State> next_;
    std::size_t next_count_ = 0;
    std::vector<Node> nodes_;
    std::int32_t node_count_ = 0;
    std::vector<Place> table_;
    std::size_t table_mask_ = 0;
    std::uint32_t epoch_ = 0;
    std::vector<Ranked> ranked_;
    // The most that can be added from a layer, or from a candidate that continues a match; before
    // the first candidate stands one for none.
    std::vector<std::int64_t> from_layer_;
    std::vector<std::int64_t> from_point_;
};

}  // namespace meteorscope
