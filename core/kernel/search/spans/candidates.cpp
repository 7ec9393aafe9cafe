#include "search/spans/candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// So many candidates are written at a time, and follow the last one of a token.
constexpr std::int32_t kWrittenAtOnce = 2;

std::size_t index_of(std::int32_t number) { return static_cast<std::size_t>(number); }

std::int32_t first_or_unknown(IntegerSpan keys) { return keys.size() == 0 ? -1 : keys[0]; }

}  // namespace

void CandidateFinder::find(IntegerSpan hypothesis, IntegerSpan reference,
                           const SpanGrounds& grounds, Candidates& candidates) {
    std::int32_t stages = grounds.keys.stages();
    if (same_words(hypothesis, reference, grounds.words)) {
        stages = std::min(stages, 1);
    }
    rows_.assign(hypothesis, reference, grounds.keys.types());
    rows_.index_hypothesis();
    list_types();
    count_ = 0;
    runs_.assign(1, Run{std::numeric_limits<std::int32_t>::max(), 0, 0, kNoRun});
    fill_blocks(first_run_, rows_.reference().name.size(), kNoRun);
    last_run_.resize(first_run_.size());
    token_count_ = 0;  // the run of one type is part of these:
    add_tokens(IntegerSpan(rows_.hypothesis().positions));
    const bool with_phrases = 0 <= grounds.phrase_stage && grounds.phrase_stage < stages;
    for (std::int32_t stage = 0; stage < stages; ++stage) {
        if (stage == grounds.phrase_stage) {
            find_phrases(hypothesis, reference, grounds);
        } else if (stage == grounds.exact_stage) {
            find_exact_runs(grounds, stage);
        } else {
            find_runs(grounds, stage);
        }
    }
    candidates.resize(count_ + kWrittenAtOnce);
    Candidate* next = candidates.data();
    const UnsetVector<std::int32_t>& types = rows_.reference().type;
    for (std::size_t token = 0; token < types.size(); ++token) {
        const auto start = static_cast<std::int32_t>(token);
        const Run* run = &runs_[index_of(first_run_[index_of(types[token])])];
        if (with_phrases && (forward_.begins_at(token) || backward_.begins_at(token))) {
            for (; run->stage < grounds.phrase_stage; run = &runs_[index_of(run->next)]) {
                next = write_run(start, *run, next);
            }
            next = backward_.write(token, forward_.write(token, next));
        }
        next = write_run(start, *run, next);
        while (run->next != kNoRun) {
            run = &runs_[index_of(run->next)];
            next = write_run(start, *run, next);
        }
    }
    candidates.resize(count_);
}

bool CandidateFinder::same_words(IntegerSpan hypothesis, IntegerSpan reference,
                                 const std::int32_t* words) const {
    return std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
                      [words](std::int32_t s, std::int32_t t) { return words[s] == words[t]; });
}

// Most have none, one or two, which is as good as random: two are written, whatever they are.
Candidate* CandidateFinder::write_run(std::int32_t token, const Run& run, Candidate* next) const {
    const std::int32_t* const tokens = tokens_.data() + run.first;
    std::int32_t begin = 0;
    do {
        for (std::int32_t place = begin; place < begin + kWrittenAtOnce; ++place) {
            next[place] = {token, 1, tokens[place], 1, run.stage};
        }
        begin += kWrittenAtOnce;
    } while (begin < run.count);
    return next + run.count;
}

void CandidateFinder::list_types() {
    const Row& hypothesis = rows_.hypothesis();
    const Row& reference = rows_.reference();
    const std::size_t most = hypothesis.name.size() + reference.name.size();
    names_.resize(most);
    in_reference_.resize(most);
    std::copy(hypothesis.name.begin(), hypothesis.name.end(), names_.begin());
    const UnsetVector<std::int32_t>& same = rows_.same_in_reference();
    std::copy(same.begin(), same.end(), in_reference_.begin());
    std::size_t size = hypothesis.name.size();
    for (std::size_t type = 0; type < reference.name.size(); ++type) {
        names_[size] = reference.name[type];
        in_reference_[size] = static_cast<std::int32_t>(type);
        size += static_cast<std::size_t>(rows_.same_in_hypothesis()[type] < 0);
    }
    names_.resize(size);
}

void CandidateFinder::find_exact_runs(const SpanGrounds& grounds, std::int32_t stage) {
    const Row& hypothesis = rows_.hypothesis();
    const Row& reference = rows_.reference();
    std::uint32_t some_share = 0;
    for (const std::int32_t name : reference.name) {
        some_share |= grounds.shares_word[name];
    }
    if (some_share != 0) {
        pairs_.clear();
        list_words(grounds.words, hypothesis, keys_);
        list_words(grounds.words, reference, reference_keys_);
        shared_.for_each_common(reference_keys_, keys_, hypothesis.name.size(),
                                [&](std::size_t of_reference, std::size_t of_hypothesis) {
                                    add_pair(of_reference, of_hypothesis);
                                });
        add_runs_of_pairs(stage);
        return;
    }
    for (std::size_t type = 0; type < reference.name.size(); ++type) {
        const std::int32_t same = rows_.same_in_hypothesis()[type];
        if (same >= 0) {
            const std::size_t its = index_of(same);
            add_run(stage, type, hypothesis.first[its], hypothesis.count[its]);
        }
    }
}

