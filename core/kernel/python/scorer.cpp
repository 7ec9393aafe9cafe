// Scoring as Python sees it, of batches and of single segments; core/meteor_core/batch/compiled_scorer.py is its only caller.
// What can take long runs without the GIL.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "batch/scorer.hpp"
#include "python/text.hpp"
#include "python/values.hpp"
#include "score/measures.hpp"
#include "text/tokenizers/character_classes.hpp"
#include "text/tokenizers/tokenizers.hpp"
#include "text/utf8_lines.hpp"
#include "words/vocabulary.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

// What the vocabulary is held for at a time: some 32 sentences, or fewer paragraphs. Between two
// turns, other threads add words; who types in a file of paragraphs waits for the end of one.
class Turn {
public:
    bool is_over() const { return tokens_ >= kTokens; }
    void took(IntegerSpan row) { tokens_ += std::max(row.size(), kTokensOfAny); }

private:
    static constexpr std::size_t kTokens = 1024;
    static constexpr std::size_t kTokensOfAny = 32;
    std::size_t tokens_ = 0;
};

// Texts that Python gives and has to own as long: a tuple of strings, where None is a text that is
// not there, or bytes, lines of UTF-8 that each end with a line feed.
class GivenTexts {
public:
    explicit GivenTexts(nb::handle given) {
        if (PyBytes_Check(given.ptr())) {
            const auto bytes = nb::borrow<nb::bytes>(given);
            bytes_ = {bytes.c_str(), bytes.size()};
        } else {
            add_strings(nb::cast<nb::tuple>(given));
        }
    }

    // Makes texts of what are bytes. Without the GIL, which it takes where characters are met that
    // Python has to tell the class of.
    void decode() {
        lines_.emplace(bytes_);
        std::vector<Text> with_new_pages;
        for (const Text& text : lines_->texts()) {
            texts_.emplace_back(text);
            if (!character_classes().missing_pages(text).empty()) {
                with_new_pages.push_back(text);
            }
        }
        if (!with_new_pages.empty()) {
            const nb::gil_scoped_acquire python;
            std::for_each(with_new_pages.begin(), with_new_pages.end(), load_classes);
        }
        bytes_ = {};
    }

    const std::vector<std::optional<Text>>& texts() const { return texts_; }

private:
    void add_strings(const nb::tuple& strings) {
        texts_.reserve(strings.size());
        for (const nb::handle string : strings) {
            if (string.is_none()) {
                texts_.emplace_back();
                continue;
            }
            texts_.emplace_back(text_of(string));
            load_classes(*texts_.back());
        }
    }

    std::string_view bytes_;  // that are to be decoded
    std::optional<Utf8Lines> lines_;
    std::vector<std::optional<Text>> texts_;
};

// About as many tokens as texts of words have; memory that is not used is not touched.
std::size_t tokens_of_average(const std::vector<std::optional<Text>>& texts) {
    std::int64_t characters = 0;
    for (const std::optional<Text>& text : texts) {
        characters += text ? text->length : 0;
    }
    return static_cast<std::size_t>(characters) / 4;
}

// The words of a list or a tuple, whose strings have to outlive them.
std::vector<Text> words_of(nb::handle row) {
    std::vector<Text> words;
    words.reserve(nb::len(row));
    for (const nb::handle word : row) {
        words.push_back(text_of(word));
    }
    return words;
}

// So many unknown surfaces are collected before they are added. Each token of one that is not added
// yet takes several times as long as one of a known word; each time that words are added takes some
// microseconds.
constexpr std::size_t kSurfaces = 512;

// Has what the vocabulary does not know analysed and added, by Python, which may settle the rows
// too, as TypeAnalysis does. Python owns what it is given meanwhile, since it may keep it: frames
// outlive their calls where an exception knows them.
void settle(TypeRows& rows, const Vocabulary& vocabulary, const nb::callable& add_surfaces) {
    if (rows.unknown().empty()) {
        return;
    }
    const nb::object given = nb::cast(std::move(rows));
    add_surfaces(given);
    rows = std::move(nb::cast<TypeRows&>(given));
    if (rows.unknown().empty()) {
        return;
    }
    const nb::gil_scoped_release others_may_run;
    const auto lock = vocabulary.reading();
    rows.settle(vocabulary);
}

