#include "search/spans/optimal/reduction.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr int kReductionRounds = 8;
constexpr std::int32_t kWorthOfExactWord = 2;

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

// Of candidates with equal spans one is kept. They start at one token of the reference, so those
// before that need not be looked at.
void SpanReduction::keep(const Candidate& candidate, std::int32_t exact_stage) {
    const SpanMatch match = match_of(candidate, exact_stage);
    std::int32_t& last = last_at_[index(match.hypothesis_start)];
    for (std::int32_t number = last; number >= 0; number = before_[index(number)]) {
        SpanMatch& known = open_[index(number)];
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
    has_phrases_ = has_phrases_ || match.words() > 2;
}

void SpanReduction::reduce(const Candidates& candidates,
                           const DefiniteMatches& definite, std::int32_t hypothesis_length,
                           std::int32_t reference_length, std::int32_t exact_stage) {
    hypothesis_length_ = index(hypothesis_length);
    reference_length_ = index(reference_length);
    certain_.clear();
    open_.clear();
    before_.clear();
    has_phrases_ = false;
    lost_worth_ = true;
    fill_blocks(last_at_, hypothesis_length_, -1);
    fill_blocks(certain_starts_, reference_length_ + 1, -1);
    fill_blocks(certain_ends_, reference_length_ + 1, -1);
    for (const Candidate& candidate : candidates) {
        if (definite.contains(candidate)) {
            add_certain(match_of(candidate, exact_stage));
        } else {
            keep(candidate, exact_stage);
        }
    }
    find_equal_words(exact_stage);
    if (has_phrases_) {
        drop_worse_than_equals();
    }
    find_required();
    drop_outweighed(exact_stage);
    number_points();
    fill_blocks(blocked_, reference_length_ + hypothesis_length_, char{0});
    bool took = true;  // worthless candidates conflict with nothing: then all are taken
    for (int round = 0; round < kReductionRounds; ++round) {
        took = took && take_certain();
        took = take_runs() || took;
        const bool dropped = drop_useless();
        if (!took && !dropped) {
            break;
        }
    }
}

template <typename Visitor>
void SpanReduction::for_each_token(const SpanMatch& match, Visitor&& visit) const {
    meteorscope::for_each_token(match.reference_start, match.reference_end - match.reference_start,
                                visit);
    meteorscope::for_each_token(match.hypothesis_start,
                                match.hypothesis_end - match.hypothesis_start,
                                [&](std::size_t token) { visit(reference_length_ + token); });
}

template <typename Visitor>
void SpanReduction::for_each_equal_word(const SpanMatch& match, Visitor&& visit) const {
    for_each_token(match, [&](std::size_t token) {
        if (equal_to_[token] >= 0) {
            visit(token);
        }
    });
}

// Drops phrases without which more of equal words can be matched, as long as there are any.
void SpanReduction::drop_worse_than_equals() {
    phrases_.clear();
    useless_.clear();
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& match = open_[number];
        if (match.words() != 2 && match.worth != 0) {
            phrases_.push_back(number);
            for_each_equal_word(match, [this](std::size_t token) {
                side_of(token).in_others += in_others_[token]++ == 0;
            });
        }
    }
    for (std::size_t left = phrases_.size() + 1; phrases_.size() < left;) {
        left = phrases_.size();
        std::size_t kept = 0;
        for (const std::size_t number : phrases_) {
            const SpanMatch& match = open_[number];
            if (2 * equals_left_out(match) <= match.worth) {
                phrases_[kept++] = number;
                continue;
            }
            useless_.push_back(number);
            for_each_equal_word(match, [this](std::size_t token) {
                side_of(token).in_others -= --in_others_[token] == 0;
            });
        }
        phrases_.resize(kept);
    }
    std::sort(useless_.begin(), useless_.end());
    drop(useless_);
}

// How many more matches of equal words there are, at least, without a phrase.
std::int64_t SpanReduction::equals_left_out(const SpanMatch& phrase) {
    for_each_equal_word(phrase, [this](std::size_t token) { ++side_of(token).taken; });
    std::int64_t left_out = 0;
    for_each_equal_word(phrase, [&](std::size_t token) {
        EqualWords& words = equal_words_[index(equal_to_[token])];
        left_out += words.is_complete() ? words.left_out() : 0;
        words.reference.taken = 0;  // then its next token leaves out nothing
        words.hypothesis.taken = 0;
    });
    return left_out;
}

