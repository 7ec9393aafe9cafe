#include "layered.hpp"

#include <algorithm>
#include <utility>

namespace meteorscope {

namespace {

constexpr std::size_t kSmallestTable = 64;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace

void LayeredSearch::States::clear() {
    following.clear();
    value.clear();
    chain.clear();
    masks.clear();
}

void LayeredSearch::States::start(std::size_t words) {
    following.assign(1, -1);
    value.assign(1, 0);
    chain.assign(1, -1);
    masks.assign(words, 0);
}

bool LayeredSearch::search_everything(const Component& component, std::size_t limit,
                                      Choice& choice, Pass& pass) {
    plan(component);
    std::int64_t steps = 0;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        steps += static_cast<std::int64_t>(now_.size()) *
                 (component.first_edge[at(layer + 1)] - component.first_edge[at(layer)]);
        expand_any(component, layer, false);
        if (now_.size() > limit) {
            return false;
        }
    }
    pass = {take_best(choice), kImpossible, steps};
    return true;
}

Pass LayeredSearch::search_with_width(const Component& component, const Bound& bound,
                                      std::int64_t known, std::int64_t width, std::int64_t steps,
                                      Choice& choice) {
    plan(component);
    const std::int64_t threshold = kScale * (known + 1);
    Pass pass;
    for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
        const std::int32_t edges = component.first_edge[at(layer + 1)];
        pass.steps += static_cast<std::int64_t>(now_.size()) *
                      (edges - component.first_edge[at(layer)]);
        expand_any(component, layer, true);
        rank(component, bound, layer, threshold);
        const std::int64_t options =
            layer + 1 < component.layers() ? component.first_edge[at(layer + 2)] - edges : 1;
        const std::int64_t affordable =
            std::max<std::int64_t>(1, (steps - pass.steps) / options);
        const auto kept = static_cast<std::size_t>(std::min(width, affordable));
        if (ranked_.size() > kept) {
            const auto better = [](const Ranked& one, const Ranked& other) {
                if (one.promise != other.promise) {
                    return one.promise > other.promise;
                }
                return one.value != other.value ? one.value > other.value
                                                : one.state < other.state;
            };
            const auto border = ranked_.begin() + static_cast<std::ptrdiff_t>(kept);
            std::partial_sort(ranked_.begin(), border + 1, ranked_.end(), better);
            pass.given_up = std::max(pass.given_up, border->promise);
        } else {
            std::stable_sort(ranked_.begin(), ranked_.end(),
                             [](const Ranked& one, const Ranked& other) {
                                 return one.promise != other.promise ? one.promise > other.promise
                                                                     : one.value > other.value;
                             });
        }
        take_ranked(std::min(kept, ranked_.size()));
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
    now_.start(words_);
    nodes_.clear();
    taken_.resize(words_);
    key_.resize(words_);
}

void LayeredSearch::options_of(const Component& component, std::int32_t layer) {
    options_.clear();
    for (std::int32_t e = component.first_edge[at(layer)]; e < component.first_edge[at(layer + 1)];
         ++e) {
        const std::int32_t follow = component.follow[at(e)];
        options_.push_back({e, component.slot[at(e)], component.reward[at(e)], follow,
                            follow >= 0 ? component.slot[at(follow)] : -1});
    }
    if (!component.layer_required[at(layer)]) {
        options_.push_back({-1, -1, 0, -1, -1});
    }
}

void LayeredSearch::expand_any(const Component& component, std::int32_t layer, bool counting) {
    if (words_ == 1) {
        expand<1>(component, layer, counting);
    } else {
        expand<0>(component, layer, counting);
    }
}

// All states after a layer: it takes a free slot, or none if it may stay unmatched. ``kWords`` is
// the number of words of a mask, or 0 where only ``words_`` knows.
template <std::size_t kWords>
void LayeredSearch::expand(const Component& component, std::int32_t layer, bool counting) {
    const std::size_t words = kWords != 0 ? kWords : words_;
    options_of(component, layer);
    next_.clear();
    table_.assign(std::max(kSmallestTable, table_.size() / 4), -1);
    const Word* const due = due_.data() + at(layer) * words;
    const Word* const remembered = remembered_.data() + at(layer) * words;
    const bool has_demands = counting && demands_.first(layer) != demands_.first(layer + 1);
    for (std::size_t state = 0; state < now_.size(); ++state) {
        const Word* const mask = now_.masks.data() + state * words;
        for (const Option& option : options_) {
            if (option.edge >= 0 && (mask[word_of(option.slot)] & bit_of(option.slot)) != 0) {
                continue;
            }
            Word missed = 0;
            for (std::size_t word = 0; word < words; ++word) {
                taken_[word] = mask[word];
            }
            if (option.edge >= 0) {
                taken_[word_of(option.slot)] |= bit_of(option.slot);
            }
            for (std::size_t word = 0; word < words; ++word) {
                missed |= due[word] & ~taken_[word];
            }
            if (missed != 0 || (has_demands && !demands_met<kWords>(layer, taken_.data()))) {
                continue;
            }
            const bool continued = option.edge >= 0 && option.edge == now_.following[state];
            const bool continues =
                option.follow >= 0 &&
                (taken_[word_of(option.follow_slot)] & bit_of(option.follow_slot)) == 0;
            for (std::size_t word = 0; word < words; ++word) {
                key_[word] = taken_[word] & remembered[word];
            }
            keep_better<kWords>(continues ? option.follow : -1, key_.data(),
                                now_.value[state] + option.reward +
                                    (continued ? component.bonus : 0),
                                now_.chain[state], option.edge);
        }
    }
    std::swap(now_, next_);
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
void LayeredSearch::keep_better(std::int32_t following, const Word* mask, std::int64_t value,
                                std::int32_t chain, std::int32_t edge) {
    const std::size_t words = kWords != 0 ? kWords : words_;
    std::size_t place = hash(following, mask) & (table_.size() - 1);
    while (table_[place] >= 0) {
        const std::size_t state = at(table_[place]);
        if (next_.following[state] == following &&
            std::equal(mask, mask + words, next_.masks.data() + state * words)) {
            if (value > next_.value[state]) {
                next_.value[state] = value;
                next_.chain[state] = chain;
                if (edge >= 0) {
                    next_.chain[state] = static_cast<std::int32_t>(nodes_.size());
                    nodes_.push_back({chain, edge});
                }
            }
            return;
        }
        place = (place + 1) & (table_.size() - 1);
    }
    table_[place] = static_cast<std::int32_t>(next_.size());
    next_.following.push_back(following);
    next_.value.push_back(value);
    next_.masks.insert(next_.masks.end(), mask, mask + words);
    next_.chain.push_back(chain);
    if (edge >= 0) {
        next_.chain.back() = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back({chain, edge});
    }
    if (next_.size() * 2 > table_.size()) {
        grow_table();
    }
}

void LayeredSearch::grow_table() {
    table_.assign(table_.size() * 4, -1);
    for (std::size_t state = 0; state < next_.size(); ++state) {
        const Word* const mask = next_.masks.data() + state * words_;
        std::size_t place = hash(next_.following[state], mask) & (table_.size() - 1);
        while (table_[place] >= 0) {
            place = (place + 1) & (table_.size() - 1);
        }
        table_[place] = static_cast<std::int32_t>(state);
    }
}

std::size_t LayeredSearch::hash(std::int32_t following, const Word* mask) const {
    constexpr Word kMix = 0x9e3779b97f4a7c15U;
    Word sum = static_cast<Word>(static_cast<std::int64_t>(following)) * kMix;
    for (std::size_t word = 0; word < words_; ++word) {
        sum = (sum ^ mask[word]) * kMix;
        sum ^= sum >> 32U;
    }
    return static_cast<std::size_t>(sum);
}

// The states whose bound says that they can still beat what is known.
void LayeredSearch::rank(const Component& component, const Bound& bound, std::int32_t layer,
                         std::int64_t threshold) {
    const std::int64_t rest = bound.from_layer[at(layer + 1)];
    const std::int64_t bonus = kScale * component.bonus;
    ranked_.clear();
    for (std::size_t state = 0; state < now_.size(); ++state) {
        std::int64_t promise = kScale * now_.value[state] + bound.prices_after[at(layer)];
        for (std::size_t word = 0; word < words_; ++word) {
            for (Word left = now_.masks[state * words_ + word]; left != 0; left &= left - 1) {
                promise -= bound.prices[word * 64 + static_cast<std::size_t>(lowest_bit(left))];
            }
        }
        const std::int32_t following = now_.following[state];
        promise += following >= 0 ? std::max(rest, bound.from_edge[at(following)] + bonus) : rest;
        if (promise >= threshold) {
            ranked_.push_back({promise, now_.value[state], static_cast<std::int32_t>(state)});
        }
    }
}

void LayeredSearch::take_ranked(std::size_t kept) {
    next_.clear();
    for (std::size_t place = 0; place < kept; ++place) {
        const std::size_t state = at(ranked_[place].state);
        next_.following.push_back(now_.following[state]);
        next_.value.push_back(now_.value[state]);
        next_.chain.push_back(now_.chain[state]);
        const Word* const mask = now_.masks.data() + state * words_;
        next_.masks.insert(next_.masks.end(), mask, mask + words_);
    }
    std::swap(now_, next_);
}

bool LayeredSearch::take_best(Choice& choice) const {
    if (now_.size() == 0) {
        return false;
    }
    const auto best = std::max_element(now_.value.begin(), now_.value.end());
    choice.value = *best;
    choice.edges.clear();
    std::int32_t node = now_.chain[static_cast<std::size_t>(best - now_.value.begin())];
    for (; node >= 0; node = nodes_[at(node)].before) {
        choice.edges.push_back(nodes_[at(node)].edge);
    }
    std::reverse(choice.edges.begin(), choice.edges.end());
    return true;
}

}  // namespace meteorscope
