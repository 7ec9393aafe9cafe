#include "span_candidates.hpp"

#include <algorithm>
#include <cstddef>

#include "branchless.hpp"

namespace meteorscope {

namespace {

// So many candidates are written at a time, and follow the last one of a token.
constexpr std::int32_t kWrittenAtOnce = 2;

std::size_t index_of(std::int32_t number) { return static_cast<std::size_t>(number); }

std::int32_t first_or_unknown(IntegerSpan keys) { return keys.size() == 0 ? -1 : keys[0]; }

}  // namespace

void CandidateFinder::find(IntegerSpan hypothesis, IntegerSpan reference,
                           const SpanGrounds& grounds, std::vector<Candidate>& candidates) {
    std::int32_t stages = grounds.keys.stages();
    if (same_words(hypothesis, reference, grounds.words)) {
        stages = std::min(stages, 1);
    }
    rows_.assign(hypothesis, reference, grounds.keys.types());
    rows_.index_hypothesis();
    count_ = 0;
    runs_.clear();
    token_count_ = 0;
    fill_blocks(first_run_, rows_.reference().name.size(), -1);
    last_run_.resize(first_run_.size());
    const bool with_phrases = 0 <= grounds.phrase_stage && grounds.phrase_stage < stages;
    for (std::int32_t stage = 0; stage < stages; ++stage) {
        if (stage == grounds.phrase_stage) {
            find_phrases(hypothesis, reference, grounds);
        } else {
            find_runs(grounds, stage);
        }
    }
    candidates.resize(count_ + kWrittenAtOnce);
    Candidate* next = candidates.data();
    const UnsetVector<std::int32_t>& types = rows_.reference().type;
    for (std::size_t token = 0; token < types.size(); ++token) {
        const auto start = static_cast<std::int32_t>(token);
        std::int32_t run = first_run_[index_of(types[token])];
        if (with_phrases && (forward_.begins_at(token) || backward_.begins_at(token))) {
            next = write_runs(start, run, grounds.phrase_stage, next);
            next = backward_.write(token, forward_.write(token, next));
        }
        next = write_runs(start, run, stages, next);
    }
    candidates.resize(count_);
}

bool CandidateFinder::same_words(IntegerSpan hypothesis, IntegerSpan reference,
                                 const std::int32_t* words) const {
    return std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
                      [words](std::int32_t s, std::int32_t t) { return words[s] == words[t]; });
}

// Writes the candidates of a token, from ``run`` on, before some stage.
Candidate* CandidateFinder::write_runs(std::int32_t token, std::int32_t& run, std::int32_t stages,
                                       Candidate* next) const {
    while (run >= 0 && runs_[index_of(run)].stage < stages) {
        const Run& found = runs_[index_of(run)];
        const std::int32_t* const tokens = tokens_.data() + found.first;
        // Most are one or two, which is as good as random.
        for (std::int32_t begin = 0; begin < found.count; begin += kWrittenAtOnce) {
            for (std::int32_t place = begin; place < begin + kWrittenAtOnce; ++place) {
                next[place] = {token, 1, tokens[place], 1, found.stage};
            }
        }
        next += found.count;
        run = found.next;
    }
    return next;
}

void CandidateFinder::find_runs(const SpanGrounds& grounds, std::int32_t stage) {
    const Row& hypothesis = rows_.hypothesis();
    const UnsetVector<std::int32_t>& names = rows_.reference().name;
    const bool exact = stage == grounds.exact_stage;
    list_keys(grounds, stage, true, hypothesis_keys_);
    list_keys(grounds, stage, false, reference_keys_);
    std::size_t type = 0;           // of the reference
    std::int32_t found = 0;         // types of the hypothesis for it
    std::int32_t first = token_count_;
    const auto finish = [&] {
        if (found != 0) {
            add_run(stage, type, first, found == 1);
            found = 0;
        }
    };
    // A type matches itself, but by words that are equal, which only count in the stage exact.
    const std::int32_t* const same = exact || !grounds.keys.has_same_sides(stage)
                                         ? nullptr
                                         : rows_.same_in_hypothesis().data();
    shared_.for_each_common(
        reference_keys_, hypothesis_keys_, hypothesis.name.size(), same,
        [&](std::uint32_t of_reference, std::uint32_t of_hypothesis) {
            const std::int32_t word = grounds.words[names[of_reference]];
            if (!exact && grounds.words[hypothesis.name[of_hypothesis]] == word) {
                return;
            }
            if (of_reference != type) {
                finish();
                type = of_reference;
                first = token_count_;
            }
            const IntegerSpan tokens =
                hypothesis.positions_of(static_cast<std::int32_t>(of_hypothesis));
            const std::size_t end = index_of(token_count_) + tokens.size();
            if (tokens_.size() < end + kWrittenAtOnce) {
                tokens_.resize(2 * end + kWrittenAtOnce);
            }
            std::copy(tokens.begin(), tokens.end(), tokens_.begin() + token_count_);
            token_count_ = static_cast<std::int32_t>(end);
            ++found;
        });
    finish();
}

