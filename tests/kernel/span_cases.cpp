#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "puzzles.hpp"

namespace meteorscope::fuzzing {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::array<std::int32_t, 5> numbers_of(const Candidate& candidate) {
    return {candidate.reference_start, candidate.reference_length, candidate.hypothesis_start,
            candidate.hypothesis_length, candidate.stage};
}

std::array<std::int32_t, 5> numbers_of(const Link& link) {
    return {link.hypothesis_start, link.hypothesis_end, link.reference_start, link.reference_end,
            link.stage};
}

template <typename Item>
bool is_same(const UnsetVector<Item>& one, const UnsetVector<Item>& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const Item& its, const Item& others) {
                          return numbers_of(its) == numbers_of(others);
                      });
}

// ── Candidates

// Phrases at random. They begin inside the rows, but may reach beyond them, as may those of a
// table that lives in Python.
class RandomPhrases final : public PhraseMatcher {
public:
    RandomPhrases(Dice& dice, const RowPair& rows) {
        const auto length = [&dice](std::size_t tokens) {
            return static_cast<std::int32_t>(std::min<std::size_t>(tokens, 2000)) +
                   dice.between(0, 1);
        };
        for (std::int32_t count = dice.one_in(3) ? 0 : dice.between(0, 12); count > 0; --count) {
            if (rows.hypothesis.empty() || rows.reference.empty()) {
                return;
            }
            const bool is_far = dice.one_in(40);
            const std::int32_t farthest =
                is_far ? dice.one_of<std::int32_t>({-1, 0, length(rows.reference.size()),
                                                    std::numeric_limits<std::int32_t>::max()})
                       : 0;
            const PhraseMatch match = near_match(dice, rows);
            auto& list = dice.one_in(2) ? from_reference_ : from_hypothesis_;
            list.push_back(match);
            if (is_far) {
                list.back().target_length = farthest;
            }
            if (&list == &from_hypothesis_) {
                std::swap(list.back().source_start, list.back().target_start);
                std::swap(list.back().source_length, list.back().target_length);
            }
        }
    }

    void find(const std::vector<std::int32_t>&, const std::vector<std::int32_t>&,
              std::vector<PhraseMatch>& from_reference,
              std::vector<PhraseMatch>& from_hypothesis) override {
        from_reference = from_reference_;
        from_hypothesis = from_hypothesis_;
    }
    const std::vector<PhraseMatch>& from_reference() const { return from_reference_; }
    const std::vector<PhraseMatch>& from_hypothesis() const { return from_hypothesis_; }

private:
    static PhraseMatch near_match(Dice& dice, const RowPair& rows) {
        const auto reference = static_cast<std::int32_t>(rows.reference.size());
        const auto hypothesis = static_cast<std::int32_t>(rows.hypothesis.size());
        PhraseMatch match{};
        match.source_start = dice.between(0, reference - 1);
        match.source_length = dice.between(1, std::min(4, reference - match.source_start));
        match.target_start = dice.between(0, hypothesis - 1);
        match.target_length = dice.between(1, std::min(4, hypothesis - match.target_start));
        return match;
    }

    std::vector<PhraseMatch> from_reference_;
    std::vector<PhraseMatch> from_hypothesis_;
};

struct SpanPuzzle {
    const RowPair& rows;
    const RandomKeys& keys;
    const Integers& words;
    const std::vector<std::uint8_t>& shares_word;
    std::int32_t exact_stage;
    std::int32_t phrase_stage;
    RandomPhrases& phrases;

    SpanGrounds grounds() const {
        return {keys, words.data(), shares_word.data(), exact_stage, phrase_stage, &phrases};
    }
};

bool match(const SpanPuzzle& puzzle, std::int32_t stage, std::int32_t s, std::int32_t t) {
    const bool same = puzzle.words[at(s)] == puzzle.words[at(t)];
    if (stage == puzzle.exact_stage) {
        return same;
    }
    const IntegerSpan theirs = puzzle.keys.reference_keys(stage, t);
    const IntegerSpan ours = puzzle.keys.hypothesis_keys(stage, s);
    return !same && std::find_first_of(theirs.begin(), theirs.end(), ours.begin(), ours.end()) !=
                        theirs.end();
}