// Strings of a tuple and bytes cannot change or go while the GIL is released.
template <typename AddRow>
TypeRows rows_of(const Vocabulary& vocabulary, nb::handle given, const nb::callable& add_surfaces,
                 AddRow&& add_row) {
    GivenTexts given_texts(given);
    const std::vector<std::optional<Text>>& texts = given_texts.texts();
    TypeRows rows;
    std::size_t row = 0;
    do {
        {
            const nb::gil_scoped_release others_may_run;
            if (row == 0) {
                given_texts.decode();
                rows.reserve(texts.size(), tokens_of_average(texts));
            }
            while (row < texts.size() && rows.unknown().size() < kSurfaces) {
                const auto lock = vocabulary.reading();
                for (Turn turn; row < texts.size() && !turn.is_over(); ++row) {
                    if (texts[row]) {
                        add_row(rows, *texts[row]);
                    } else {
                        rows.add_absent();
                    }
                    turn.took(rows.row(row));
                }
            }
        }
        settle(rows, vocabulary, add_surfaces);
    } while (row < texts.size());
    rows.forget_last();
    return rows;
}

TypeRows type_rows(const Vocabulary& vocabulary, const std::string& tokenizer_name,
                   const nb::object& texts, const nb::callable& add_surfaces) {
    if (tokenizer_name == "java-white-space") {
        return rows_of(vocabulary, texts, add_surfaces, [&](TypeRows& rows, const Text& text) {
            rows.add_java_words(text, vocabulary);
        });
    }
    const Tokenizer& tokenizer = tokenizer_named(tokenizer_name);
    return rows_of(vocabulary, texts, add_surfaces, [&](TypeRows& rows, const Text& text) {
        rows.add(text, tokenizer, vocabulary);
    });
}

TypeRows normalized_type_rows(const Vocabulary& vocabulary, const MeteorNormalizer& normalizer,
                              const nb::object& texts, const nb::callable& add_surfaces) {
    return rows_of(vocabulary, texts, add_surfaces, [&](TypeRows& rows, const Text& text) {
        rows.add(text, normalizer, vocabulary);
    });
}

// Characters of a text, and tokens of a segment, from which it is worth letting others run.
constexpr std::int64_t kLongText = 4000;
constexpr std::size_t kLongRows = 400;

// Lets other threads run while it is there, if that is worth it.
class MayRelease {
public:
    explicit MayRelease(bool worth_it) {
        if (worth_it) {
            released_.emplace();
        }
    }

private:
    std::optional<nb::gil_scoped_release> released_;
};

// The tokens of one text as Python has them, and their types.
struct ReadText {
    nb::object row;  // a TokenRow
    TypeRows types;
};

template <typename SpanOf>
nb::object tuple_of_spans(std::size_t size, SpanOf&& span_of) {
    return tuple_of(size, [&](std::size_t index) {
        const TokenSpan span = span_of(index);
        return tuple_of(std::array{span.start, span.end});
    });
}

// The surfaces of all tokens, if one of them differs from the text; else nothing.
nb::object tuple_of_forms(const NormalizedTokens& normalized, const Text& text) {
    const std::vector<NormalizedToken>& tokens = normalized.tokens();
    const bool as_written =
        std::all_of(tokens.begin(), tokens.end(), [&](const NormalizedToken& token) {
            return normalized.is_as_written(token, text);
        });
    return tuple_of(as_written ? 0 : tokens.size(), [&](std::size_t index) {
        const Text source = normalized.text_of_form(tokens[index], text);
        return string_of(source, NormalizedTokens::span_of_form(tokens[index]));
    });
}

std::vector<std::int32_t> function_words_of(IntegerSpan types, const Vocabulary& vocabulary) {
    std::vector<std::int32_t> found;
    const auto lock = vocabulary.reading();
    for (std::size_t token = 0; token < types.size(); ++token) {
        if (vocabulary.is_function_word(types[token])) {
            found.push_back(static_cast<std::int32_t>(token));
        }
    }
    return found;
}

