// The points of a segment where METEOR 1.5's beam branches, known before it goes through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/spans/links.hpp"

namespace meteorscope {

// Where the open chunk of a path ends if it has none.
constexpr std::int32_t kNoEnd = -1;

// A path's slots are bits of numbers, so many to each.
constexpr std::int32_t kSlotsOfNumber = 32;

// An open candidate at a token, or the choice that matches nothing.
struct BeamChoice {
    std::int32_t worth;  // in words
    std::int32_t distance;
    std::int32_t start;  // in the hypothesis
    std::int32_t end;
    std::int32_t candidate;      // or -1
    std::int32_t length;         // in the reference
    std::uint32_t first_number;  // that its slots are in
    std::uint32_t end_number;
};

// The choice that matches nothing.
constexpr BeamChoice kTakeNone{0, 0, kNoEnd, kNoEnd, -1, 1, 0, 0};

struct BranchPoints {
    // A slot is free again after a token of the reference.
    struct Expiry {
        std::int32_t token;
        std::int32_t slot;
    };

    // A token of the reference where open candidates start.
    struct Branching {
        std::int32_t token;
        std::uint32_t kept;        // of the first number of slots, those that are not free again
        std::size_t first_choice;  // those of the next one follow
    };

    // By token of the reference, and by word of the hypothesis: the definite candidate that starts
    // there, or -1.
    std::vector<std::int32_t> definite_at;
    std::vector<std::int32_t> definite_from;
    // By token, and for the end: where in the hypothesis a definite match ends that ends before it
    // in the reference, or kNoEnd.
    std::vector<std::int32_t> end_before;
    UnsetVector<BeamChoice> choices;    // of each branching in order, the last one the empty choice
    UnsetVector<Branching> branchings;  // and one where they end
    std::size_t branching_count = 0;
    // The slots of each choice: for all choices the first number, then the next.
    UnsetVector<std::uint32_t> bits;
    UnsetVector<Expiry> expiries;  // in order of tokens
    std::int32_t slots = 0;        // words whose candidates come one after the other share one
    bool some_are_long = false;     // of the choices, in the reference
    std::int64_t distance = 0;      // of all choices
    std::int64_t most_choices = 0;  // at one token, with the empty choice
    std::int64_t longest = 0;       // words of a choice, at most, on both sides
    std::int64_t words = 0;         // that a path can match, at most, on both sides
    std::int64_t hypothesis_length = 0;
    std::int64_t reference_length = 0;

    // Throws std::invalid_argument as ``require_valid_candidates`` does.
    void find(const Candidates& candidates, std::int32_t hypothesis_tokens,
              std::int32_t reference_tokens, std::int32_t exact_stage);

    std::size_t choice_count() const { return branchings[branching_count].first_choice; }
    std::size_t numbers_of_slots() const {
        return (static_cast<std::size_t>(slots) + kSlotsOfNumber - 1) / kSlotsOfNumber;
    }

private:
    void divide(const Candidates& candidates);
    void list_choices(const Candidates& candidates, std::int32_t exact_stage);
    void write_numbers();

    DefiniteMatches definite_;
    UnsetVector<std::int32_t> open_;  // candidates that are not definite, in order
    // By hypothesis word: its slot, or -1; and the last token with a candidate of it, or -1 when
    // that is over.
    std::vector<std::int32_t> slot_;
    UnsetVector<std::int32_t> last_;
};

}  // namespace meteorscope
