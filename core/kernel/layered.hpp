// The search inside one component: layer by layer, with states merged, pruned and counted; the
// twin of core/meteor_core/search/words/optimal/layered.py, where it is explained.
#pragma once

#include <cstdint>
#include <vector>

#include "bound.hpp"
#include "components.hpp"
#include "demands.hpp"
#include "masks.hpp"

namespace meteorscope {

// Edges of a component that may be taken together, and their value.
struct Choice {
    std::vector<std::int32_t> edges;
    std::int64_t value = 0;
};

// What one pass found.
struct Pass {
    bool found = false;  // whether ``choice`` was set: the best that beats the one known before
    std::int64_t given_up = kImpossible;  // highest bound of a state given up, in 1/kScale
    std::int64_t steps = 0;               // states and edges looked at
};

class LayeredSearch {
public:
    // A first pass, before there are bounds. It goes through all states while no layer has more
    // than ``everything`` and there is budget; from then on it keeps the ``width`` best of each
    // layer, by the bound without prices, which it leaves in ``bound``.
    Pass search_first(const Component& component, std::int64_t everything, std::int64_t width,
                      std::int64_t steps, Bound& bound, Choice& choice);
    // To be called before a component's first ``search_with_width``.
    void prepare(const Component& component) { demands_.compute(component); }
    // One pass that keeps the ``width`` most promising states of each layer, and gets narrower
    // so as to end within ``steps``. Only choices better than ``known`` are looked for.
    Pass search_with_width(const Component& component, const Bound& bound, std::int64_t known,
                           std::int64_t width, std::int64_t steps, Choice& choice);

private:
    struct State {
        std::int64_t value;
        std::int32_t following;  // the edge that would continue a run, or -1
        std::int32_t chain;      // the last node of the choices so far, or -1
    };
    // In the order in which they were first met; the slots that each has taken and a later layer
    // could want lie side by side in ``masks``. Both are longer than ``size``.
    struct States {
        std::vector<State> states;
        std::vector<Word> masks;
        std::size_t size = 0;

        void make_room(std::size_t count, std::size_t words);
    };
    struct Node {
        std::int32_t before;
        std::int32_t edge;
    };
    struct Ranked {
        std::int64_t promise;
        std::int64_t value;
        std::int32_t state;
    };
    struct Place {
        std::uint32_t epoch = 0;
        std::int32_t state = 0;
    };

    static bool is_better(const Ranked& one, const Ranked& other);
    void plan(const Component& component);
    std::int64_t expand(const Component& component, std::int32_t layer, bool counting);
    void start_table(std::size_t states);
    template <std::size_t kWords>
    void expand_states(const Component& component, std::int32_t layer, bool counting);
    template <std::size_t kWords>
    bool may_go_on(std::int32_t layer, const Word* taken, bool has_demands) const;
    template <std::size_t kWords>
    bool demands_met(std::int32_t layer, const Word* taken) const;
    template <std::size_t kWords>
    void keep_better(const State& state, const Word* mask, std::int32_t edge);
    void rank(const Component& component, const Bound& bound, std::int32_t layer,
              std::int64_t threshold);
    std::int64_t keep_ranked(std::int64_t width);
    bool take_best(Choice& choice) const;

    std::size_t words_ = 1;
    std::vector<Word> due_;         // of each layer: required slots that it is the last to take
    std::vector<Word> remembered_;  // of each layer: slots that a later layer can take
    Demands demands_;
    States now_;
    States next_;
    std::vector<Node> nodes_;
    std::vector<Ranked> ranked_;
    std::vector<Word> taken_;
    std::vector<Word> key_;
    std::vector<Place> table_;  // hash to a state of next_; stale but for the present epoch
    std::size_t table_mask_ = 0;
    std::uint32_t table_epoch_ = 0;
};

}  // namespace meteorscope