// ``add`` adds the text to a row, ``written`` gives the spans and forms of what was just added.
// No object of Python's is made while the vocabulary is held: that may run code, which may wait.
template <typename Add, typename Written>
ReadText read_by(const Vocabulary& vocabulary, const nb::object& string,
                 const nb::callable& add_surfaces, const ValueMaker& token_row, Add&& add,
                 Written&& written) {
    const Text text = text_of(string);
    load_classes(text);
    TypeRows types;
    {
        const MayRelease others_may_run(text.length >= kLongText);
        const auto lock = vocabulary.reading();
        add(types, text);
    }
    auto [spans, forms] = written(types, text);
    settle(types, vocabulary, add_surfaces);
    nb::object row = token_row.make({string, std::move(spans), std::move(forms),
                                     tuple_of(function_words_of(types.row(0), vocabulary))});
    return {std::move(row), std::move(types)};
}

ReadText read_text(const Vocabulary& vocabulary, const nb::object& tokenizer,
                   const nb::object& string, const nb::callable& add_surfaces,
                   const ValueMaker& token_row) {
    if (!PyUnicode_Check(tokenizer.ptr())) {
        const auto& normalizer = nb::cast<const MeteorNormalizer&>(tokenizer);
        return read_by(
            vocabulary, string, add_surfaces, token_row,
            [&](TypeRows& types, const Text& text) { types.add(text, normalizer, vocabulary); },
            [](const TypeRows& types, const Text& text) {
                const NormalizedTokens& normalized = types.last_normalized();
                const auto span_of = [&](std::size_t token) {
                    return normalized.tokens()[token].span;
                };
                return std::pair(tuple_of_spans(types.row(0).size(), span_of),
                                 tuple_of_forms(normalized, text));
            });
    }
    const auto written = [](const TypeRows& types, const Text&) {
        const auto span_of = [&](std::size_t token) { return types.last_tokens()[token]; };
        return std::pair(tuple_of_spans(types.row(0).size(), span_of), owned(PyTuple_New(0)));
    };
    const auto name = nb::cast<std::string>(tokenizer);
    if (name == "java-white-space") {
        return read_by(
            vocabulary, string, add_surfaces, token_row,
            [&](TypeRows& types, const Text& text) { types.add_java_words(text, vocabulary); },
            written);
    }
    const Tokenizer& known = tokenizer_named(name);
    return read_by(
        vocabulary, string, add_surfaces, token_row,
        [&](TypeRows& types, const Text& text) { types.add(text, known, vocabulary); }, written);
}

nb::object token_row(const Vocabulary& vocabulary, const nb::object& tokenizer,
                     const nb::object& string, const nb::callable& add_surfaces,
                     const ValueMaker& maker) {
    return read_text(vocabulary, tokenizer, string, add_surfaces, maker).row;
}

template <typename Number>
Number* numbers_of(const Buffer& buffer, std::size_t size) {
    if (buffer->itemsize != sizeof(Number) ||
        static_cast<std::size_t>(numbers_in(*buffer)) != size) {
        throw nb::value_error("a buffer for results has the wrong kind or size");
    }
    return static_cast<Number*>(buffer->buf);
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
    throw std::invalid_argument("the kernel has no search '" + name + "'");
}

void check_rows(const Vocabulary& vocabulary, const TypeRows& rows, std::size_t size) {
    if (rows.size() != size) {
        throw nb::value_error("there has to be a reference for each hypothesis");
    }
    if (rows.type_count() > vocabulary.types()) {
        throw nb::value_error("the rows are of another vocabulary");
    }
}

// The row of a segment with too many candidates, and the tokens of its hypothesis and reference.
using Refused = std::tuple<std::size_t, std::size_t, std::size_t>;

// Of what results are made, each with its fields in the order in which they are filled here.
struct ResultMakers {
    ValueMaker token_row;   // text, spans, forms, function words
    ValueMaker statistics;  // segments, then the table of counts
    ValueMaker measures;    // in the order of Measures
    ValueMaker alignment;   // hypothesis, reference, links, optimal, chunk gap, explainer
    ValueMaker result;      // statistics, measures, signature, reference, optimal, problem, alignment
};

