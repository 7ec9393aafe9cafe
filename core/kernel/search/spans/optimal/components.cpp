#include "search/spans/optimal/components.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/compiler.hpp"
#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kMaxValue = std::int64_t{1} << 60;
constexpr std::int64_t kLikelyChunks = 2;
constexpr std::int64_t kMomentumOverSpans = 6;
constexpr std::int64_t kPatienceOverSpans = 10;

std::int32_t layer_start(const SpanMatch& match, bool by_reference) {
    return by_reference ? match.reference_start : match.hypothesis_start;
}
std::int32_t layer_end(const SpanMatch& match, bool by_reference) {
    return by_reference ? match.reference_end : match.hypothesis_end;
}

}  // namespace

std::int64_t SpanScale::gap(std::int64_t value, std::int64_t upper) const {
    const std::int64_t lowest = most_matches * chunk + most_distance;
    const std::int64_t of_value = floor_divide(value + lowest, worth);
    if (floor_divide(upper + lowest, worth) > of_value) {
        return -1;
    }
    const std::int64_t floor = of_value * worth - most_distance;
    return floor_divide(upper - floor, chunk) - floor_divide(value - floor, chunk);
}

void SpanDecomposition::decompose(const SpanReduction& reduction, std::int32_t hypothesis_length,
                                  std::int32_t reference_length, std::int32_t exact_stage) {
    reduction_ = &reduction;
    exact_stage_ = exact_stage;
    reference_length_ = index(reference_length);
    hypothesis_length_ = index(hypothesis_length);
    const std::size_t longest = std::max(reference_length_, hypothesis_length_);
    if (layer_number_.size() < longest) {
        layer_number_.resize(longest);
        slot_number_.resize(longest);
    }
    first_.assign(1, 0);
    members_.clear();
    const std::vector<SpanMatch>& open = reduction.open();
    if (open.empty()) {
        return;
    }
    group(open);
    // A root is the first of its component.
    component_of_.resize(open.size());
    for (std::size_t number = 0; number < open.size(); ++number) {
        const std::int32_t first = root(parent_.data(), static_cast<std::int32_t>(number));
        if (index(first) == number) {
            component_of_[number] = static_cast<std::int32_t>(first_.size()) - 1;
            first_.push_back(0);
        } else {
            component_of_[number] = component_of_[index(first)];
        }
        ++first_[index(component_of_[number]) + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    members_.resize(open.size());
    next_.assign(first_.begin(), first_.end());
    for (std::size_t number = 0; number < open.size(); ++number) {
        members_[next_[index(component_of_[number])]++] = open[number];
    }
}

void SpanDecomposition::group(const std::vector<SpanMatch>& open) {
    const auto count = static_cast<std::int32_t>(open.size());
    parent_.resize(open.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    fill_blocks(of_token_, reference_length_ + hypothesis_length_, -1);
    fill_blocks(ending_at_, reduction_->points(), -1);
    fill_blocks(point_number_, reduction_->points(), -1);
    const auto join_at = [&](std::int32_t& first, std::int32_t number) {
        if (first < 0) {
            first = number;
        } else {
            join(parent_.data(), number, first);
        }
    };
    for (std::int32_t number = 0; number < count; ++number) {
        const SpanMatch& match = open[index(number)];
        for (std::int32_t j = match.reference_start; j < match.reference_end; ++j) {
            join_at(of_token_[index(j)], number);
        }
        for (std::int32_t i = match.hypothesis_start; i < match.hypothesis_end; ++i) {
            join_at(of_token_[reference_length_ + index(i)], number);
        }
        join_at(ending_at_[index(match.end_point)], number);
    }
    for (std::int32_t number = 0; number < count; ++number) {
        const std::int32_t point = open[index(number)].start_point;
        if (point >= 0 && ending_at_[index(point)] >= 0) {
            join(parent_.data(), number, ending_at_[index(point)]);
        }
    }
}

// What a search of all states would choose: the match that comes first by the criteria, then by its
// other word. At most one word of those that are not shared may be required.
SpanDecomposition::OfOneWord SpanDecomposition::solve_one_word(std::size_t number) const {
    const SpanMatch* const first = members_.data() + first_[number];
    const SpanMatch* const end = members_.data() + first_[number + 1];
    bool one_in_reference = true;
    bool one_in_hypothesis = true;
    for (const SpanMatch* match = first; match != end; ++match) {
        one_in_reference = one_in_reference && match->reference_start == first->reference_start;
        one_in_hypothesis =
            one_in_hypothesis && match->hypothesis_start == first->hypothesis_start;
        if (match->words() != 2 || !(one_in_reference || one_in_hypothesis)) {
            return {};
        }
    }
    // The criteria as one number, each heavier than all after it. Nothing is one chunk less.
    constexpr std::int64_t kFour = 4;
    constexpr std::int64_t kNothing = kFour << 32U;
    OfOneWord best;
    best.steps = end - first + 1;
    std::int64_t most = 0;
    std::int32_t place = 0;
    int required = 0;
    for (const SpanMatch* match = first; match != end; ++match) {
        const std::int32_t other =
            one_in_reference ? match->hypothesis_start : match->reference_start;
        const bool is_required = one_in_reference
                                     ? reduction_->is_required_hypothesis(other)
                                     : reduction_->is_required_reference(other);
        required += is_required;
        const std::int64_t value =
            (((kFour * match->worth + reduction_->certain_neighbours(*match)) * kFour +
              match->extra_words())
             << 32U) -
            match->distance();
        const bool is_first = best.match == nullptr || is_required;
        if (required > 0 && !is_required) {
            continue;
        }
        if (is_first || value > most || (value == most && other < place)) {
            best.match = match;
            most = value;
            place = other;
        }
    }
    const bool may_skip = one_in_reference
                              ? !reduction_->is_required_reference(first->reference_start)
                              : !reduction_->is_required_hypothesis(first->hypothesis_start);
    if (may_skip && required == 0 && most < kNothing) {
        best.match = nullptr;
    }
    best.known = required < 2;
    return best;
}

void SpanDecomposition::component(std::size_t number, SpanComponent& component) {
    const SpanMatch* const members = members_.data() + first_[number];
    const SpanMatch* const members_end = members_.data() + first_[number + 1];
    number_tokens(members, members_end);
    const bool by_reference = by_reference_;
    const std::size_t layers = (by_reference ? reference_tokens_ : hypothesis_tokens_).size();
    const std::size_t slots = (by_reference ? hypothesis_tokens_ : reference_tokens_).size();
    component.first.assign(layers + 1, 0);
    const auto layer_of = [&](const SpanMatch& match) {
        return layer_number_[index(layer_start(match, by_reference))];
    };
    for (const SpanMatch* match = members; match != members_end; ++match) {
        ++component.first[index(layer_of(*match)) + 1];
    }
    std::partial_sum(component.first.begin(), component.first.end(), component.first.begin());
    sort_members(members, members_end, component);
    const std::vector<SpanMatch>& matches = component.matches;
    const std::size_t count = matches.size();
    component.last_layer.resize(slots);
    component.end_layer.resize(count);
    component.first_slot.resize(count);
    component.end_slot.resize(count);
    component.has_phrases = false;
    for (std::size_t e = 0; e < count; ++e) {
        const SpanMatch& match = matches[e];
        const std::int32_t layer = layer_of(match);
        component.end_layer[e] = layer_number_[index(layer_end(match, by_reference) - 1)] + 1;
        component.first_slot[e] = slot_number_[index(layer_start(match, !by_reference))];
        component.end_slot[e] = slot_number_[index(layer_end(match, !by_reference) - 1)] + 1;
        for (std::int32_t slot = component.first_slot[e]; slot < component.end_slot[e]; ++slot) {
            component.last_layer[index(slot)] = layer;
        }
        component.has_phrases = component.has_phrases || match.words() > 2;
    }
    set_scale(component);
    if (!component.scale.fits) {
        return;
    }
    find_required(component);
    component.adjacency = component.scale.chunk;
    component.dearest = component.scale.dearest;
    component.likely_gap = kLikelyChunks * component.scale.chunk;
    component.momentum = kMomentumOverSpans;
    component.patience = kPatienceOverSpans;
    number_points(component);
    component.reward.resize(count);
    for (std::size_t e = 0; e < count; ++e) {
        component.reward[e] = reward(matches[e], component.scale);
    }
    set_first_prices(component);
}

// By layer, where they begin in ``first``; in a layer by slot, then by their ends.
void SpanDecomposition::sort_members(const SpanMatch* members, const SpanMatch* end,
                                     SpanComponent& component) {
    const bool by_reference = by_reference_;
    const auto comes_first = [by_reference](const SpanMatch& one, const SpanMatch& other) {
        const std::int32_t slot = layer_start(one, !by_reference);
        const std::int32_t others = layer_start(other, !by_reference);
        return slot != others ? slot < others
                              : std::make_tuple(layer_end(one, by_reference),
                                                layer_end(one, !by_reference)) <
                                    std::make_tuple(layer_end(other, by_reference),
                                                    layer_end(other, !by_reference));
    };
    component.matches.resize(static_cast<std::size_t>(end - members));
    next_.assign(component.first.begin(), component.first.end());
    for (const SpanMatch* match = members; match != end; ++match) {
        const std::size_t layer = index(layer_number_[index(layer_start(*match, by_reference))]);
        component.matches[next_[layer]++] = *match;
    }
    for (std::size_t layer = 0; layer + 1 < component.first.size(); ++layer) {
        std::sort(component.matches.begin() + component.first[layer],
                  component.matches.begin() + component.first[layer + 1], comes_first);
    }
}

// The tokens of a component on both sides, and which side has fewer.
void SpanDecomposition::number_tokens(const SpanMatch* first, const SpanMatch* end) {
    reference_set_.clear(reference_length_);
    hypothesis_set_.clear(hypothesis_length_);
    for (const SpanMatch* match = first; match != end; ++match) {
        for (std::int32_t j = match->reference_start; j < match->reference_end; ++j) {
            reference_set_.add(j);
        }
        for (std::int32_t i = match->hypothesis_start; i < match->hypothesis_end; ++i) {
            hypothesis_set_.add(i);
        }
    }
    by_reference_ = reference_set_.size() <= hypothesis_set_.size();
    const auto number = [](const TokenSet& set, std::vector<std::int32_t>& tokens,
                           std::vector<std::int32_t>& numbers) {
        tokens.clear();
        set.for_each([&](std::int32_t token) {
            numbers[index(token)] = static_cast<std::int32_t>(tokens.size());
            tokens.push_back(token);
        });
    };
    number(reference_set_, reference_tokens_, by_reference_ ? layer_number_ : slot_number_);
    number(hypothesis_set_, hypothesis_tokens_, by_reference_ ? slot_number_ : layer_number_);
}

void SpanDecomposition::find_required(SpanComponent& component) const {
    std::vector<std::uint8_t>& of_reference =
        by_reference_ ? component.layer_required : component.slot_required;
    std::vector<std::uint8_t>& of_hypothesis =
        by_reference_ ? component.slot_required : component.layer_required;
    of_reference.clear();
    for (const std::int32_t token : reference_tokens_) {
        of_reference.push_back(reduction_->is_required_reference(token));
    }
    of_hypothesis.clear();
    for (const std::int32_t token : hypothesis_tokens_) {
        of_hypothesis.push_back(reduction_->is_required_hypothesis(token));
    }
}

void SpanDecomposition::set_scale(SpanComponent& component) {
    SpanScale& scale = component.scale;
    scale = SpanScale{};
    std::int64_t starting = 0;  // layers where a candidate starts
    std::int32_t most_worth = 0;
    std::int64_t most_extra = 0;  // words beyond the worth
    for (std::size_t layer = 0; layer + 1 < component.first.size(); ++layer) {
        std::int64_t most = 0;
        std::int32_t extra = 0;
        for (std::int32_t e = component.first[layer]; e < component.first[layer + 1]; ++e) {
            most = std::max(most, component.matches[index(e)].distance());
            most_worth = std::max(most_worth, component.matches[index(e)].worth);
            extra = std::max(extra, component.matches[index(e)].extra_words());
        }
        scale.most_distance += most;
        most_extra += extra;
        starting += component.first[layer] < component.first[layer + 1];
    }
    const auto slots = static_cast<std::int64_t>(component.slots());
    const std::int64_t most_words = component.layers() + slots;
    scale.most_matches = std::min(starting, slots);
    scale.word = scale.most_distance + 1;
    const Int128 chunk = Int128{scale.word} * most_extra + scale.most_distance + 1;
    if (chunk > kMaxValue) {
        return;
    }
    scale.chunk = static_cast<std::int64_t>(chunk);
    const Int128 worth = 2 * Int128{scale.most_matches} * chunk +
                         Int128{scale.word} * most_extra + scale.most_distance + 1;
    if (worth > kMaxValue) {
        return;
    }
    scale.worth = static_cast<std::int64_t>(worth);
    const Int128 dearest = worth * (1 + most_worth) + 2 * chunk;
    if (dearest > kMaxValue) {
        return;
    }
    scale.dearest = SpanScale::dearest_of(scale.worth, scale.chunk, most_worth);
    scale.fits = 4 * dearest * (most_words + 2) <= kMaxValue;
}

void SpanDecomposition::number_points(SpanComponent& component) {
    const std::vector<SpanMatch>& matches = component.matches;
    component.start_point.resize(matches.size());
    component.end_point.resize(matches.size());
    component.point_slot.clear();
    for (std::size_t e = 0; e < matches.size(); ++e) {
        const std::int32_t place = matches[e].start_point;
        std::int32_t& start = component.start_point[e];
        start = -1;
        if (place < 0 || ending_at_[index(place)] < 0) {
            continue;
        }
        start = point_number_[index(place)];
        if (start < 0) {
            start = static_cast<std::int32_t>(component.point_slot.size());
            point_number_[index(place)] = start;
            component.point_slot.push_back(component.first_slot[e]);
        }
    }
    for (std::size_t e = 0; e < matches.size(); ++e) {
        component.end_point[e] = point_number_[index(matches[e].end_point)];
    }
}

std::int64_t SpanDecomposition::reward(const SpanMatch& match, const SpanScale& scale) const {
    return scale.worth * match.worth + scale.chunk * (reduction_->certain_neighbours(match) - 1) +
           scale.word * match.extra_words() - match.distance();
}

void SpanDecomposition::set_first_prices(SpanComponent& component) {
    component.first_prices.assign(component.slots(), 0);
    wanted_.assign(component.slots(), 0);
    offered_.assign(index(component.layers()), 0);
    const auto for_each_exact = [&](auto&& visit) {
        for (std::int32_t layer = 0; layer < component.layers(); ++layer) {
            for (std::int32_t e = component.first[index(layer)]; e < component.first[index(layer) + 1];
                 ++e) {
                const SpanMatch& match = component.matches[index(e)];
                if (match.stage == exact_stage_ && match.words() == 2) {
                    visit(index(layer), index(component.first_slot[index(e)]));
                }
            }
        }
    };
    for_each_exact([&](std::size_t layer, std::size_t slot) {
        ++offered_[layer];
        ++wanted_[slot];
    });
    for_each_exact([&](std::size_t layer, std::size_t slot) {
        if (offered_[layer] < wanted_[slot]) {
            component.first_prices[slot] = 2 * component.scale.worth;
        } else if (offered_[layer] == wanted_[slot]) {
            component.first_prices[slot] = component.scale.worth;
        }
    });
}

}  // namespace meteorscope
