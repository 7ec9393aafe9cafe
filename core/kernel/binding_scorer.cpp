// Scoring of batches as Python sees it; core/meteor_core/batch/compiled_scorer.py is its only caller.
// What can take long runs without the GIL.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "binding_text.hpp"
#include "measures.hpp"
#include "scorer.hpp"
#include "tokenizer.hpp"
#include "vocabulary.hpp"

namespace py = pybind11;

namespace meteorscope {

namespace {

// Texts of Python strings, which have to outlive it; None is a text that is not there.
std::vector<std::optional<Text>> present_texts_of(const py::tuple& strings) {
    std::vector<std::optional<Text>> texts;
    texts.reserve(strings.size());
    for (const py::handle string : strings) {
        if (string.is_none()) {
            texts.emplace_back();
            continue;
        }
        texts.emplace_back(text_of(string));
        load_classes(*texts.back());
    }
    return texts;
}

// The strings of a tuple cannot change or go while the GIL is released.
template <typename AddRow>
TypeRows rows_of(const Vocabulary& vocabulary, const py::tuple& strings,
                 const py::function& add_surfaces, AddRow&& add_row) {
    const std::vector<std::optional<Text>> texts = present_texts_of(strings);
    TypeRows rows;
    {
        const py::gil_scoped_release others_may_run;
        const auto lock = vocabulary.reading();
        for (const std::optional<Text>& text : texts) {
            if (text) {
                add_row(rows, *text);
            } else {
                rows.add_absent();
            }
        }
    }
    if (!rows.unknown().empty()) {
        add_surfaces(py::cast(&rows, py::return_value_policy::reference));
        const py::gil_scoped_release others_may_run;
        const auto lock = vocabulary.reading();
        rows.settle(vocabulary);
    }
    return rows;
}

TypeRows type_rows(const Vocabulary& vocabulary, const std::string& tokenizer_name,
                   const py::tuple& strings, const py::function& add_surfaces) {
    if (tokenizer_name == "java-white-space") {
        return rows_of(vocabulary, strings, add_surfaces, [&](TypeRows& rows, const Text& text) {
            rows.add_java_words(text, vocabulary);
        });
    }
    const Tokenizer& tokenizer = tokenizer_named(tokenizer_name);
    return rows_of(vocabulary, strings, add_surfaces, [&](TypeRows& rows, const Text& text) {
        rows.add(text, tokenizer, vocabulary);
    });
}

TypeRows normalized_type_rows(const Vocabulary& vocabulary, const MeteorNormalizer& normalizer,
                              const py::tuple& strings, const py::function& add_surfaces) {
    return rows_of(vocabulary, strings, add_surfaces, [&](TypeRows& rows, const Text& text) {
        rows.add(text, normalizer, vocabulary);
    });
}

template <typename Number>
Number* numbers_of(const py::buffer_info& info, std::size_t size) {
    if (info.itemsize != sizeof(Number) || info.readonly ||
        static_cast<std::size_t>(info.size) != size) {
        throw py::value_error("a buffer for results has the wrong kind or size");
    }
    return static_cast<Number*>(info.ptr);
}

SearchName search_name(const std::string& name) {
    if (name == "optimal") {
        return SearchName::optimal;
    }
    if (name == "staged") {
        return SearchName::staged;
    }
    if (name == "greedy") {
        return SearchName::greedy;
    }
    if (name == "beam") {
        return SearchName::beam;
    }
    if (name == "optimal-spans") {
        return SearchName::optimal_spans;
    }
    throw py::value_error("the kernel has no search '" + name + "'");
}

void check_rows(const Vocabulary& vocabulary, const TypeRows& rows, std::size_t size) {
    if (rows.size() != size) {
        throw py::value_error("there has to be a reference for each hypothesis");
    }
    if (rows.type_count() > vocabulary.types()) {
        throw py::value_error("the rows are of another vocabulary");
    }
}

// The row of a segment with too many candidates, and the tokens of its hypothesis and reference.
using Refused = std::tuple<std::size_t, std::size_t, std::size_t>;

// Which search, within which budget, measured how.
class Scorer {
public:
    Scorer(const std::string& search, std::int64_t budget, std::int64_t beam_width,
           std::int32_t exact_stage, std::int32_t phrase_stage, py::object phrases,
           MeasureParameters parameters, py::function measure)
        : search_(search_name(search)),
          budget_(budget),
          phrases_(std::move(phrases)),
          spans_{beam_width, exact_stage, phrase_stage,
                 phrases_.is_none() ? nullptr : phrases_.cast<const PhraseTable*>()},
          parameters_(std::move(parameters)),
          measure_(std::move(measure)) {}

