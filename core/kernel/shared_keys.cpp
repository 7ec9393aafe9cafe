#include "shared_keys.hpp"

#include <algorithm>
#include <array>

#include "masks.hpp"

namespace meteorscope {

namespace {

class Filter {
public:
    void add(std::int32_t key) { word(key) |= bit(key); }
    bool may_have(std::int32_t key) { return (word(key) & bit(key)) != 0; }

private:
    static constexpr std::uint32_t kBits = 4096;
    static Word bit(std::int32_t key) { return Word{1} << (static_cast<std::uint32_t>(key) % 64U); }
    Word& word(std::int32_t key) { return words_[static_cast<std::uint32_t>(key) % kBits / 64U]; }

    std::array<Word, kBits / 64> words_{};
};

}  // namespace

const std::vector<TypePair>& SharedKeys::find(const Rows& rows, const Keys& keys,
                                              std::int32_t stage,
                                              const std::vector<std::int32_t>& hypothesis_types,
                                              const std::vector<std::int32_t>& reference_types,
                                              bool others_only) {
    pairs_.clear();
    if (hypothesis_types.empty() || reference_types.empty()) {
        return pairs_;
    }
    list(rows.hypothesis(), keys, stage, true, hypothesis_types, others_only);
    list(rows.reference(), keys, stage, false, reference_types, others_only);
    find_holders();
    if (in_reference_.empty()) {
        return pairs_;
    }
    paired_with_.assign(reference_types.size(), -1);
    for (const Holder& holder : in_hypothesis_) {
        const std::int32_t s = hypothesis_types[holder.place];
        auto other = std::lower_bound(
            in_reference_.begin(), in_reference_.end(), holder.key,
            [](const Holder& one, std::int32_t key) { return one.key < key; });
        for (; other != in_reference_.end() && other->key == holder.key; ++other) {
            if (paired_with_[other->place] != s) {
                paired_with_[other->place] = s;
                pairs_.push_back({s, reference_types[other->place]});
            }
        }
    }
    return pairs_;
}

void SharedKeys::list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
                      const std::vector<std::int32_t>& types, bool others_only) {
    names_.resize(types.size());
    for (std::size_t place = 0; place < types.size(); ++place) {
        names_[place] = row.name[static_cast<std::size_t>(types[place])];
    }
    keys.list_keys(stage, of_hypothesis, IntegerSpan(names_), others_only,
                   of_hypothesis ? hypothesis_keys_ : reference_keys_);
}

// Those that may share a key.
void SharedKeys::find_holders() {
    Filter reference_keys;
    for (const IntegerSpan& keys : reference_keys_) {
        for (const std::int32_t key : keys) {
            reference_keys.add(key);
        }
    }
    in_hypothesis_.clear();
    in_reference_.clear();
    for (std::uint32_t place = 0; place < hypothesis_keys_.size(); ++place) {
        for (const std::int32_t key : hypothesis_keys_[place]) {
            if (reference_keys.may_have(key)) {
                in_hypothesis_.push_back({key, place});
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
    for (std::uint32_t place = 0; place < reference_keys_.size(); ++place) {
        for (const std::int32_t key : reference_keys_[place]) {
            if (wanted.may_have(key)) {
                in_reference_.push_back({key, place});
            }
        }
    }
    std::sort(in_reference_.begin(), in_reference_.end(), [](const Holder& one, const Holder& other) {
        return one.key != other.key ? one.key < other.key : one.place < other.place;
    });
}

}  // namespace meteorscope
