// Rows of types and keys for searches: at random, and as nasty as can be thought of.
#pragma once

#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "search/result.hpp"

namespace meteorscope::fuzzing {

using Integers = std::vector<std::int32_t>;

// Keys of every type; each list is a block of memory of its own, so that nobody reads beyond it
// unseen.
class RandomKeys final : public Keys {
public:
    RandomKeys(Dice& dice, std::int32_t types);

    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override { return types_; }
    std::int32_t key_count(std::int32_t stage) const override;
    bool is_identity(std::int32_t stage) const override { return at(stage).identity; }
    bool has_same_sides(std::int32_t stage) const override {
        return at(stage).hypothesis == at(stage).reference;
    }
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override;
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override;

    // The first stage in which the two types match, or -1.
    std::int32_t stage_of(std::int32_t hypothesis_type, std::int32_t reference_type) const;

private:
    struct Stage {
        bool identity = false;
        std::int32_t key_count = 0;
        std::vector<Integers> hypothesis;
        std::vector<Integers> reference;
    };
    static Stage random_stage(Dice& dice, std::int32_t types);
    const Stage& at(std::int32_t stage) const { return stages_[static_cast<std::size_t>(stage)]; }

    std::int32_t types_;
    std::vector<Stage> stages_;
};

struct RowPair {
    Integers hypothesis;
    Integers reference;
};

// Types are below ``types``, which is 1 or more.
RowPair random_rows(Dice& dice, std::int32_t types);

}  // namespace meteorscope::fuzzing