// Equal words occur ``a`` times in the one row and ``b`` times in the other. If ``c`` of the latter
// may be covered by something else of worth, and ``b - c`` is no less than ``a``, then one of them
// is left for each of the ``a``.
void SpanReduction::find_required() {
    for (EqualWords& words : equal_words_) {
        const bool is_complete = words.is_complete();
        words.reference.required =
            is_complete && words.hypothesis.tokens - words.hypothesis.in_others >=
                               words.reference.tokens;
        words.hypothesis.required =
            is_complete && words.reference.tokens - words.reference.in_others >=
                               words.hypothesis.tokens;
    }
}

void SpanReduction::find_equal_words(std::int32_t exact_stage) {
    equal_words_.clear();
    const std::size_t tokens = reference_length_ + hypothesis_length_;
    fill_blocks(equal_to_, tokens, -1);
    fill_blocks(exact_at_, tokens, 0);
    fill_blocks(in_others_, tokens, 0);
    for (const SpanMatch& match : open_) {
        if (!is_exact_word(match, exact_stage)) {
            continue;
        }
        const std::size_t pair[] = {index(match.reference_start),
                                    reference_length_ + index(match.hypothesis_start)};
        std::int32_t words = std::max(equal_to_[pair[0]], equal_to_[pair[1]]);
        if (words < 0) {
            words = static_cast<std::int32_t>(equal_words_.size());
            equal_words_.emplace_back();
        }
        for (const std::size_t token : pair) {
            ++exact_at_[token];
            if (equal_to_[token] < 0) {
                equal_to_[token] = words;
                ++side_of(token).tokens;
            } else if (equal_to_[token] != words) {
                equal_words_[index(equal_to_[token])].whole = false;
                equal_words_[index(words)].whole = false;
            }
        }
        ++equal_words_[index(words)].matches;
    }
}

SpanReduction::EqualWords::Side& SpanReduction::side_of(std::size_t token) {
    EqualWords& words = equal_words_[index(equal_to_[token])];
    return token < reference_length_ ? words.reference : words.hypothesis;
}

// Drops worthless candidates that take a required word, and classifies the rest.
void SpanReduction::drop_outweighed(std::int32_t exact_stage) {
    worthless_ = 0;
    has_others_ = false;
    std::size_t kept = 0;
    for (SpanMatch& match : open_) {
        if (is_exact_word(match, exact_stage)) {
            const std::size_t j = index(match.reference_start);
            const std::size_t i = reference_length_ + index(match.hypothesis_start);
            match.is_only_equal =
                words_of(match).is_complete() && (in_others_[i] | in_others_[j]) == 0;
        } else if (match.worth == 0) {
            if (is_required_reference(match.reference_start) ||
                is_required_hypothesis(match.hypothesis_start)) {
                continue;
            }
            ++worthless_;
        }
        has_others_ = has_others_ || (match.worth != 0 && !match.is_only_equal);
        open_[kept++] = match;
    }
    open_.resize(kept);
}

// Drops the open candidates with these numbers, which ascend.
void SpanReduction::drop(const std::vector<std::size_t>& numbers) {
    if (numbers.empty()) {
        return;
    }
    std::size_t kept = numbers.front();
    auto next = numbers.begin();
    for (std::size_t number = kept; number < open_.size(); ++number) {
        if (next != numbers.end() && *next == number) {
            ++next;
        } else {
            open_[kept++] = open_[number];
        }
    }
    open_.resize(kept);
}

// Says of each open candidate where it starts and ends, and of each such place how many do.
void SpanReduction::number_points() {
    point_numbers_.clear(open_.size());
    open_at_.clear();
    for (SpanMatch& match : open_) {
        const auto next = static_cast<std::int32_t>(open_at_.size());
        match.end_point = point_numbers_.add(match.reference_end, match.hypothesis_end, next);
        if (match.end_point == next) {
            open_at_.emplace_back();
        }
        ++open_at_[index(match.end_point)].ends;
    }
    for (SpanMatch& match : open_) {
        match.start_point = point_numbers_.find(match.reference_start, match.hypothesis_start);
        if (match.start_point >= 0) {
            ++open_at_[index(match.start_point)].starts;
        }
    }
}

