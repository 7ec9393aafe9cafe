// From candidates to independent small problems.
//
// The uncertain rest splits into components. Two open candidates belong together when they share a
// word, or when the one starts where the other ends on both sides, so that taking both saves a
// chunk. The objective is a sum over components, because
//
//     chunks = matches - adjacencies
//
// and every adjacency is either between two certain matches, or beside a certain match (which is
// known beforehand), or between two candidates of one component. So each component is solved alone.
//
// The criteria become one integer, each of them heavy enough to outweigh all that come after it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/integers.hpp"
#include "search/component.hpp"
#include "search/spans/optimal/reduction.hpp"

namespace meteorscope {

// How much the criteria weigh in one value.
struct SpanScale {
    std::int64_t worth = 0;
    std::int64_t chunk = 0;
    std::int64_t word = 0;
    std::int64_t most_matches = 0;
    std::int64_t most_distance = 0;
    std::int64_t dearest = 0;
    bool fits = false;  // whether no sum of values, prices or bounds needs more than 64 bits

    // What a bound asks for a slot at most: more than any candidate brings, with the chunks that it
    // may save on both sides.
    static std::int64_t dearest_of(std::int64_t worth, std::int64_t chunk,
                                   std::int32_t most_worth) {
        return worth * (1 + most_worth) + 2 * chunk;
    }
    // How many chunks lie between an alignment and a bound; -1 where worth is open.
    std::int64_t gap(std::int64_t value, std::int64_t upper) const;
};

// An open problem whose candidates are matches of spans.
struct SpanComponent : Component {
    std::vector<SpanMatch> matches;  // of each candidate
    SpanScale scale;
    bool has_phrases = false;
};

class SpanDecomposition {
public:
    // Splits the open candidates into components. The reduction has to stay as it is.
    void decompose(const SpanReduction& reduction, std::int32_t hypothesis_length,
                   std::int32_t reference_length, std::int32_t exact_stage);

    std::size_t size() const { return first_.size() - 1; }
    // The best choice of a component of single words that all share one; of equals the first.
    struct OfOneWord {
        bool known = false;  // whether it is such a component, and has a choice
        const SpanMatch* match = nullptr;  // none, if that is best
        std::int64_t steps = 0;            // that a search of it takes
    };
    OfOneWord solve_one_word(std::size_t number) const;
    // Fills one of them, counted in order of their first candidate. If its scale does not fit
    // there is nothing more in it than its matches.
    void component(std::size_t number, SpanComponent& component);

private:
    void group(const std::vector<SpanMatch>& open);
    void number_tokens(const SpanMatch* first, const SpanMatch* end);
    void sort_members(const SpanMatch* members, const SpanMatch* end, SpanComponent& component);
    void find_required(SpanComponent& component) const;
    void set_scale(SpanComponent& component);
    void number_points(SpanComponent& component);
    std::int64_t reward(const SpanMatch& match, const SpanScale& scale) const;
    void set_first_prices(SpanComponent& component);

    const SpanReduction* reduction_ = nullptr;
    std::int32_t exact_stage_ = -1;
    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> of_token_;
    std::vector<std::int32_t> component_of_;
    std::vector<SpanMatch> members_;   // component after component
    std::vector<std::size_t> first_ = {0};  // of each component; one more
    std::vector<std::size_t> next_;
    std::vector<std::int32_t> ending_at_;     // of a place, the first that ends there, or -1
    std::vector<std::int32_t> point_number_;  // of a place, in its component, or -1
    std::size_t reference_length_ = 0;
    std::size_t hypothesis_length_ = 0;
    TokenSet reference_set_;
    TokenSet hypothesis_set_;
    bool by_reference_ = true;  // whether layers are tokens of the reference
    std::vector<std::int32_t> reference_tokens_;
    std::vector<std::int32_t> hypothesis_tokens_;
    std::vector<std::int32_t> layer_number_;  // by token; only those of the component are set
    std::vector<std::int32_t> slot_number_;
    std::vector<std::int32_t> wanted_;
    std::vector<std::int32_t> offered_;
};

}  // namespace meteorscope