    // Fills the columns, but for the segments that it returns, which cannot be scored.
    std::vector<Refused> score(const Vocabulary& vocabulary, const TypeRows& hypotheses,
                               const std::vector<const TypeRows*>& references,
                               const py::buffer& counts, const py::buffer& measures,
                               const py::buffer& totals) const {
        const std::size_t size = hypotheses.size();
        check_rows(vocabulary, hypotheses, size);
        if (!hypotheses.complete()) {
            throw py::value_error("there has to be a text for each hypothesis");
        }
        for (const TypeRows* rows : references) {
            check_rows(vocabulary, *rows, size);
        }
        if (references.empty() ||
            static_cast<std::int32_t>(parameters_.stages()) != vocabulary.stages()) {
            throw py::value_error("there is no reference, or the stages differ");
        }
        if (spans_.exact_stage >= vocabulary.stages() || spans_.phrase_stage >= vocabulary.stages()) {
            throw py::value_error("there is no such stage");
        }
        const std::size_t width = count_columns(parameters_.stages());
        const py::buffer_info count_info = counts.request(true);
        const py::buffer_info measure_info = measures.request(true);
        const py::buffer_info total_info = totals.request(true);
        const Columns columns{numbers_of<std::int64_t>(count_info, width * size),
                              numbers_of<double>(measure_info, 6 * size),
                              numbers_of<std::int64_t>(total_info, width), size};
        const ScoringTask task{search_, budget_, spans_, &parameters_, &vocabulary};
        std::vector<Refused> refused;
        for (const Unmeasured& unmeasured :
             score_all(task, hypotheses, references, columns, refused)) {
            measure_in_python(unmeasured, columns);
        }
        return refused;
    }

private:
    // A row with a number that is too long for the kernel's arithmetic.
    struct Unmeasured {
        std::size_t row;
        std::vector<Counts> counts;  // against each reference
    };

    static std::vector<Unmeasured> score_all(const ScoringTask& task, const TypeRows& hypotheses,
                                             const std::vector<const TypeRows*>& references,
                                             const Columns& columns,
                                             std::vector<Refused>& refused) {
        thread_local SegmentScorer scorer;
        std::vector<Unmeasured> left;
        const py::gil_scoped_release others_may_run;
        const auto lock = task.vocabulary->reading();
        for (std::size_t row = 0; row < hypotheses.size(); ++row) {
            try {
                if (!scorer.score(task, row, hypotheses, references, columns)) {
                    left.push_back({row, scorer.counts(task, row, hypotheses, references)});
                }
            } catch (const TooManyCandidates& rows) {
                refused.emplace_back(row, rows.hypothesis_length(), rows.reference_length());
            }
        }
        return left;
    }

    void measure_in_python(const Unmeasured& unmeasured, const Columns& columns) const {
        std::size_t best = 0;
        std::array<double, 6> best_measures{};
        for (std::size_t number = 0; number < unmeasured.counts.size(); ++number) {
            const auto measures =
                py::cast<std::array<double, 6>>(measure_(unmeasured.counts[number]));
            if (number == 0 || measures[0] > best_measures[0]) {
                best = number;
                best_measures = measures;
            }
        }
        const auto& [score, precision, recall, f_mean, fragmentation, penalty] = best_measures;
        write_row(columns, unmeasured.row, unmeasured.counts[best],
                  {score, precision, recall, f_mean, fragmentation, penalty});
    }

    SearchName search_;
    std::int64_t budget_;
    py::object phrases_;  // owns the table
    SpanSettings spans_;
    MeasureParameters parameters_;
    py::function measure_;
};

}  // namespace

void bind_scorer(py::module_& module) {
    py::class_<TypeRows>(module, "TypeRows", "The types of the tokens of many texts.")
        .def("__len__", &TypeRows::size);
    module.def("type_rows", &type_rows, py::arg("vocabulary"), py::kw_only(),
               py::arg("tokenizer"), py::arg("texts"), py::arg("add_surfaces"));
    module.def("type_rows", &normalized_type_rows, py::arg("vocabulary"), py::kw_only(),
               py::arg("tokenizer"), py::arg("texts"), py::arg("add_surfaces"));
    py::class_<Scorer>(module, "Scorer", "Scores rows of types into columns of numbers.")
        .def(py::init<const std::string&, std::int64_t, std::int64_t, std::int32_t, std::int32_t,
                      py::object, MeasureParameters, py::function>(),
             py::kw_only(), py::arg("search"), py::arg("budget"), py::arg("beam_width"),
             py::arg("exact_stage"), py::arg("phrase_stage"), py::arg("phrases"),
             py::arg("parameters"), py::arg("measure"))
        .def("score", &Scorer::score, py::arg("vocabulary"), py::kw_only(),
             py::arg("hypotheses"), py::arg("references"), py::arg("counts"),
             py::arg("measures"), py::arg("totals"));
}

}  // namespace meteorscope