// Takes candidates worth more than all that share a word with them, and drops those; returns
// whether any was taken.
bool SpanReduction::take_certain() {
    if (!lost_worth_) {  // then no conflict got smaller
        return false;
    }
    lost_worth_ = false;
    if (has_others_) {
        find_rivals();
    }
    const std::size_t known = certain_.size();
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& match = open_[number];
        if (match.worth != 0 && (match.words() == 2 ? is_certain_word(match)
                                                    : match.worth > at_stake(number))) {
            add_certain(match);
        }
    }
    take(known);
    return certain_.size() > known;
}

// Whether an exact match of single words is worth more than all that shares a word with it: another
// of that kind is worth as much.
bool SpanReduction::is_certain_word(const SpanMatch& match) const {
    const std::size_t j = index(match.reference_start);
    const std::size_t i = reference_length_ + index(match.hypothesis_start);
    return exact_at_[j] == 1 && exact_at_[i] == 1 &&
           (match.is_only_equal || match.worth > rivals_[j].first + rivals_[i].first);
}

// The worth that conflicts with a phrase, at most.
std::int64_t SpanReduction::at_stake(std::size_t number) const {
    std::int64_t sum = 0;
    for_each_token(open_[number], [&](std::size_t token) {
        const Rivals& rivals = rivals_[token];
        const std::int32_t of_phrases = index(rivals.owner) == number ? rivals.second : rivals.first;
        sum += std::max(of_phrases, exact_at_[token] != 0 ? kWorthOfExactWord : 0);
    });
    return sum;
}

void SpanReduction::find_rivals() {
    rivals_.assign(reference_length_ + hypothesis_length_, Rivals{});
    const auto count = static_cast<std::int32_t>(open_.size());
    for (std::int32_t number = 0; number < count; ++number) {
        if (open_[index(number)].words() == 2) {
            continue;
        }
        const std::int32_t worth = open_[index(number)].worth;
        for_each_token(open_[index(number)], [&](std::size_t token) {
            Rivals& rivals = rivals_[token];
            rivals.second = std::max(rivals.second, std::min(rivals.first, worth));
            rivals.owner = worth > rivals.first ? number : rivals.owner;
            rivals.first = std::max(rivals.first, worth);
        });
    }
}

void SpanReduction::add_certain(const SpanMatch& match) {
    certain_.push_back(match);
    certain_starts_[index(match.reference_start)] = match.hypothesis_start;
    certain_ends_[index(match.reference_end)] = match.hypothesis_end;
}

// Takes runs of words that are in every best alignment; whether any was.
bool SpanReduction::take_runs() {
    find_adjacencies();
    const std::size_t known = certain_.size();
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& first = open_[number];
        if (!first.is_only_equal || before_in_run(first) >= 0 ||
            (words_at_[index(first.end_point)].starting < 0 && !is_after_certain(first) &&
             !is_before_certain(first))) {  // nothing is lost without a word beside nothing
            continue;
        }
        run_.clear();
        for (std::int32_t word = static_cast<std::int32_t>(number); word >= 0;
             word = words_at_[index(open_[index(word)].end_point)].starting) {
            run_.push_back(open_[index(word)]);
        }
        for (std::size_t from = 0; from < run_.size();) {
            const std::size_t length = best_length(from);
            for (std::size_t word = from; word < from + length; ++word) {
                add_certain(run_[word]);
            }
            from += std::max<std::size_t>(1, length);
        }
    }
    take(known);
    return certain_.size() > known;
}

// The word of a run that a match continues, or -1.
std::int32_t SpanReduction::before_in_run(const SpanMatch& match) const {
    return match.start_point < 0 ? -1 : words_at_[index(match.start_point)].ending;
}

