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
    // that are not in the other. Where ``same`` is not null it says for each place of the first
    // list whether all its keys are at one place of the second, too, by a number that is not
    // negative; such pairs of places may be left out.
    template <typename Visitor>
    void for_each_common(KeyList& keys, KeyList& others, std::size_t other_places,
                         const std::int32_t* same, Visitor&& visit) {
        if (same == nullptr) {
            mark(others);
            keep_marked(keys, [](std::uint32_t) { return std::uint32_t{1}; });
        } else {
            mark_up_to_twice(others);
            keep_marked(keys, [same](std::uint32_t place) {
                return static_cast<std::uint32_t>(same[place]) >> 31U;
            });
        }
        if (keys.empty()) {
            return;
        }
        mark(keys);
        keep_marked(others, [](std::uint32_t) { return std::uint32_t{1}; });
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
    void begin_marks();
    // The one does not tell whether a place was marked twice.
    void mark(const KeyList& keys);
    void mark_up_to_twice(const KeyList& keys);

    // Leaves only keys that may be among those that were marked, without branches: of a holder for
    // which ``is_enough`` is 0, those that were marked twice.
    template <typename IsEnough>
    void keep_marked(KeyList& keys, IsEnough&& is_enough) const {
        const std::uint8_t* const marks = marks_.data();
        const std::uint32_t twice = mark_ | 1U;
        KeyHolder* kept = keys.begin();
        for (const KeyHolder holder : keys) {
            *kept = holder;
            kept += (marks[place_of(holder.key)] | is_enough(holder.place)) == twice;
        }
        keys.set_size(static_cast<std::size_t>(kept - keys.begin()));
    }
    void chain_by_place(const KeyList& keys);

    static constexpr std::size_t kPlaces = 4096;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::size_t place_of(std::int32_t key) {
        return static_cast<std::uint32_t>(key) % kPlaces;
    }

    // By place: when it was last marked, an even number or, if that was not the first time, one
    // more; and the first key there.
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
