// What a search over spans is given and what it returns. The twin of
// core/meteor_core/search/spans/links.py; the terms are explained there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

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

// Segments with more candidates are refused; links.py says why.
constexpr std::size_t kMostCandidates = 2000000;

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

struct SpanResult {
    std::vector<Link> links;  // by position in the hypothesis
    bool optimal = false;
    std::int64_t chunk_gap = 0;
    std::int64_t steps = 0;
};

// What a match counts in the search; worth.py says why.
inline std::int32_t worth_of_match(std::int32_t length, std::int32_t other_length, bool exact) {
    return exact ? length + other_length : length / 2 + other_length / 2;
}

inline Link link_of(const Candidate& candidate) {
    return {candidate.hypothesis_start, candidate.hypothesis_end(), candidate.reference_start,
            candidate.reference_end(), candidate.stage};
}

// Maximal runs of links, sorted by hypothesis, that are adjacent on both sides.
inline std::int64_t count_link_chunks(const std::vector<Link>& links) {
    std::int64_t chunks = 0;
    std::int32_t hypothesis_end = -1;
    std::int32_t reference_end = -1;
    for (const Link& link : links) {
        chunks +=
            link.hypothesis_start != hypothesis_end || link.reference_start != reference_end;
        hypothesis_end = link.hypothesis_end;
        reference_end = link.reference_end;
    }
    return chunks;
}

// Throws std::invalid_argument, and names the first of them, for candidates that are no spans of
// the rows, or out of order.
void require_valid_candidates(const std::vector<Candidate>& candidates,
                              std::int32_t hypothesis_length, std::int32_t reference_length);

// Which candidates are definite: no other one covers any of their words.
class DefiniteMatches {
public:
    // Throws as ``require_valid_candidates`` does.
    void find(const std::vector<Candidate>& candidates, std::int32_t hypothesis_length,
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
        for (std::int32_t token = start; token < start + length; ++token) {
            others |= coverage[static_cast<std::size_t>(token)] ^ 1;
        }
        return others == 0;
    }

    Coverage reference_;
    Coverage hypothesis_;
};

}  // namespace meteorscope
