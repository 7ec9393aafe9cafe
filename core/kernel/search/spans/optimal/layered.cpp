#include "search/spans/optimal/layered.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// So few are sorted by insertion.
constexpr std::size_t kFewKept = 16;

std::uint32_t hash_of(std::int32_t layer, std::int32_t point, const Limb* mask,
                      std::size_t limbs) {
    constexpr Limb kMix = 0x9e3779b97f4a7c15U;
    Limb sum = ((static_cast<Limb>(static_cast<std::uint32_t>(layer)) << 32U) ^
                static_cast<std::uint32_t>(point)) *
               kMix;
    for (std::size_t limb = 0; limb < limbs; ++limb) {
        sum = (sum ^ mask[limb]) * kMix;
        sum ^= sum >> 32U;
    }
    return static_cast<std::uint32_t>(sum >> 16U);
}

// Steps that it counts to go on from a state: by each candidate, and by none.
std::int64_t options(const Component& component, std::int32_t layer) {
    return component.first[index(layer) + 1] - component.first[index(layer)] + 1;
}

}  // namespace

Pass LayeredSearch::search_first(const Component& component, std::int64_t everything,
                                 std::int64_t width, std::int64_t steps, Bound& bound,
                                 Choice& choice) {
    plan(component);
    Pass pass;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        const std::int64_t limit = pass.bounded ? width : everything;
        const auto states = static_cast<std::int64_t>(before(layer).states.size());
        if (states > limit || steps_ > steps) {
            if (!pass.bounded) {
                bound.prices = component.first_prices;
                bound_with_prices(component, bound);
                pass.bounded = true;
            }
            const std::int64_t kept = steps_ <= steps ? width : 1;
            pass.given_up = std::max(pass.given_up, keep(bound, layer, kept, kImpossible));
        }
        expand(component, layer, false);
    }
    pass.found = take_best(component, choice);
    pass.steps = steps_;
    return pass;
}

Pass LayeredSearch::search_with_width(const Component& component, const Bound& bound,
                                      std::int64_t known, std::int64_t width, std::int64_t steps,
                                      Choice& choice) {
    plan(component);
    Pass pass;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        const std::int64_t cost = options(component, layer);
        // Rounded down; the rest may be negative, but then it is below 1 either way.
        const std::int64_t affordable = std::max<std::int64_t>(1, (steps - steps_) / cost);
        const std::int64_t kept = std::min(width, affordable);
        pass.given_up =
            std::max(pass.given_up, keep(bound, layer, kept, known + component.unit));
        expand(component, layer, counting_);
    }
    const States& completed = before(component.layers());
    pass.found = !completed.states.empty() && completed.states[0].value > known &&
                 take_best(component, choice);
    pass.steps = steps_;
    return pass;
}

void LayeredSearch::plan(const Component& component) {
    limbs_ = limbs_for(component.slots());
    steps_ = 0;
    const std::size_t layers = index(component.layers());
    if (at_.size() < layers + 1) {
        at_.resize(layers + 1);
    }
    for (std::size_t layer = 0; layer <= layers; ++layer) {
        at_[layer].states.clear();
        at_[layer].masks.clear();
    }
    at_[0].states.push_back({0, -1, -1});
    at_[0].masks.assign(limbs_, 0);
    due_.assign(layers * limbs_, 0);
    remembered_.assign((layers + 1) * limbs_, 0);
    for (std::size_t slot = 0; slot < component.slots(); ++slot) {
        const auto number = static_cast<std::int32_t>(slot);
        const std::size_t limb = index(component.last_layer[slot]) * limbs_ + limb_of(number);
        remembered_[limb] |= bit_of(number);
        if (component.slot_required[slot]) {
            due_[limb] |= bit_of(number);
        }
    }
    for (std::size_t limb = layers * limbs_; limb-- > 0;) {
        remembered_[limb] |= remembered_[limb + limbs_];
    }
    nodes_.clear();
    taken_.resize(limbs_);
    key_.resize(limbs_);
    empty_table();
}

// Small again, however large it has been: most components need little of it, which then is near.
void LayeredSearch::empty_table() {
    in_table_ = 0;
    table_size_ = kSmallestTable;
    begin_epoch();
}

void LayeredSearch::begin_epoch() {
    if (++epoch_ == 0) {  // the counter went round
        std::fill(table_.begin(), table_.end(), Place{});
        epoch_ = 1;
    }
}

// From all states before a layer: a candidate that starts there, or none if it may.
void LayeredSearch::expand(const Component& component, std::int32_t layer, bool counting) {
    const auto states = static_cast<std::int64_t>(before(layer).states.size());
    steps_ += states * options(component, layer);
    expanded_ = layer;
    if (limbs_ == 1) {
        expand_states<1>(component, layer, counting);
    } else if (limbs_ == 2) {
        expand_states<2>(component, layer, counting);
    } else {
        expand_states<0>(component, layer, counting);
    }
}