// Pair by pair, as METEOR 1.5 looks for them.
Candidates candidates_by_the_book(const SpanPuzzle& puzzle) {
    const auto& [hypothesis, reference] = puzzle.rows;
    const bool same = std::equal(
        hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(),
        [&](std::int32_t s, std::int32_t t) { return puzzle.words[at(s)] == puzzle.words[at(t)]; });
    Candidates candidates;
    for (std::int32_t j = 0; at(j) < reference.size(); ++j) {
        for (std::int32_t stage = 0; stage < (same ? 1 : puzzle.keys.stages()); ++stage) {
            if (stage != puzzle.phrase_stage) {
                for (std::int32_t i = 0; at(i) < hypothesis.size(); ++i) {
                    if (match(puzzle, stage, hypothesis[at(i)], reference[at(j)])) {
                        candidates.push_back({j, 1, i, 1, stage});
                    }
                }
                continue;
            }
            for (const PhraseMatch& found : puzzle.phrases.from_reference()) {
                if (found.source_start == j) {
                    candidates.push_back({j, found.source_length, found.target_start,
                                          found.target_length, stage});
                }
            }
            for (const PhraseMatch& found : puzzle.phrases.from_hypothesis()) {
                if (found.target_start == j) {
                    candidates.push_back({j, found.target_length, found.source_start,
                                          found.source_length, stage});
                }
            }
        }
    }
    return candidates;
}

// Some types are one word, as words with equal hash codes are to METEOR.
Integers some_words(Dice& dice, std::int32_t types) {
    Integers words(at(types));
    const bool any = dice.one_in(2);
    for (std::int32_t type = 0; type < types; ++type) {
        words[at(type)] = any ? static_cast<std::int32_t>(dice.any()) : type;
        if (dice.one_in(6)) {
            words[at(type)] = words[at(dice.between(0, type))];
        }
    }
    return words;
}

// ── Alignments

struct Segment {
    Candidates candidates;
    std::int32_t hypothesis_length;
    std::int32_t reference_length;
    std::int32_t exact_stage;
};

// By type: 1 where another type is the same word.
std::vector<std::uint8_t> which_share_words(const Integers& words) {
    std::vector<std::uint8_t> shares_word;
    for (const std::int32_t word : words) {
        shares_word.push_back(std::count(words.begin(), words.end(), word) > 1 ? 1 : 0);
    }
    return shares_word;
}

// More worth, fewer chunks, more words, less distance: the larger, the better.
using Worth = std::array<std::int64_t, 4>;

Worth worth_of(const SpanResult& result, std::int32_t exact_stage) {
    std::int64_t worth = 0;
    std::int64_t words = 0;
    std::int64_t distance = 0;
    for (const Link& link : result.links) {
        const std::int32_t ours = link.hypothesis_end - link.hypothesis_start;
        const std::int32_t theirs = link.reference_end - link.reference_start;
        worth += link.stage == exact_stage ? ours + theirs : ours / 2 + theirs / 2;
        words += ours + theirs;
        distance += std::abs(std::int64_t{link.hypothesis_start} - link.reference_start);
    }
    return {worth, -count_link_chunks(result.links), words, -distance};
}

void take(std::vector<bool>& taken, std::int32_t start, std::int32_t end) {
    for (std::int32_t token = start; token < end; ++token) {
        require(!taken.at(at(token)), "no word is matched twice");
        taken[at(token)] = true;
    }
}

void require_valid(const Segment& segment, const SpanResult& result) {
    std::set<std::array<std::int32_t, 5>> listed;
    std::set<std::array<std::int32_t, 5>> definite;
    DefiniteMatches matches;
    matches.find(segment.candidates, segment.hypothesis_length, segment.reference_length);
    for (const Candidate& candidate : segment.candidates) {
        listed.insert(numbers_of(link_of(candidate)));
        if (matches.contains(candidate)) {
            definite.insert(numbers_of(link_of(candidate)));
        }
    }
    std::vector<bool> of_hypothesis(at(segment.hypothesis_length));
    std::vector<bool> of_reference(at(segment.reference_length));
    std::int32_t before = 0;
    for (const Link& link : result.links) {
        require(before <= link.hypothesis_start, "links ascend within the hypothesis");
        before = link.hypothesis_start;
        require(listed.count(numbers_of(link)) == 1, "every link is a candidate");
        definite.erase(numbers_of(link));
        take(of_hypothesis, link.hypothesis_start, link.hypothesis_end);
        take(of_reference, link.reference_start, link.reference_end);
    }
    require(definite.empty(), "all definite matches are taken");
    require(result.chunk_gap >= 0 && result.steps >= 0, "a gap and steps are 0 or more");
    require(!result.optimal || result.chunk_gap == 0, "what is proved has no gap");
}

