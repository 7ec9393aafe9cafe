#include "beam_contest.hpp"

#include <algorithm>

#include "at.hpp"
#include "branchless.hpp"

namespace meteorscope {

void BeamContest::find(const Candidates& candidates, std::int32_t hypothesis_tokens,
                       std::int32_t reference_tokens, std::int32_t exact_stage) {
    definite_.find(candidates, hypothesis_tokens, reference_tokens);
    hypothesis_length = hypothesis_tokens;
    reference_length = reference_tokens;
    fill_blocks(definite_at, at(reference_tokens), -1);
    fill_blocks(definite_from, at(hypothesis_tokens), -1);
    fill_blocks(end_before, at(reference_tokens) + 1, kNoEnd);
    fill_blocks(slot_, at(hypothesis_tokens), -1);
    divide(candidates, exact_stage);
    if (slots > kSlotsOfNumber) {
        share_slots();
        write_slots();
    }
}

// Which candidates are definite, and which are open. No branches, since what comes next is as good
// as random. What is written of the one kind in the place of the other is overwritten: no candidate
// begins or ends where a definite one does.
void BeamContest::divide(const Candidates& candidates, std::int32_t exact_stage) {
    choices.resize(2 * candidates.size() + 2);
    bits.resize(choices.size());
    branchings.resize(candidates.size() + 1);
    expiries.clear();
    distance = 0;
    slots = 0;
    std::size_t count = 0;  // of branchings
    std::size_t size = 0;   // of choices
    std::int64_t longest = 0;
    std::int32_t longest_in_reference = 1;
    std::int32_t token = -1;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
        const Candidate& candidate = candidates[index];
        const std::int32_t start = candidate.reference_start;
        const std::uint32_t if_open = mask_if(!definite_.contains(candidate));
        const std::uint32_t if_next = if_open & mask_if(start != token);
        const auto definite = static_cast<std::int32_t>(static_cast<std::uint32_t>(index) | if_open);
        definite_at[at(start)] = definite;
        definite_from[at(candidate.hypothesis_start)] = definite;
        end_before[at(candidate.reference_end())] =
            choose(if_open, kNoEnd, candidate.hypothesis_end());
        token = choose(if_open, start, token);
        // The first of a token follows on the choice of none at the one before, others take its
        // place.
        const std::size_t place = size - (if_open & ~if_next & 1U);
        branchings[count] = {start, place};
        count += if_next & 1U;
        std::uint32_t its_slots = 0;
        for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
             ++word) {
            std::int32_t& slot = slot_[at(word)];
            const std::uint32_t if_new = if_open & mask_if(slot < 0);
            slot = choose(if_new, slots, slot);
            slots += static_cast<std::int32_t>(if_new & 1U);
            its_slots |= std::uint32_t{1} << (slot & (kSlotsOfNumber - 1));
        }
        bits[place] = its_slots;
        bits[place + 1] = 0;
        const auto its_distance = static_cast<std::int32_t>(candidate.distance());
        choices[place] = {static_cast<std::int32_t>(worth_in_beam(candidate, exact_stage)),
                          its_distance,
                          candidate.hypothesis_start,
                          candidate.hypothesis_end(),
                          candidate.reference_end(),
                          static_cast<std::int32_t>(index),
                          0,
                          1};
        choices[place + 1] = {0, 0, kNoEnd, kNoEnd, start + 1, -1, 0, 0};
        size = choose(if_open, place + 2, size);
        distance += its_distance & static_cast<std::int32_t>(if_open);
        longest = std::max(
            longest, std::int64_t{candidate.reference_length} + candidate.hypothesis_length);
        longest_in_reference = std::max(longest_in_reference, candidate.reference_length);
    }
    branchings[count] = {static_cast<std::int32_t>(reference_length), size};
    branching_count = count;
    some_are_long = longest_in_reference > 1;
    words = std::min(static_cast<std::int64_t>(count) * longest,
                     hypothesis_length + reference_length);
    std::size_t most = 0;
    for (std::size_t number = 0; number < count; ++number) {
        most = std::max(most, branchings[number + 1].first_choice - branchings[number].first_choice);
    }
    most_choices = static_cast<std::int64_t>(most);
}

// Of the choices of a branching.
template <typename Visitor>
void BeamContest::for_each_word(std::size_t branching, Visitor&& visit) const {
    const std::size_t end = branchings[branching + 1].first_choice;
    for (std::size_t choice = branchings[branching].first_choice; choice < end; ++choice) {
        for (std::int32_t word = choices[choice].start; word < choices[choice].end; ++word) {
            visit(at(word));
        }
    }
}

void BeamContest::share_slots() {
    const std::size_t words_of_hypothesis = at(static_cast<std::int32_t>(hypothesis_length));
    fill_blocks(slot_, words_of_hypothesis, -1);
    last_.resize(words_of_hypothesis);
    fill_blocks(free_, words_of_hypothesis + 1, 0);
    expiries.resize(words_of_hypothesis + 1);
    for (std::size_t number = 0; number < branching_count; ++number) {
        for_each_word(number, [&](std::size_t word) { last_[word] = branchings[number].token; });
    }
    slots = 0;
    std::size_t free_size = 0;
    std::size_t expired = 0;
    for (std::size_t number = 0; number < branching_count; ++number) {
        const std::int32_t token = branchings[number].token;
        for_each_word(number, [&](std::size_t word) {
            const std::uint32_t if_new = mask_if(slot_[word] < 0);
            const std::uint32_t if_used = if_new & mask_if(free_size != 0);
            const std::int32_t next = choose(if_used, free_[free_size - (if_used & 1U)], slots);
            slot_[word] = choose(if_new, next, slot_[word]);
            free_size -= if_used & 1U;
            slots += static_cast<std::int32_t>(if_new & ~if_used & 1U);
        });
        for_each_word(number, [&](std::size_t word) {
            const std::uint32_t if_last = mask_if(last_[word] == token);
            last_[word] |= static_cast<std::int32_t>(if_last);  // once
            free_[free_size] = slot_[word];
            expiries[expired] = {token, slot_[word]};
            free_size += if_last & 1U;
            expired += if_last & 1U;
        });
    }
    expiries.resize(expired);
}

// Once more, as they are others now, and may need several numbers.
void BeamContest::write_slots() {
    constexpr auto of_number = static_cast<std::uint32_t>(kSlotsOfNumber);
    const std::size_t size = choice_count();
    bits.assign(numbers_of_slots() * size, 0);
    for (std::size_t place = 0; place < size; ++place) {
        BeamChoice& choice = choices[place];
        for (std::int32_t word = choice.start; word < choice.end; ++word) {
            const auto slot = static_cast<std::uint32_t>(slot_[at(word)]);
            const std::uint32_t number = slot / of_number;
            bits[number * size + place] |= std::uint32_t{1} << slot % of_number;
            const bool is_first = word == choice.start;
            choice.first_number = is_first ? number : std::min(choice.first_number, number);
            choice.end_number = is_first ? number + 1 : std::max(choice.end_number, number + 1);
        }
    }
}

}  // namespace meteorscope
