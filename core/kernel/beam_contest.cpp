#include "beam_contest.hpp"

#include <algorithm>

#include "at.hpp"
#include "branchless.hpp"

namespace meteorscope {

void BeamContest::find(const std::vector<Candidate>& candidates, std::int32_t hypothesis_tokens,
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
void BeamContest::divide(const std::vector<Candidate>& candidates) {
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

void BeamContest::find_branchings(const std::vector<Candidate>& candidates) {
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
void BeamContest::for_each_word(const std::vector<Candidate>& candidates, std::size_t number,
                                Visitor&& visit) const {
    const Candidate& candidate = candidates[at(open[number])];
    for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
         ++word) {
        visit(at(word), candidate.reference_start);
    }
}

void BeamContest::give_slots(const std::vector<Candidate>& candidates) {
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

void BeamContest::share_slots(const std::vector<Candidate>& candidates) {
    fill_blocks(slot, at(static_cast<std::int32_t>(hypothesis_length)), -1);
    last_.resize(at(static_cast<std::int32_t>(hypothesis_length)));
    free_.clear();
    slots = 0;
    for (std::size_t number = 0; number < open.size(); ++number) {
        for_each_word(candidates, number,
                      [&](std::size_t word, std::int32_t token) { last_[word] = token; });
    }
    for (std::size_t number = 0; number < open.size();) {
        const std::size_t first = number;
        const std::int32_t token = candidates[at(open[first])].reference_start;
        for (; number < open.size() &&
               candidates[at(open[number])].reference_start == token; ++number) {
            for_each_word(candidates, number, [&](std::size_t word, std::int32_t) {
                if (slot[word] < 0) {
                    slot[word] = free_.empty() ? slots++ : free_.back();
                    if (!free_.empty()) {
                        free_.pop_back();
                    }
                }
            });
        }
        for (std::size_t each = first; each < number; ++each) {
            for_each_word(candidates, each, [&](std::size_t word, std::int32_t) {
                if (last_[word] == token) {
                    last_[word] = -1;
                    free_.push_back(slot[word]);
                    expiries.push_back({token, slot[word]});
                }
            });
        }
    }
}

}  // namespace meteorscope
