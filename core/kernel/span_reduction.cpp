#include "span_reduction.hpp"

#include <algorithm>

#include "at.hpp"

namespace meteorscope {

namespace {

constexpr int kReductionRounds = 8;

SpanMatch match_of(const Candidate& candidate, std::int32_t exact_stage) {
    const std::int32_t worth =
        worth_of_match(candidate.reference_length, candidate.hypothesis_length,
                       candidate.stage == exact_stage);
    return {candidate.reference_start,  candidate.reference_end(), candidate.hypothesis_start,
            candidate.hypothesis_end(), candidate.stage,           worth};
}

bool is_exact_word(const SpanMatch& match, std::int32_t exact_stage) {
    return match.stage == exact_stage && match.words() == 2;
}

}  // namespace

void SpanReduction::reduce(const std::vector<Candidate>& candidates,
                           const DefiniteMatches& definite, std::int32_t hypothesis_length,
                           std::int32_t reference_length, std::int32_t exact_stage) {
    hypothesis_length_ = at(hypothesis_length);
    reference_length_ = at(reference_length);
    certain_.clear();
    open_.clear();
    before_.clear();
    dropped_.clear();
    inside_.clear();
    last_at_.assign(hypothesis_length_, -1);
    for (const Candidate& candidate : candidates) {
        if (definite.contains(candidate)) {
            certain_.push_back(match_of(candidate, exact_stage));
        } else {
            keep(candidate, exact_stage);
        }
    }
    drop_worse_than_inside(exact_stage);
    find_required(exact_stage);
    drop_outweighed();
    bool took = true;  // what is worth nothing stands in the way of nothing: then none is left
    for (int round = 0; round < kReductionRounds; ++round) {
        took = took && take_certain();
        took = take_between() || took;
        const bool dropped = drop_useless();
        if (!took && !dropped) {
            break;
        }
    }
}

// Of candidates with equal spans one is kept. They start at one token of the reference, so those
// before that need not be looked at.
void SpanReduction::keep(const Candidate& candidate, std::int32_t exact_stage) {
    const SpanMatch match = match_of(candidate, exact_stage);
    std::int32_t& last = last_at_[at(match.hypothesis_start)];
    for (std::int32_t number = last; number >= 0; number = before_[at(number)]) {
        SpanMatch& known = open_[at(number)];
        if (known.reference_start != match.reference_start) {
            break;
        }
        if (known.reference_end == match.reference_end &&
            known.hypothesis_end == match.hypothesis_end) {
            if (match.worth > known.worth ||
                (match.worth == known.worth && match.stage < known.stage)) {
                known = match;
            }
            return;
        }
    }
    before_.push_back(last);
    last = static_cast<std::int32_t>(open_.size());
    open_.push_back(match);
}

void SpanReduction::drop_worse_than_inside(std::int32_t exact_stage) {
    const auto is_phrase = [](const SpanMatch& match) { return match.words() > 2; };
    if (std::none_of(open_.begin(), open_.end(), is_phrase)) {
        return;
    }
    exact_.clear();
    exact_first_.assign(reference_length_ + 1, 0);
    for (const SpanMatch& match : open_) {
        if (is_exact_word(match, exact_stage)) {
            exact_.push_back(match);
            ++exact_first_[at(match.reference_start) + 1];
        }
    }
    for (std::size_t token = 0; token < reference_length_; ++token) {
        exact_first_[token + 1] += exact_first_[token];
    }
    taken_.assign(hypothesis_length_, 0);
    phrase_ = 0;
    std::size_t kept = 0;
    for (const SpanMatch& match : open_) {
        chosen_.clear();
        if (is_phrase(match)) {
            find_exact_inside(match);
        }
        if (2 * chosen_.size() > at(match.worth)) {
            dropped_.push_back({match.spans(), inside_.size(), inside_.size() + chosen_.size()});
            for (const SpanMatch& exact : chosen_) {
                inside_.push_back(exact.spans());
            }
        } else {
            open_[kept++] = match;
        }
    }
    open_.resize(kept);
    std::sort(dropped_.begin(), dropped_.end(), [](const Dropped& one, const Dropped& other) {
        return one.spans < other.spans;
    });
}

void SpanReduction::find_exact_inside(const SpanMatch& phrase) {
    ++phrase_;
    for (std::int32_t j = phrase.reference_start; j < phrase.reference_end; ++j) {
        for (std::size_t number = exact_first_[at(j)]; number < exact_first_[at(j) + 1];
             ++number) {
            const std::int32_t i = exact_[number].hypothesis_start;
            if (phrase.hypothesis_start <= i && i < phrase.hypothesis_end &&
                taken_[at(i)] != phrase_) {
                taken_[at(i)] = phrase_;
                chosen_.push_back(exact_[number]);
                break;
            }
        }
    }
}

void SpanReduction::add_chosen(const Spans& spans, std::vector<Spans>& chosen) const {
    const auto found = std::lower_bound(
        dropped_.begin(), dropped_.end(), spans,
        [](const Dropped& dropped, const Spans& wanted) { return dropped.spans < wanted; });
    if (found == dropped_.end() || found->spans != spans) {
        chosen.push_back(spans);
        return;
    }
    chosen.insert(chosen.end(), inside_.begin() + static_cast<std::ptrdiff_t>(found->first),
                  inside_.begin() + static_cast<std::ptrdiff_t>(found->end));
}

template <typename Visitor>
void SpanReduction::for_each_token(const SpanMatch& match, Visitor&& visit) const {
    for (std::int32_t token = match.reference_start; token < match.reference_end; ++token) {
        visit(at(token));
    }
    for (std::int32_t token = match.hypothesis_start; token < match.hypothesis_end; ++token) {
        visit(reference_length_ + at(token));
    }
}

// Equal words stand ``a`` times in the one row and ``b`` times in the other. If ``c`` of the latter
// may be covered by something else of worth, and ``b - c`` is no less than ``a``, then one of them
// is left for each of the ``a``.
void SpanReduction::find_required(std::int32_t exact_stage) {
    required_.assign(reference_length_ + hypothesis_length_, 0);
    find_equal_words(exact_stage);
    in_others_.assign(required_.size(), 0);
    for (const SpanMatch& match : open_) {
        if (match.worth == 0 || is_exact_word(match, exact_stage)) {
            continue;
        }
        for_each_token(match, [&](std::size_t token) {
            if (equal_to_[token] >= 0 && in_others_[token] == 0) {
                in_others_[token] = 1;
                ++side_of(token).in_others;
            }
        });
    }
    for (std::size_t token = 0; token < required_.size(); ++token) {
        if (equal_to_[token] < 0) {
            continue;
        }
        const EqualWords& words = equal_words_[at(equal_to_[token])];
        const bool in_reference = token < reference_length_;
        const EqualWords::Side& own = in_reference ? words.reference : words.hypothesis;
        const EqualWords::Side& other = in_reference ? words.hypothesis : words.reference;
        required_[token] =
            words.is_complete() && other.tokens - other.in_others >= own.tokens;
    }
}

void SpanReduction::find_equal_words(std::int32_t exact_stage) {
    equal_words_.clear();
    equal_to_.assign(reference_length_ + hypothesis_length_, -1);
    for (const SpanMatch& match : open_) {
        if (!is_exact_word(match, exact_stage)) {
            continue;
        }
        const std::size_t tokens[] = {at(match.reference_start),
                                      reference_length_ + at(match.hypothesis_start)};
        std::int32_t words = std::max(equal_to_[tokens[0]], equal_to_[tokens[1]]);
        if (words < 0) {
            words = static_cast<std::int32_t>(equal_words_.size());
            equal_words_.emplace_back();
        }
        for (const std::size_t token : tokens) {
            if (equal_to_[token] < 0) {
                equal_to_[token] = words;
                ++side_of(token).tokens;
            } else if (equal_to_[token] != words) {
                equal_words_[at(equal_to_[token])].whole = false;
                equal_words_[at(words)].whole = false;
            }
        }
        ++equal_words_[at(words)].matches;
    }
}

SpanReduction::EqualWords::Side& SpanReduction::side_of(std::size_t token) {
    EqualWords& words = equal_words_[at(equal_to_[token])];
    return token < reference_length_ ? words.reference : words.hypothesis;
}

void SpanReduction::drop_outweighed() {
    const auto is_outweighed = [&](const SpanMatch& match) {
        return match.worth == 0 && (is_required_reference(match.reference_start) ||
                                    is_required_hypothesis(match.hypothesis_start));
    };
    open_.erase(std::remove_if(open_.begin(), open_.end(), is_outweighed), open_.end());
}

// What stands in the way of a candidate, at most.
std::int64_t SpanReduction::at_stake(std::int32_t number) const {
    std::int64_t sum = 0;
    for_each_token(open_[at(number)], [&](std::size_t token) {
        const Rivals& rivals = rivals_[token];
        sum += rivals.owner == number ? rivals.second : rivals.first;
    });
    return sum;
}

// Takes what is worth more than all that shares a word with it, and drops that; whether any was.
bool SpanReduction::take_certain() {
    rivals_.assign(reference_length_ + hypothesis_length_, Rivals{});
    const auto count = static_cast<std::int32_t>(open_.size());
    for (std::int32_t number = 0; number < count; ++number) {
        const std::int32_t worth = open_[at(number)].worth;
        for_each_token(open_[at(number)], [&](std::size_t token) {
            Rivals& rivals = rivals_[token];
            if (worth > rivals.first) {
                rivals.second = rivals.first;
                rivals.first = worth;
                rivals.owner = number;
            } else if (worth > rivals.second) {
                rivals.second = worth;
            }
        });
    }
    const std::size_t known = certain_.size();
    for (std::int32_t number = 0; number < count; ++number) {
        if (open_[at(number)].worth > at_stake(number)) {
            certain_.push_back(open_[at(number)]);
        }
    }
    take(known);
    return certain_.size() > known;
}

// Takes words between certain matches: one, or two that follow each other; whether any was.
bool SpanReduction::take_between() {
    if (open_.empty()) {
        return false;
    }
    certain_starts_.assign(reference_length_ + 1, -1);
    certain_ends_.assign(reference_length_ + 1, -1);
    for (const SpanMatch& match : certain_) {
        certain_starts_[at(match.reference_start)] = match.hypothesis_start;
        certain_ends_[at(match.reference_end)] = match.hypothesis_end;
    }
    word_after_.assign(reference_length_ + 1, -1);
    word_before_.assign(reference_length_ + 1, -1);
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& match = open_[number];
        const std::size_t j = at(match.reference_start);
        const bool after = certain_ends_[j] == match.hypothesis_start;
        const bool before = certain_starts_[at(match.reference_end)] == match.hypothesis_end;
        if ((!after && !before) || !is_only_equal_words(match)) {
            continue;
        }
        if (after) {
            word_after_[j] = static_cast<std::int32_t>(number);
        }
        if (before) {
            word_before_[j] = static_cast<std::int32_t>(number);
        }
    }
    const std::size_t known = certain_.size();
    for (std::size_t j = 0; j < reference_length_; ++j) {
        const std::int32_t word = word_after_[j];
        const std::int32_t next = word_before_[j + 1];
        if (word < 0) {
            continue;
        }
        if (word == word_before_[j]) {
            certain_.push_back(open_[at(word)]);
        } else if (next >= 0 && open_[at(next)].hypothesis_start ==
                                    open_[at(word)].hypothesis_end) {
            certain_.push_back(open_[at(word)]);
            certain_.push_back(open_[at(next)]);
        }
    }
    take(known);
    return certain_.size() > known;
}

