#include "beam_contest.hpp"

#include <algorithm>

#include "at.hpp"
#include "branchless.hpp"

namespace meteorscope {

void BeamContest::find(const Candidates& candidates, std::int32_t hypothesis_tokens,
                       std::int32_t reference_tokens) {
    definite.find(candidates, hypothesis_tokens, reference_tokens);
    hypothesis_length = hypothesis_tokens;
    reference_length = reference_tokens;
    divide(candidates);
    fill_blocks(definite_at, at(reference_tokens), -1);
    fill_blocks(end_before, at(reference_tokens) + 1, kNoEnd);
    for (const std::int32_t index : definite_candidates) {
        const Candidate& match = candidates[at(index)];
        definite_at[at(match.reference_start)] = index;
        end_before[at(match.reference_end())] = match.hypothesis_end();
    }
    find_branchings(candidates);
    give_slots(candidates);
}

// Which candidates are definite, and which are open. This and what follows has no branches where it
// can be helped, since what comes next is as good as random.
void BeamContest::divide(const Candidates& candidates) {
    open.resize(candidates.size());
    definite_candidates.resize(candidates.size());
    std::size_t open_size = 0;
    std::size_t definite_size = 0;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
        const bool is_definite = definite.contains(candidates[index]);
        open[open_size] = definite_candidates[definite_size] = static_cast<std::int32_t>(index);
        open_size += static_cast<std::size_t>(!is_definite);
        definite_size += static_cast<std::size_t>(is_definite);
    }
    open.resize(open_size);
    definite_candidates.resize(definite_size);
}

void BeamContest::find_branchings(const Candidates& candidates) {
    branchings.resize(open.size());
    distance = most_choices = words = 0;
    std::size_t size = 0;
    std::size_t first = 0;        // of the candidates at the same token
    std::int64_t most_words = 0;  // of one of them
    std::int32_t token = -1;
    for (std::size_t number = 0; number < open.size(); ++number) {
        const Candidate& candidate = candidates[at(open[number])];
        const bool is_next = candidate.reference_start != token;
        token = candidate.reference_start;
        size += static_cast<std::size_t>(is_next);
        branchings[size - 1] = {token, number + 1};
        words += is_next ? most_words : 0;
        const std::int64_t its =
            std::int64_t{candidate.reference_length} + candidate.hypothesis_length;
        most_words = is_next ? its : std::max(most_words, its);
        first = is_next ? number : first;
        most_choices = std::max(most_choices, static_cast<std::int64_t>(number - first) + 1);
        distance += candidate.distance();
    }
    words += most_words;
    branchings.resize(size);
}

template <typename Visitor>
void BeamContest::for_each_word(const Candidates& candidates, std::size_t number,
                                Visitor&& visit) const {
    const Candidate& candidate = candidates[at(open[number])];
    for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
         ++word) {
        visit(at(word), candidate.reference_start);
    }
}

void BeamContest::give_slots(const Candidates& candidates) {
    fill_blocks(slot, at(static_cast<std::int32_t>(hypothesis_length)), -1);
    expiries.clear();
    slots = 0;
    for (std::size_t number = 0; number < open.size(); ++number) {
        for_each_word(candidates, number, [&](std::size_t word, std::int32_t) {
            const bool is_new = slot[word] < 0;
            slot[word] = is_new ? slots : slot[word];
            slots += is_new;
        });
    }
    if (slots > kSlotsOfNumber) {
        share_slots(candidates);
    }
}

void BeamContest::share_slots(const Candidates& candidates) {
    const std::size_t words_of_hypothesis = at(static_cast<std::int32_t>(hypothesis_length));
    fill_blocks(slot, words_of_hypothesis, -1);
    last_.resize(words_of_hypothesis);
    fill_blocks(free_, words_of_hypothesis + 1, 0);
    expiries.resize(words_of_hypothesis + 1);
    for (std::size_t number = 0; number < open.size(); ++number) {
        for_each_word(candidates, number,
                      [&](std::size_t word, std::int32_t token) { last_[word] = token; });
    }
    slots = 0;
    std::size_t free_size = 0;
    std::size_t expired = 0;
    std::size_t first = 0;
    for (const Branching& branching : branchings) {
        for (std::size_t number = first; number < branching.end; ++number) {
            for_each_word(candidates, number, [&](std::size_t word, std::int32_t) {
                const std::uint32_t if_new = mask_if(slot[word] < 0);
                const std::uint32_t if_used = if_new & mask_if(free_size != 0);
                const std::int32_t next =
                    choose(if_used, free_[free_size - (if_used & 1U)], slots);
                slot[word] = choose(if_new, next, slot[word]);
                free_size -= if_used & 1U;
                slots += static_cast<std::int32_t>(if_new & ~if_used & 1U);
            });
        }
        for (std::size_t number = first; number < branching.end; ++number) {
            for_each_word(candidates, number, [&](std::size_t word, std::int32_t token) {
                const std::uint32_t if_last = mask_if(last_[word] == token);
                last_[word] |= static_cast<std::int32_t>(if_last);  // once
                free_[free_size] = slot[word];
                expiries[expired] = {token, slot[word]};
                free_size += if_last & 1U;
                expired += if_last & 1U;
            });
        }
        first = branching.end;
    }
    expiries.resize(expired);
}

}  // namespace meteorscope
