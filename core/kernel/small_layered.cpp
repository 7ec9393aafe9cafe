#include "small_layered.hpp"

#include <algorithm>
#include <limits>

#include "at.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::min() / 2;

std::size_t hash_of(Word mask, std::int32_t point) {
    constexpr Word kMix = 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>((mask ^ static_cast<Word>(point) << 32U) * kMix >> 40U);
}

}  // namespace

bool SmallLayeredSearch::run(const Component& component, std::size_t width, std::int64_t steps,
                             Choice& choice) {
    plan(component);
    bound_from_layers(component);
    steps_ = component.candidates();
    const bool is_known = read_off(component, choice);
    known_ = is_known ? choice.value : kNothing;
    std::int64_t given_up = kNothing;
    const std::int32_t layers = component.layers();
    count_ = known_ < from_layer_[0] ? 1 : 0;
    for (std::int32_t layer = 0; layer < layers && count_ > 0; ++layer) {
        const std::size_t most = steps_ <= steps ? width : 1;
        if (count_ > most) {
            given_up = std::max(given_up, keep(layer, most));
            if (ranked_[0].promise < given_up) {
                return false;
            }
        }
        expand(component, layer);
    }
    if (count_ > 0) {
        take_best(choice);
    }
    return (is_known || count_ > 0) && given_up < choice.value + component.unit;
}

void SmallLayeredSearch::plan(const Component& component) {
    const std::size_t layers = at(component.layers());
    if (layers_.size() <= layers) {
        layers_.resize(2 * layers + 1);
    }
    std::fill_n(layers_.begin(), layers + 1, Layer{});
    for (std::size_t slot = 0; slot < component.slots(); ++slot) {
        Layer& last = layers_[at(component.last_layer[slot])];
        const Word bit = Word{1} << slot;
        last.remembered |= bit;
        last.due |= bit & (Word{0} - Word{component.slot_required[slot] != 0});
    }
    for (std::size_t layer = layers; layer-- > 0;) {
        layers_[layer].remembered |= layers_[layer + 1].remembered;
    }
    if (states_.empty()) {
        states_.resize(1);
    }
    states_[0] = {0, 0, -1, -1};
    node_count_ = 0;
}

// A choice that takes in each layer what promises most; whether it could take all that is required.
bool SmallLayeredSearch::read_off(const Component& component, Choice& choice) const {
    choice.candidates.clear();
    State state{0, 0, -1, -1};
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        State best{0, 0, -1, -1};
        std::int64_t most = kNothing;
        for_each_next(component, layer, state,
                      [&](const State& next, std::int64_t promise, std::int32_t candidate) {
                          if (promise > most) {
                              most = promise;
                              best = next;
                              best.chain = candidate;
                          }
                      });
        if (most == kNothing) {
            return false;
        }
        if (best.chain >= 0) {
            choice.candidates.push_back(best.chain);
        }
        state = best;
    }
    choice.value = state.value;
    return true;
}

// The states that follow one before a layer, each with its promise and its candidate: those of the
// candidates that may be taken, and that of none, -1, if it may.
template <typename Visitor>
void SmallLayeredSearch::for_each_next(const Component& component, std::int32_t layer,
                                       const State& state, Visitor&& visit) const {
    const Word due = layers_[at(layer)].due;
    const Word remembered = layers_[at(layer) + 1].remembered;
    const std::int64_t rest = from_layer_[at(layer) + 1];
    const std::int32_t* const slots = component.first_slot.data();
    const std::int32_t* const end_point = component.end_point.data();
    const std::int32_t end = component.first[at(layer) + 1];
    for (std::int32_t e = component.first[at(layer)]; e < end; ++e) {
        const Word taken = state.mask | bit_of(slots[e]);
        const Word missed = due & ~taken;
        if ((static_cast<unsigned>(taken == state.mask) | static_cast<unsigned>(missed != 0)) !=
            0) {
            continue;
        }
        // -1, all bits, where there is none, or where its slot is taken.
        const std::int32_t following = end_point[e];
        const Word blocked = taken >> slots[std::max(following, 0)] & 1U;
        const std::int32_t point = following | -static_cast<std::int32_t>(blocked);
        const std::int64_t adjacency = state.point == e ? component.adjacency : 0;
        const std::int64_t value = state.value + component.reward[at(e)] + adjacency;
        visit(State{value, taken & remembered, point, state.chain},
              value + std::max(rest, from_point_[at(point + 1)]), e);
    }
    if (component.layer_required[at(layer)] == 0 && (due & ~state.mask) == 0) {
        visit(State{state.value, state.mask & remembered, -1, state.chain}, state.value + rest,
              -1);
    }
}

