#include "rows.hpp"

#include <algorithm>

namespace meteorscope {

void Row::start(std::size_t tokens) {
    type.resize(tokens);
    name.clear();
    count.clear();
}

std::int32_t Row::add_type(std::int32_t type_name) {
    name.push_back(type_name);
    count.push_back(0);
    return types() - 1;
}

void Row::add_token(std::size_t token, std::int32_t number) {
    type[token] = number;
    ++count[static_cast<std::size_t>(number)];
}

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
    number_hypothesis(hypothesis);
    number_reference(reference);
    hypothesis_.index_positions();
    reference_.index_positions();
}

Rows::Entry& Rows::entry(std::int32_t name) {
    Entry& found = entries_[static_cast<std::size_t>(name)];
    if (found.epoch != epoch_) {
        found = {epoch_, -1, -1};
    }
    return found;
}

void Rows::number_hypothesis(IntegerSpan names) {
    hypothesis_.start(names.size());
    same_.clear();
    for (std::size_t token = 0; token < names.size(); ++token) {
        Entry& known = entry(names[token]);
        if (known.hypothesis < 0) {
            known.hypothesis = hypothesis_.add_type(names[token]);
            same_.push_back(-1);
        }
        hypothesis_.add_token(token, known.hypothesis);
    }
}

void Rows::number_reference(IntegerSpan names) {
    reference_.start(names.size());
    for (std::size_t token = 0; token < names.size(); ++token) {
        Entry& known = entry(names[token]);
        if (known.reference < 0) {
            known.reference = reference_.add_type(names[token]);
            if (known.hypothesis >= 0) {
                same_[static_cast<std::size_t>(known.hypothesis)] = known.reference;
            }
        }
        reference_.add_token(token, known.reference);
    }
}

}  // namespace meteorscope