// Which search, within which budget, measured how, and what Python is given.
class Scorer {
public:
    Scorer(const std::string& search, std::int64_t budget, std::int64_t beam_width,
           std::int32_t exact_stage, std::int32_t phrase_stage, nb::object phrases,
           MeasureParameters parameters, nb::callable measure, ResultMakers makers,
           nb::object explainer)
        : search_(search_name(search)),
          budget_(budget),
          phrases_(std::move(phrases)),
          spans_{beam_width, exact_stage, phrase_stage,
                 phrases_.is_none() ? nullptr : nb::cast<const PhraseTable*>(phrases_)},
          parameters_(std::move(parameters)),
          measure_(std::move(measure)),
          makers_(std::move(makers)),
          explainer_(std::move(explainer)) {}

    // Fills the columns, but for the segments that it returns, which cannot be scored.
    std::vector<Refused> score(const Vocabulary& vocabulary, const TypeRows& hypotheses,
                               const std::vector<const TypeRows*>& references,
                               nb::handle counts, nb::handle measures,
                               nb::handle totals) const {
        const std::size_t size = hypotheses.size();
        check_rows(vocabulary, hypotheses, size);
        if (!hypotheses.complete()) {
            throw nb::value_error("there has to be a text for each hypothesis");
        }
        for (const TypeRows* rows : references) {
            check_rows(vocabulary, *rows, size);
        }
        if (references.empty()) {
            throw nb::value_error("there is no reference");
        }
        check_stages(vocabulary);
        const std::size_t width = count_columns(parameters_.stages());
        const Buffer count_buffer = buffer_of(counts, true);
        const Buffer measure_buffer = buffer_of(measures, true);
        const Buffer total_buffer = buffer_of(totals, true);
        const Columns columns{numbers_of<std::int64_t>(count_buffer, width * size),
                              numbers_of<double>(measure_buffer, 6 * size),
                              numbers_of<std::int64_t>(total_buffer, width), size};
        const ScoringTask task = task_with(vocabulary);
        std::vector<Refused> refused;
        for (const Unmeasured& unmeasured :
             score_all(task, hypotheses, references, columns, refused)) {
            measure_in_python(unmeasured, columns);
        }
        return refused;
    }

    // The result of a hypothesis against each of its references, which come by their indices.
    // Throws TooManyCandidates.
    nb::object score_each(const Vocabulary& vocabulary, const nb::object& tokenizer,
                          const nb::object& hypothesis, const nb::dict& references,
                          const nb::object& signature, const nb::callable& add_surfaces) const {
        check_stages(vocabulary);
        const auto read = [&](const nb::object& string) {
            return read_text(vocabulary, tokenizer, string, add_surfaces, makers_.token_row);
        };
        const ReadText own = read(hypothesis);
        nb::list results;
        for (const auto& [index, reference] : references) {
            results.append(result(vocabulary, own,
                                  read(nb::borrow<nb::object>(reference)),
                                  nb::borrow<nb::object>(index), signature));
        }
        return owned(PyList_AsTuple(results.ptr()));
    }

    // The score of words that are cut already against the best of other rows of words. It takes
    // less time than the texts would, as nothing is cut and no object is made. Throws
    // TooManyCandidates.
    double score_words(const Vocabulary& vocabulary, const nb::list& hypothesis,
                       const nb::list& references, const nb::callable& add_surfaces) const {
        check_stages(vocabulary);
        TypeRows rows;
        {
            const std::vector<Text> words = words_of(hypothesis);
            std::vector<std::vector<Text>> others;
            others.reserve(references.size());
            for (const nb::handle reference : references) {
                others.push_back(words_of(reference));
            }
            const auto lock = vocabulary.reading();
            rows.add_words(words, vocabulary);
            for (const std::vector<Text>& other : others) {
                rows.add_words(other, vocabulary);
            }
        }
        settle(rows, vocabulary, add_surfaces);
        double best = 0;
        for (std::size_t other = 1; other < rows.size(); ++other) {
            best = std::max(best, score_of(vocabulary, rows.row(0), rows.row(other)));
        }
        return best;
    }

private:
    double score_of(const Vocabulary& vocabulary, IntegerSpan row, IntegerSpan other) const {
        Counts counts;
        {
            const MayRelease others_may_run(row.size() + other.size() >= kLongRows);
            const auto lock = vocabulary.reading();
            counts = segment_scorer().align(task_with(vocabulary), row, other).counts;
        }
        Measures found;
        if (measure_counts(parameters_, counts, found)) {
            return found.score;
        }
        return nb::cast<std::vector<double>>(measure_(counts)).front();
    }

