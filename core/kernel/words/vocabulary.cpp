#include "words/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// Keys are numbered as they come, so higher ones are invalid; they would need an array of their size.
constexpr std::int32_t most_keys_noted = 1 << 24;

// That fit where their number is kept; ``check`` refuses more.
constexpr std::uint32_t most_keys_of_type = 0x7fffffff;

bool equal(const IntegerSpan& one, const IntegerSpan& other) {
    if (one.begin() == other.begin() && one.size() == other.size()) {
        return true;
    }
    return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

template <typename Value>
std::size_t memory_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

}  // namespace

Vocabulary::Vocabulary(std::vector<bool> identity_by_stage) : stages_(identity_by_stage.size()) {
    for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
        stages_[stage].identity = identity_by_stage[stage];
        stages_[stage].keys.resize(copied_at_once);
    }
}

std::shared_lock<std::shared_mutex> Vocabulary::reading() const {
    return std::shared_lock<std::shared_mutex>(mutex_);
}

std::unique_lock<std::shared_mutex> Vocabulary::writing() {
    return std::unique_lock<std::shared_mutex>(mutex_);
}

std::int32_t Vocabulary::add_type(const std::vector<TypeKeys>& keys, bool is_function_word,
                                  std::int32_t word_number) {
    if (keys.size() != stages_.size()) {
        throw std::invalid_argument("keys of " + std::to_string(keys.size()) +
                                    " stages for a vocabulary of " +
                                    std::to_string(stages_.size()));
    }
    for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
        check(keys[stage], stages_[stage]);
    }
    for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
        add(keys[stage], stages_[stage]);
    }
    add_word(word_number);
    is_function_word_.push_back(is_function_word ? 1 : 0);
    return types() - 1;
}

void Vocabulary::add_word(std::int32_t number) {
    word_numbers_.push_back(number);
    shares_word_.push_back(0);
    if (type_of_word_.empty() && number == types()) {
        return;
    }
    std::size_t type = type_of_word_.empty() ? 0 : word_numbers_.size() - 1;
    for (; type < word_numbers_.size(); ++type) {
        const auto [first, is_new] = type_of_word_.emplace(word_numbers_[type], type);
        if (!is_new) {
            shares_word_[first->second] = shares_word_[type] = 1;
        }
    }
}

void Vocabulary::reserve_keys(std::int32_t stage, std::size_t count) {
    std::vector<std::uint16_t>& holders = stages_[static_cast<std::size_t>(stage)].first_holder;
    if (holders.size() < count && count <= most_keys_noted) {
        holders.resize(count);
    }
}

void Vocabulary::add_surface(HashedSurface surface, std::int32_t type) {
    if (type < 0 || type >= types()) {
        throw std::invalid_argument("there is no type " + std::to_string(type) +
                                    "; the vocabulary has " + std::to_string(types()));
    }
    table_.find_or_add(surface, type);
}

std::int32_t Vocabulary::key_count(std::int32_t stage) const {
    return is_identity(stage) ? types() : at(stage).key_count;
}

bool Vocabulary::is_identity(std::int32_t stage) const { return at(stage).identity; }

IntegerSpan Vocabulary::keys_of(std::int32_t stage, bool of_hypothesis, std::int32_t type) const {
    const StageKeys& found = at(stage);
    if (found.identity) {
        return {};
    }
    return span(found, found.ranges(of_hypothesis)[static_cast<std::size_t>(type)]);
}

void Vocabulary::list_keys(std::int32_t stage, bool of_hypothesis, IntegerSpan types,
                           bool shared_only, KeyList& keys) const {
    const StageKeys& found = at(stage);
    keys.clear();
    if (found.identity) {
        return;
    }
    const Range* const ranges = found.ranges(of_hypothesis).data();
    const std::uint32_t any = shared_only ? 0 : 1;
    struct Kept {
        Range range;
        std::uint32_t place;
    };
    std::array<Kept, 32> kept;
    std::size_t size = 0;
    for (std::size_t begin = 0; begin < types.size(); begin += kept.size()) {
        const std::size_t end = std::min(begin + kept.size(), types.size());
        std::size_t count = 0;
        std::size_t room = size + copied_at_once;
        for (std::size_t place = begin; place < end; ++place) {
            const Range& range = ranges[types[place]];
            kept[count] = {range, static_cast<std::uint32_t>(place)};
            count += static_cast<std::size_t>(range.count != 0) & (range.shared | any);
            room += range.count;
        }
        KeyHolder* const holders = keys.make_room(room);
        for (std::size_t index = 0; index < count; ++index) {
            const Range range = kept[index].range;
            const std::uint32_t if_alone = mask_if(range.count == 1);
            const auto start = static_cast<std::uint32_t>(range.start) & ~if_alone;
            const std::int32_t* first = found.keys.data() + start;
            KeyHolder* next = holders + size;
            size += range.count;
            do {
                for (std::size_t at = 0; at < copied_at_once; ++at) {
                    next[at] = {first[at], kept[index].place};
                }
                next += copied_at_once;
                first += copied_at_once;
            } while (next < holders + size);
            KeyHolder& last = holders[size - 1];
            last.key = choose(if_alone, range.start, last.key);
        }
    }
    keys.set_size(size);
}

