// The types of two rows that share a key. Hardly any do, so a filter comes first (a Bloom filter
// with one hash): a mark for each place, which is the remainder of a key. It may let keys of one
// side pass, which are not found afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "base/integers.hpp"
#include "base/unset_vector.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"

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
        mark(others);
        keep_marked(keys);
        if (keys.empty()) {
            return;
        }
        mark(keys);
        keep_marked(others);
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

    // Of one list whose places are below ``places``, the pairs of different places with equal keys:
    // each once, in the order of the later one.
    template <typename Visitor>
    void for_each_pair(const KeyList& keys, std::size_t places, Visitor&& visit) {
        const std::size_t found = link_by_place(keys);
        if (found == 0) {
            return;
        }
        fill_blocks(paired_with_, places, none);
        for (std::size_t number = 0; number < found; ++number) {
            const std::uint32_t index = linked_[number];
            const KeyHolder& holder = keys.begin()[index];
            for (std::uint32_t other = before_[index]; other < index; other = before_[other]) {
                const KeyHolder& earlier = keys.begin()[other];
                if (earlier.key == holder.key && earlier.place != holder.place &&
                    paired_with_[earlier.place] != holder.place) {
                    paired_with_[earlier.place] = holder.place;
                    visit(holder.place, earlier.place);
                }
            }
        }
    }

private:
    void list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
              IntegerSpan types, bool others_only, KeyList& listed);
    void mark(const KeyList& keys);

    // Leaves only keys that may be among those that were marked, without branches.
    void keep_marked(KeyList& keys) const {
        const std::uint8_t* const marks = marks_.data();
        const std::uint8_t marked = mark_;
        KeyHolder* kept = keys.begin();
        for (const KeyHolder holder : keys) {
            *kept = holder;
            kept += marks[place_of(holder.key)] == marked;
        }
        keys.set_size(static_cast<std::size_t>(kept - keys.begin()));
    }
    std::size_t link_by_place(const KeyList& keys);
    void chain_by_place(const KeyList& keys);

    static constexpr std::size_t kPlaces = 4096;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::size_t place_of(std::int32_t key) {
        return static_cast<std::uint32_t>(key) % kPlaces;
    }

    // By place: when it was last marked; and the first key there.
    std::vector<std::uint8_t> marks_ = std::vector<std::uint8_t>(kPlaces, 0);
    std::uint8_t mark_ = 0;
    std::vector<std::uint32_t> first_at_ = std::vector<std::uint32_t>(kPlaces, none);
    UnsetVector<std::uint32_t> next_at_;  // of each key: the next one at its place
    // By place: the last key there that was linked, increased by ``base_``; lower numbers are of
    // lists before.
    std::vector<std::uint32_t> last_at_ = std::vector<std::uint32_t>(kPlaces, 0);
    std::uint32_t base_ = 1;
    UnsetVector<std::uint32_t> before_;  // of each key: the one before it at its place, or higher
    UnsetVector<std::uint32_t> linked_;  // keys with one before them
    UnsetVector<std::int32_t> names_;
    KeyList hypothesis_keys_;
    KeyList reference_keys_;
    std::vector<std::uint32_t> paired_with_;  // by place in the other list: the last place here
    std::vector<TypePair> pairs_;
};

}  // namespace meteorscope