bool is_valid(const Segment& segment) {
    try {
        require_valid_candidates(segment.candidates, segment.hypothesis_length,
                                 segment.reference_length);
    } catch (const std::invalid_argument&) {
        return false;
    }
    return true;
}

// Spans of any kind, most of them inside the rows, and in order unless something is wrong.
Segment random_segment(Dice& dice) {
    Segment segment{{}, dice.between(0, 30), dice.between(0, 30), dice.between(-1, 3)};
    if (dice.one_in(30)) {  // room for 64 slots is too little
        segment.hypothesis_length = dice.between(60, 300);
        segment.reference_length = dice.between(60, 300);
    }
    const std::int32_t longest = dice.between(1, 5);
    if (segment.hypothesis_length == 0 || segment.reference_length == 0) {
        return segment;
    }
    for (std::int32_t count = dice.between(0, dice.one_of<std::int32_t>({8, 60, 300})); count > 0;
         --count) {
        Candidate candidate{};
        candidate.reference_start = dice.between(0, segment.reference_length - 1);
        candidate.hypothesis_start = dice.between(0, segment.hypothesis_length - 1);
        candidate.reference_length = dice.between(
            1, std::min(longest, segment.reference_length - candidate.reference_start));
        candidate.hypothesis_length = dice.between(
            1, std::min(longest, segment.hypothesis_length - candidate.hypothesis_start));
        candidate.stage = dice.between(0, 3);
        segment.candidates.push_back(candidate);
    }
    std::stable_sort(segment.candidates.begin(), segment.candidates.end(),
                     [](const Candidate& one, const Candidate& other) {
                         return one.reference_start < other.reference_start;
                     });
    return segment;
}

void spoil(Dice& dice, Segment& segment) {
    constexpr std::int32_t greatest = std::numeric_limits<std::int32_t>::max();
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    if (segment.candidates.empty()) {
        return;
    }
    Candidate& candidate = segment.candidates[dice.any() % segment.candidates.size()];
    std::int32_t* const numbers[] = {&candidate.reference_start, &candidate.reference_length,
                                     &candidate.hypothesis_start, &candidate.hypothesis_length,
                                     &candidate.stage};
    *numbers[dice.between(0, 4)] =
        dice.one_of<std::int32_t>({-1, 0, 1, 31, 1000000, greatest, greatest - 1, least});
}

Limits random_limits(Dice& dice) {
    Limits limits;
    if (dice.one_in(4)) {
        return limits;
    }
    limits.everything = dice.one_of<std::int64_t>({0, 0, 1, 2, 100});
    limits.first_width = dice.one_of<std::int64_t>({1, 2, 3, 1 << 20});
    limits.width = dice.one_of<std::int64_t>({1, 2, 3, 1 << 20});
    limits.wider = dice.between(2, 4);
    limits.sweeps = dice.one_of<std::int64_t>({0, 1, 100});
    limits.edges_a_step = dice.one_of<std::int64_t>({1, 8, 1000});
    return limits;
}

bool is_small(const Segment& segment) { return segment.candidates.size() <= 12; }

// A beam that keeps everything has its price.
std::int64_t random_width(Dice& dice, const Segment& segment) {
    if (is_small(segment) && dice.one_in(3)) {
        return dice.one_of<std::int64_t>({1 << 20, std::int64_t{1} << 40, most - 1, most});
    }
    return dice.one_of<std::int64_t>({1, 2, 3, 40, 40, dice.between(1, 200)});
}

std::int64_t random_budget(Dice& dice, const Segment& segment) {
    if (is_small(segment) && dice.one_in(2)) {
        return dice.one_of<std::int64_t>(
            {std::int64_t{1} << 40, (std::int64_t{1} << 62) - 1, std::int64_t{1} << 62, most});
    }
    return dice.one_of<std::int64_t>({-1, 0, 1, dice.between(2, 100), dice.between(100, 4000)});
}

}  // namespace

