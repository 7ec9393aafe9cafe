#include "layered.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace meteorscope {

namespace {

constexpr std::int64_t kNoThreshold = kImpossible * 2;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::size_t hash(std::int32_t following, const Word* mask, std::size_t words) {
    constexpr Word kMix = 0x9e3779b97f4a7c15U;
    Word sum = static_cast<Word>(static_cast<std::int64_t>(following)) * kMix;
    for (std::size_t word = 0; word < words; ++word) {
        sum = (sum ^ mask[word]) * kMix;
        sum ^= sum >> 32U;
    }
    return static_cast<std::size_t>(sum);
}

}  // namespace

void LayeredSearch::States::make_room(std::size_t count, std::size_t words) {
    if (states.size() < count) {
        states.resize(count + count / 2);
    }
    if (masks.size() < count * words) {
        masks.resize((count + count / 2) * words);
    }
}

bool LayeredSearch::is_better(const Ranked& one, const Ranked& other) {
    if (one.promise != other.promise) {
        return one.promise > other.promise;
    }
    return one.value != other.value ? one.value > other.value : one.state < other.state;
}

Pass LayeredSearch::search_first(const Component& component, std::int64_t everything,
                                 std::int64_t width, std::int64_t steps, Bound& bound,
                                 Choice& choice) {
    plan(component);
    Pass pass;
    bool bounded = false;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        pass.steps += expand(component, layer, false);
        const std::int64_t limit = bounded ? width : everything;
        if (static_cast<std::int64_t>(now_.size) <= limit && pass.steps <= steps) {
            continue;
        }
        if (!bounded) {
            bound.prices.assign(component.slot_required.size(), 0);
            bound_with_prices(component, bound);
            bounded = true;
        }
        rank(component, bound, layer, kNoThreshold);
        pass.given_up = std::max(pass.given_up, keep_ranked(pass.steps <= steps ? width : 1));
    }
    pass.found = take_best(choice);
    return pass;
}

Pass LayeredSearch::search_with_width(const Component& component, const Bound& bound,
                                      std::int64_t known, std::int64_t width, std::int64_t steps,
                                      Choice& choice) {
    plan(component);
    Pass pass;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        pass.steps += expand(component, layer, true);
        rank(component, bound, layer, kScale * (known + 1));
        const std::int64_t options =
            layer + 1 < component.layers()
                ? component.first_edge[at(layer + 2)] - component.first_edge[at(layer + 1)]
                : 1;
        const std::int64_t affordable =
            std::max<std::int64_t>(1, (steps - pass.steps) / options);
        pass.given_up = std::max(pass.given_up, keep_ranked(std::min(width, affordable)));
    }
    pass.found = take_best(choice);
    return pass;
}

void LayeredSearch::plan(const Component& component) {
    words_ = words_for(component.slot_required.size());
    const std::size_t layers = component.layer_required.size();
    due_.assign(layers * words_, 0);
    remembered_.assign(layers * words_, ~Word{0});
    for (std::size_t slot = 0; slot < component.slot_required.size(); ++slot) {
        const auto number = static_cast<std::int32_t>(slot);
        const std::size_t word = at(component.last_layer[slot]) * words_ + word_of(number);
        remembered_[word] &= ~bit_of(number);
        if (component.slot_required[slot]) {
            due_[word] |= bit_of(number);
        }
    }
    now_.make_room(1, words_);
    now_.size = 1;
    now_.states[0] = {0, -1, -1};
    std::fill_n(now_.masks.begin(), words_, 0);
    nodes_.clear();
    taken_.resize(words_);
    key_.resize(words_);
}

// All states after a layer: it takes a free slot, or none if it may stay unmatched. Returns how
// many edges were looked at.
std::int64_t LayeredSearch::expand(const Component& component, std::int32_t layer,
                                   bool counting) {
    const auto edges = static_cast<std::size_t>(component.first_edge[at(layer + 1)] -
                                                component.first_edge[at(layer)]);
    const std::size_t most = now_.size * (edges + 1);
    next_.make_room(most, words_);
    next_.size = 0;
    start_table(most);
    if (words_ == 1) {
        expand_states<1>(component, layer, counting);
    } else {
        expand_states<0>(component, layer, counting);
    }
    const std::size_t looked_at = now_.size * edges;
    std::swap(now_, next_);
    return static_cast<std::int64_t>(looked_at);
}

