// What a search over spans takes and what it returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "base/unset_vector.hpp"

namespace meteorscope {

// A run of tokens of the reference and one of the hypothesis that a stage matches.
struct Candidate {
    std::int32_t reference_start;
    std::int32_t reference_length;
    std::int32_t hypothesis_start;
    std::int32_t hypothesis_length;
    std::int32_t stage;

    std::int32_t reference_end() const { return reference_start + reference_length; }
    std::int32_t hypothesis_end() const { return hypothesis_start + hypothesis_length; }
    std::int64_t distance() const {
        const std::int64_t difference = std::int64_t{reference_start} - hypothesis_start;
        return difference < 0 ? -difference : difference;
    }
};

using Candidates = UnsetVector<Candidate>;

// Segments with more candidates are refused; links.py says why.
constexpr std::size_t kMaxCandidates = 2000000;

// Two rows of so many tokens have more. Bindings make it Python's error, with its words.
class TooManyCandidates : public std::runtime_error {
public:
    TooManyCandidates(std::size_t hypothesis_length, std::size_t reference_length)
        : std::runtime_error("too many candidates"),
          hypothesis_length_(hypothesis_length),
          reference_length_(reference_length) {}
    std::size_t hypothesis_length() const { return hypothesis_length_; }
    std::size_t reference_length() const { return reference_length_; }

private:
    std::size_t hypothesis_length_;
    std::size_t reference_length_;
};

// A match of two half-open ranges of tokens.
struct Link {
    std::int32_t hypothesis_start;
    std::int32_t hypothesis_end;
    std::int32_t reference_start;
    std::int32_t reference_end;
    std::int32_t stage;
};

using Links = UnsetVector<Link>;

// Visits the tokens of a span. Most have one, so that is visited without a loop.
template <typename Visitor>
void for_each_token(std::int32_t start, std::int32_t length, Visitor&& visit) {
    visit(static_cast<std::size_t>(start));
    for (std::int32_t token = start + 1; token < start + length; ++token) {
        visit(static_cast<std::size_t>(token));
    }
}

struct SpanResult {
    Links links;  // by position in the hypothesis
    bool optimal = false;
    std::int64_t chunk_gap = 0;
    std::int64_t steps = 0;
};

// What a match counts in the search; worth.py says why.
inline std::int32_t worth_of_match(std::int32_t length, std::int32_t other_length, bool exact) {
    const int halved = exact ? 0 : 1;  // no branch: which it is, is as good as random
    return (length >> halved) + (other_length >> halved);
}

inline Link link_of(const Candidate& candidate) {
    return {candidate.hypothesis_start, candidate.hypothesis_end(), candidate.reference_start,
            candidate.reference_end(), candidate.stage};
}

// Maximal runs of links, sorted by hypothesis, that are adjacent on both sides. Where one begins is
// as good as random, so that is asked without a branch.
inline std::int64_t count_link_chunks(const Links& links) {
    std::int64_t chunks = 0;
    std::int32_t hypothesis_end = -1;
    std::int32_t reference_end = -1;
    for (const Link& link : links) {
        chunks += ((link.hypothesis_start ^ hypothesis_end) |
                   (link.reference_start ^ reference_end)) != 0;
        hypothesis_end = link.hypothesis_end;
        reference_end = link.reference_end;
    }
    return chunks;
}

// Throws std::invalid_argument, and names the first of them, for candidates that are no spans of
// the rows, or out of order.
void require_valid_candidates(const Candidates& candidates,
                              std::int32_t hypothesis_length, std::int32_t reference_length);

// Which candidates are definite: no other one covers any of their words.
class DefiniteMatches {
public:
    // Throws as ``require_valid_candidates`` does.
    void find(const Candidates& candidates, std::int32_t hypothesis_length,
              std::int32_t reference_length);

    bool contains(const Candidate& candidate) const {
        const auto j = static_cast<std::size_t>(candidate.reference_start);
        const auto i = static_cast<std::size_t>(candidate.hypothesis_start);
        if (((reference_[j] ^ 1) | (hypothesis_[i] ^ 1)) != 0) {  // as of most
            return false;
        }
        return covered_once(reference_, candidate.reference_start, candidate.reference_length) &
               covered_once(hypothesis_, candidate.hypothesis_start, candidate.hypothesis_length);
    }

private:
    using Coverage = std::vector<std::int32_t>;  // by token: how many candidates cover it

    static bool covered_once(const Coverage& coverage, std::int32_t start, std::int32_t length) {
        std::int32_t others = 0;
        for_each_token(start, length, [&](std::size_t token) { others |= coverage[token] ^ 1; });
        return others == 0;
    }

    Coverage reference_;
    Coverage hypothesis_;
};

}  // namespace meteorscope