// Of two ways to reach one state the better is kept, the first on a tie.
void SmallLayeredSearch::keep_better(const State& reached, std::int32_t candidate) {
    std::size_t place = hash_of(reached.mask, reached.point) & table_mask_;
    State* known = nullptr;
    for (; table_[place].epoch == epoch_; place = (place + 1) & table_mask_) {
        State& found = next_[table_[place].state];
        if (found.mask == reached.mask && found.point == reached.point) {
            if (reached.value <= found.value) {
                return;
            }
            known = &found;
            break;
        }
    }
    if (known == nullptr) {
        table_[place] = {epoch_, static_cast<std::uint32_t>(next_count_)};
        known = &next_[next_count_++];
    }
    *known = reached;
    if (candidate >= 0) {
        nodes_[at(node_count_)] = {reached.chain, candidate};
        known->chain = node_count_++;
    }
}

// From all states before a layer, to those that promise more than is known.
void SmallLayeredSearch::expand(const Component& component, std::int32_t layer) {
    const std::size_t candidates =
        at(component.first[at(layer) + 1] - component.first[at(layer)]);
    steps_ += static_cast<std::int64_t>(count_ * candidates);
    begin_table(count_ * (candidates + 1));
    for (std::size_t number = 0; number < count_; ++number) {
        for_each_next(component, layer, states_[number],
                      [&](const State& next, std::int64_t promise, std::int32_t candidate) {
                          if (promise > known_) {
                              keep_better(next, candidate);
                          }
                      });
    }
    states_.swap(next_);
    count_ = next_count_;
}

// Makes room for so many states of the next layer.
void SmallLayeredSearch::begin_table(std::size_t states) {
    next_count_ = 0;
    if (next_.size() < states) {
        next_.resize(2 * states);
    }
    if (nodes_.size() < at(node_count_) + states) {
        nodes_.resize(2 * (at(node_count_) + states));
    }
    std::size_t size = 16;
    while (size < 2 * states) {
        size *= 2;
    }
    if (table_.size() < size) {
        table_.resize(size);
    }
    table_mask_ = size - 1;
    if (++epoch_ == 0) {  // the counter went round
        std::fill(table_.begin(), table_.end(), Place{});
        epoch_ = 1;
    }
}

// The bound of bound.hpp without prices.
void SmallLayeredSearch::bound_from_layers(const Component& component) {
    const std::int32_t layers = component.layers();
    from_layer_.resize(at(layers) + 1);
    from_point_.resize(at(component.candidates()) + 1);
    from_point_[0] = kNothing;
    from_layer_[at(layers)] = 0;
    for (std::int32_t layer = layers - 1; layer >= 0; --layer) {
        const std::int64_t after = from_layer_[at(layer) + 1];
        std::int64_t best = component.layer_required[at(layer)] != 0 ? kNothing : after;
        for (std::int32_t e = component.first[at(layer)]; e < component.first[at(layer) + 1];
             ++e) {
            const std::int64_t going_on = from_point_[at(component.end_point[at(e)] + 1)];
            const std::int64_t worth = std::max(after, going_on) + component.reward[at(e)];
            best = std::max(best, worth);
            from_point_[at(e) + 1] = worth + component.adjacency;
        }
        from_layer_[at(layer)] = best;
    }
}

// Keeps the states that promise most, the best first; returns the highest promise that was given
// up.
std::int64_t SmallLayeredSearch::keep(std::int32_t layer, std::size_t most) {
    const std::int64_t rest = from_layer_[at(layer)];
    most = std::min(most, count_);
    if (ranked_.size() < most + 2) {
        ranked_.resize(most + 2);
    }
    // The best so far, and the next after them; one is moved down for each that comes before it.
    Ranked* const ranked = ranked_.data();
    std::size_t size = 0;
    for (std::size_t number = 0; number < count_; ++number) {
        const State& state = states_[number];
        const std::int64_t going_on = from_point_[at(state.point + 1)];
        const Ranked own{state.value + std::max(rest, going_on), state.value, number};
        if (size > most && !own.is_better_than(ranked[most])) {
            continue;
        }
        std::size_t place = std::min(size, most);
        size = std::min(size + 1, most + 1);
        for (; place > 0 && own.is_better_than(ranked[place - 1]); --place) {
            ranked[place] = ranked[place - 1];
        }
        ranked[place] = own;
    }
    const std::size_t kept = std::min(size, most);
    if (next_.size() < kept) {
        next_.resize(kept);
    }
    for (std::size_t index = 0; index < kept; ++index) {
        next_[index] = states_[ranked[index].state];
    }
    states_.swap(next_);
    count_ = kept;
    return size > most ? ranked[most].promise : kNothing;
}

// The best choice that was completed: at the end all states are one.
void SmallLayeredSearch::take_best(Choice& choice) const {
    choice.value = states_[0].value;
    choice.candidates.clear();
    for (std::int32_t node = states_[0].chain; node >= 0; node = nodes_[at(node)].before) {
        choice.candidates.push_back(nodes_[at(node)].candidate);
    }
    std::reverse(choice.candidates.begin(), choice.candidates.end());
}

}  // namespace meteorscope
