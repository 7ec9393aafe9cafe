#include "beam_contest.hpp"

#include <algorithm>

#include "at.hpp"

namespace meteorscope {

void BeamContest::find(const std::vector<Candidate>& candidates, std::int32_t hypothesis_tokens,
                       std::int32_t reference_tokens) {
    definite.find(candidates, hypothesis_tokens, reference_tokens);
    definite_at.assign(at(reference_tokens), -1);
    end_before.assign(at(reference_tokens) + 1, kNoEnd);
    open.clear();
    branchings.clear();
    distance = most_choices = words = 0;
    hypothesis_length = hypothesis_tokens;
    reference_length = reference_tokens;
    std::int64_t choices = 0;
    std::int64_t most_words = 0;  // of a choice at the same token
    std::int32_t token = -1;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
        const Candidate& candidate = candidates[index];
        if (definite.contains(candidate)) {
            definite_at[at(candidate.reference_start)] = static_cast<std::int32_t>(index);
            end_before[at(candidate.reference_end())] = candidate.hypothesis_end();
            continue;
        }
        if (candidate.reference_start != token) {
            branchings.push_back({candidate.reference_start, open.size()});
            words += most_words;
            choices = most_words = 0;
        }
        ++choices;
        most_words = std::max<std::int64_t>(
            most_words, candidate.reference_length + candidate.hypothesis_length);
        token = candidate.reference_start;
        open.push_back(static_cast<std::int32_t>(index));
        branchings.back().end = open.size();
        distance += candidate.distance();
        most_choices = std::max(most_choices, choices);
    }
    words += most_words;
    give_slots(candidates);
}

void BeamContest::give_slots(const std::vector<Candidate>& candidates) {
    slot.assign(static_cast<std::size_t>(hypothesis_length), -1);
    last_.resize(static_cast<std::size_t>(hypothesis_length));
    expiries.clear();
    free_.clear();
    slots = 0;
    const auto for_each_word = [&](std::size_t number, auto&& visit) {
        const Candidate& candidate = candidates[at(open[number])];
        for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
             ++word) {
            visit(at(word), candidate.reference_start);
        }
    };
    for (std::size_t number = 0; number < open.size(); ++number) {
        for_each_word(number, [&](std::size_t word, std::int32_t token) { last_[word] = token; });
    }
    for (std::size_t number = 0; number < open.size();) {
        const std::size_t first = number;
        const std::int32_t token = candidates[at(open[first])].reference_start;
        for (; number < open.size() &&
               candidates[at(open[number])].reference_start == token; ++number) {
            for_each_word(number, [&](std::size_t word, std::int32_t) {
                if (slot[word] < 0) {
                    slot[word] = free_.empty() ? slots++ : free_.back();
                    if (!free_.empty()) {
                        free_.pop_back();
                    }
                }
            });
        }
        for (std::size_t each = first; each < number; ++each) {
            for_each_word(each, [&](std::size_t word, std::int32_t) {
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
