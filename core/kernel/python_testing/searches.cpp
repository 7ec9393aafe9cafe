// The searches as functions of Python, with the signatures of core/meteor_core/search. All keys are
// copied before a search begins.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "python/values.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/spans/beam/beam.hpp"
#include "search/spans/candidates.hpp"
#include "search/spans/links.hpp"
#include "search/spans/optimal/optimal.hpp"
#include "search/words/greedy.hpp"
#include "search/words/optimal/optimal.hpp"
#include "search/words/staged/search.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

using Integers = std::vector<std::int64_t>;
using Row = std::vector<std::int32_t>;
using CandidateTuples = std::vector<std::array<std::int32_t, 5>>;

// Numbers values from 0 in order of appearance.
class Renumbering {
public:
    std::int32_t number(std::int64_t original) {
        return numbers_.try_emplace(original, static_cast<std::int32_t>(numbers_.size()))
            .first->second;
    }
    std::int32_t size() const { return static_cast<std::int32_t>(numbers_.size()); }

private:
    std::unordered_map<std::int64_t, std::int32_t> numbers_;
};

// The keys of types, numbered from 0 in each stage, or as they are for a table of phrases.
class CopiedKeys final : public Keys {
public:
    CopiedKeys(const nb::sequence& stages, const Integers& types, bool are_renumbered)
        : types_(static_cast<std::int32_t>(types.size())), are_renumbered_(are_renumbered) {
        for (const nb::handle stage : stages) {
            Renumbering renumbering;
            Stage& copy = stages_.emplace_back();
            copy.is_identity = nb::cast<bool>(stage.attr("identity"));
            copy_lists(stage.attr("hypothesis"), types, renumbering, copy.hypothesis);
            copy_lists(stage.attr("reference"), types, renumbering, copy.reference);
            copy.key_count = renumbering.size();
        }
    }

    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override { return types_; }
    std::int32_t key_count(std::int32_t stage) const override { return stage_at(stage).key_count; }
    bool is_identity(std::int32_t stage) const override { return stage_at(stage).is_identity; }
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override {
        return IntegerSpan(stage_at(stage).hypothesis[static_cast<std::size_t>(type)]);
    }
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override {
        return IntegerSpan(stage_at(stage).reference[static_cast<std::size_t>(type)]);
    }

private:
    struct Stage {
        bool is_identity = false;
        std::int32_t key_count = 0;
        std::vector<Row> hypothesis;
        std::vector<Row> reference;
    };

    void copy_lists(const nb::object& lists, const Integers& types,
                    Renumbering& renumbering, std::vector<Row>& copies) const {
        for (const std::int64_t type : types) {
            Row& copy = copies.emplace_back();
            for (const std::int64_t key : nb::cast<Integers>(lists[nb::int_(type)])) {
                copy.push_back(are_renumbered_ ? renumbering.number(key)
                                               : static_cast<std::int32_t>(key));
            }
        }
    }
    const Stage& stage_at(std::int32_t stage) const {
        return stages_[static_cast<std::size_t>(stage)];
    }

    std::int32_t types_;
    bool are_renumbered_;
    std::vector<Stage> stages_;
};

// Two rows whose types are numbered from 0, with the types' numbers in the vocabulary.
struct Segment {
    Row hypothesis;
    Row reference;
    Integers types;

    Segment(const Integers& hypothesis_types, const Integers& reference_types) {
        renumber(hypothesis_types, hypothesis);
        renumber(reference_types, reference);
    }

private:
    void renumber(const Integers& row, Row& numbers) {
        for (const std::int64_t type : row) {
            numbers.push_back(renumbering_.number(type));
            if (static_cast<std::size_t>(numbers.back()) == types.size()) {
                types.push_back(type);
            }
        }
    }

    Renumbering renumbering_;
};

nb::tuple as_tuple(const SearchResult& result) {
    const auto pairs = tuple_of(result.pairs, [](const Pair& pair) {
        return nb::make_tuple(pair.hypothesis, pair.reference, pair.stage);
    });
    return nb::make_tuple(pairs, result.optimal, result.chunk_gap, result.steps);
}

nb::tuple as_tuple(const SpanResult& result) {
    const auto links = tuple_of(result.links, [](const Link& link) {
        return nb::make_tuple(link.hypothesis_start, link.hypothesis_end, link.reference_start,
                              link.reference_end, link.stage);
    });
    return nb::make_tuple(links, result.optimal, result.chunk_gap, result.steps);
}

nb::tuple search_optimally(const Integers& hypothesis, const Integers& reference,
                           const nb::sequence& stages, std::int64_t budget, const Limits& limits) {
    thread_local OptimalSearch search;
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(stages, segment.types, true);
    search.set_limits(limits);
    SearchResult result;
    search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, budget,
               result);
    return as_tuple(result);
}

nb::tuple search_stage_after_stage(const Integers& hypothesis, const Integers& reference,
                                   const nb::sequence& stages, std::int64_t budget) {
    thread_local StagedSearch search;
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(stages, segment.types, true);
    SearchResult result;
    search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, budget,
               result);
    return as_tuple(result);
}

nb::tuple search_greedily(const Integers& hypothesis, const Integers& reference,
                          const nb::sequence& stages) {
    thread_local GreedySearch search;
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(stages, segment.types, true);
    SearchResult result;
    search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, result);
    return as_tuple(result);
}