// Finds where open matches may be adjacent to others, and the words of runs.
void SpanReduction::find_adjacencies() {
    fill_blocks(in_reference_, reference_length_ + 1, kNoJoint);
    fill_blocks(in_hypothesis_, hypothesis_length_ + 1, kNoJoint);
    words_at_.assign(open_at_.size(), WordsAt{});
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& match = open_[number];
        if (is_after_certain(match) ||
            (match.start_point >= 0 && open_at_[index(match.start_point)].ends > 0)) {
            add_joint(match.reference_start, match.hypothesis_start);
        }
        if (is_before_certain(match)) {
            add_joint(match.reference_end, match.hypothesis_end);
        }
        if (match.is_only_equal) {
            words_at_[index(match.end_point)].ending = static_cast<std::int32_t>(number);
            if (match.start_point >= 0) {
                words_at_[index(match.start_point)].starting = static_cast<std::int32_t>(number);
            }
        }
    }
}

void SpanReduction::add_joint(std::int32_t j, std::int32_t i) {
    const auto add = [](std::int32_t& only, std::int32_t other) {
        only = only == kNoJoint || only == other ? other : kSeveralJoints;
    };
    add(in_reference_[index(j)], i);
    add(in_hypothesis_[index(i)], j);
}

// Adjacencies that others may have at a joint: one on each side.
std::int32_t SpanReduction::losses(std::int32_t j, std::int32_t i) const {
    const std::int32_t in_reference = in_reference_[index(j)];
    const std::int32_t in_hypothesis = in_hypothesis_[index(i)];
    return (in_reference != kNoJoint && in_reference != i) +
           (in_hypothesis != kNoJoint && in_hypothesis != j);
}

// How many words of the run, from one on, are in every best alignment: the most that are.
std::size_t SpanReduction::best_length(std::size_t from) const {
    const SpanMatch& first = run_[from];
    std::int32_t broken =
        is_after_certain(first) ? 1 : -losses(first.reference_start, first.hypothesis_start);
    std::size_t best = 0;
    for (std::size_t word = from; word < run_.size(); ++word) {
        const std::int32_t lost = losses(run_[word].reference_end, run_[word].hypothesis_end);
        const std::int32_t end = is_before_certain(run_[word]) ? 1 : -lost;
        if (broken + end > 0) {
            best = word + 1 - from;
        }
        if (broken < 0) {
            break;
        }
        broken = std::min(1, broken + 1 - lost);
    }
    return best;
}

// Drops what shares a word with certain matches, those after the first so many.
void SpanReduction::take(std::size_t known) {
    if (certain_.size() == known) {
        return;
    }
    for (std::size_t number = known; number < certain_.size(); ++number) {
        for_each_token(certain_[number], [&](std::size_t token) {
            blocked_[token] = 1;
        });
    }
    std::size_t kept = 0;
    std::size_t lost = 0;
    for (const SpanMatch& match : open_) {
        char blocked = 0;
        for_each_token(match, [&](std::size_t token) { blocked |= blocked_[token]; });
        if (blocked != 0) {
            forget(match);
            lost += match.worth != 0;
        } else {
            open_[kept++] = match;
        }
    }
    open_.resize(kept);
    lost_worth_ = lost_worth_ || lost > certain_.size() - known;
}

// Called for each candidate that is no longer open.
void SpanReduction::forget(const SpanMatch& match) {
    if (match.worth == 0) {
        --worthless_;
    } else if (match.words() == 2) {
        --exact_at_[index(match.reference_start)];
        --exact_at_[reference_length_ + index(match.hypothesis_start)];
    }
    --open_at_[index(match.end_point)].ends;
    if (match.start_point >= 0) {
        --open_at_[index(match.start_point)].starts;
    }
}

// Drops worthless candidates that are a chunk by themselves; returns whether any was dropped.
bool SpanReduction::drop_useless() {
    if (worthless_ == 0) {
        return false;
    }
    useless_.clear();
    for (std::size_t number = 0; number < open_.size(); ++number) {
        const SpanMatch& match = open_[number];
        if (match.worth == 0 && certain_neighbours(match) == 0 &&
            (match.start_point < 0 || open_at_[index(match.start_point)].ends == 0) &&
            open_at_[index(match.end_point)].starts == 0) {
            useless_.push_back(number);
        }
    }
    for (const std::size_t number : useless_) {
        forget(open_[number]);
    }
    drop(useless_);
    return !useless_.empty();
}

}  // namespace meteorscope
