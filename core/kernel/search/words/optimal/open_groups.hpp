// Which open pairs of types belong together: those that share a type, and those of which tokens are
// diagonal neighbours. Each group of them is a problem of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/integers.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/certain.hpp"
#include "search/words/optimal/reduction.hpp"
#include "search/words/optimal/small_certain.hpp"

namespace meteorscope {

// What a group can match.
template <typename Tokens>
struct OpenGroup {
    Tokens hypothesis;
    Tokens reference;
    std::size_t edges = 0;
};

// Groups in the order of their first open pair. ``Certain`` is one of SmallCertainMatches here.
template <typename Certain>
class OpenGroups {
public:
    using Tokens = typename Certain::Tokens;

    void find(const Rows& rows, const Reduction& reduction, const Certain& certain);
    std::size_t size() const { return groups_.size(); }
    const OpenGroup<Tokens>& group(std::size_t number) { return groups_[number]; }

private:
    using Mask = typename Certain::Mask;
    struct OpenPair {
        Mask hypothesis;
        Mask reference;
    };

    void collect_from_first(Mask continued);

    std::vector<OpenPair> left_;  // that are in no group yet
    std::vector<OpenGroup<Tokens>> groups_;
};

// The same of rows of any length, by disjoint sets of types.
template <>
class OpenGroups<CertainMatches> {
public:
    using Tokens = TokenSet;

    void find(const Rows& rows, const Reduction& reduction, const CertainMatches& certain);
    std::size_t size() const { return count_; }
    // The last one that was asked for.
    const OpenGroup<Tokens>& group(std::size_t number);

private:
    void join_types();
    void number_groups();

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    const CertainMatches* certain_ = nullptr;
    std::vector<std::int32_t> parent_;  // disjoint sets of types, of both rows
    std::vector<std::int32_t> group_of_root_;
    std::vector<std::int32_t> group_of_pair_;
    std::size_t count_ = 0;
    OpenGroup<Tokens> group_;
};

}  // namespace meteorscope