// An empty table with room for that many states: a part of the one there is, if it is enough.
void LayeredSearch::start_table(std::size_t states) {
    std::size_t size = 16;
    while (size < 2 * states) {
        size *= 2;
    }
    if (table_.size() < size) {
        table_.assign(size, Place{});
        table_epoch_ = 0;
    }
    if (++table_epoch_ == 0) {  // the counter went round
        std::fill(table_.begin(), table_.end(), Place{});
        table_epoch_ = 1;
    }
    table_mask_ = size - 1;
}

// ``kWords`` is the number of words of a mask, or 0 where only ``words_`` knows.
template <std::size_t kWords>
void LayeredSearch::expand_states(const Component& component, std::int32_t layer, bool counting) {
    const std::size_t words = kWords != 0 ? kWords : words_;
    const Word* const remembered = remembered_.data() + at(layer) * words;
    const std::int32_t first = component.first_edge[at(layer)];
    const std::int32_t end = component.first_edge[at(layer + 1)];
    const std::int32_t* const slots = component.slot.data();
    const bool may_skip = component.layer_required[at(layer)] == 0;
    const bool has_demands = counting && demands_.first(layer) != demands_.first(layer + 1);
    // Short masks stay in registers.
    std::array<Word, kWords != 0 ? kWords : 1> short_taken;
    std::array<Word, kWords != 0 ? kWords : 1> short_key;
    Word* const taken = kWords != 0 ? short_taken.data() : taken_.data();
    Word* const key = kWords != 0 ? short_key.data() : key_.data();
    for (std::size_t number = 0; number < now_.size; ++number) {
        const State state = now_.states[number];
        const Word* const mask = now_.masks.data() + number * words;
        for (std::int32_t e = first; e < end; ++e) {
            const std::int32_t slot = slots[e];
            if ((mask[word_of(slot)] & bit_of(slot)) != 0) {
                continue;
            }
            std::copy(mask, mask + words, taken);
            taken[word_of(slot)] |= bit_of(slot);
            if (!may_go_on<kWords>(layer, taken, has_demands)) {
                continue;
            }
            std::int32_t follow = component.follow[at(e)];
            if (follow >= 0 &&
                (taken[word_of(slots[follow])] & bit_of(slots[follow])) != 0) {
                follow = -1;
            }
            for (std::size_t word = 0; word < words; ++word) {
                key[word] = taken[word] & remembered[word];
            }
            const std::int64_t value = state.value + component.reward[at(e)] +
                                       (e == state.following ? component.bonus : 0);
            keep_better<kWords>({value, follow, state.chain}, key, e);
        }
        if (may_skip && may_go_on<kWords>(layer, mask, has_demands)) {
            for (std::size_t word = 0; word < words; ++word) {
                key[word] = mask[word] & remembered[word];
            }
            keep_better<kWords>({state.value, -1, state.chain}, key, -1);
        }
    }
}

// Whether no required slot was missed, and all that are still wanted can be had.
template <std::size_t kWords>
bool LayeredSearch::may_go_on(std::int32_t layer, const Word* taken, bool has_demands) const {
    const std::size_t words = kWords != 0 ? kWords : words_;
    const Word* const due = due_.data() + at(layer) * words;
    Word missed = 0;
    for (std::size_t word = 0; word < words; ++word) {
        missed |= due[word] & ~taken[word];
    }
    return missed == 0 && (!has_demands || demands_met<kWords>(layer, taken));
}

template <std::size_t kWords>
bool LayeredSearch::demands_met(std::int32_t layer, const Word* taken) const {
    const std::size_t words = kWords != 0 ? kWords : words_;
    for (std::size_t number = demands_.first(layer); number < demands_.first(layer + 1);
         ++number) {
        const Demand& demand = demands_.demand(number);
        const Word* const slots = demands_.mask(demand);
        std::int32_t free = 0;
        for (std::size_t word = 0; word < words; ++word) {
            free += count_bits(slots[word] & ~taken[word]);
        }
        if (free < demand.least || free > demand.most) {
            return false;
        }
    }
    return true;
}

