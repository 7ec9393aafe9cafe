// What is known of a segment before METEOR 1.5's beam goes through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spans.hpp"
#include "unset_vector.hpp"

namespace meteorscope {

// Where the open chunk of a path ends if it has none.
constexpr std::int32_t kNoEnd = -1;

// A path's slots are bits of numbers, so many to each.
constexpr std::int32_t kSlotsOfNumber = 32;

struct BeamContest {
    // A slot is free again after a token of the reference.
    struct Expiry {
        std::int32_t token;
        std::int32_t slot;
    };

    // A token of the reference where open candidates start.
    struct Branching {
        std::int32_t token;
        std::size_t end;  // in ``open``, of its candidates, which follow those of the one before
    };

    DefiniteMatches definite;
    UnsetVector<std::int32_t> definite_candidates;  // in order
    std::vector<std::int32_t> definite_at;          // by token of the reference, or -1
    // By token, and for the end: where in the hypothesis a definite match ends that ends before it
    // in the reference, or kNoEnd.
    std::vector<std::int32_t> end_before;
    UnsetVector<std::int32_t> open;  // candidates that are not definite, in order
    UnsetVector<Branching> branchings;
    // Of a hypothesis word that an open candidate covers. Where there are many words, those whose
    // candidates come one after the other share one.
    std::vector<std::int32_t> slot;
    UnsetVector<Expiry> expiries;  // in order of tokens
    std::int32_t slots = 0;
    std::int64_t distance = 0;       // of all open candidates
    std::int64_t most_choices = 0;   // at one token
    std::int64_t words = 0;          // that a path can match by its choices, at most, on both sides
    std::int64_t hypothesis_length = 0;
    std::int64_t reference_length = 0;

    // Throws std::invalid_argument as ``require_valid_candidates`` does.
    void find(const Candidates& candidates, std::int32_t hypothesis_tokens,
              std::int32_t reference_tokens);

private:
    void divide(const Candidates& candidates);
    void find_branchings(const Candidates& candidates);
    void give_slots(const Candidates& candidates);
    void share_slots(const Candidates& candidates);
    template <typename Visitor>
    void for_each_word(const Candidates& candidates, std::size_t number,
                       Visitor&& visit) const;

    // By hypothesis word: the last token with a candidate of it, or -1 when that is over.
    UnsetVector<std::int32_t> last_;
    UnsetVector<std::int32_t> free_;  // slots that were in use
};

// How many words a match counts; the twin of core/meteor_core/search/spans/worth.py.
inline std::int64_t worth_in_beam(const Candidate& candidate, std::int32_t exact_stage) {
    return candidate.stage == exact_stage
               ? std::int64_t{candidate.reference_length} + candidate.hypothesis_length
               : candidate.reference_length / 2 + candidate.hypothesis_length / 2;
}

}  // namespace meteorscope
