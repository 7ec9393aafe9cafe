#include "span_candidates.hpp"

#include <algorithm>
#include <cstddef>

namespace meteorscope {

namespace {

std::size_t index_of(std::int32_t number) { return static_cast<std::size_t>(number); }

std::int32_t first_or_unknown(IntegerSpan keys) { return keys.size() == 0 ? -1 : keys[0]; }

}  // namespace

void CandidateFinder::Holders::clear(std::size_t keys) {
    unsigned bits = 4;
    while ((std::size_t{1} << bits) < 4 * keys && bits < 31) {
        ++bits;
    }
    shift_ = 32 - bits;
    first_.assign(std::size_t{1} << bits, -1);
    entries_.clear();
}

void CandidateFinder::Holders::add(std::int32_t key, std::int32_t type) {
    std::int32_t& first = first_[slot(key)];
    entries_.push_back({key, type, first});
    first = static_cast<std::int32_t>(entries_.size()) - 1;
}

// Drops most keys that no type has, without a branch on whether one has it.
void CandidateFinder::Holders::keep_held(KeyList& keys) const {
    KeyHolder* kept = keys.begin();
    for (const KeyHolder holder : keys) {
        *kept = holder;
        kept += first_[slot(holder.key)] >= 0 ? 1 : 0;
    }
    keys.set_size(static_cast<std::size_t>(kept - keys.begin()));
}

template <typename Visitor>
void CandidateFinder::Holders::for_each(std::int32_t key, Visitor&& visit) const {
    for (std::int32_t place = first_[slot(key)]; place >= 0;) {
        const Entry& entry = entries_[index_of(place)];
        if (entry.key == key) {
            visit(entry.type);
        }
        place = entry.next;
    }
}

void CandidateFinder::find(IntegerSpan hypothesis, IntegerSpan reference,
                           const SpanGrounds& grounds, std::vector<Candidate>& candidates) {
    candidates.clear();
    std::int32_t stages = grounds.keys.stages();
    if (same_words(hypothesis, reference, grounds.words)) {
        stages = std::min(stages, 1);
    }
    rows_.assign(hypothesis, reference, grounds.keys.types());
    rows_.index_positions();
    count_ = 0;
    if (partners_.size() < index_of(stages)) {
        partners_.resize(index_of(stages));
    }
    for (std::int32_t stage = 0; stage < stages; ++stage) {
        if (stage == grounds.phrase_stage) {
            find_phrases(hypothesis, reference, grounds);
        } else {
            find_partners(grounds, stage, partners_[index_of(stage)]);
        }
    }
    candidates.resize(count_);
    Candidate* next = candidates.data();
    for (std::size_t token = 0; token < reference.size(); ++token) {
        const auto type = index_of(rows_.reference().type[token]);
        const auto start = static_cast<std::int32_t>(token);
        for (std::int32_t stage = 0; stage < stages; ++stage) {
            if (stage == grounds.phrase_stage) {
                for (const Phrases* phrases : {&forward_, &backward_}) {
                    next = std::copy(phrases->candidates.begin() + phrases->first[token],
                                     phrases->candidates.begin() + phrases->first[token + 1], next);
                }
                continue;
            }
            const Partners& partners = partners_[index_of(stage)];
            const std::int32_t* const tokens = partners.tokens.data();
            const std::int32_t end = partners.first[type + 1];
            for (std::int32_t place = partners.first[type]; place < end; ++place) {
                *next++ = {start, 1, tokens[place], 1, stage};
            }
        }
    }
}

bool CandidateFinder::same_words(IntegerSpan hypothesis, IntegerSpan reference,
                                 const std::int32_t* words) const {
    return std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
                      [words](std::int32_t s, std::int32_t t) { return words[s] == words[t]; });
}

void CandidateFinder::find_partners(const SpanGrounds& grounds, std::int32_t stage,
                                    Partners& partners) {
    const Row& hypothesis = rows_.hypothesis();
    const Row& reference = rows_.reference();
    hold_keys_of_hypothesis(grounds, stage);
    seen_for_.assign(index_of(hypothesis.types()), -1);
    const std::size_t types = index_of(reference.types());
    partners.first.resize(types + 1);
    std::size_t size = 0;
    for (std::size_t t = 0; t < types; ++t) {
        if (partners.tokens.size() < size + hypothesis.type.size()) {
            partners.tokens.resize(2 * (size + hypothesis.type.size()));
        }
        partners.first[t] = static_cast<std::int32_t>(size);
        std::int32_t* const begin = partners.tokens.data() + size;
        std::int32_t* end = begin;
        std::size_t found = 0;
        for_each_partner(grounds, stage, static_cast<std::int32_t>(t), [&](std::int32_t s) {
            for (const std::int32_t token : hypothesis.positions_of(s)) {
                *end++ = token;
            }
            ++found;
        });
        if (found > 1) {
            std::sort(begin, end);
        }
        const auto tokens = static_cast<std::size_t>(end - begin);
        count(tokens * index_of(reference.count[t]));
        size += tokens;
    }
    partners.first[types] = static_cast<std::int32_t>(size);
}

void CandidateFinder::count(std::size_t candidates) {
    count_ += candidates;
    if (count_ > kMostCandidates) {
        throw TooManyCandidates(rows_.hypothesis().type.size(), rows_.reference().type.size());
    }
}

void CandidateFinder::hold_keys_of_hypothesis(const SpanGrounds& grounds, std::int32_t stage) {
    const Row& row = rows_.hypothesis();
    if (stage == grounds.exact_stage) {
        holders_.clear(row.name.size());
        for (std::int32_t s = 0; s < row.types(); ++s) {
            holders_.add(grounds.words[row.name[index_of(s)]], s);
        }
        return;
    }
    // Most types have no key in common with any other, so nobody will ask for theirs.
    grounds.keys.list_keys(stage, true, IntegerSpan(row.name), true, listed_);
    holders_.clear(listed_.size());
    for (const KeyHolder& held : listed_) {
        holders_.add(held.key, static_cast<std::int32_t>(held.place));
    }
    grounds.keys.list_keys(stage, false, IntegerSpan(rows_.reference().name), true, listed_);
    holders_.keep_held(listed_);
    next_key_ = 0;
}

// Visits the types of the hypothesis that match one of the reference, each once. Those of the
// reference are asked for in order.
template <typename Visitor>
void CandidateFinder::for_each_partner(const SpanGrounds& grounds, std::int32_t stage,
                                       std::int32_t type, Visitor&& visit) {
    const UnsetVector<std::int32_t>& names = rows_.hypothesis().name;
    const std::int32_t word = grounds.words[rows_.reference().name[index_of(type)]];
    if (stage == grounds.exact_stage) {
        holders_.for_each(word, visit);
        return;
    }
    for (; next_key_ < listed_.size() && listed_.begin()[next_key_].place == index_of(type);
         ++next_key_) {
        holders_.for_each(listed_.begin()[next_key_].key, [&](std::int32_t s) {
            if (seen_for_[index_of(s)] != type && grounds.words[names[index_of(s)]] != word) {
                seen_for_[index_of(s)] = type;
                visit(s);
            }
        });
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
