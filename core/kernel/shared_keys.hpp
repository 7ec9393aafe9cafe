// Which types of two rows share a key. Hardly any do, so a filter tells first which keys may stand
// on both sides: a bit for each remainder of a key. It lets some pass that do not, which are not
// found afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "rows.hpp"
#include "search.hpp"

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
                                      const std::vector<std::int32_t>& hypothesis_types,
                                      const std::vector<std::int32_t>& reference_types,
                                      bool others_only);

private:
    // A key, and the place in its list of a type that has it.
    struct Holder {
        std::int32_t key;
        std::uint32_t place;
    };

    void list(const Row& row, const Keys& keys, std::int32_t stage, bool of_hypothesis,
              const std::vector<std::int32_t>& types, bool others_only);
    void find_holders();

    std::vector<std::int32_t> names_;
    std::vector<IntegerSpan> hypothesis_keys_;  // of each type of the list
    std::vector<IntegerSpan> reference_keys_;
    std::vector<Holder> in_hypothesis_;  // in the order of the list, each type's keys in order
    std::vector<Holder> in_reference_;   // by key, then in the order of the list
    std::vector<std::int32_t> paired_with_;  // by reference type: the last type that it was paired with
    std::vector<TypePair> pairs_;
};

}  // namespace meteorscope
