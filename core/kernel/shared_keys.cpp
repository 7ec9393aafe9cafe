#include "shared_keys.hpp"

#include <algorithm>

namespace meteorscope {

const std::vector<TypePair>& SharedKeys::find(const Rows& rows, const Keys& keys,
                                              std::int32_t stage,
                                              IntegerSpan hypothesis_types,
                                              IntegerSpan reference_types,
                                              bool others_only) {
    pairs_.clear();
    if (hypothesis_types.size() == 0 || reference_types.size() == 0) {
        return pairs_;
    }
    list(rows.hypothesis(), keys, stage, true, hypothesis_types, others_only, hypothesis_keys_);
    if (hypothesis_keys_.empty()) {
        return pairs_;
    }
    list(rows.reference(), keys, stage, false, reference_types, others_only, reference_keys_);
    for_each_common(hypothesis_keys_, reference_keys_, reference_types.size(),
                    [&](std::uint32_t hypothesis, std::uint32_t reference) {
                        pairs_.push_back({hypothesis_types[hypothesis], reference_types[reference]});
                    });
    return pairs_;
}

// Lists the keys of each place in their order.
void SharedKeys::chain_by_place(const KeyList& keys) {
    next_at_.resize(keys.size());
    for (const KeyHolder& holder : keys) {
        first_at_[place_of(holder.key)] = none;
    }
    for (std::size_t index = keys.size(); index-- > 0;) {
        std::uint32_t& first = first_at_[place_of(keys.begin()[index].key)];
        next_at_[index] = first;
        first = static_cast<std::uint32_t>(index);
    }
}

void SharedKeys::begin_marks() {
    constexpr std::uint8_t first = 2;
    mark_ = static_cast<std::uint8_t>(mark_ + first);
    if (mark_ == 0) {  // the counter went round
        std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
        mark_ = first;
    }
}

void SharedKeys::mark(const KeyList& keys) {
    begin_marks();
    std::uint8_t* const marks = marks_.data();
    const std::uint8_t once = mark_;
    for (const KeyHolder& holder : keys) {
        marks[place_of(holder.key)] = once;
    }
}

void SharedKeys::mark_up_to_twice(const KeyList& keys) {
    begin_marks();
    std::uint8_t* const marks = marks_.data();
    const std::uint8_t once = mark_;
    const auto twice = static_cast<std::uint8_t>(mark_ | 1U);
    for (const KeyHolder& holder : keys) {
        std::uint8_t& marked = marks[place_of(holder.key)];
        marked = static_cast<std::uint8_t>(once | ((marked | 1U) == twice));
    }
}

void SharedKeys::list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
                      IntegerSpan types, bool others_only,
                      KeyList& listed) {
    names_.resize(types.size());
    for (std::size_t place = 0; place < types.size(); ++place) {
        names_[place] = row.name[static_cast<std::size_t>(types[place])];
    }
    keys.list_keys(stage, of_hypothesis, IntegerSpan(names_), others_only, listed);
}

}  // namespace meteorscope