// The tokens from ``first`` on become a type's run.
void CandidateFinder::add_run(std::int32_t stage, std::size_t type, std::int32_t first,
                              bool sorted) {
    if (!sorted) {
        std::sort(tokens_.begin() + first, tokens_.begin() + token_count_);
    }
    const std::int32_t size = token_count_ - first;
    count(index_of(size) * index_of(rows_.reference().count[type]));
    const auto number = static_cast<std::int32_t>(runs_.size());
    (first_run_[type] < 0 ? first_run_[type] : runs_[index_of(last_run_[type])].next) = number;
    last_run_[type] = number;
    runs_.push_back({stage, size, first, -1});
}

// The keys of all types of a row, of which those may be missing that match no other type; in the
// stage exact words are keys.
void CandidateFinder::list_keys(const SpanGrounds& grounds, std::int32_t stage, bool of_hypothesis,
                                KeyList& keys) const {
    const Row& row = of_hypothesis ? rows_.hypothesis() : rows_.reference();
    if (stage != grounds.exact_stage) {
        grounds.keys.list_keys(stage, of_hypothesis, IntegerSpan(row.name), true, keys);
        return;
    }
    KeyHolder* const holders = keys.make_room(row.name.size());
    for (std::size_t type = 0; type < row.name.size(); ++type) {
        holders[type] = {grounds.words[row.name[type]], static_cast<std::uint32_t>(type)};
    }
    keys.set_size(row.name.size());
}

void CandidateFinder::count(std::size_t candidates) {
    count_ += candidates;
    if (count_ > kMostCandidates) {
        throw TooManyCandidates(rows_.hypothesis().type.size(), rows_.reference().type.size());
    }
}

void CandidateFinder::find_phrases(IntegerSpan hypothesis, IntegerSpan reference,
                                   const SpanGrounds& grounds) {
    const std::int32_t stage = grounds.phrase_stage;
    hypothesis_words_.clear();
    reference_words_.clear();
    for (const std::int32_t type : hypothesis) {
        hypothesis_words_.push_back(first_or_unknown(grounds.keys.hypothesis_keys(stage, type)));
    }
    for (const std::int32_t type : reference) {
        reference_words_.push_back(first_or_unknown(grounds.keys.reference_keys(stage, type)));
    }
    from_reference_.clear();
    from_hypothesis_.clear();
    if (grounds.phrases != nullptr) {
        grounds.phrases->find(reference_words_, hypothesis_words_, from_reference_,
                              from_hypothesis_);
    }
    count(from_reference_.size() + from_hypothesis_.size());
    index_phrases(from_reference_, true, stage, reference.size(), forward_);
    index_phrases(from_hypothesis_, false, stage, reference.size(), backward_);
}

// Sorts the matches by their first token of the reference; those of one token keep their order.
void CandidateFinder::index_phrases(const std::vector<PhraseMatch>& matches,
                                    bool source_in_reference, std::int32_t stage,
                                    std::size_t reference_length, Phrases& phrases) {
    const auto candidate_of = [&](const PhraseMatch& match) -> Candidate {
        if (source_in_reference) {
            return {match.source_start, match.source_length, match.target_start,
                    match.target_length, stage};
        }
        return {match.target_start, match.target_length, match.source_start, match.source_length,
                stage};
    };
    phrases.first.assign(reference_length + 1, 0);
    for (const PhraseMatch& match : matches) {
        ++phrases.first[index_of(candidate_of(match).reference_start)];
    }
    std::int32_t end = 0;
    for (std::int32_t& first : phrases.first) {
        end += first;
        first = end;
    }
    phrases.candidates.resize(matches.size());
    // From the end, so that each entry is moved down to where its token begins.
    for (std::size_t index = matches.size(); index-- > 0;) {
        const Candidate candidate = candidate_of(matches[index]);
        const std::int32_t place = --phrases.first[index_of(candidate.reference_start)];
        phrases.candidates[index_of(place)] = candidate;
    }
}

void find_candidates(IntegerSpan hypothesis, IntegerSpan reference, const SpanGrounds& grounds,
                     std::vector<Candidate>& candidates) {
    thread_local CandidateFinder finder;
    finder.find(hypothesis, reference, grounds, candidates);
}

}  // namespace meteorscope
