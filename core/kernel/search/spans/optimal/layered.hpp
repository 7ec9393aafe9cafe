// The search inside one component: layer by layer, with states merged, pruned and counted.
//
// Before a layer, all that matters of the choices so far is which slots are taken that this or a
// later layer could still want, and whether the last match ended at a point where another could
// continue it. That pair is a *state*; of two ways to reach one state the better is kept, the first
// on a tie. A candidate that covers several layers leads from its first to the one after its last.
//
// A first pass goes through all states as long as they are few, which solves small components. Of a
// larger one it keeps the most promising states of each layer, by the bound with its first prices.
// Later passes keep at most width states a layer and have better bounds. A state is pruned when its
// bound says that it cannot beat the best choice known. If no state that might have was given up
// for width, the pass has seen every better choice there is: the best known is the optimum, and the
// pass its proof.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/integers.hpp"
#include "search/component.hpp"
#include "search/spans/optimal/bound.hpp"
#include "search/spans/optimal/demands.hpp"

namespace meteorscope {

// What one pass found.
struct Pass {
    bool found = false;  // whether ``choice`` was set: the best that beats the one known before
    std::int64_t given_up = kImpossible;  // highest bound of a state given up for width
    std::int64_t steps = 0;
    bool bounded = false;  // whether it came to need a bound
};

class LayeredSearch {
public:
    // A first pass: through all states while they are few, else through the best of each layer, by
    // the bound with its first prices, which it leaves in ``bound``.
    Pass search_first(const Component& component, std::int64_t everything, std::int64_t width,
                      std::int64_t steps, Bound& bound, Choice& choice);
    // To be called before a component's first ``search_with_width``; says whether it counts ahead.
    void prepare(const Component& component, bool counting) {
        counting_ = counting;
        if (counting) {
            demands_.compute(component);
        }
    }
    // One pass that keeps the ``width`` most promising states of each layer, and gets narrower so
    // as to end within ``steps``. Only choices better than ``known`` are looked for.
    Pass search_with_width(const Component& component, const Bound& bound, std::int64_t known,
                           std::int64_t width, std::int64_t steps, Choice& choice);

private:
    struct State {
        std::int64_t value;
        std::int32_t point;  // where a candidate would continue the last match, or -1
        std::int32_t chain;  // the last node of the choices so far, or -1
    };
    // In the order in which they were first met; the slots that each has taken and that can still
    // be wanted lie side by side in ``masks``.
    struct States {
        std::vector<State> states;
        std::vector<Limb> masks;
    };
    struct Node {
        std::int32_t before;
        std::int32_t candidate;
    };
    struct Ranked {
        std::int64_t promise;
        std::int64_t value;
        std::int32_t state;
    };
    // Where a state is; stale but for the present epoch.
    struct Place {
        std::uint32_t epoch = 0;
        std::int32_t layer = 0;
        std::int32_t state = 0;
        std::uint32_t hash = 0;
    };

    void plan(const Component& component);
    void expand(const Component& component, std::int32_t layer, bool counting);
    template <std::size_t kLimbs>
    void expand_states(const Component& component, std::int32_t layer, bool counting);
    template <std::size_t kLimbs>
    METEORSCOPE_INLINED bool may_go_on(std::int32_t layer, const Limb* taken,
                                       bool has_demands) const;
    template <std::size_t kLimbs>
    bool demands_met(std::int32_t layer, const Limb* taken) const;
    template <std::size_t kLimbs>
    METEORSCOPE_INLINED void keep_better(std::int32_t layer, const State& state,
                                         const Limb* mask, std::int32_t candidate);
    void empty_table();
    void begin_epoch();
    void grow_table();
    std::int64_t keep(const Bound& bound, std::int32_t layer, std::int64_t kept,
                      std::int64_t threshold);
    bool take_best(const Component& component, Choice& choice) const;
    States& before(std::int32_t layer) { return at_[static_cast<std::size_t>(layer)]; }

    std::size_t limbs_ = 1;
    std::int64_t steps_ = 0;
    std::vector<States> at_;        // before each layer, and at the end
    std::vector<Limb> due_;         // of each layer: required slots that it is the last to take
    std::vector<Limb> remembered_;  // of each layer, slots that it or a later one can take
    bool counting_ = false;
    Demands demands_;
    std::vector<Node> nodes_;
    std::vector<Ranked> ranked_;
    States kept_;
    std::vector<Limb> taken_;
    std::vector<Limb> key_;
    // The first so many places of a table are in use: a power of two.
    static constexpr std::size_t kSmallestTable = 1024;
    std::vector<Place> table_ = std::vector<Place>(kSmallestTable);
    std::size_t table_size_ = kSmallestTable;
    std::vector<Place> moved_;
    std::size_t in_table_ = 0;
    std::int32_t expanded_ = -1;  // the layer that is being expanded
    std::uint32_t epoch_ = 0;
};

}  // namespace meteorscope
