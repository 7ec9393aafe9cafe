#include "search/spans/links.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// Without branches, as all of many candidates are asked.
bool is_span(std::int32_t start, std::int32_t length, std::int32_t tokens) {
    const auto before = static_cast<std::uint32_t>(start);
    const auto all = static_cast<std::uint32_t>(tokens);
    return (before <= all) & (static_cast<std::uint32_t>(length) - 1U < all - before);
}

std::string span_message(std::size_t index, const char* side, std::int32_t start,
                         std::int32_t length, std::int32_t tokens) {
    return "candidate " + std::to_string(index) + " covers " + std::to_string(length) +
           " tokens of the " + side + " from token " + std::to_string(start) + " on, but it has " +
           std::to_string(tokens) + " tokens, from 0; a candidate covers at least one";
}

[[noreturn]] void refuse(const Candidates& candidates, std::size_t index,
                         std::int32_t hypothesis_length, std::int32_t reference_length) {
    const Candidate& bad = candidates[index];
    if (!is_span(bad.reference_start, bad.reference_length, reference_length)) {
        throw std::invalid_argument(span_message(index, "reference", bad.reference_start,
                                                 bad.reference_length, reference_length));
    }
    if (!is_span(bad.hypothesis_start, bad.hypothesis_length, hypothesis_length)) {
        throw std::invalid_argument(span_message(index, "hypothesis", bad.hypothesis_start,
                                                 bad.hypothesis_length, hypothesis_length));
    }
    if (bad.stage < 0) {
        throw std::invalid_argument("candidate " + std::to_string(index) + " is of stage " +
                                    std::to_string(bad.stage) + ", but stages go from 0");
    }
    throw std::invalid_argument(
        "candidate " + std::to_string(index) + " starts at token " +
        std::to_string(bad.reference_start) + " of the reference, after one that starts at token " +
        std::to_string(candidates[index - 1].reference_start) +
        "; sort candidates by their first token");
}

void cover(std::vector<std::int32_t>& coverage, std::int32_t start, std::int32_t length) {
    for_each_token(start, length, [&](std::size_t token) { ++coverage[token]; });
}

// Visits the candidates, and refuses the first that is no span of the rows or out of order.
template <typename Visitor>
void for_each_valid(const Candidates& candidates, std::int32_t hypothesis_length,
                    std::int32_t reference_length, Visitor&& visit) {
    std::int32_t before = 0;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
        const Candidate& candidate = candidates[index];
        const bool is_good =
            (candidate.reference_start >= before) & (candidate.stage >= 0) &
            is_span(candidate.reference_start, candidate.reference_length, reference_length) &
            is_span(candidate.hypothesis_start, candidate.hypothesis_length, hypothesis_length);
        if (!is_good) {
            refuse(candidates, index, hypothesis_length, reference_length);
        }
        before = candidate.reference_start;
        visit(candidate);
    }
}

}  // namespace

void require_valid_candidates(const Candidates& candidates,
                              std::int32_t hypothesis_length, std::int32_t reference_length) {
    for_each_valid(candidates, hypothesis_length, reference_length, [](const Candidate&) {});
}

void DefiniteMatches::find(const Candidates& candidates,
                           std::int32_t hypothesis_length, std::int32_t reference_length) {
    fill_blocks(reference_, static_cast<std::size_t>(reference_length), 0);
    fill_blocks(hypothesis_, static_cast<std::size_t>(hypothesis_length), 0);
    for_each_valid(candidates, hypothesis_length, reference_length,
                   [this](const Candidate& candidate) {
                       cover(reference_, candidate.reference_start, candidate.reference_length);
                       cover(hypothesis_, candidate.hypothesis_start, candidate.hypothesis_length);
                   });
}

}  // namespace meteorscope
