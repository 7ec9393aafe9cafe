// The two rows of a segment by their types: each distinct type of a row gets a small number, in
// the order of its first token, so that all later steps work on small dense arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/result.hpp"

namespace meteorscope {

// One row. A token is a position in the row; a type is the row's own number for it.
struct Row {
    UnsetVector<std::int32_t> type;       // of each token
    UnsetVector<std::int32_t> name;       // of each type: its number in the vocabulary
    UnsetVector<std::int32_t> count;      // of each type: its tokens
    UnsetVector<std::int32_t> beginning;  // of each type: its first token
    UnsetVector<std::int32_t> first;      // of each type: where its positions begin; one more
    UnsetVector<std::int32_t> positions;  // ascending within each type

    std::int32_t size() const { return static_cast<std::int32_t>(type.size()); }
    std::int32_t types() const { return static_cast<std::int32_t>(name.size()); }
    void index_positions();
    IntegerSpan positions_of(std::int32_t number) const {
        const auto index = static_cast<std::size_t>(number);
        return {positions.data() + first[index], static_cast<std::size_t>(count[index])};
    }
};

class Rows {
public:
    // Every name has to be below ``types``.
    void assign(IntegerSpan hypothesis, IntegerSpan reference, std::int32_t types);
    // Fills ``first`` and ``positions`` of both rows, which short ones rarely need.
    void index_positions() {
        index_hypothesis();
        reference_.index_positions();
    }
    void index_hypothesis() { hypothesis_.index_positions(); }

    const Row& hypothesis() const { return hypothesis_; }
    const Row& reference() const { return reference_; }
    // The reference's number for a type of the hypothesis, or -1.
    std::int32_t same_in_reference(std::int32_t type) const {
        return same_in_reference_[static_cast<std::size_t>(type)];
    }
    // Both for all types: of the hypothesis in the reference, and the other way round.
    const UnsetVector<std::int32_t>& same_in_reference() const { return same_in_reference_; }
    const UnsetVector<std::int32_t>& same_in_hypothesis() const { return same_in_hypothesis_; }

private:
    // The numbers of a type of the vocabulary in the present rows, each increased by ``base_``:
    // lower numbers are of rows before, or missing.
    struct Entry {
        std::uint32_t hypothesis = 0;
        std::uint32_t reference = 0;
    };
    template <std::uint32_t Entry::*kSide>
    void number_types(IntegerSpan names, Row& row);
    template <std::uint32_t Entry::*kOther>
    void find_same(const Row& row, UnsetVector<std::int32_t>& same) const;

    Row hypothesis_;
    Row reference_;
    UnsetVector<std::int32_t> same_in_reference_;   // by type of the hypothesis
    UnsetVector<std::int32_t> same_in_hypothesis_;  // by type of the reference
    std::vector<Entry> entries_;  // by name
    std::uint32_t base_ = 1;
    std::uint32_t end_ = 1;  // no entry is as much
};

}  // namespace meteorscope