std::size_t Vocabulary::memory() const {
    std::size_t bytes = table_.memory() + memory_of(is_function_word_) +
                        memory_of(word_numbers_) + memory_of(stages_) +
                        memory_of(shares_word_) +
                        type_of_word_.size() * (3 * sizeof(std::size_t) + sizeof(void*));
    for (const StageKeys& stage : stages_) {
        bytes += memory_of(stage.keys) + memory_of(stage.hypothesis) + memory_of(stage.reference) +
                 memory_of(stage.first_holder);
    }
    return bytes;
}

void Vocabulary::check(const TypeKeys& keys, const StageKeys& stage) {
    if (stage.identity) {
        return;
    }
    const auto refuse = [](std::int32_t key) {
        if (key < 0 || key == std::numeric_limits<std::int32_t>::max()) {
            throw std::invalid_argument("a key is 0 or more, not " + std::to_string(key));
        }
    };
    std::for_each(keys.hypothesis.begin(), keys.hypothesis.end(), refuse);
    if (keys.reference.begin() != keys.hypothesis.begin()) {
        std::for_each(keys.reference.begin(), keys.reference.end(), refuse);
    }
    const std::size_t size = stage.keys.size() + keys.hypothesis.size() + keys.reference.size();
    if (size > std::numeric_limits<std::int32_t>::max()) {
        throw std::length_error("more than 2^31 keys in one stage of a vocabulary");
    }
}

void Vocabulary::add(const TypeKeys& keys, StageKeys& stage) {
    if (stage.identity) {
        return;
    }
    const bool differs = !equal(keys.hypothesis, keys.reference);
    if (differs && stage.reference.empty()) {
        stage.reference = stage.hypothesis;
    }
    const Range hypothesis = append(keys.hypothesis, stage);
    if (differs) {
        stage.reference.push_back(append(keys.reference, stage));
    } else if (!stage.reference.empty()) {
        stage.reference.push_back(hypothesis);
    }
    stage.hypothesis.push_back(hypothesis);
    note_holder(keys.hypothesis, stage);
    if (differs) {
        note_holder(keys.reference, stage);
    }
}

// Of the type that was added last.
void Vocabulary::note_holder(const IntegerSpan& keys, StageKeys& stage) {
    const std::size_t type = stage.hypothesis.size() - 1;
    const auto number = static_cast<std::uint16_t>(std::min<std::size_t>(type + 1, many_types));
    std::uint32_t shared = number == many_types ? 1 : 0;
    for (const std::int32_t key : keys) {
        if (key >= most_keys_noted) {
            shared = 1;  // for all that is known
            continue;
        }
        const auto index = static_cast<std::size_t>(key);
        if (stage.first_holder.size() <= index) {
            stage.first_holder.resize(index + 1 + index / 2);
        }
        std::uint16_t& holder = stage.first_holder[index];
        // Without a branch, for whether a key is new is as good as random.
        holder = holder == 0 ? number : holder;
        const std::uint32_t has_another = holder != number ? 1 : 0;
        note_shared(holder == many_types ? type : std::size_t{holder} - 1, has_another, stage);
        shared |= has_another;
    }
    note_shared(type, shared, stage);
}

void Vocabulary::note_shared(std::size_t type, std::uint32_t shared, StageKeys& stage) {
    Range& range = stage.hypothesis[type];
    range.shared |= shared & 1U;
    if (!stage.reference.empty()) {
        stage.reference[type].shared = range.shared;
    }
}

Vocabulary::Range Vocabulary::append(const IntegerSpan& keys, StageKeys& stage) {
    for (const std::int32_t key : keys) {
        stage.key_count = std::max(stage.key_count, key + 1);
    }
    Range range;
    range.count = static_cast<std::uint32_t>(keys.size()) & most_keys_of_type;
    range.shared = 0;
    if (keys.size() == 1) {
        range.start = keys[0];
        return range;
    }
    const std::size_t start = stage.keys.size() - copied_at_once;
    range.start = static_cast<std::int32_t>(start);
    stage.keys.resize(stage.keys.size() + keys.size());
    std::copy(keys.begin(), keys.end(), stage.keys.begin() + range.start);
    return range;
}

}  // namespace meteorscope
