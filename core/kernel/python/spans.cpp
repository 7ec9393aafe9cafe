// The searches over spans as Python functions of the signature of
// core/meteor_core/search/spans: candidates as tuples in, links, proof, gap and steps out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "python/spans.hpp"
#include "search/result.hpp"
#include "search/spans/beam/beam.hpp"
#include "search/spans/candidates.hpp"
#include "search/spans/links.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

// The items of a Python sequence, without any code of its own.
class Items {
public:
    Items(nb::handle sequence, const char* expected)
        : fast_(nb::steal<nb::object>(PySequence_Fast(sequence.ptr(), expected))) {
        if (!fast_.is_valid()) {
            throw nb::python_error();
        }
    }
    std::size_t size() const {
        return static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast_.ptr()));
    }
    nb::handle operator[](std::size_t index) const {
        return PySequence_Fast_GET_ITEM(fast_.ptr(), static_cast<Py_ssize_t>(index));
    }

private:
    nb::object fast_;
};

std::int32_t integer(nb::handle item) {
    if (!PyLong_Check(item.ptr())) {
        throw nb::type_error(("expected an integer, but there is a " +
                              std::string(Py_TYPE(item.ptr())->tp_name)).c_str());
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
    if (overflow != 0 || number < std::numeric_limits<std::int32_t>::min() ||
        number > std::numeric_limits<std::int32_t>::max()) {
        throw std::invalid_argument("a number is beyond 32 bits: " +
                                    std::string(nb::str(item).c_str()));
    }
    return static_cast<std::int32_t>(number);
}

std::vector<std::int32_t> short_integers(nb::handle sequence) {
    const Items items(sequence, "a row has to be a sequence of integers");
    std::vector<std::int32_t> numbers;
    numbers.reserve(items.size());
    for (std::size_t index = 0; index < items.size(); ++index) {
        numbers.push_back(integer(items[index]));
    }
    return numbers;
}

// Reads a tuple of so many integers.
template <std::size_t kCount>
void read(nb::handle item, const char* expected, std::int32_t (&numbers)[kCount]) {
    const Items items(item, expected);
    if (items.size() != kCount) {
        throw std::invalid_argument(expected);
    }
    for (std::size_t index = 0; index < kCount; ++index) {
        numbers[index] = integer(items[index]);
    }
}

Candidates candidates_of(nb::handle sequence) {
    const Items items(sequence, "candidates have to be a sequence of tuples");
    Candidates candidates;
    candidates.reserve(items.size());
    for (std::size_t index = 0; index < items.size(); ++index) {
        std::int32_t numbers[5];
        read(items[index], "a candidate has to be a tuple of five integers", numbers);
        candidates.push_back({numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]});
    }
    return candidates;
}

nb::tuple search_beam(nb::handle candidates, std::int64_t hypothesis_length,
                      std::int64_t reference_length, std::int32_t exact_stage,
                      std::int64_t width) {
    thread_local BeamSearch search;
    const Candidates read_candidates = candidates_of(candidates);
    SpanResult result;
    const auto run = [&] {
        search.run(read_candidates, length_of(hypothesis_length), length_of(reference_length),
                   exact_stage, width, result);
    };
    if (read_candidates.size() >= kManyCandidates) {
        const nb::gil_scoped_release others_may_run;
        run();
    } else {
        run();
    }
    return as_tuple(result);
}

// The keys of all types, copied from Python's lists.
class AllKeys final : public Keys {
public:
    explicit AllKeys(nb::handle stages) {
        const Items items(stages, "stages have to be a sequence");
        for (std::size_t index = 0; index < items.size(); ++index) {
            stages_.emplace_back();
            stages_.back().hypothesis = lists(items[index].attr("hypothesis"));
            stages_.back().reference = lists(items[index].attr("reference"));
            stages_.back().identity = nb::cast<bool>(items[index].attr("identity"));
        }
    }

    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override {
        std::size_t types = std::numeric_limits<std::int32_t>::max();
        for (const Stage& stage : stages_) {
            types = std::min({types, stage.hypothesis.size(), stage.reference.size()});
        }
        return static_cast<std::int32_t>(types);
    }
    std::int32_t key_count(std::int32_t) const override { return 0; }  // nothing here asks
    bool is_identity(std::int32_t stage) const override { return at(stage).identity; }
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override {
        return IntegerSpan(at(stage).hypothesis[static_cast<std::size_t>(type)]);
    }
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override {
        return IntegerSpan(at(stage).reference[static_cast<std::size_t>(type)]);
    }

private:
    using Lists = std::vector<std::vector<std::int32_t>>;
    struct Stage {
        Lists hypothesis;
        Lists reference;
        bool identity = false;
    };

