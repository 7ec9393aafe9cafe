#include "search/spans/beam/branch_points.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

void BranchPoints::find(const Candidates& candidates, std::int32_t hypothesis_tokens,
                       std::int32_t reference_tokens, std::int32_t exact_stage) {
    definite_.find(candidates, hypothesis_tokens, reference_tokens);
    hypothesis_length = hypothesis_tokens;
    reference_length = reference_tokens;
    fill_blocks(definite_at, index(reference_tokens), -1);
    fill_blocks(definite_from, index(hypothesis_tokens), -1);
    fill_blocks(end_before, index(reference_tokens) + 1, kNoEnd);
    fill_blocks(slot_, index(hypothesis_tokens), -1);
    last_.resize(index(hypothesis_tokens));
    divide(candidates);
    list_choices(candidates, exact_stage);
    if (slots > kSlotsOfNumber) {
        write_numbers();
    }
}

// Divides candidates into definite and open ones, without branches, as their order is
// unpredictable. Open candidates may be written where definite ones have a place: none begins or
// ends where one of these does.
void BranchPoints::divide(const Candidates& candidates) {
    open_.resize(candidates.size());
    std::size_t size = 0;
    for (std::size_t number = 0; number < candidates.size(); ++number) {
        const Candidate& candidate = candidates[number];
        const std::uint32_t if_open = mask_if(!definite_.contains(candidate));
        const auto definite =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(number) | if_open);
        definite_at[index(candidate.reference_start)] = definite;
        definite_from[index(candidate.hypothesis_start)] = definite;
        end_before[index(candidate.reference_end())] =
            choose(if_open, kNoEnd, candidate.hypothesis_end());
        for_each_token(candidate.hypothesis_start, candidate.hypothesis_length,
                       [&](std::size_t word) { last_[word] = candidate.reference_start; });
        open_[size] = static_cast<std::int32_t>(number);
        size += if_open & 1U;
    }
    open_.resize(size);
}

void BranchPoints::list_choices(const Candidates& candidates, std::int32_t exact_stage) {
    choices.resize(2 * open_.size());  // each is followed by the empty choice
    bits.resize(2 * open_.size());
    branchings.resize(open_.size() + 1);
    expiries.resize(index(static_cast<std::int32_t>(hypothesis_length)) + 1);
    distance = 0;
    std::int32_t slot_count = 0;
    std::size_t count = 0;  // of branchings
    std::size_t first = 0;  // choice of the present one
    std::size_t size = 0;   // of choices
    std::size_t most = 0;
    std::size_t expired = 0;
    std::size_t used = 0;  // of these, whose slots are in use again,
    std::size_t free = 0;  // up to those of this token
    std::uint32_t kept = 0;
    std::int32_t more = 0;  // words than one that any has, or more bits
    std::int32_t more_in_reference = 0;
    std::int32_t token = -1;
    for (const std::int32_t number : open_) {
        const Candidate& candidate = candidates[index(number)];
        // The first choice of a token follows on the empty choice of the token before; others
        // overwrite it.
        const std::uint32_t if_next = mask_if(candidate.reference_start != token);
        const std::size_t place = size - (~if_next & 1U);
        token = candidate.reference_start;
        count += if_next & 1U;
        first = choose(if_next, place, first);
        free = choose(if_next, expired, free);
        kept |= if_next;
        std::uint32_t its_bits = 0;
        for_each_token(candidate.hypothesis_start, candidate.hypothesis_length,
                       [&](std::size_t word) {
            const std::uint32_t if_new = mask_if(slot_[word] < 0);
            const std::uint32_t if_again = if_new & mask_if(used != free);
            const std::int32_t slot =
                choose(if_new, choose(if_again, expiries[used].slot, slot_count), slot_[word]);
            slot_[word] = slot;
            used += if_again & 1U;
            slot_count += static_cast<std::int32_t>(if_new & ~if_again & 1U);
            const std::uint32_t bit = std::uint32_t{1} << (slot & (kSlotsOfNumber - 1));
            its_bits |= bit;
            const std::uint32_t if_last = mask_if(last_[word] == token);
            last_[word] |= static_cast<std::int32_t>(if_last);  // once
            kept &= ~(bit & if_last);
            expiries[expired] = {token, slot};
            expired += if_last & 1U;
        });
        branchings[count - 1] = {token, kept, first};
        bits[place] = its_bits;
        bits[place + 1] = 0;
        const auto its_distance = static_cast<std::int32_t>(candidate.distance());
        choices[place] = {worth_of_match(candidate.reference_length, candidate.hypothesis_length,
                                         candidate.stage == exact_stage),
                          its_distance,
                          candidate.hypothesis_start,
                          candidate.hypothesis_end(),
                          number,
                          candidate.reference_length,
                          0,
                          1};
        choices[place + 1] = kTakeNone;
        size = place + 2;
        most = std::max(most, size - first);
        distance += its_distance;
        more |= candidate.hypothesis_length - 1;
        more_in_reference |= candidate.reference_length - 1;
    }
    branchings[count] = {static_cast<std::int32_t>(reference_length), 0, size};
    branching_count = count;
    slots = slot_count;
    choices.resize(size);
    expiries.resize(expired);
    some_are_long = more_in_reference != 0;
    most_choices = static_cast<std::int64_t>(most);
    longest = std::int64_t{more} + more_in_reference + 2;
    words = std::min(longest * static_cast<std::int64_t>(count),
                     hypothesis_length + reference_length);
}

// Writes the slots as several numbers.
void BranchPoints::write_numbers() {
    constexpr auto of_number = static_cast<std::uint32_t>(kSlotsOfNumber);
    const std::size_t size = choice_count();
    bits.assign(numbers_of_slots() * size, 0);
    for (std::size_t place = 0; place < size; ++place) {
        BeamChoice& choice = choices[place];
        for (std::int32_t word = choice.start; word < choice.end; ++word) {
            const auto slot = static_cast<std::uint32_t>(slot_[index(word)]);
            const std::uint32_t number = slot / of_number;
            bits[number * size + place] |= std::uint32_t{1} << slot % of_number;
            const bool is_first = word == choice.start;
            choice.first_number = is_first ? number : std::min(choice.first_number, number);
            choice.end_number = is_first ? number + 1 : std::max(choice.end_number, number + 1);
        }
    }
}

}  // namespace meteorscope
