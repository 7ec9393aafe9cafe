// The certain matches of certain.hpp for rows whose tokens fit a mask of 64 or 128 bits, which
// nearly all sentences are. A set of tokens is a number, so that all edges of a token move along
// their diagonals by a shift, as in Python. It finds the same matches.
#pragma once

#include <cstdint>
#include <vector>

#include "base/compiler.hpp"
#include "base/unset_vector.hpp"
#include "search/result.hpp"
#include "search/rows.hpp"
#include "search/words/optimal/certain.hpp"
#include "search/words/optimal/reduction.hpp"

namespace meteorscope {

// As those of compiler.hpp, of 64 or 128 bits.
template <typename Mask>
int count_bits_of(Mask mask) {
    if constexpr (sizeof(Mask) == sizeof(std::uint64_t)) {
        return count_bits(mask);
    } else {
        return count_bits(static_cast<std::uint64_t>(mask)) +
               count_bits(static_cast<std::uint64_t>(mask >> 64));
    }
}

template <typename Mask>
int lowest_bit_of(Mask mask) {
    const auto low = static_cast<std::uint64_t>(mask);
    if constexpr (sizeof(Mask) > sizeof(low)) {
        if (low == 0) {
            return 64 + lowest_bit(static_cast<std::uint64_t>(mask >> 64));
        }
    }
    return lowest_bit(low);
}

// Tokens of a row, ascending. A token's bit is one higher than its number, since places may lie one
// beyond the row, on both sides.
template <typename Mask>
class MaskedTokens {
public:
    class Iterator {
    public:
        explicit Iterator(Mask left) : left_(left) {}
        std::int32_t operator*() const { return lowest_bit_of(left_) - 1; }
        Iterator& operator++() {
            left_ = left_ & (left_ - Mask(1));
            return *this;
        }
        bool operator!=(const Iterator& other) const { return left_ != other.left_; }

    private:
        Mask left_;
    };

    explicit MaskedTokens(Mask mask) : mask_(mask) {}
    Mask mask() const { return mask_; }
    Iterator begin() const { return Iterator(mask_); }
    Iterator end() const { return Iterator(Mask(0)); }
    std::size_t size() const { return static_cast<std::size_t>(count_bits_of(mask_)); }
    bool is_one() const { return mask_ != Mask(0) && (mask_ & (mask_ - Mask(1))) == Mask(0); }
    template <typename Visitor>
    void for_each(Visitor&& visit) const {
        for (const std::int32_t token : *this) {
            visit(token);
        }
    }

private:
    Mask mask_;
};

// ``Bits`` is an unsigned integer of 64 or 128 bits.
template <typename Bits>
class SmallCertainMatches {
public:
    using Mask = Bits;
    using Tokens = MaskedTokens<Mask>;

    static bool fits(const Rows& rows) {
        return rows.hypothesis().size() <= kMaxTokens && rows.reference().size() <= kMaxTokens;
    }

    // As those of CertainMatches.
    void find(const Rows& rows, const Reduction& reduction);
    void apply_rule();
    std::int64_t open_edges() const { return open_edges_; }
    const UnsetVector<Pair>& matches() const { return matches_; }
    bool is_certain(std::int32_t i, std::int32_t j) const { return partner_[beside(i)] == j; }
    const UnsetVector<std::int32_t>& open_pairs() const { return open_pairs_; }
    Tokens open_hypothesis_tokens(std::int32_t s) const {
        return Tokens(hypothesis_tokens_[static_cast<std::size_t>(s)] & open_hypothesis_);
    }
    Tokens open_reference_tokens(std::int32_t t) const {
        return Tokens(reference_tokens_[static_cast<std::size_t>(t)] & open_reference_);
    }
    // The open tokens of the hypothesis of which an edge goes on along its diagonal.
    Tokens continued() const;

private:
    static constexpr std::int32_t kMaxTokens = 8 * sizeof(Mask) - 2;
    static constexpr std::int32_t no_partner = -2;

    // Arrays by token have an entry before the first token and one after the last.
    static std::size_t beside(std::int32_t token) { return static_cast<std::size_t>(token + 1); }
    static Mask bit(std::int32_t token) { return Mask(1) << (token + 1); }
    static bool has(Mask tokens, std::int32_t token) {
        return static_cast<bool>((tokens >> (token + 1)) & Mask(1));
    }
    static Mask all_if(bool condition) { return Mask(0) - Mask(condition); }

    static void list_tokens(const Row& row, UnsetVector<Mask>& tokens);
    void list_edges();
    void make_certain(std::int32_t i, std::int32_t j);
    void take(std::int32_t i, std::int32_t j, std::int32_t length);
    void take_short_runs();
    void forget_closed();
    void count_adjacencies();
    bool take_runs();
    bool take_run_from(std::int32_t i, std::int32_t j);
    // Whether two open tokens may be matched, and whether they are of types that have only each
    // other.
    bool is_open(std::int32_t i, std::int32_t j) const {
        return has(open_hypothesis_, i) && has(edges_[beside(i)] & open_reference_, j);
    }
    bool is_alone(std::int32_t i, std::int32_t j) const {
        return has(alone_, i) && has(edges_[beside(i)] & open_reference_, j);
    }
    bool is_best(std::int32_t i, std::int32_t j, std::int32_t length) const;
    std::int32_t loss(std::int32_t i, std::int32_t j, bool within) const;
    std::int32_t worth_of_end(std::int32_t i, std::int32_t j, bool after) const;

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    UnsetVector<Pair> matches_;
    std::vector<std::int32_t> partner_;  // of each hypothesis token
    UnsetVector<std::int32_t> open_pairs_;
    std::int64_t open_edges_ = 0;
    // Of each type: its tokens, be they open or not.
    UnsetVector<Mask> hypothesis_tokens_;
    UnsetVector<Mask> reference_tokens_;
    UnsetVector<Mask> partners_;       // of each hypothesis type: the tokens that it may match
    UnsetVector<std::int32_t> stage_;  // of each hypothesis type that is alone with another
    // Of each hypothesis token, the tokens that it may match, of which some may be closed by now;
    // that of a certain match is its only one.
    UnsetVector<Mask> edges_;
    Mask open_hypothesis_ = 0;
    Mask open_reference_ = 0;
    Mask alone_ = 0;    // open hypothesis tokens of types that have only each other
    Mask certain_ = 0;  // hypothesis tokens of certain matches
    // The joints with an adjacency, and those with two: each by the token before it.
    Mask hypothesis_once_ = 0;
    Mask hypothesis_twice_ = 0;
    Mask reference_once_ = 0;
    Mask reference_twice_ = 0;
};

}  // namespace meteorscope
