#include "search/rows.hpp"

#include <algorithm>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

void Row::index_positions() {
    first.resize(name.size() + 1);
    std::int32_t end = 0;
    for (std::size_t number = 0; number < name.size(); ++number) {
        end += count[number];
        first[number] = end;
    }
    first[name.size()] = end;
    positions.resize(type.size());
    // From the end, so that each entry is moved down to where its type begins.
    for (std::size_t token = type.size(); token-- > 0;) {
        const auto number = static_cast<std::size_t>(type[token]);
        positions[static_cast<std::size_t>(--first[number])] = static_cast<std::int32_t>(token);
    }
}

void Rows::assign(IntegerSpan hypothesis, IntegerSpan reference, std::int32_t types) {
    if (entries_.size() < static_cast<std::size_t>(types)) {
        entries_.resize(static_cast<std::size_t>(types));
    }
    const auto longest = static_cast<std::uint32_t>(std::max(hypothesis.size(), reference.size()));
    if (end_ > std::numeric_limits<std::uint32_t>::max() - longest) {  // no numbers left
        std::fill(entries_.begin(), entries_.end(), Entry{});
        end_ = 1;
    }
    base_ = end_;
    end_ += longest;
    number_types<&Entry::reference>(reference, reference_);
    number_types<&Entry::hypothesis>(hypothesis, hypothesis_);
    find_same<&Entry::reference>(hypothesis_, same_in_reference_);
    find_same<&Entry::hypothesis>(reference_, same_in_hypothesis_);
}

template <std::uint32_t Rows::Entry::*kOther>
void Rows::find_same(const Row& row, UnsetVector<std::int32_t>& same) const {
    same.resize(row.name.size());
    for (std::size_t number = 0; number < same.size(); ++number) {
        const std::uint32_t other = entries_[static_cast<std::size_t>(row.name[number])].*kOther;
        const std::uint32_t if_none = mask_if(other < base_);
        same[number] = static_cast<std::int32_t>((other - base_) | if_none);
    }
}

// Without a branch on whether a type is new.
template <std::uint32_t Rows::Entry::*kSide>
void Rows::number_types(IntegerSpan names, Row& row) {
    const std::size_t tokens = names.size();
    row.type.resize(tokens);
    row.name.resize(tokens);
    row.count.resize(tokens);
    row.beginning.resize(tokens);
    // Plain pointers, which no store into another array can change.
    std::int32_t* const type = row.type.data();
    std::int32_t* const name = row.name.data();
    std::int32_t* const count = row.count.data();
    std::int32_t* const beginning = row.beginning.data();
    Entry* const entries = entries_.data();
    const std::uint32_t base = base_;
    std::uint32_t end = base;
    for (std::size_t token = 0; token < tokens; ++token) {
        std::uint32_t& entry = entries[names[token]].*kSide;
        const std::uint32_t if_new = mask_if(entry < base);
        const std::uint32_t marked = choose(if_new, end, entry);
        entry = marked;
        end -= if_new;
        const std::uint32_t number = marked - base;
        type[token] = static_cast<std::int32_t>(number);
        name[number] = names[token];
        count[number] = choose(if_new, 0, count[number]) + 1;
        beginning[number] = choose(if_new, static_cast<std::int32_t>(token), beginning[number]);
    }
    const std::size_t types = end - base;
    row.name.resize(types);
    row.count.resize(types);
    row.beginning.resize(types);
}

}  // namespace meteorscope