    static Lists lists(nb::handle sequence) {
        const Items items(sequence, "keys have to be a list of tuples");
        Lists keys;
        for (std::size_t index = 0; index < items.size(); ++index) {
            keys.push_back(short_integers(items[index]));
        }
        return keys;
    }
    const Stage& at(std::int32_t stage) const { return stages_[static_cast<std::size_t>(stage)]; }

    std::vector<Stage> stages_;
};

// A table that lives in Python.
class PythonPhrases final : public PhraseMatcher {
public:
    explicit PythonPhrases(nb::handle table) : table_(table) {}

    void find(const std::vector<std::int32_t>& reference,
              const std::vector<std::int32_t>& hypothesis,
              std::vector<PhraseMatch>& from_reference,
              std::vector<PhraseMatch>& from_hypothesis) override {
        matches(reference, hypothesis, from_reference);
        matches(hypothesis, reference, from_hypothesis);
    }

private:
    void matches(const std::vector<std::int32_t>& sources, const std::vector<std::int32_t>& targets,
                 std::vector<PhraseMatch>& found) const {
        const nb::object listed = table_.attr("matches")(sources, targets);
        const Items items(listed, "phrase matches have to be a sequence of tuples");
        for (std::size_t index = 0; index < items.size(); ++index) {
            std::int32_t numbers[4];
            read(items[index], "a phrase match has to be a tuple of four integers", numbers);
            require_start(numbers[0], sources.size());
            require_start(numbers[2], targets.size());
            found.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
        }
    }
    static void require_start(std::int32_t start, std::size_t tokens) {
        if (start < 0 || static_cast<std::size_t>(start) >= tokens) {
            throw std::invalid_argument("a phrase match starts at token " +
                                        std::to_string(start) + " of a row of " +
                                        std::to_string(tokens));
        }
    }

    nb::handle table_;
};

void require_types(const std::vector<std::int32_t>& row, const char* side, std::int64_t known) {
    for (std::size_t token = 0; token < row.size(); ++token) {
        if (row[token] < 0 || row[token] >= known) {
            throw std::invalid_argument("token " + std::to_string(token) + " of the " + side +
                                        " is of type " + std::to_string(row[token]) +
                                        ", but types go from 0 to " + std::to_string(known - 1));
        }
    }
}

std::vector<std::uint8_t> which_are_there_twice(const std::vector<std::int32_t>& words) {
    std::unordered_map<std::int32_t, int> counts;
    for (const std::int32_t word : words) {
        ++counts[word];
    }
    std::vector<std::uint8_t> twice(words.size());
    for (std::size_t type = 0; type < words.size(); ++type) {
        twice[type] = counts[words[type]] > 1 ? 1 : 0;
    }
    return twice;
}

nb::list find_candidates_in_rows(nb::handle hypothesis, nb::handle reference,
                                 const nb::object& grounds) {
    const std::vector<std::int32_t> hypothesis_row = short_integers(hypothesis);
    const std::vector<std::int32_t> reference_row = short_integers(reference);
    const std::vector<std::int32_t> words = short_integers(grounds.attr("words"));
    const AllKeys keys(grounds.attr("stages"));
    const auto known = std::min<std::int64_t>(keys.types(), static_cast<std::int64_t>(words.size()));
    require_types(hypothesis_row, "hypothesis", known);
    require_types(reference_row, "reference", known);
    const nb::object table = grounds.attr("phrases");
    PythonPhrases phrases(table);
    const std::vector<std::uint8_t> shares_word = which_are_there_twice(words);
    const SpanGrounds borrowed{keys, words.data(), shares_word.data(),
                               integer(grounds.attr("exact_stage")),
                               integer(grounds.attr("phrase_stage")),
                               table.is_none() ? nullptr : &phrases};
    // Not that of the thread: the table may ask for candidates itself.
    CandidateFinder finder;
    Candidates candidates;
    finder.find(IntegerSpan(hypothesis_row), IntegerSpan(reference_row), borrowed, candidates);
    return list_of(candidates, [](const Candidate& candidate) {
        return nb::make_tuple(candidate.reference_start, candidate.reference_length,
                              candidate.hypothesis_start, candidate.hypothesis_length,
                              candidate.stage);
    });
}

// Whatever scores may come upon rows with too many candidates.
void translate_refusal(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const TooManyCandidates& rows) {
        const nb::object error = nb::module_::import_("meteor_core.search.spans.links")
                                     .attr("too_many_candidates")(rows.hypothesis_length(),
                                                                  rows.reference_length());
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    }
}

}  // namespace

void bind_spans(nb::module_& module) {
    nb::register_exception_translator(&translate_refusal);
    module.def("search_beam", &search_beam, nb::arg("candidates"), nb::arg("hypothesis_length"),
               nb::arg("reference_length"), nb::kw_only(), nb::arg("exact_stage"),
               nb::arg("width") = 40);
    module.def("find_candidates", &find_candidates_in_rows, nb::arg("hypothesis"),
               nb::arg("reference"), nb::arg("grounds"));
}

}  // namespace meteorscope
