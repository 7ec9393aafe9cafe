// Which types of two rows share a key. Hardly any do, so a filter tells first which keys may stand
// on both sides: a bit for each remainder of a key. It lets some pass that do not, which are not
// found afterwards.
#pragma once

#include <algorithm>
#include <array>
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

    // Finds the keys of a stage that two lists of types share.
    void find(const Rows& rows, const Keys& keys, std::int32_t stage,
              const std::vector<std::int32_t>& hypothesis_types,
              const std::vector<std::int32_t>& reference_types);

    // The hypothesis types that may have one, in the order of their list, each type's keys in
    // order.
    const std::vector<Holder>& in_hypothesis() const { return in_hypothesis_; }
    // The reference types that have this one, in the order of their list.
    Holders in_reference(std::int32_t key) const {
        const auto [first, end] =
            std::equal_range(in_reference_.begin(), in_reference_.end(), Holder{0, key}, by_key);
        return {first, end};
    }

private:
    class Filter {
    public:
        void add(std::int32_t key) { word(key) |= Word{1} << (number(key) % 64U); }
        bool may_have(std::int32_t key) {
            return (word(key) & Word{1} << (number(key) % 64U)) != 0;
        }

    private:
        static constexpr std::uint32_t kBits = 4096;
        static std::uint32_t number(std::int32_t key) { return static_cast<std::uint32_t>(key); }
        Word& word(std::int32_t key) { return words_[number(key) % kBits / 64U]; }

        std::array<Word, kBits / 64> words_{};
    };

    static bool by_key(const Holder& one, const Holder& other) { return one.key < other.key; }
    std::vector<IntegerSpan> keys_of_reference_;  // of each reference type of the list
    std::vector<Holder> in_hypothesis_;
    std::vector<Holder> in_reference_;  // by key, then in the order of the list
};

inline void SharedKeys::find(const Rows& rows, const Keys& keys, std::int32_t stage,
                             const std::vector<std::int32_t>& hypothesis_types,
                             const std::vector<std::int32_t>& reference_types) {
    Filter reference_keys;
    in_hypothesis_.clear();
    in_reference_.clear();
    keys_of_reference_.clear();
    for (const std::int32_t t : reference_types) {
        const std::int32_t name = rows.reference().name[static_cast<std::size_t>(t)];
        keys_of_reference_.push_back(keys.reference_keys(stage, name));
        for (const std::int32_t key : keys_of_reference_.back()) {
            reference_keys.add(key);
        }
    }
    for (const std::int32_t s : hypothesis_types) {
        const std::int32_t name = rows.hypothesis().name[static_cast<std::size_t>(s)];
        for (const std::int32_t key : keys.hypothesis_keys(stage, name)) {
            if (reference_keys.may_have(key)) {
                in_hypothesis_.push_back({s, key});
            }
        }
    }
    if (in_hypothesis_.empty()) {
        return;
    }
    Filter wanted;
    for (const Holder& holder : in_hypothesis_) {
        wanted.add(holder.key);
    }
    for (std::size_t place = 0; place < reference_types.size(); ++place) {
        for (const std::int32_t key : keys_of_reference_[place]) {
            if (wanted.may_have(key)) {
                in_reference_.push_back({reference_types[place], key});
            }
        }
    }
    std::stable_sort(in_reference_.begin(), in_reference_.end(), by_key);
}

}  // namespace meteorscope
