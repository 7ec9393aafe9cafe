#include "search/shared_keys.hpp"

#include <algorithm>
#include <limits>

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

void SharedKeys::mark(const KeyList& keys) {
    if (++mark_ == 0) {  // the counter went round
        std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
        mark_ = 1;
    }
    std::uint8_t* const marks = marks_.data();
    const std::uint8_t marked = mark_;
    for (const KeyHolder& holder : keys) {
        marks[place_of(holder.key)] = marked;
    }
}

// Links each key to the one before it at its place; returns how many have one. No branches, as
// hardly any has.
std::size_t SharedKeys::link_by_place(const KeyList& keys) {
    const auto size = static_cast<std::uint32_t>(keys.size());
    before_.resize(size);
    linked_.resize(size);
    if (base_ > std::numeric_limits<std::uint32_t>::max() - size) {  // no numbers left
        std::fill(last_at_.begin(), last_at_.end(), std::uint32_t{0});
        base_ = 1;
    }
    // Plain pointers, which no store into another array can change.
    std::uint32_t* const last_at = last_at_.data();
    std::uint32_t* const before = before_.data();
    std::uint32_t* const linked = linked_.data();
    const std::uint32_t base = base_;
    std::size_t found = 0;
    for (std::uint32_t index = 0; index < size; ++index) {
        std::uint32_t& last = last_at[place_of(keys.begin()[index].key)];
        before[index] = last - base;
        linked[found] = index;
        found += static_cast<std::size_t>(last >= base);
        last = base + index;
    }
    base_ += size;
    return found;
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