void SpanCases::search(Dice& dice, Candidates candidates, std::int32_t hypothesis,
                       std::int32_t reference, std::int32_t exact_stage) {
    const Segment segment{std::move(candidates), hypothesis, reference, exact_stage};
    const std::int64_t width = random_width(dice, segment);
    SpanResult of_beam;
    SpanResult found;
    const auto run_beam = [&](BeamSearch& search) {
        search.run(segment.candidates, hypothesis, reference, exact_stage, width, of_beam);
    };
    const auto run_optimal = [&](OptimalSpanSearch& search, std::int64_t budget) {
        search.run(segment.candidates, hypothesis, reference, exact_stage, budget, width, found);
    };
    const Limits limits = random_limits(dice);
    const std::int64_t budget = random_budget(dice, segment);
    optimal_.set_limits(limits);
    if (!is_valid(segment)) {
        require_refused<std::invalid_argument>([&] { run_beam(beam_); }, "no spans, by the beam");
        require_refused<std::invalid_argument>([&] { run_optimal(optimal_, budget); }, "no spans");
        return;
    }
    run_beam(beam_);
    require_valid(segment, of_beam);
    run_optimal(optimal_, budget);
    require_valid(segment, found);
    require(worth_of(of_beam, exact_stage) <= worth_of(found, exact_stage),
            "the optimal search is no worse than the beam");
    if (dice.one_in(4)) {
        const SpanResult before = of_beam;
        BeamSearch fresh;
        run_beam(fresh);
        require(is_same(before.links, of_beam.links) && before.steps == of_beam.steps,
                "what came before makes no difference to the beam");
        const SpanResult once = found;
        OptimalSpanSearch other;
        other.set_limits(limits);
        run_optimal(other, budget);
        require(is_same(once.links, found.links) && once.steps == found.steps &&
                    once.chunk_gap == found.chunk_gap && once.optimal == found.optimal,
                "what came before makes no difference");
    }
    if (found.optimal) {
        const Worth best = worth_of(found, exact_stage);
        optimal_.set_limits(random_limits(dice));
        run_optimal(optimal_, random_budget(dice, segment));
        require(worth_of(found, exact_stage) <= best, "nothing is better than what is proved");
    }
    const auto refused = dice.one_of<std::int64_t>({0, -1, std::numeric_limits<std::int64_t>::min()});
    require_refused<std::invalid_argument>(
        [&] { beam_.run(segment.candidates, hypothesis, reference, exact_stage, refused, of_beam); },
        "a beam of no width");
}

void SpanCases::find_and_search(Dice& dice) {
    const std::int32_t types = dice.one_in(10) ? dice.between(1, 3000) : dice.between(1, 8);
    const RandomKeys keys(dice, types);
    const RowPair rows = random_rows(dice, types);
    const Integers words = some_words(dice, types);
    RandomPhrases phrases(dice, rows);
    const std::vector<std::uint8_t> shares_word = which_share_words(words);
    const SpanPuzzle puzzle{rows, keys, words, shares_word, dice.between(-1, keys.stages() - 1),
                            dice.between(-1, keys.stages() - 1), phrases};
    Candidates candidates;
    const std::size_t pairs = rows.hypothesis.size() * rows.reference.size();
    try {
        finder_.find(IntegerSpan(rows.hypothesis), IntegerSpan(rows.reference), puzzle.grounds(),
                     candidates);
    } catch (const TooManyCandidates&) {
        require(pairs * at(keys.stages()) > kMaxCandidates, "few candidates are found");
        return;
    }
    if (pairs <= 20000) {
        require(is_same(candidates, candidates_by_the_book(puzzle)), "candidates are those of pairs");
    }
    if (candidates.size() <= 20000) {
        search(dice, std::move(candidates), static_cast<std::int32_t>(rows.hypothesis.size()),
               static_cast<std::int32_t>(rows.reference.size()), puzzle.exact_stage);
    }
}

// One word so often that nobody lists all its pairs.
void SpanCases::find_too_many(Dice& dice) {
    const RandomKeys keys(dice, 1);
    const Integers words{static_cast<std::int32_t>(dice.any())};
    const Integers hypothesis(at(dice.between(1415, 3000)));
    const Integers reference(at(dice.one_of<std::int32_t>({1415, 3000, 200000})));
    const std::uint8_t shares_word = 0;
    const SpanGrounds grounds{keys, words.data(), &shares_word, 0, -1, nullptr};
    Candidates candidates;
    require_refused<TooManyCandidates>(
        [&] {
            finder_.find(IntegerSpan(hypothesis), IntegerSpan(reference), grounds, candidates);
        },
        "too many candidates");
}

void SpanCases::run(Dice& dice) {
    if (dice.one_in(200)) {
        find_too_many(dice);
    }
    if (dice.one_in(2)) {
        find_and_search(dice);
        return;
    }
    Segment segment = random_segment(dice);
    if (dice.one_in(5)) {
        spoil(dice, segment);
    }
    search(dice, std::move(segment.candidates), segment.hypothesis_length,
           segment.reference_length, segment.exact_stage);
}

}  // namespace meteorscope::fuzzing