// Whether a candidate matches words of which each may be matched with each by stage exact, and
// nothing else of worth covers the two.
bool SpanReduction::is_only_equal_words(const SpanMatch& match) const {
    const std::size_t j = at(match.reference_start);
    const std::size_t i = reference_length_ + at(match.hypothesis_start);
    if (match.words() != 2 || match.worth == 0 || in_others_[i] != 0 || in_others_[j] != 0) {
        return false;
    }
    return equal_words_[at(equal_to_[j])].is_complete();
}

// Drops what shares a word with certain matches, those after the first so many.
void SpanReduction::take(std::size_t known) {
    if (certain_.size() == known) {
        return;
    }
    blocked_.assign(reference_length_ + hypothesis_length_, 0);
    for (std::size_t number = known; number < certain_.size(); ++number) {
        for_each_token(certain_[number], [&](std::size_t token) { blocked_[token] = 1; });
    }
    const auto is_blocked = [&](const SpanMatch& match) {
        bool found = false;
        for_each_token(match, [&](std::size_t token) { found = found || blocked_[token] != 0; });
        return found;
    };
    open_.erase(std::remove_if(open_.begin(), open_.end(), is_blocked), open_.end());
}

// Drops what is worth nothing and is a chunk by itself; whether any was.
bool SpanReduction::drop_useless() {
    if (std::none_of(open_.begin(), open_.end(),
                     [](const SpanMatch& match) { return match.worth == 0; })) {
        return false;
    }
    starts_.clear(certain_.size() + open_.size());
    ends_.clear(certain_.size() + open_.size());
    for (const std::vector<SpanMatch>* matches : {&certain_, &open_}) {
        for (const SpanMatch& match : *matches) {
            starts_.add(match.reference_start, match.hypothesis_start, 0);
            ends_.add(match.reference_end, match.hypothesis_end, 0);
        }
    }
    const auto is_useless = [&](const SpanMatch& match) {
        return match.worth == 0 &&
               !ends_.contains(match.reference_start, match.hypothesis_start) &&
               !starts_.contains(match.reference_end, match.hypothesis_end);
    };
    const std::size_t before = open_.size();
    open_.erase(std::remove_if(open_.begin(), open_.end(), is_useless), open_.end());
    return open_.size() != before;
}

}  // namespace meteorscope
