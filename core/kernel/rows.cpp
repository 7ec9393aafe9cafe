#include "rows.hpp"

#include <algorithm>

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
    if (++epoch_ == 0) {  // the counter went round
        std::fill(entries_.begin(), entries_.end(), Entry{});
        epoch_ = 1;
    }
    number_types<&Entry::hypothesis>(hypothesis, hypothesis_);
    number_types<&Entry::reference>(reference, reference_);
    hypothesis_.index_positions();
    reference_.index_positions();
    same_.resize(hypothesis_.name.size());
    for (std::size_t s = 0; s < same_.size(); ++s) {
        same_[s] = entries_[static_cast<std::size_t>(hypothesis_.name[s])].reference;
    }
}

template <std::int32_t Rows::Entry::*kSide>
void Rows::number_types(IntegerSpan names, Row& row) {
    row.type.resize(names.size());
    row.name.resize(names.size());
    row.count.resize(names.size());
    std::int32_t types = 0;
    for (std::size_t token = 0; token < names.size(); ++token) {
        Entry& entry = entries_[static_cast<std::size_t>(names[token])];
        if (entry.epoch != epoch_) {
            entry = {epoch_, -1, -1};
        }
        std::int32_t number = entry.*kSide;
        if (number < 0) {
            number = entry.*kSide = types++;
            row.name[static_cast<std::size_t>(number)] = names[token];
            row.count[static_cast<std::size_t>(number)] = 0;
        }
        row.type[token] = number;
        ++row.count[static_cast<std::size_t>(number)];
    }
    row.name.resize(static_cast<std::size_t>(types));
    row.count.resize(static_cast<std::size_t>(types));
}

}  // namespace meteorscope
