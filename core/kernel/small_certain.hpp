// The certain matches of certain.hpp for rows whose tokens fit one mask, which nearly all sentences
// are. A set of tokens is a number, so that all edges of a token move along their diagonals by a
// shift, as in Python. It finds the same matches.
#pragma once

#include <cstdint>
#include <vector>

#include "masks.hpp"
#include "reduction.hpp"
#include "rows.hpp"
#include "search.hpp"
#include "unset_vector.hpp"

namespace meteorscope {

// Tokens of a row, ascending. A token's bit is one higher than its number, since places may lie one
// beyond the row, on both sides.
class MaskedTokens {
public:
    class Iterator {
    public:
        explicit Iterator(Word left) : left_(left) {}
        std::int32_t operator*() const { return lowest_bit(left_) - 1; }
        Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return left_ != other.left_; }

    private:
        Word left_;
    };

    explicit MaskedTokens(Word mask) : mask_(mask) {}
    Word mask() const { return mask_; }
    Iterator begin() const { return Iterator(mask_); }
    Iterator end() const { return Iterator(0); }
    std::size_t size() const { return static_cast<std::size_t>(count_bits(mask_)); }

private:
    Word mask_;
};

class SmallCertainMatches {
public:
    static bool fits(const Rows& rows) {
        return rows.hypothesis().size() <= kMostTokens && rows.reference().size() <= kMostTokens;
    }

    // As those of CertainMatches.
    void find(const Rows& rows, const Reduction& reduction);
    void apply_rule();
    std::int64_t open_edges() const { return open_edges_; }
    const std::vector<Pair>& matches() const { return matches_; }
    bool is_certain(std::int32_t i, std::int32_t j) const { return partner_[beside(i)] == j; }
    const std::vector<std::int32_t>& open_pairs() const { return open_pairs_; }
    MaskedTokens open_hypothesis_tokens(std::int32_t s) const {
        return MaskedTokens(hypothesis_tokens_[index(s)] & open_hypothesis_);
    }
    MaskedTokens open_reference_tokens(std::int32_t t) const {
        return MaskedTokens(reference_tokens_[index(t)] & open_reference_);
    }
    // The tokens of the hypothesis that can be matched, and so can the next one beside it.
    MaskedTokens continued() const;

private:
    static constexpr std::int32_t kMostTokens = 62;
    static constexpr std::int32_t no_partner = -2;

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    // Arrays by token have an entry before the first token and one after the last.
    static std::size_t beside(std::int32_t token) { return static_cast<std::size_t>(token + 1); }
    static Word bit(std::int32_t token) { return Word{1} << beside(token); }
    static bool has(Word tokens, std::int32_t token) { return (tokens >> beside(token) & 1U) != 0; }

    void list_tokens();
    static void list_tokens(const Row& row, UnsetVector<Word>& tokens);
    void list_edges();
    // Of a token of the hypothesis; that of a certain match is its only one.
    Word open_edges_of(std::int32_t i) const {
        return edges_[beside(i)] & (open_reference_ | all_if(has(certain_, i)));
    }
    static Word all_if(bool condition) { return Word{0} - static_cast<Word>(condition); }
    void make_certain(std::int32_t i, std::int32_t j);
    void take(std::int32_t i, std::int32_t j, std::int32_t length);
    void take_short_runs();
    void forget_closed();
    void count_adjacencies();
    bool take_runs();
    bool take_run_from(std::int32_t i, std::int32_t j);
    // Whether two open tokens may be matched, and those that are of types that have only each other.
    bool is_open(std::int32_t i, std::int32_t j) const {
        return (open_hypothesis_ >> beside(i) & joined(i, j)) != 0;
    }
    bool is_alone(std::int32_t i, std::int32_t j) const {
        return (alone_ >> beside(i) & joined(i, j)) != 0;
    }
    Word joined(std::int32_t i, std::int32_t j) const {
        return (edges_[beside(i)] & open_reference_) >> beside(j) & 1U;
    }
    bool is_best(std::int32_t i, std::int32_t j, std::int32_t length) const;
    std::int32_t loss(std::int32_t i, std::int32_t j, bool within) const;
    std::int32_t worth_of_end(std::int32_t i, std::int32_t j, bool after) const;

    const Rows* rows_ = nullptr;
    const Reduction* reduction_ = nullptr;
    std::vector<Pair> matches_;
    std::vector<std::int32_t> partner_;  // of each hypothesis token
    std::vector<std::int32_t> open_pairs_;
    std::int64_t open_edges_ = 0;
    // Of each type: its tokens, be they open or not.
    UnsetVector<Word> hypothesis_tokens_;
    UnsetVector<Word> reference_tokens_;
    UnsetVector<Word> partners_;         // of each hypothesis type: the tokens that it may match
    UnsetVector<std::int32_t> stage_;    // of each hypothesis type that is alone with another
    UnsetVector<Word> edges_;            // of each hypothesis token; some may be closed by now
    Word open_hypothesis_ = 0;
    Word open_reference_ = 0;
    Word alone_ = 0;    // open hypothesis tokens of types that have only each other
    Word certain_ = 0;  // hypothesis tokens of certain matches
    // The joints with an adjacency, and those with two: each by the token before it.
    Word hypothesis_once_ = 0, hypothesis_twice_ = 0;
    Word reference_once_ = 0, reference_twice_ = 0;
};

}  // namespace meteorscope
