// A choice of a component of words that is read off from left to right, by prices which are moved
// until a bound proves it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/integers.hpp"
#include "base/unset_vector.hpp"
#include "search/component.hpp"

namespace meteorscope {

class PriceSearch {
public:
    // Whether there are no more slots than bits of a mask.
    static bool fits(const Component& component) { return component.slots() <= 64; }
    // Searches with at most so many sweeps after the first, within about so many steps, of which
    // ``edges_a_step`` says how much one is; whether the choice that it leaves is proved to be the
    // best.
    bool run(const Component& component, std::int64_t sweeps, std::int64_t edges_a_step,
             std::int64_t budget, Choice& choice);
    std::int64_t steps() const { return steps_; }  // of the last search

private:
    using Values = UnsetVector<std::int64_t>;

    static constexpr std::int64_t kNoWay = std::numeric_limits<std::int64_t>::min() / 4;
    static constexpr std::int32_t kStuck = -2;
    static constexpr std::int64_t kFirstLength = 1024;
    static constexpr std::int64_t kShortest = 16;
    static constexpr int kPatience = 6;
    static constexpr std::int64_t kFine = 16;    // what a direction is multiplied by
    static constexpr std::int64_t kDearest = 4;  // adjacencies

    void start(const Component& component);
    void sweep(const Component& component);
    bool read_off(const Component& component, Choice& choice);
    std::int32_t best_free(const Component& component, std::int32_t layer, std::int32_t point,
                           Limb taken) const;
    bool move_prices(const Component& component, std::int64_t target, std::int64_t length);
    std::int64_t going_on(std::int32_t point) const {
        return from_point_[static_cast<std::size_t>(point + 1)];
    }

    std::int64_t steps_ = 0;
    Limb required_ = 0;  // slots
    std::int64_t bound_ = 0;
    Values prices_;  // of each slot
    Values cheapest_;
    Values directions_;  // of the last move
    UnsetVector<std::int32_t> excess_;  // how often each slot was wanted, less one
    Values from_layer_;  // the best that it and all after it can add
    UnsetVector<std::int32_t> best_of_layer_;  // the candidate that this begins with, or -1
    Values from_point_;  // the same where a candidate continues a match; after one for none
    Choice other_;
};

}  // namespace meteorscope
