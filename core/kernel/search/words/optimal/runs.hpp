// A good alignment, quickly: follow long runs.
#pragma once

#include <cstdint>
#include <vector>

#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/reduction.hpp"

namespace meteorscope {

class RunFollower {
public:
    // A valid alignment that contains the certain matches; in ``pairs``, by hypothesis.
    void follow(const Rows& rows, const Reduction& reduction, const UnsetVector<Pair>& certain,
                UnsetVector<Pair>& pairs);

private:
    void start(const Rows& rows, const Reduction& reduction, const UnsetVector<Pair>& certain);
    void match(std::int32_t i);
    std::int32_t choose(std::int32_t i, std::int32_t s);
    std::int32_t open_edge(std::int32_t i, std::int32_t j) const;
    std::int32_t run_ahead(std::int32_t i, std::int32_t j) const;
    void take(std::int32_t i, std::int32_t j, std::int32_t stage);
    void find_nearest(std::int32_t t, std::int32_t centre);

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    std::vector<std::int32_t> quota_;    // left of each edge of the reduction
    std::vector<std::int32_t> partner_;  // of each hypothesis token, or -1
    std::vector<std::int32_t> stage_;    // of each hypothesis token that has a partner
    std::vector<std::uint8_t> taken_;    // of each reference token
    // Free positions of each type of the reference: where the next one above and below is. The
    // entries of a type begin at its first position plus its number.
    std::vector<std::int32_t> above_;
    std::vector<std::int32_t> below_;
    std::vector<std::int32_t> nearest_;
};

}  // namespace meteorscope