// ``kLimbs`` is the number of limbs of a mask, or 0 where only ``limbs_`` knows.
template <std::size_t kLimbs>
void LayeredSearch::expand_states(const Component& component, std::int32_t layer, bool counting) {
    const std::size_t limbs = kLimbs != 0 ? kLimbs : limbs_;
    const std::int32_t first = component.first[index(layer)];
    const std::int32_t end = component.first[index(layer) + 1];
    const States& now = before(layer);
    const bool may_skip = component.layer_required[index(layer)] == 0;
    const bool has_demands = counting && demands_.first(layer) != demands_.first(layer + 1);
    // Short masks stay in registers.
    std::array<Limb, kLimbs != 0 ? kLimbs : 1> short_taken;
    std::array<Limb, kLimbs != 0 ? kLimbs : 1> short_key;
    Limb* const taken = kLimbs != 0 ? short_taken.data() : taken_.data();
    Limb* const key = kLimbs != 0 ? short_key.data() : key_.data();
    for (std::size_t number = 0; number < now.states.size(); ++number) {
        const State state = now.states[number];
        const Limb* const mask = now.masks.data() + number * limbs;
        for (std::int32_t e = first; e < end; ++e) {
            const std::int32_t first_slot = component.first_slot[index(e)];
            const std::int32_t end_slot = component.end_slot[index(e)];
            bool is_free = true;
            for (std::int32_t slot = first_slot; slot < end_slot; ++slot) {
                is_free = is_free && (mask[limb_of(slot)] & bit_of(slot)) == 0;
            }
            if (!is_free) {
                continue;
            }
            std::copy(mask, mask + limbs, taken);
            for (std::int32_t slot = first_slot; slot < end_slot; ++slot) {
                taken[limb_of(slot)] |= bit_of(slot);
            }
            if (!may_go_on<kLimbs>(layer, taken, has_demands)) {
                continue;
            }
            const std::int32_t after = component.end_layer[index(e)];
            const Limb* const remembered = remembered_.data() + index(after) * limbs;
            for (std::size_t limb = 0; limb < limbs; ++limb) {
                key[limb] = taken[limb] & remembered[limb];
            }
            std::int32_t point = component.end_point[index(e)];
            if (point >= 0) {
                const std::int32_t slot = component.point_slot[index(point)];
                if ((taken[limb_of(slot)] & bit_of(slot)) != 0) {
                    point = -1;
                }
            }
            std::int64_t value = state.value + component.reward[index(e)];
            if (state.point >= 0 && component.start_point[index(e)] == state.point) {
                value += component.adjacency;
            }
            keep_better<kLimbs>(after, {value, point, state.chain}, key, e);
        }
        if (may_skip && may_go_on<kLimbs>(layer, mask, has_demands)) {
            const Limb* const remembered = remembered_.data() + index(layer + 1) * limbs;
            for (std::size_t limb = 0; limb < limbs; ++limb) {
                key[limb] = mask[limb] & remembered[limb];
            }
            keep_better<kLimbs>(layer + 1, {state.value, -1, state.chain}, key, -1);
        }
    }
}

// Whether no required slot was missed, and all that are still wanted can be had.
template <std::size_t kLimbs>
bool LayeredSearch::may_go_on(std::int32_t layer, const Limb* taken, bool has_demands) const {
    const std::size_t limbs = kLimbs != 0 ? kLimbs : limbs_;
    const Limb* const due = due_.data() + index(layer) * limbs;
    Limb missed = 0;
    for (std::size_t limb = 0; limb < limbs; ++limb) {
        missed |= due[limb] & ~taken[limb];
    }
    return missed == 0 && (!has_demands || demands_met<kLimbs>(layer, taken));
}

template <std::size_t kLimbs>
bool LayeredSearch::demands_met(std::int32_t layer, const Limb* taken) const {
    const std::size_t limbs = kLimbs != 0 ? kLimbs : limbs_;
    for (std::size_t number = demands_.first(layer); number < demands_.first(layer + 1);
         ++number) {
        const Demand& demand = demands_.demand(number);
        const Limb* const slots = demands_.mask(demand);
        std::int32_t free = 0;
        for (std::size_t limb = 0; limb < limbs; ++limb) {
            free += count_bits(slots[limb] & ~taken[limb]);
        }
        if (free < demand.least || free > demand.most) {
            return false;
        }
    }
    return true;
}

// Of two ways to reach one state the better is kept, the first on a tie.
template <std::size_t kLimbs>
void LayeredSearch::keep_better(std::int32_t layer, const State& state, const Limb* mask,
                                std::int32_t candidate) {
    const std::size_t limbs = kLimbs != 0 ? kLimbs : limbs_;
    if (2 * in_table_ >= table_size_) {
        grow_table();
    }
    const auto chained = [&](const State& reached) {
        State with_candidate = reached;
        if (candidate >= 0) {
            with_candidate.chain = static_cast<std::int32_t>(nodes_.size());
            nodes_.push_back({reached.chain, candidate});
        }
        return with_candidate;
    };
    States& states = before(layer);
    const std::uint32_t hash = hash_of(layer, state.point, mask, limbs);
    std::size_t place = hash & (table_size_ - 1);
    while (table_[place].epoch == epoch_) {
        const Place& found = table_[place];
        if (found.hash == hash && found.layer == layer) {
            State& known = states.states[index(found.state)];
            if (known.point == state.point &&
                std::equal(mask, mask + limbs, states.masks.data() + index(found.state) * limbs)) {
                if (state.value > known.value) {
                    known = chained(state);
                }
                return;
            }
        }
        place = (place + 1) & (table_size_ - 1);
    }
    table_[place] = {epoch_, layer, static_cast<std::int32_t>(states.states.size()), hash};
    ++in_table_;
    states.states.push_back(chained(state));
    for (std::size_t limb = 0; limb < limbs; ++limb) {
        states.masks.push_back(mask[limb]);
    }
}