    static SegmentScorer& segment_scorer() {
        thread_local SegmentScorer scorer;
        return scorer;
    }

    ScoringTask task_with(const Vocabulary& vocabulary) const {
        return {search_, budget_, spans_, &parameters_, &vocabulary};
    }

    void check_stages(const Vocabulary& vocabulary) const {
        if (static_cast<std::int32_t>(parameters_.stages()) != vocabulary.stages()) {
            throw nb::value_error("the stages differ");
        }
        if (spans_.exact_stage >= vocabulary.stages() || spans_.phrase_stage >= vocabulary.stages()) {
            throw nb::value_error("there is no such stage");
        }
    }

    nb::object result(const Vocabulary& vocabulary, const ReadText& hypothesis,
                      const ReadText& reference, const nb::object& index,
                      const nb::object& signature) const {
        Links links;  // copied, for making objects may score something else
        Counts counts;
        {
            const IntegerSpan row = hypothesis.types.row(0);
            const IntegerSpan other = reference.types.row(0);
            const MayRelease others_may_run(row.size() + other.size() >= kLongRows);
            const auto lock = vocabulary.reading();
            const SegmentScorer::Aligned aligned =
                segment_scorer().align(task_with(vocabulary), row, other);
            links = aligned.found.links;
            counts = aligned.counts;
        }
        const nb::object optimal = nb::bool_(counts[std::size_t{kChoices} + kProvedSegments] != 0);
        nb::object measures = measures_of(counts);
        nb::object alignment =
            makers_.alignment.make({hypothesis.row, reference.row, tuple_of_links(links), optimal,
                                    nb::int_(counts[kChunkGap]), explainer_});
        return makers_.result.make({statistics_of(counts), std::move(measures), signature, index,
                                    optimal, nb::str(""), std::move(alignment)});
    }

    static nb::object tuple_of_links(const Links& links) {
        return tuple_of(links.size(), [&](std::size_t index) {
            const Link& link = links[index];
            return tuple_of(std::array{link.hypothesis_start, link.hypothesis_end,
                                       link.reference_start, link.reference_end, link.stage});
        });
    }

    nb::object statistics_of(const Counts& counts) const {
        const std::int64_t* const row = counts.data() + kChoices;
        std::vector<nb::object> values{nb::int_(1)};  // segment
        for (std::size_t count = 0; count < kCounts; ++count) {
            values.push_back(nb::int_(row[count]));
        }
        const std::size_t stages = parameters_.stages();
        for (std::size_t kind = 0; kind < kStageCounts; ++kind) {
            const std::int64_t* const first = by_stage(row, StageCount{kind}, stages);
            values.push_back(tuple_of(stages, [&](std::size_t stage) {
                return nb::int_(first[stage]);
            }));
        }
        return makers_.statistics.make(values);
    }

    nb::object measures_of(const Counts& counts) const {
        Measures found;
        if (!measure_counts(parameters_, counts, found)) {
            return makers_.measures.make(nb::cast<std::vector<nb::object>>(measure_(counts)));
        }
        return makers_.measures.make({nb::float_(found.score), nb::float_(found.precision),
                                      nb::float_(found.recall), nb::float_(found.f_mean),
                                      nb::float_(found.fragmentation), nb::float_(found.penalty)});
    }

    // A row with a number that is too long for the kernel's arithmetic.
    struct Unmeasured {
        std::size_t row;
        std::vector<Counts> counts;  // against each reference
    };

    static std::vector<Unmeasured> score_all(const ScoringTask& task, const TypeRows& hypotheses,
                                             const std::vector<const TypeRows*>& references,
                                             const Columns& columns,
                                             std::vector<Refused>& refused) {
        SegmentScorer& scorer = segment_scorer();
        std::vector<Unmeasured> left;
        const nb::gil_scoped_release others_may_run;
        for (std::size_t row = 0; row < hypotheses.size();) {
            const auto lock = task.vocabulary->reading();
            for (Turn turn; row < hypotheses.size() && !turn.is_over(); ++row) {
                turn.took(hypotheses.row(row));
                try {
                    if (!scorer.score(task, row, hypotheses, references, columns)) {
                        left.push_back({row, scorer.counts(task, row, hypotheses, references)});
                    }
                } catch (const TooManyCandidates& rows) {
                    refused.emplace_back(row, rows.hypothesis_length(), rows.reference_length());
                }
            }
        }
        return left;
    }

