// Which types of two rows share a key. Hardly any do, so a bit for each key tells first whether
// it stands on both sides at all; the bits of a language's keys fit into the nearest cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "masks.hpp"
#include "rows.hpp"
#include "search.hpp"

namespace meteorscope {

class SharedKeys {
public:
    // A type, of the row's own number, and one of its keys.
    struct Holder {
        std::int32_t type;
        std::int32_t key;
    };

    struct Holders {
        std::vector<Holder>::const_iterator first;
        std::vector<Holder>::const_iterator last;
        std::vector<Holder>::const_iterator begin() const { return first; }
        std::vector<Holder>::const_iterator end() const { return last; }
    };

    // Finds the keys of a stage that both of two lists of types have.
    void find(const Rows& rows, const Keys& keys, std::int32_t stage,
              const std::vector<std::int32_t>& hypothesis_types,
              const std::vector<std::int32_t>& reference_types);

    // The hypothesis types that have one, in the order of their list, each type's keys in order.
    const std::vector<Holder>& in_hypothesis() const { return in_hypothesis_; }
    // The reference types that have this one, in the order of their list.
    Holders in_reference(std::int32_t key) const {
        const auto [first, end] =
            std::equal_range(in_reference_.begin(), in_reference_.end(), Holder{0, key}, by_key);
        return {first, end};
    }

private:
    static bool by_key(const Holder& one, const Holder& other) { return one.key < other.key; }
    bool has(const std::vector<Word>& set, std::int32_t key) const {
        return (set[word_of(key)] & bit_of(key)) != 0;
    }

    std::vector<Word> reference_keys_;  // all zero between calls
    std::vector<Word> shared_keys_;     // the same
    std::vector<Holder> in_hypothesis_;
    std::vector<Holder> in_reference_;  // by key, then in the order of the list
};

inline void SharedKeys::find(const Rows& rows, const Keys& keys, std::int32_t stage,
                             const std::vector<std::int32_t>& hypothesis_types,
                             const std::vector<std::int32_t>& reference_types) {
    const std::size_t words = words_for(static_cast<std::size_t>(keys.key_count(stage)));
    if (reference_keys_.size() < words) {
        reference_keys_.resize(words, 0);
        shared_keys_.resize(words, 0);
    }
    in_hypothesis_.clear();
    in_reference_.clear();
    const auto keys_of_reference = [&](std::int32_t t) {
        return keys.reference_keys(stage, rows.reference().name[static_cast<std::size_t>(t)]);
    };
    for (const std::int32_t t : reference_types) {
        for (const std::int32_t key : keys_of_reference(t)) {
            reference_keys_[word_of(key)] |= bit_of(key);
        }
    }
    for (const std::int32_t s : hypothesis_types) {
        const std::int32_t name = rows.hypothesis().name[static_cast<std::size_t>(s)];
        for (const std::int32_t key : keys.hypothesis_keys(stage, name)) {
            if (has(reference_keys_, key)) {
                shared_keys_[word_of(key)] |= bit_of(key);
                in_hypothesis_.push_back({s, key});
            }
        }
    }
    for (const std::int32_t t : reference_types) {
        for (const std::int32_t key : keys_of_reference(t)) {
            reference_keys_[word_of(key)] = 0;
            if (has(shared_keys_, key)) {
                in_reference_.push_back({t, key});
            }
        }
    }
    std::stable_sort(in_reference_.begin(), in_reference_.end(), by_key);
    for (const Holder& holder : in_hypothesis_) {
        shared_keys_[word_of(holder.key)] = 0;
    }
}

}  // namespace meteorscope
