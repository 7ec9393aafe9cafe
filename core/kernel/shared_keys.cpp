#include "shared_keys.hpp"

#include <algorithm>
#include <array>

#include "branchless.hpp"
#include "masks.hpp"

namespace meteorscope {

namespace {

constexpr std::size_t few = 16;

class Filter {
public:
    explicit Filter(const KeyList& keys) {
        for (const KeyHolder& holder : keys) {
            words_[word_of(holder.key)] |= bit_of(holder.key);
        }
    }
    // Leaves only keys that the filter may have, without a branch.
    void apply(KeyList& keys) const {
        KeyHolder* kept = keys.begin();
        for (const KeyHolder holder : keys) {
            *kept = holder;
            kept += (words_[word_of(holder.key)] & bit_of(holder.key)) != 0;
        }
        keys.set_size(static_cast<std::size_t>(kept - keys.begin()));
    }

private:
    static constexpr std::uint32_t kBits = 4096;
    static Word bit_of(std::int32_t key) {
        return Word{1} << (static_cast<std::uint32_t>(key) % 64U);
    }
    static std::size_t word_of(std::int32_t key) {
        return static_cast<std::uint32_t>(key) % kBits / 64U;
    }

    std::array<Word, kBits / 64> words_{};
};

bool is_before(const KeyHolder& one, const KeyHolder& other) {
    return one.key != other.key ? one.key < other.key : one.place < other.place;
}

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
    list(rows.reference(), keys, stage, false, reference_types, others_only, reference_keys_);
    list(rows.hypothesis(), keys, stage, true, hypothesis_types, others_only, hypothesis_keys_);
    Filter(reference_keys_).apply(hypothesis_keys_);
    if (hypothesis_keys_.empty()) {
        return pairs_;
    }
    Filter(hypothesis_keys_).apply(reference_keys_);
    const bool sorted = reference_keys_.size() > few;  // few are looked through
    if (sorted) {
        std::sort(reference_keys_.begin(), reference_keys_.end(), is_before);
    }
    fill_blocks(paired_with_, reference_types.size(), -1);
    for (const KeyHolder& holder : hypothesis_keys_) {
        const std::int32_t s = hypothesis_types[holder.place];
        const KeyHolder* const end = reference_keys_.end();
        const KeyHolder* other = reference_keys_.begin();
        if (sorted) {
            other = std::lower_bound(other, end, KeyHolder{holder.key, 0}, is_before);
        }
        for (; other != end; ++other) {
            if (other->key != holder.key) {
                if (sorted) {
                    break;
                }
            } else if (paired_with_[other->place] != s) {
                paired_with_[other->place] = s;
                pairs_.push_back({s, reference_types[other->place]});
            }
        }
    }
    return pairs_;
}

void SharedKeys::list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
                      const std::vector<std::int32_t>& types, bool others_only,
                      KeyList& listed) {
    names_.resize(types.size());
    for (std::size_t place = 0; place < types.size(); ++place) {
        names_[place] = row.name[static_cast<std::size_t>(types[place])];
    }
    keys.list_keys(stage, of_hypothesis, IntegerSpan(names_), others_only, listed);
}

}  // namespace meteorscope