// Of two ways to reach one state the better is kept, the first on a tie.
template <std::size_t kWords>
void LayeredSearch::keep_better(const State& state, const Word* mask, std::int32_t edge) {
    const std::size_t words = kWords != 0 ? kWords : words_;
    std::size_t place = hash(state.following, mask, words) & table_mask_;
    while (table_[place].epoch == table_epoch_) {
        const std::size_t number = at(table_[place].state);
        State& known = next_.states[number];
        if (known.following == state.following &&
            std::equal(mask, mask + words, next_.masks.data() + number * words)) {
            if (state.value <= known.value) {
                return;
            }
            known = state;
            if (edge >= 0) {
                known.chain = static_cast<std::int32_t>(nodes_.size());
                nodes_.push_back({state.chain, edge});
            }
            return;
        }
        place = (place + 1) & table_mask_;
    }
    table_[place] = {table_epoch_, static_cast<std::int32_t>(next_.size)};
    State& added = next_.states[next_.size];
    added = state;
    std::copy(mask, mask + words, next_.masks.data() + next_.size * words);
    ++next_.size;
    if (edge >= 0) {
        added.chain = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back({state.chain, edge});
    }
}

// The states whose bound says that they can still reach the threshold.
void LayeredSearch::rank(const Component& component, const Bound& bound, std::int32_t layer,
                         std::int64_t threshold) {
    const std::int64_t rest = bound.from_layer[at(layer + 1)];
    const std::int64_t bonus = kScale * component.bonus;
    ranked_.clear();
    for (std::size_t number = 0; number < now_.size; ++number) {
        const State& state = now_.states[number];
        std::int64_t promise = kScale * state.value + bound.prices_after[at(layer)];
        for (std::size_t word = 0; word < words_; ++word) {
            for (Word left = now_.masks[number * words_ + word]; left != 0; left &= left - 1) {
                promise -= bound.prices[word * 64 + static_cast<std::size_t>(lowest_bit(left))];
            }
        }
        promise += state.following >= 0
                       ? std::max(rest, bound.from_edge[at(state.following)] + bonus)
                       : rest;
        if (promise >= threshold) {
            ranked_.push_back({promise, state.value, static_cast<std::int32_t>(number)});
        }
    }
}

// Keeps the best ranked states, best first; returns the highest promise that was given up.
std::int64_t LayeredSearch::keep_ranked(std::int64_t width) {
    std::int64_t given_up = kImpossible;
    std::size_t kept = ranked_.size();
    if (static_cast<std::int64_t>(kept) > width) {
        kept = static_cast<std::size_t>(width);
        const auto border = ranked_.begin() + static_cast<std::ptrdiff_t>(kept);
        std::partial_sort(ranked_.begin(), border + 1, ranked_.end(), is_better);
        given_up = border->promise;
    } else {
        std::sort(ranked_.begin(), ranked_.end(), is_better);
    }
    next_.make_room(kept, words_);
    next_.size = kept;
    for (std::size_t place = 0; place < kept; ++place) {
        const std::size_t number = at(ranked_[place].state);
        next_.states[place] = now_.states[number];
        std::copy_n(now_.masks.data() + number * words_, words_,
                    next_.masks.data() + place * words_);
    }
    std::swap(now_, next_);
    return given_up;
}

bool LayeredSearch::take_best(Choice& choice) const {
    if (now_.size == 0) {
        return false;
    }
    std::size_t best = 0;
    for (std::size_t number = 1; number < now_.size; ++number) {
        if (now_.states[number].value > now_.states[best].value) {
            best = number;
        }
    }
    choice.value = now_.states[best].value;
    choice.edges.clear();
    for (std::int32_t node = now_.states[best].chain; node >= 0; node = nodes_[at(node)].before) {
        choice.edges.push_back(nodes_[at(node)].edge);
    }
    std::reverse(choice.edges.begin(), choice.edges.end());
    return true;
}

}  // namespace meteorscope