// Words that are equal only count in the stage exact.
void CandidateFinder::find_runs(const SpanGrounds& grounds, std::int32_t stage) {
    const Row& hypothesis = rows_.hypothesis();
    const Row& reference = rows_.reference();
    pairs_.clear();
    const auto add = [&](std::size_t of_reference, std::size_t of_hypothesis) {
        if (grounds.words[reference.name[of_reference]] !=
            grounds.words[hypothesis.name[of_hypothesis]]) {
            add_pair(of_reference, of_hypothesis);
        }
    };
    if (grounds.keys.has_same_sides(stage)) {
        const auto add_if_apart = [&](std::uint32_t one, std::uint32_t other) {
            if (in_reference_[one] >= 0 && other < hypothesis.name.size()) {
                add(index_of(in_reference_[one]), other);
            }
        };
        grounds.keys.list_keys(stage, true, IntegerSpan(names_), true, keys_);
        shared_.for_each_pair(keys_, names_.size(), [&](std::uint32_t one, std::uint32_t other) {
            add_if_apart(one, other);
            add_if_apart(other, one);
        });
        std::sort(pairs_.begin(), pairs_.end());
    } else {
        grounds.keys.list_keys(stage, true, IntegerSpan(hypothesis.name), true, keys_);
        grounds.keys.list_keys(stage, false, IntegerSpan(reference.name), true, reference_keys_);
        shared_.for_each_common(reference_keys_, keys_, hypothesis.name.size(), add);
    }
    add_runs_of_pairs(stage);
}

void CandidateFinder::list_words(const std::int32_t* words, const Row& row, KeyList& keys) {
    KeyHolder* const holders = keys.make_room(row.name.size());
    for (std::size_t type = 0; type < row.name.size(); ++type) {
        holders[type] = {words[row.name[type]], static_cast<std::uint32_t>(type)};
    }
    keys.set_size(row.name.size());
}

// A type of the reference and one of the hypothesis match; each pair is a candidate at least.
void CandidateFinder::add_pair(std::size_t of_reference, std::size_t of_hypothesis) {
    pairs_.push_back(std::uint64_t{of_reference} << 32U | of_hypothesis);
    if (pairs_.size() > kMaxCandidates) {
        refuse();
    }
}

// Pairs of a type of the reference are together; mostly it has only one.
void CandidateFinder::add_runs_of_pairs(std::int32_t stage) {
    const Row& hypothesis = rows_.hypothesis();
    const auto of_hypothesis = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
    for (auto pair = pairs_.begin(); pair != pairs_.end();) {
        const std::uint64_t type = *pair >> 32U;
        const auto end = std::find_if(pair + 1, pairs_.end(), [&](std::uint64_t other) {
            return other >> 32U != type;
        });
        std::int32_t first = hypothesis.first[of_hypothesis(*pair)];
        std::int32_t size = hypothesis.count[of_hypothesis(*pair)];
        if (end - pair > 1) {
            first = token_count_;
            for (; pair != end; ++pair) {
                add_tokens(
                    hypothesis.positions_of(static_cast<std::int32_t>(of_hypothesis(*pair))));
            }
            size = token_count_ - first;
            std::sort(tokens_.begin() + first, tokens_.begin() + token_count_);
        }
        add_run(stage, type, first, size);
        pair = end;
    }
}

void CandidateFinder::add_tokens(IntegerSpan tokens) {
    const std::size_t end = index_of(token_count_) + tokens.size();
    if (tokens_.size() < end + kWrittenAtOnce) {
        tokens_.resize(2 * end + kWrittenAtOnce);
    }
    std::copy(tokens.begin(), tokens.end(), tokens_.begin() + token_count_);
    token_count_ = static_cast<std::int32_t>(end);
}

void CandidateFinder::add_run(std::int32_t stage, std::size_t type, std::int32_t first,
                              std::int32_t size) {
    count(index_of(size) * index_of(rows_.reference().count[type]));
    const auto number = static_cast<std::int32_t>(runs_.size());
    std::int32_t& first_run = first_run_[type];
    (first_run == kNoRun ? first_run : runs_[index_of(last_run_[type])].next) = number;
    last_run_[type] = number;
    runs_.push_back({stage, size, first, kNoRun});
}

void CandidateFinder::count(std::size_t candidates) {
    count_ += candidates;
    if (count_ > kMaxCandidates) {
        refuse();
    }
}

void CandidateFinder::refuse() const {
    throw TooManyCandidates(rows_.hypothesis().type.size(), rows_.reference().type.size());
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
                     Candidates& candidates) {
    thread_local CandidateFinder finder;
    finder.find(hypothesis, reference, grounds, candidates);
}

}  // namespace meteorscope