    void measure_in_python(const Unmeasured& unmeasured, const Columns& columns) const {
        std::size_t best = 0;
        std::array<double, 6> best_measures{};
        for (std::size_t number = 0; number < unmeasured.counts.size(); ++number) {
            const auto measures =
                nb::cast<std::array<double, 6>>(measure_(unmeasured.counts[number]));
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
    nb::object phrases_;  // owns the table
    SpanSettings spans_;
    MeasureParameters parameters_;
    nb::callable measure_;
    ResultMakers makers_;
    nb::object explainer_;
};

}  // namespace

// Scoring raises Python's error for rows with too many candidates.
void translate_too_many_candidates(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const TooManyCandidates& rows) {
        const nb::object error = nb::module_::import_("meteor_core.search.spans.links")
                                     .attr("too_many_candidates")(rows.hypothesis_length(),
                                                                  rows.reference_length());
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    }
}

void bind_scorer(nb::module_& module) {
    nb::class_<TypeRows>(module, "TypeRows", "The types of the tokens of many texts.")
        .def("__len__", &TypeRows::size);
    module.def("type_rows", &type_rows, nb::arg("vocabulary"), nb::kw_only(),
               nb::arg("tokenizer"), nb::arg("texts"), nb::arg("add_surfaces"));
    module.def("type_rows", &normalized_type_rows, nb::arg("vocabulary"), nb::kw_only(),
               nb::arg("tokenizer"), nb::arg("texts"), nb::arg("add_surfaces"));
    module.def("token_row", &token_row, nb::arg("vocabulary"), nb::arg("tokenizer"),
               nb::arg("text"), nb::arg("add_surfaces"), nb::arg("maker"),
               "The tokens of a text.");
    nb::class_<ValueMaker>(module, "ValueMaker", "Makes values of a frozen dataclass.")
        .def(nb::init<nb::type_object, const nb::tuple&>(), nb::arg("value"), nb::arg("fields"));
    nb::class_<ResultMakers>(module, "ResultMakers", "Makes results, and what they are made of.")
        .def("__init__",
             [](ResultMakers* made, const ValueMaker& token_row, const ValueMaker& statistics,
                const ValueMaker& measures, const ValueMaker& alignment,
                const ValueMaker& result) {
                 new (made) ResultMakers{token_row, statistics, measures, alignment, result};
             },
             nb::kw_only(), nb::arg("token_row"), nb::arg("statistics"), nb::arg("measures"),
             nb::arg("alignment"), nb::arg("result"));
    nb::class_<Scorer>(module, "Scorer", "Scores rows of types into columns of numbers.")
        .def(nb::init<const std::string&, std::int64_t, std::int64_t, std::int32_t, std::int32_t,
                      nb::object, MeasureParameters, nb::callable, ResultMakers, nb::object>(),
             nb::kw_only(), nb::arg("search"), nb::arg("budget"), nb::arg("beam_width"),
             nb::arg("exact_stage"), nb::arg("phrase_stage"), nb::arg("phrases").none(),
             nb::arg("parameters"), nb::arg("measure"), nb::arg("makers"), nb::arg("explainer"))
        .def("score", &Scorer::score, nb::arg("vocabulary"), nb::kw_only(),
             nb::arg("hypotheses"), nb::arg("references"), nb::arg("counts"),
             nb::arg("measures"), nb::arg("totals"))
        .def("score_each", &Scorer::score_each, nb::arg("vocabulary"), nb::arg("tokenizer"),
             nb::arg("hypothesis"), nb::arg("references"), nb::arg("signature"),
             nb::arg("add_surfaces"), "The result against each reference.")
        .def("score_words", &Scorer::score_words, nb::arg("vocabulary"), nb::arg("hypothesis"),
             nb::arg("references"), nb::arg("add_surfaces"),
             "The best score of a row of words against other rows.");
}

}  // namespace meteorscope
