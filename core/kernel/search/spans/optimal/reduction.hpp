// What can be decided about candidates without a search.
//
// Every step here is strict: what it takes is in every best alignment, what it drops is in none, by
// the whole objective (optimal.hpp). So the steps may be applied in any order and any number of
// times, and it does no harm to stop early.
//
//     the same spans     of candidates with equal spans one is kept: the one worth most, which is
//                        the exact one, else that of the earliest stage
//     better without     a phrase is dropped if more single words can be matched in stage exact
//                        without it, which are worth more: its own words or their equals
//     outweighed         a candidate of no worth is dropped that covers a required word
//     certain            a candidate is taken that is worth more than all that conflicts with it: a
//                        candidate that shares a word with it could be swapped for it. What shares a
//                        word with it is dropped
//     runs               exact matches of single words that follow each other are taken, be it one,
//                        where going without them would cost a chunk, and what shares a word with
//                        them is dropped
//     of no use          a candidate of no worth is dropped that can continue no other and be
//                        continued by none, since it is a chunk
//
// A word is *required* if every best alignment matches it by something of worth. Say that a word
// occurs a times in the one row and b times in the other, that each may be matched with each by
// stage exact, and that c of the latter may be covered by something else of worth. If b - c is no
// less than a, the first are required: were one of them left out or matched for nothing, then so
// would be one of the others, and the two could be matched.
//
// A phrase takes words from those that are *equal* to them. Say that a word occurs a times in the
// one row and b times in the other, that each may be matched with each by stage exact, and that a
// best alignment has a phrase that covers x of the former and y of the latter, and c and d more are
// covered by something else of worth. It matches as many of the others as it can, min(a - c - x, b
// - d - y), and without the phrase it could match min(a - c, b - d). If there are s = (b - d) - (a
// - c) of the latter to spare, those are max(x, y - s) more, or max(y, x + s) where s is below 0:
// the less, the farther s is from 0, and so no less than where s is least or greatest, by the most
// that may be covered by something else of worth. If all that is gained of such words is worth more
// than the phrase, the phrase is in no best alignment.
//
// A *run* is a diagonal of exact matches of single words, of which nothing else of worth covers any
// word and each word that is equal to one of them may be matched with each by stage exact. Its
// *joints* are the places between its matches, and the two at its ends. Say that a best alignment
// misses some of them. Put these in, and match what they push aside among itself: the worth is no
// less, and if it is no more, neither are there more matches. All joints of the part that was
// missing then are adjacencies, but for its ends, which are if there is a certain match, or one of
// the run. At each of the joints the best alignment had two adjacencies at most, one in the
// hypothesis and one in the reference, if there are other candidates to make them; and none where a
// certain match goes on, or one of the run that it has. So a joint is worth
//
//     1                    beside a certain match, or one of the run that is there
//     1 - possible losses  inside the part that is missing
//     0 - possible losses  at its end otherwise
//
// and if each part that may be missing has joints worth more than 0 together, there would be fewer
// chunks than in the best alignment: so every best alignment has the run. A part of a run that is
// not certain as a whole may be so by itself.
//
// The definite matches are certain from the start; nothing else touches their words. The search
// over words has a reduction of its own, as its first criterion counts matches stage by stage; it
// has the same rule for runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/compiler.hpp"
#include "search/spans/links.hpp"
#include "search/spans/point_map.hpp"

namespace meteorscope {

// A match's words on both sides: half-open ranges, of the reference first.
using Spans = std::array<std::int32_t, 4>;

// A candidate that is still in question, or certain.
struct SpanMatch {
    std::int32_t reference_start;
    std::int32_t reference_end;
    std::int32_t hypothesis_start;
    std::int32_t hypothesis_end;
    std::int32_t stage;
    std::int32_t worth;
    std::int32_t start_point = -1;  // a place where an open one ends, or -1
    std::int32_t end_point = -1;    // set for open ones alone
    // Whether it matches words of which each may be matched with each by stage exact, and nothing
    // else of worth covers the two.
    bool is_only_equal = false;

    Spans spans() const {
        return {reference_start, reference_end, hypothesis_start, hypothesis_end};
    }
    Link link() const {
        return {hypothesis_start, hypothesis_end, reference_start, reference_end, stage};
    }
    std::int64_t distance() const {
        const std::int64_t difference = std::int64_t{reference_start} - hypothesis_start;
        return difference < 0 ? -difference : difference;
    }
    std::int32_t extra_words() const { return words() - worth; }
    std::int32_t words() const {
        return reference_end - reference_start + hypothesis_end - hypothesis_start;
    }
};

class SpanReduction {
public:
    // Both rows are so long that all candidates lie in them.
    void reduce(const Candidates& candidates, const DefiniteMatches& definite,
                std::int32_t hypothesis_length, std::int32_t reference_length,
                std::int32_t exact_stage);

    const std::vector<SpanMatch>& certain() const { return certain_; }
    const std::vector<SpanMatch>& open() const { return open_; }
    // Places where matches end are numbered from 0, below this count.
    std::size_t points() const { return open_at_.size(); }
    // How many certain matches a match continues, or is continued by.
    int certain_neighbours(const SpanMatch& match) const {
        return is_after_certain(match) + is_before_certain(match);
    }
    // Whether every best alignment matches an open word by something that is worth anything.
    bool is_required_reference(std::int32_t token) const {
        const std::int32_t words = equal_to_[static_cast<std::size_t>(token)];
        return words >= 0 && equal_words_[static_cast<std::size_t>(words)].reference.required;
    }
    bool is_required_hypothesis(std::int32_t token) const {
        const std::int32_t words = equal_to_[reference_length_ + static_cast<std::size_t>(token)];
        return words >= 0 && equal_words_[static_cast<std::size_t>(words)].hypothesis.required;
    }

private:
    // The two phrases worth most that cover a token.
    struct Rivals {
        std::int32_t first = 0;
        std::int32_t owner = -1;
        std::int32_t second = 0;
    };
    // Tokens of both rows that exact matches of single words hold together: equal words.
    struct EqualWords {
        struct Side {
            std::int64_t tokens = 0;
            std::int64_t in_others = 0;  // of them, those that something else of worth covers
            std::int64_t taken = 0;      // of those, by the phrase at hand
            bool required = false;
        };
        Side reference;
        Side hypothesis;
        std::int64_t matches = 0;
        bool whole = true;  // whether no such match leads out of it

