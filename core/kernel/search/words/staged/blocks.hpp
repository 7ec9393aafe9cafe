// The tokens of one stage, divided into blocks that can be matched within themselves only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/shared_keys.hpp"

namespace meteorscope {

struct StagedLink {
    std::int32_t hypothesis;
    std::int32_t reference;
};

using StagedLinks = std::vector<StagedLink>;

// Whether two matches without a token in common cross.
inline bool crosses(StagedLink one, StagedLink other) {
    return (one.hypothesis < other.hypothesis) != (one.reference < other.reference);
}

// Tokens that all match each other, with excess on one side.
struct CompleteBlock {
    std::vector<std::int32_t> shorter;  // tokens of the side that has fewer, ascending
    std::vector<std::int32_t> longer;   // tokens of the other side
    bool from_hypothesis = false;       // whether the short side is the hypothesis

    std::int32_t tokens() const { return static_cast<std::int32_t>(shorter.size()); }
    std::int32_t excess() const {
        return static_cast<std::int32_t>(longer.size() - shorter.size());
    }
    std::int64_t size() const { return std::int64_t{tokens()} * (excess() + 1); }
    StagedLink link(std::int32_t token, std::int32_t offset) const {
        const std::int32_t one = shorter[static_cast<std::size_t>(token)];
        const std::int32_t other = longer[static_cast<std::size_t>(token + offset)];
        return from_hypothesis ? StagedLink{one, other} : StagedLink{other, one};
    }
};

// Tokens some of which match each other: each mapping that has the most matches and no two that
// should be exchanged, or one.
using OtherBlock = std::vector<StagedLinks>;

// Takes stages apart. Keeps its memory from one stage to the next.
class StagedBlocks {
public:
    // Free tokens are those that are not taken.
    void take_apart(const Rows& rows, const Keys& keys, std::int32_t stage,
                    const std::vector<std::uint8_t>& hypothesis_taken,
                    const std::vector<std::uint8_t>& reference_taken);

    // The matches that every best mapping has.
    const StagedLinks& forced() const { return forced_; }
    std::size_t complete_count() const { return complete_count_; }
    const CompleteBlock& complete(std::size_t number) const { return complete_[number]; }
    const std::vector<OtherBlock>& other() const { return other_; }
    // Whether ``forced`` is true of all of them.
    bool proved() const { return proved_; }
    std::int64_t steps() const { return steps_; }

private:

    void list_free(const Row& row, const std::vector<std::uint8_t>& taken,
                   std::vector<std::int32_t>& types);
    void take_equal_types(const Rows& rows);
    void take_keys(const Rows& rows, const Keys& keys, std::int32_t stage);
    bool find_edges(const Rows& rows, const Keys& keys, std::int32_t stage);
    void add_block(const Rows& rows, std::int32_t root);
    void add_complete();
    void add_other(const Rows& rows);
    std::int32_t root_of(std::int32_t node);

    const std::vector<std::uint8_t>* hypothesis_taken_ = nullptr;
    const std::vector<std::uint8_t>* reference_taken_ = nullptr;
    StagedLinks forced_;
    std::vector<CompleteBlock> complete_;  // the first ``complete_count_`` are in use
    std::size_t complete_count_ = 0;
    std::vector<OtherBlock> other_;
    bool proved_ = true;
    std::int64_t steps_ = 0;

    std::vector<std::int32_t> free_hypothesis_;  // types, by their first free token
    std::vector<std::int32_t> free_reference_;
    std::vector<std::uint8_t> listed_;
    SharedKeys shared_keys_;
    std::vector<TypePair> edges_;
    std::vector<std::int32_t> parent_;       // of hypothesis types, then of reference types
    std::vector<std::int32_t> partners_;     // of each hypothesis type: how many
    std::vector<std::uint8_t> done_;         // by root
    std::vector<std::int32_t> tokens_;       // of the block that is being made
    std::vector<std::int32_t> slots_;
};

}  // namespace meteorscope