Candidates candidates_of(const CandidateTuples& tuples) {
    Candidates candidates;
    candidates.reserve(tuples.size());
    for (const auto& numbers : tuples) {
        candidates.push_back({numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
    }
    return candidates;
}

nb::tuple search_beam(const CandidateTuples& candidates, std::int32_t hypothesis_length,
                      std::int32_t reference_length, std::int32_t exact_stage,
                      std::int64_t width) {
    thread_local BeamSearch search;
    SpanResult result;
    search.run(candidates_of(candidates), hypothesis_length, reference_length, exact_stage, width,
               result);
    return as_tuple(result);
}

nb::tuple search_spans_optimally(const CandidateTuples& candidates, std::int32_t hypothesis_length,
                                 std::int32_t reference_length, std::int32_t exact_stage,
                                 std::int64_t budget, std::int64_t width, const Limits& limits) {
    thread_local OptimalSpanSearch search;
    search.set_limits(limits);
    SpanResult result;
    search.run(candidates_of(candidates), hypothesis_length, reference_length, exact_stage, budget,
               width, result);
    return as_tuple(result);
}

// A phrase table in Python.
class PythonPhrases final : public PhraseMatcher {
public:
    explicit PythonPhrases(nb::handle table) : table_(table) {}

    void find(const Row& reference, const Row& hypothesis,
              std::vector<PhraseMatch>& from_reference,
              std::vector<PhraseMatch>& from_hypothesis) override {
        add_matches(reference, hypothesis, from_reference);
        add_matches(hypothesis, reference, from_hypothesis);
    }

private:
    void add_matches(const Row& sources, const Row& targets,
                     std::vector<PhraseMatch>& matches) const {
        const nb::object listed = table_.attr("matches")(sources, targets);
        for (const auto& numbers : nb::cast<std::vector<std::array<std::int32_t, 4>>>(listed)) {
            matches.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
        }
    }

    nb::handle table_;
};

void require_types(const Integers& row, const char* side, std::size_t known) {
    for (const std::int64_t type : row) {
        if (type < 0 || static_cast<std::size_t>(type) >= known) {
            throw std::invalid_argument("a token of the " + std::string(side) + " is of type " +
                                        std::to_string(type) + ", but types go from 0 to " +
                                        std::to_string(known - 1));
        }
    }
}

std::size_t count_types(const nb::object& grounds) {
    std::size_t types = nb::len(nb::object(grounds.attr("words")));
    for (const nb::handle stage : grounds.attr("stages")) {
        types = std::min({types, nb::len(nb::object(stage.attr("hypothesis"))),
                          nb::len(nb::object(stage.attr("reference")))});
    }
    return types;
}

nb::list find_candidates_in_rows(const Integers& hypothesis, const Integers& reference,
                                 const nb::object& grounds) {
    const std::size_t known = count_types(grounds);
    require_types(hypothesis, "hypothesis", known);
    require_types(reference, "reference", known);
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(nb::cast<nb::sequence>(grounds.attr("stages")), segment.types, false);
    const auto all_words = nb::cast<Row>(grounds.attr("words"));
    Row words;
    std::vector<std::uint8_t> shares_word;
    for (const std::int64_t type : segment.types) {
        words.push_back(all_words[static_cast<std::size_t>(type)]);
        const auto types = std::count(all_words.begin(), all_words.end(), words.back());
        shares_word.push_back(types > 1 ? 1 : 0);
    }
    const nb::object table = grounds.attr("phrases");
    PythonPhrases phrases(table);
    const SpanGrounds borrowed{keys, words.data(), shares_word.data(),
                               nb::cast<std::int32_t>(grounds.attr("exact_stage")),
                               nb::cast<std::int32_t>(grounds.attr("phrase_stage")),
                               table.is_none() ? nullptr : &phrases};
    CandidateFinder finder;
    Candidates candidates;
    finder.find(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), borrowed,
                candidates);
    return list_of(candidates, [](const Candidate& candidate) {
        return nb::make_tuple(candidate.reference_start, candidate.reference_length,
                              candidate.hypothesis_start, candidate.hypothesis_length,
                              candidate.stage);
    });
}

}  // namespace

void bind_searches(nb::module_& module) {
    nb::class_<Limits>(module, "Limits")
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                      std::int64_t, std::int64_t>(),
             nb::kw_only(), nb::arg("few_candidates"), nb::arg("everything"),
             nb::arg("first_width"), nb::arg("width"), nb::arg("wider"), nb::arg("sweeps"),
             nb::arg("edges_a_step"));
    module.def("search_optimally", &search_optimally, nb::arg("hypothesis"), nb::arg("reference"),
               nb::arg("keys"), nb::kw_only(), nb::arg("budget"), nb::arg("limits"));
    module.def("search_stage_after_stage", &search_stage_after_stage, nb::arg("hypothesis"),
               nb::arg("reference"), nb::arg("keys"), nb::kw_only(), nb::arg("budget"));
    module.def("search_greedily", &search_greedily, nb::arg("hypothesis"), nb::arg("reference"),
               nb::arg("keys"));
    module.def("search_beam", &search_beam, nb::arg("candidates"), nb::arg("hypothesis_length"),
               nb::arg("reference_length"), nb::kw_only(), nb::arg("exact_stage"),
               nb::arg("width"));
    module.def("search_spans_optimally", &search_spans_optimally, nb::arg("candidates"),
               nb::arg("hypothesis_length"), nb::arg("reference_length"), nb::kw_only(),
               nb::arg("exact_stage"), nb::arg("budget"), nb::arg("width"), nb::arg("limits"));
    module.def("find_candidates", &find_candidates_in_rows, nb::arg("hypothesis"),
               nb::arg("reference"), nb::arg("grounds"));
}

}  // namespace meteorscope