// An expanded layer is never visited again: its states go. Often there is room then.
void LayeredSearch::grow_table() {
    const auto end = table_.begin() + static_cast<std::ptrdiff_t>(table_size_);
    moved_.clear();
    std::copy_if(table_.begin(), end, std::back_inserter(moved_), [this](const Place& place) {
        return place.epoch == epoch_ && place.layer > expanded_;
    });
    in_table_ = moved_.size();
    if (4 * in_table_ >= table_size_) {
        table_size_ *= 2;
        table_.resize(std::max(table_.size(), table_size_));
    }
    begin_epoch();
    for (Place& place : moved_) {
        place.epoch = epoch_;
        std::size_t slot = place.hash & (table_size_ - 1);
        while (table_[slot].epoch == epoch_) {
            slot = (slot + 1) & (table_size_ - 1);
        }
        table_[slot] = place;
    }
}

// Keeps the states that promise most of those that can reach the threshold; returns the highest
// promise that was given up.
std::int64_t LayeredSearch::keep(const Bound& bound, std::int32_t layer,
                                 std::int64_t kept, std::int64_t threshold) {
    States& now = before(layer);
    const std::int64_t rest = bound.from_layer[index(layer)];
    const std::int64_t unpaid = bound.prices_from[index(layer)];
    ranked_.clear();
    for (std::size_t number = 0; number < now.states.size(); ++number) {
        const State& state = now.states[number];
        std::int64_t promise = state.value + unpaid;
        for (std::size_t limb = 0; limb < limbs_; ++limb) {
            for (Limb left = now.masks[number * limbs_ + limb]; left != 0; left &= left - 1) {
                promise -= bound.prices[limb * 64 + index(lowest_bit(left))];
            }
        }
        promise += state.point >= 0 ? std::max(rest, bound.from_point[index(state.point)]) : rest;
        if (promise >= threshold) {
            ranked_.push_back({promise, state.value, static_cast<std::int32_t>(number)});
        }
    }
    const auto is_better = [](const Ranked& one, const Ranked& other) {
        if (one.promise != other.promise) {
            return one.promise > other.promise;
        }
        return one.value != other.value ? one.value > other.value : one.state < other.state;
    };
    const std::size_t most = std::min(ranked_.size(), static_cast<std::size_t>(kept));
    const bool some_given_up = ranked_.size() > most;
    if (some_given_up && most < kFewKept) {
        // As they are in order of their numbers, one that is no better stays behind.
        std::size_t sorted = 0;
        for (std::size_t slot = 0; slot < ranked_.size(); ++slot) {
            const Ranked own = ranked_[slot];
            if (sorted > most && !is_better(own, ranked_[most])) {
                continue;
            }
            std::size_t place = std::min(sorted, most);
            sorted = std::min(sorted + 1, most + 1);
            for (; place > 0 && is_better(own, ranked_[place - 1]); --place) {
                ranked_[place] = ranked_[place - 1];
            }
            ranked_[place] = own;
        }
    } else if (some_given_up) {  // the best of them is needed too
        std::partial_sort(ranked_.begin(),
                          ranked_.begin() + static_cast<std::ptrdiff_t>(most + 1), ranked_.end(),
                          is_better);
    } else {
        std::sort(ranked_.begin(), ranked_.end(), is_better);
    }
    kept_.states.clear();
    kept_.masks.clear();
    for (std::size_t rank = 0; rank < most; ++rank) {
        const std::size_t number = index(ranked_[rank].state);
        kept_.states.push_back(now.states[number]);
        if (limbs_ == 1) {
            kept_.masks.push_back(now.masks[number]);
            continue;
        }
        const auto mask = now.masks.begin() + static_cast<std::ptrdiff_t>(number * limbs_);
        kept_.masks.insert(kept_.masks.end(), mask, mask + static_cast<std::ptrdiff_t>(limbs_));
    }
    std::swap(now, kept_);
    return some_given_up ? ranked_[most].promise : kImpossible;
}

// The best choice that was completed: at the end all states are one.
bool LayeredSearch::take_best(const Component& component, Choice& choice) const {
    const States& completed = at_[index(component.layers())];
    if (completed.states.empty()) {
        return false;
    }
    choice.value = completed.states[0].value;
    choice.candidates.clear();
    for (std::int32_t node = completed.states[0].chain; node >= 0; node = nodes_[index(node)].before) {
        choice.candidates.push_back(nodes_[index(node)].candidate);
    }
    std::reverse(choice.candidates.begin(), choice.candidates.end());
    return true;
}

}  // namespace meteorscope
