// The rule that removes options of complete blocks, and the cheapest offsets of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/words/staged/blocks.hpp"

namespace meteorscope {

constexpr std::int64_t kCrossing = std::int64_t{1} << 32;
// The cost of what may not be.
constexpr std::int64_t kNever = std::int64_t{1} << 61;
constexpr std::int64_t kOptionsAStep = 8;

// What a match costs beside fixed ones: crossings, and its own distance.
std::int64_t cost_beside(const StagedLinks& fixed, StagedLink link);

// A complete block, and the options that are left.
class OpenBlock {
public:
    void open(const CompleteBlock& block, const StagedLinks& fixed);

    const CompleteBlock& block() const { return *block_; }
    std::int32_t tokens() const { return block_->tokens(); }
    std::int32_t offsets() const { return offsets_; }
    bool is_alive(std::int32_t token, std::int32_t offset) const {
        return alive_[place(token, offset)] != 0;
    }
    std::int64_t cost(std::int32_t token, std::int32_t offset) const {
        return costs_[place(token, offset)];
    }
    std::int32_t count(std::int32_t token) const {
        return counts_[static_cast<std::size_t>(token)];
    }
    // The first and the last offset that are left.
    std::int32_t first(std::int32_t token) const;
    std::int32_t last(std::int32_t token) const;
    bool decided() const;
    bool is_settled(std::int32_t token) const {
        return settled_[static_cast<std::size_t>(token)] != 0;
    }
    void settle(std::int32_t token) { settled_[static_cast<std::size_t>(token)] = 1; }

    void remove(std::int32_t token, std::int32_t offset);
    // Removes the offsets that no never decreasing row has.
    bool trim();
    // Lets every option cost what crossing one more fixed match costs.
    void add_fixed(StagedLink link);

private:
    std::size_t place(std::int32_t token, std::int32_t offset) const {
        return static_cast<std::size_t>(token) * static_cast<std::size_t>(offsets_) +
               static_cast<std::size_t>(offset);
    }

    const CompleteBlock* block_ = nullptr;
    std::int32_t offsets_ = 0;
    std::vector<std::uint8_t> alive_;
    std::vector<std::int32_t> counts_;  // of each token: the offsets that are left
    std::vector<std::int64_t> costs_;
    std::vector<std::uint8_t> settled_;
};

// The best offsets of one block when nothing else is open.
class ChainSearch {
public:
    // ``extra`` is added to the cost of each option, by token and offset.
    template <typename Extra>
    const std::vector<std::int32_t>& run(const OpenBlock& block, Extra extra) {
        costs_.clear();
        for (std::int32_t token = 0; token < block.tokens(); ++token) {
            for (std::int32_t offset = 0; offset < block.offsets(); ++offset) {
                costs_.push_back(block.is_alive(token, offset)
                                     ? block.cost(token, offset) + extra(token, offset)
                                     : kNever);
            }
        }
        solve(block.tokens(), block.offsets(), block.block().from_hypothesis);
        return chosen_;
    }
    const std::vector<std::int32_t>& run(const OpenBlock& block) {
        return run(block, [](std::int32_t, std::int32_t) { return std::int64_t{0}; });
    }

private:
    void solve(std::int32_t tokens, std::int32_t offsets, bool from_hypothesis);

    std::vector<std::int64_t> costs_;
    std::vector<std::int64_t> least_;
    std::vector<std::int32_t> chosen_;
};

// The rule, applied to all open blocks of a stage until nothing changes or steps run out.
class Exchanges {
public:
    // Whether it ended before the steps did.
    bool apply(std::vector<OpenBlock>& blocks, std::size_t count,
               const std::vector<OtherBlock>& others, std::int64_t budget);
    std::int64_t steps() const { return seen_ / kOptionsAStep; }

private:
    // The options of an open token of another block: where they end, and whether it may stay free.
    struct Around {
        std::size_t end;
        bool may_be_free;
    };

    void list_others(const std::vector<OtherBlock>& others);
    void look_around(std::size_t number);
    bool reduce(std::size_t number, std::int32_t reach);
    bool pull(OpenBlock& block, bool towards_left, std::int32_t reach);
    bool pull_to(OpenBlock& block, std::int32_t target, bool towards_left, std::int32_t reach);
    bool worst_rest(const OpenBlock& block, std::int32_t neighbour, std::int32_t offset,
                    std::int32_t target, bool towards_left, std::int64_t& rest);
    std::int64_t most(const OpenBlock& block, std::int32_t token, std::int32_t offset,
                      std::int32_t target);
    void settle(std::size_t number);

    OpenBlock* blocks_ = nullptr;
    std::size_t count_ = 0;
    std::int64_t seen_ = 0;
    std::int64_t allowed_ = 0;  // options to look at
    StagedLinks other_links_;
    std::vector<Around> other_around_;
    StagedLinks links_;
    std::vector<Around> around_;
    std::vector<std::int64_t> worst_;         // of the token, by offset
    std::vector<std::int64_t> of_neighbour_;  // of the token that moves along
};

}  // namespace meteorscope
