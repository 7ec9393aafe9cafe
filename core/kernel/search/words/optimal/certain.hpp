// The matches of every best alignment, found without a search, for rows of any length;
// small_certain.hpp does it for all but long ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/reduction.hpp"

namespace meteorscope {

// How often the rule is applied at most.
constexpr int kCertainRounds = 8;

class CertainMatches {
public:
    // Finds those of types that have one token each and only each other.
    void find(const Rows& rows, const Reduction& reduction);
    // Finds those that the rule says.
    void apply_rule();

    // How many candidate edges are open, before the rule is applied.
    std::int64_t open_edges() const { return open_edges_; }
    const UnsetVector<Pair>& matches() const { return matches_; }
    // Positions may lie one beyond the rows, on both sides.
    bool is_certain(std::int32_t i, std::int32_t j) const { return partner_[beside(i)] == j; }

    // An edge that may be matched, and its edge of the reduction.
    struct OpenEdge {
        std::int32_t hypothesis;
        std::int32_t reference;
        std::int32_t number;
    };

    // All edges that had a diagonal neighbour, certain or open, when they were listed, and maybe
    // some others; those that were closed since are not open any more.
    const UnsetVector<OpenEdge>& neighbours() const { return neighbours_; }
    // Pairs of types that are still open, as edges of the reduction, and their open tokens.
    const std::vector<std::int32_t>& open_pairs() const { return open_pairs_; }
    IntegerSpan open_hypothesis_tokens(std::int32_t s) const {
        return open_tokens(rows_->hypothesis(), tokens_of_hypothesis_, hypothesis_count_, s);
    }
    IntegerSpan open_reference_tokens(std::int32_t t) const {
        return open_tokens(rows_->reference(), tokens_of_reference_, reference_count_, t);
    }
    // The edge of the reduction that joins two tokens, if they may be matched and neither is
    // matched for certain; else -1. Positions may lie one beyond the rows, on both sides.
    std::int32_t open_edge(std::int32_t i, std::int32_t j) const {
        const std::int32_t edge = hypothesis_edge_[beside(i)];
        if (edge != reference_edge_[beside(j)]) {
            return -1;
        }
        return edge == several ? edge_of_several(i, j) : std::max(edge, -1);
    }

private:
    // Placeholders for a token that has several edges, or no edge. The latter differ by side, so
    // that two of them are not taken for the same edge; both tokens of a certain match have a number of
    // their own.
    static constexpr std::int32_t several = -1;
    static constexpr std::int32_t closed_in_hypothesis = -2;
    static constexpr std::int32_t closed_in_reference = -3;
    static constexpr std::int32_t certain_at_first = -4;
    static constexpr std::int32_t no_partner = -2;

    // Arrays by token have an entry before the first token and one after the last.
    static std::size_t beside(std::int32_t token) { return static_cast<std::size_t>(token + 1); }
    std::int32_t edge_of_several(std::int32_t i, std::int32_t j) const;
    static IntegerSpan open_tokens(const Row& row, const std::vector<std::int32_t>& tokens,
                                   const std::vector<std::int32_t>& count, std::int32_t type) {
        const auto index = static_cast<std::size_t>(type);
        return {tokens.data() + row.first[index], static_cast<std::size_t>(count[index])};
    }
    static void remove_token(const Row& row, std::vector<std::int32_t>& tokens,
                             std::vector<std::int32_t>& count, std::int32_t token);

    void start(const Rows& rows, const Reduction& reduction);
    void open_tokens_of(std::int32_t edge);
    static void open_tokens_of(const Row& row, std::int32_t type, std::int32_t mark,
                               std::vector<std::int32_t>& edges,
                               std::vector<std::int32_t>& tokens,
                               std::vector<std::int32_t>& count);
    void make_certain(std::int32_t i, std::int32_t j, std::int32_t stage);
    void mark_certain(std::int32_t i, std::int32_t j) {
        partner_[beside(i)] = j;
        hypothesis_edge_[beside(i)] = reference_edge_[beside(j)] = certain_at_first - i;
    }
    void take_short_runs();
    void take(std::int32_t i, std::int32_t j, std::int32_t length);
    void list_neighbours();
    void count_adjacencies();
    bool take_runs();
    // Whether two open tokens are of types that have only each other.
    bool is_alone(std::int32_t i, std::int32_t j) const {
        const std::int32_t edge = hypothesis_edge_[beside(i)];
        return (static_cast<unsigned>(edge >= 0) &
                static_cast<unsigned>(edge == reference_edge_[beside(j)])) != 0;
    }
    void take_run_from(std::int32_t i, std::int32_t j);
    bool is_best(std::int32_t i, std::int32_t j, std::int32_t length) const;
    std::int32_t loss(std::int32_t i, std::int32_t j, bool within) const;
    std::int32_t worth_of_end(std::int32_t i, std::int32_t j, bool after) const;
    void forget_closed();

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    std::size_t hypothesis_size_ = 0;  // of arrays by token, which may be longer
    std::size_t reference_size_ = 0;
    UnsetVector<Pair> matches_;
    std::vector<std::int32_t> partner_;  // of each hypothesis token
    // Of each token: the edge of its type, where the two types of it have no other; else one of the
    // numbers above.
    std::vector<std::int32_t> hypothesis_edge_;
    std::vector<std::int32_t> reference_edge_;
    std::vector<std::int32_t> tokens_of_hypothesis_;  // by type, the open ones first
    std::vector<std::int32_t> tokens_of_reference_;
    std::vector<std::int32_t> hypothesis_count_;  // of each type: its open tokens
    std::vector<std::int32_t> reference_count_;
    std::vector<std::int32_t> open_pairs_;
    std::int64_t open_edges_ = 0;
    // Of each joint between a token and the next: the adjacencies that are possible there.
    std::vector<std::int32_t> hypothesis_joints_;
    std::vector<std::int32_t> reference_joints_;
    UnsetVector<OpenEdge> neighbours_;
    UnsetVector<OpenEdge> beginnings_;
};

}  // namespace meteorscope