        // Whether each may be matched with each.
        bool is_complete() const {
            return whole && matches == reference.tokens * hypothesis.tokens;
        }
        // How many more can be matched without the phrase that takes some, at least: with the
        // fewest, or the most, of the hypothesis to spare.
        std::int64_t left_out() const {
            const std::int64_t more = hypothesis.tokens - reference.tokens;
            return std::min(left_out(more - (hypothesis.in_others - hypothesis.taken)),
                            left_out(more + (reference.in_others - reference.taken)));
        }
        // The same if so many more of the hypothesis than of the reference are free without it.
        std::int64_t left_out(std::int64_t to_spare) const {
            return to_spare >= 0 ? std::max(reference.taken, hypothesis.taken - to_spare)
                                 : std::max(hypothesis.taken, reference.taken + to_spare);
        }
    };
    // How many open candidates end at a place, and start there.
    struct OpenAt {
        std::int32_t ends = 0;
        std::int32_t starts = 0;
    };
    // Of the words of runs, the one that starts at a place, and the one that ends there; or -1.
    struct WordsAt {
        std::int32_t starting = -1;
        std::int32_t ending = -1;
    };
    static constexpr std::int32_t kNoJoint = -1;
    static constexpr std::int32_t kSeveralJoints = -2;

    METEORSCOPE_INLINED void keep(const Candidate& candidate, std::int32_t exact_stage);
    void find_equal_words(std::int32_t exact_stage);
    void drop_worse_than_equals();
    std::int64_t equals_left_out(const SpanMatch& phrase);
    void find_required();
    EqualWords::Side& side_of(std::size_t token);
    EqualWords& words_of(const SpanMatch& match) {
        const std::int32_t words = equal_to_[static_cast<std::size_t>(match.reference_start)];
        return equal_words_[static_cast<std::size_t>(words)];
    }
    void drop_outweighed(std::int32_t exact_stage);
    void drop(const std::vector<std::size_t>& numbers);
    void forget(const SpanMatch& match);
    void number_points();
    bool take_certain();
    void find_rivals();
    bool take_runs();
    void find_adjacencies();
    void add_joint(std::int32_t j, std::int32_t i);
    std::int32_t before_in_run(const SpanMatch& match) const;
    std::int32_t losses(std::int32_t j, std::int32_t i) const;
    std::size_t best_length(std::size_t from) const;
    void add_certain(const SpanMatch& match);
    void take(std::size_t known);
    bool drop_useless();
    bool is_certain_word(const SpanMatch& match) const;
    std::int64_t at_stake(std::size_t number) const;
    bool is_after_certain(const SpanMatch& match) const {
        return certain_ends_[static_cast<std::size_t>(match.reference_start)] ==
               match.hypothesis_start;
    }
    bool is_before_certain(const SpanMatch& match) const {
        return certain_starts_[static_cast<std::size_t>(match.reference_end)] ==
               match.hypothesis_end;
    }
    template <typename Visitor>
    void for_each_token(const SpanMatch& match, Visitor&& visit) const;
    // The same for tokens that exact matches of single words cover.
    template <typename Visitor>
    void for_each_equal_word(const SpanMatch& match, Visitor&& visit) const;

    std::size_t hypothesis_length_ = 0;
    std::size_t reference_length_ = 0;
    std::vector<SpanMatch> certain_;
    std::vector<SpanMatch> open_;
    std::int32_t worthless_ = 0;  // open candidates of no worth
    bool has_phrases_ = false;    // whether some are, or were, of several words
    bool has_others_ = false;     // whether some are worth anything and not only of equal words
    bool lost_worth_ = false;     // whether any of worth was dropped since all were looked at
    std::vector<std::int32_t> last_at_;   // of a hypothesis token: the last one kept there
    std::vector<std::int32_t> before_;    // of one kept: the one before it there
    std::vector<std::size_t> phrases_;  // numbers of open ones
    std::vector<EqualWords> equal_words_;
    std::vector<std::int32_t> equal_to_;  // of a token of either row, as below; or -1
    std::vector<std::int32_t> in_others_;  // of a token: how many others of worth cover it
    std::vector<std::int32_t> exact_at_;   // the same: how many exact matches of single words do
    std::vector<Rivals> rivals_;  // tokens of the reference, then those of the hypothesis
    std::vector<char> blocked_;   // the same: whether a certain match has it
    // Of the certain matches, which share no word: where those that start at a token of the
    // reference do so in the hypothesis, and those that end before it; or -1.
    std::vector<std::int32_t> certain_starts_;
    std::vector<std::int32_t> certain_ends_;
    // Before a token of the reference, and at the end: where in the hypothesis an open match may be
    // adjacent to another there; and the other way round.
    std::vector<std::int32_t> in_reference_;
    std::vector<std::int32_t> in_hypothesis_;
    std::vector<WordsAt> words_at_;  // by number of a point
    std::vector<SpanMatch> run_;
    PointMap point_numbers_;
    std::vector<OpenAt> open_at_;       // by number of a point
    std::vector<std::size_t> useless_;  // numbers of candidates to drop
};

}  // namespace meteorscope
