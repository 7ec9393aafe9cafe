// Which types of two rows share a key. Hardly any do, so a filter tells first which keys may stand
// on both sides: a mark for each place, which is the remainder of a key. It lets some pass that do
// not, which are not found afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "branchless.hpp"
#include "rows.hpp"
#include "search.hpp"
#include "unset_vector.hpp"

namespace meteorscope {

// A type of the hypothesis and one of the reference, of the rows' own numbers.
struct TypePair {
    std::int32_t hypothesis;
    std::int32_t reference;
};

class SharedKeys {
public:
    // The pairs of types that share a key of a stage, each once: in the order of the list of the
    // hypothesis, then of the keys of its type, then of the list of the reference. With
    // ``others_only``, types that are known to share none with another type may be left out.
    const std::vector<TypePair>& find(const Rows& rows, const Keys& keys, std::int32_t stage,
                                      IntegerSpan hypothesis_types,
                                      IntegerSpan reference_types,
                                      bool others_only);

    // The places of equal keys in two lists, whose places are below ``other_places`` in the second:
    // each pair of them once, in the order of the one list, then of the other. Both lists lose keys
    // that are not in the other.
    template <typename Visitor>
    void for_each_common(KeyList& keys, KeyList& others, std::size_t other_places,
                         Visitor&& visit) {
        keep_common(keys, others);
        if (keys.empty()) {
            return;
        }
        keep_common(others, keys);
        chain_by_place(others);
        fill_blocks(paired_with_, other_places, none);
        for (const KeyHolder& holder : keys) {
            // Some other key is at the same place, or this one would not have been kept.
            for (std::uint32_t index = first_at_[place_of(holder.key)]; index != none;
                 index = next_at_[index]) {
                const KeyHolder& other = others.begin()[index];
                if (other.key == holder.key && paired_with_[other.place] != holder.place) {
                    paired_with_[other.place] = holder.place;
                    visit(holder.place, other.place);
                }
            }
        }
    }

private:
    void list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
              IntegerSpan types, bool others_only, KeyList& listed);
    void keep_common(KeyList& keys, const KeyList& others);
    void chain_by_place(const KeyList& keys);

    static constexpr std::size_t kPlaces = 4096;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::size_t place_of(std::int32_t key) {
        return static_cast<std::uint32_t>(key) % kPlaces;
    }

    // By place: when it was last marked, and the first key there.
    std::vector<std::uint8_t> marks_ = std::vector<std::uint8_t>(kPlaces, 0);
    std::uint8_t mark_ = 0;
    std::vector<std::uint32_t> first_at_ = std::vector<std::uint32_t>(kPlaces, none);
    UnsetVector<std::uint32_t> next_at_;  // of each key: the next one at its place
    UnsetVector<std::int32_t> names_;
    KeyList hypothesis_keys_;
    KeyList reference_keys_;
    std::vector<std::uint32_t> paired_with_;  // by place in the other list: the last place here
    std::vector<TypePair> pairs_;
};

}  // namespace meteorscope
