// The analysis of new words as Python sees it; core/meteor_core/batch/compiled_vocabulary.py is its
// only caller, core/meteor_core/words/type_analysis.py has the same in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compiler.hpp"
#include "batch/scorer.hpp"
#include "python/text.hpp"
#include "python/values.hpp"
#include "text/surfaces.hpp"
#include "words/lexicon/frequent_words.hpp"
#include "words/lexicon/wordnet.hpp"
#include "words/porter.hpp"
#include "words/vocabulary.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

bool is_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

char lower(char letter) {
    return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Whether a word is ASCII, and whether it has capitals.
enum class AsciiCase : std::uint8_t { none, lower, mixed };

AsciiCase ascii_case(std::string_view bytes) {
    unsigned all = 0;
    unsigned capitals = 0;
    for (const char letter : bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        all |= byte;
        capitals |= static_cast<unsigned>(byte - unsigned{'A'} < 26);
    }
    if (all >= 0x80) {
        return AsciiCase::none;
    }
    return capitals != 0 ? AsciiCase::mixed : AsciiCase::lower;
}

// The stem of a word by NLTK's Porter stemmer.
std::string nltk_stem(std::string_view word) {
    std::string lower_case(word);
    if (is_ascii(word)) {
        std::transform(word.begin(), word.end(), lower_case.begin(), lower);
    } else {
        const nb::object string = string_of(word).attr("lower")();
        const Text text = text_of(string);
        lower_case = surface_bytes(text, {0, static_cast<std::int32_t>(text.length)});
    }
    return porter_stem(word, lower_case);
}

// Sources of keys: that stem, and what NLTK finds for it in WordNet.
struct NltkStems {
    nb::list stems_of(const nb::list& words) const {
        return list_of(words, [](nb::handle word) {
            const Text text = text_of(word);
            const TokenSpan whole{0, static_cast<std::int32_t>(text.length)};
            return string_of(nltk_stem(surface_bytes(text, whole)));
        });
    }
};
struct NltkSynonyms {
    const SynsetIndex* index;
};

// Lists of keys of many types, end to end, read one type after the other.
class KeyReader {
public:
    KeyReader(IntegerSpan counts, IntegerSpan numbers) : counts_(counts), numbers_(numbers) {}

    IntegerSpan next() {
        if (type_ >= counts_.size()) {
            throw nb::value_error("there are fewer counts of keys than types");
        }
        const std::int32_t count = counts_[type_++];
        if (count < 0 || static_cast<std::size_t>(count) > numbers_.size() - key_) {
            throw nb::value_error("the counts of keys do not fit the keys");
        }
        const std::size_t first = key_;
        key_ += static_cast<std::size_t>(count);
        return {numbers_.begin() + first, static_cast<std::size_t>(count)};
    }

private:
    IntegerSpan counts_;
    IntegerSpan numbers_;
    std::size_t type_ = 0;
    std::size_t key_ = 0;
};

// The keys of new types in a stage.
class NewKeys {
public:
    // What Python found: counts and keys, of the hypothesis and of the reference.
    explicit NewKeys(const std::array<nb::object, 4>& arrays) {
        for (const nb::object& array : arrays) {
            buffers_.push_back(buffer_of(array));
            const Py_buffer& last = *buffers_.back();
            if (last.itemsize != sizeof(std::int32_t) || last.ndim != 1) {
                throw nb::value_error("keys have to be arrays of 32-bit integers");
            }
        }
        hypothesis_.emplace(span(0), span(1));
        reference_.emplace(span(2), span(3));
    }
    // A string for each type, which ``known`` numbers as they are met, after the frequent words if
    // there are some.
    NewKeys(const nb::list& strings, SurfaceList& known, const FrequentWords* frequent)
        : counts_(strings.size(), 1) {
        numbers_.reserve(strings.size());
        for (const nb::handle string : strings) {
            const Text text = text_of(string);
            const TokenSpan whole{0, static_cast<std::int32_t>(text.length)};
            numbers_.push_back(number_of(text, whole, known, frequent));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_ = hypothesis_;
    }
    // The synsets of words.
    NewKeys(const SynsetIndex& synsets, const std::vector<std::string_view>& words) {
        for (const std::string_view word : words) {
            const std::size_t before = numbers_.size();
            if (is_ascii(word)) {  // WordNet has no other words
                synsets.append_synsets(word, numbers_);
            }
            counts_.push_back(static_cast<std::int32_t>(numbers_.size() - before));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_ = hypothesis_;
    }
    // The stems of words, which ``known`` numbers as they are met.
    NewKeys(const std::vector<std::string>& stems, SurfaceList& known) : counts_(stems.size(), 1) {
        numbers_.reserve(stems.size());
        for (const std::string& stem : stems) {
            numbers_.push_back(known.add(stem));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_ = hypothesis_;
    }
    // The stems, numbered behind the synsets, and synsets: for the hypothesis all those of the
    // stem, for the reference those that list it.
    NewKeys(const SynsetIndex& index, const std::vector<std::string>& stems, SurfaceList& known) {
        for (const std::string& stem : stems) {
            const std::size_t before = numbers_.size();
            const std::size_t reference_before = reference_numbers_.size();
            numbers_.push_back(index.synset_count() + known.add(stem));
            reference_numbers_.push_back(numbers_.back());
            if (is_ascii(stem)) {
                index.append_synsets(stem, numbers_);
            }
            for (std::size_t at = before + 1; at < numbers_.size(); ++at) {
                if (index.has_lemma(numbers_[at], stem)) {
                    reference_numbers_.push_back(numbers_[at]);
                }
            }
            counts_.push_back(static_cast<std::int32_t>(numbers_.size() - before));
            reference_counts_.push_back(
                static_cast<std::int32_t>(reference_numbers_.size() - reference_before));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_.emplace(IntegerSpan(reference_counts_), IntegerSpan(reference_numbers_));
    }
    NewKeys(NewKeys&&) = default;  // memory of vectors stays where it is

    TypeKeys next() { return {hypothesis_->next(), reference_->next()}; }

private:
    static std::int32_t number_of(const Text& text, TokenSpan whole, SurfaceList& known,
                                  const FrequentWords* frequent) {
        if (frequent == nullptr) {
            return known.add(text, whole);
        }
        const std::int32_t entry = frequent->find(surface_bytes(text, whole));
        return entry != FrequentWords::unknown ? entry : frequent->size() + known.add(text, whole);
    }

    IntegerSpan span(std::size_t array) const {
        const Py_buffer& buffer = *buffers_[array];
        return {static_cast<const std::int32_t*>(buffer.buf),
                static_cast<std::size_t>(numbers_in(buffer))};
    }

    std::vector<Buffer> buffers_;
    std::vector<std::int32_t> counts_;
    std::vector<std::int32_t> numbers_;
    std::vector<std::int32_t> reference_counts_;  // where they differ
    std::vector<std::int32_t> reference_numbers_;
    std::optional<KeyReader> hypothesis_;
    std::optional<KeyReader> reference_;
};

// The lines of a string, each of which ends with a line feed; nothing of no string.
class FoldedLines {
public:
    explicit FoldedLines(nb::object string) : string_(std::move(string)) {
        if (!string_.is_valid()) {
            return;
        }
        text_ = text_of(string_);
        with_code_points(text_, [this](const auto* code_points) {
            std::int32_t start = 0;
            for (std::int32_t at = 0; at < text_.length; ++at) {
                if (code_points[at] == '\n') {
                    lines_.push_back({start, at});
                    start = at + 1;
                }
            }
        });
    }

    const Text& text() const { return text_; }
    std::size_t size() const { return lines_.size(); }
    TokenSpan operator[](std::size_t line) const { return lines_[line]; }

private:
    nb::object string_;
    Text text_;
    std::vector<TokenSpan> lines_;
};

// Numbers types and analyses each of them once. One batch at a time.
class TypeAnalysis {
public:
    // A source of keys: nothing for a stage in which each type is its own key; a SynsetIndex;
    // NltkStems; NltkSynonyms; or a function from new words to a string for each of them, or to
    // arrays of numbers. Where there are frequent words, strings are stems, and the entries of
    // these words equal the answers of the sources.
    TypeAnalysis(nb::callable fold, bool lowers_ascii, std::vector<nb::object> key_sources,
                 nb::object function_words, nb::object word_number, nb::object frequent_words)
        : fold_(std::move(fold)),
          lowers_ascii_(lowers_ascii),
          key_sources_(std::move(key_sources)),
          function_words_(std::move(function_words)),
          word_number_(std::move(word_number)),
          frequent_words_(std::move(frequent_words)),
          keys_(key_sources_.size()) {
        if (!frequent_words_.is_none()) {
            frequent_ = &nb::cast<const FrequentWords&>(frequent_words_);
        }
        for (const nb::object& source : key_sources_) {
            is_synonym_.push_back(nb::isinstance<SynsetIndex>(source));
            std::int32_t keys = 0;
            if (is_synonym_.back()) {
                keys = nb::cast<const SynsetIndex&>(source).synset_count();
            } else if (nb::isinstance<NltkStems>(source) || nb::isinstance<NltkSynonyms>(source)) {
                has_nltk_stems_ = true;
            } else if (!source.is_none()) {
                asks_python_ = true;
                keys = frequent_ == nullptr ? 0 : frequent_->size() / 4 * 5;  // and other stems
            }
            key_counts_.push_back(static_cast<std::size_t>(keys));
        }
        if (PyFrozenSet_CheckExact(function_words_.ptr())) {  // others know how to find a word
            for (const nb::handle word : function_words_) {
                const Text text = text_of(word);
                listed_.add(text, {0, static_cast<std::int32_t>(text.length)});
            }
            function_words_ = nb::none();
        }
    }

    // Adds the unknown surfaces of rows to the vocabulary, to which only this adds types, and
    // settles the rows. Where a stage fails, nothing is added.
    void add(Vocabulary& vocabulary, TypeRows& rows) {
        try {
            rows.settle(add_all(vocabulary, rows.unknown()));
        } catch (...) {
            types_.truncate(static_cast<std::size_t>(vocabulary.types()));
            throw;
        }
    }

private:
    // Returns the types of the surfaces.
    std::vector<std::int32_t> add_all(Vocabulary& vocabulary, const SurfaceList& surfaces) {
        const std::size_t first = types_.size();
        std::vector<std::int32_t> types = types_of(surfaces);
        const std::size_t size = types_.size() - first;
        const std::vector<FrequentWord> frequent = frequent_ == nullptr
                                                       ? std::vector<FrequentWord>(size)
                                                       : frequent_->find_words(types_, first);
        std::vector<std::string_view> others;
        std::vector<std::uint8_t> function_words(size);
        std::vector<std::int32_t> word_numbers(size);
        for (std::size_t index = 0; index < size; ++index) {
            const HashedSurface word = types_.at(first + index);
            if (!frequent[index].is_known()) {
                others.push_back(word.bytes);
            }
            function_words[index] = is_function_word(word);
            word_numbers[index] = word_number_.is_none()
                                      ? static_cast<std::int32_t>(first + index)
                                      : nb::cast<std::int32_t>(word_number_(string_of(word.bytes)));
        }
        std::vector<std::optional<NewKeys>> keys = keys_of(others);
        const nb::gil_scoped_release others_may_run;
        const auto lock = vocabulary.writing();
        std::vector<TypeKeys> of_type(keys.size());
        for (std::size_t stage = 0; stage < keys.size(); ++stage) {
            vocabulary.reserve_keys(static_cast<std::int32_t>(stage), key_counts_[stage]);
        }
        for (std::size_t index = 0; index < size; ++index) {
            const FrequentWord& known = frequent[index];
            prefetch(frequent[std::min(index + ahead, size - 1)].synsets.begin());
            for (std::size_t stage = 0; stage < keys.size(); ++stage) {
                if (!keys[stage]) {
                    of_type[stage] = {};
                } else if (!known.is_known()) {
                    of_type[stage] = keys[stage]->next();
                } else {
                    const IntegerSpan numbers = is_synonym_[stage] ? known.synsets : known.stem;
                    of_type[stage] = {numbers, numbers};
                }
            }
            vocabulary.add_type(of_type, function_words[index] != 0, word_numbers[index]);
        }
        vocabulary.reserve(types.size());
        for (std::size_t index = 0; index < types.size(); ++index) {
            vocabulary.add_surface(surfaces.at(index), types[index]);
        }
        return types;
    }

    // The type of each surface: a new one, if its word is new.
    std::vector<std::int32_t> types_of(const SurfaceList& surfaces) {
        std::vector<AsciiCase> cases(surfaces.size(), AsciiCase::none);
        std::string asked;  // a line each
        std::size_t count = 0;
        for (std::size_t index = 0; index < cases.size(); ++index) {
            if (lowers_ascii_) {
                cases[index] = ascii_case(surfaces[index]);
            }
            if (cases[index] == AsciiCase::none) {
                asked.append(surfaces[index]).push_back('\n');
                ++count;
            }
        }
        const FoldedLines lines(asked.empty() ? nb::object() : fold_(string_of(asked)));
        std::vector<std::int32_t> types(surfaces.size());
        std::string word;
        for (std::size_t index = 0, line = 0; index < types.size(); ++index) {
            if (cases[index] == AsciiCase::lower) {
                types[index] = types_.add(surfaces.at(index));
            } else if (cases[index] == AsciiCase::mixed) {
                word.assign(surfaces[index]);
                std::transform(word.begin(), word.end(), word.begin(), lower);
                types[index] = types_.add(word);
            } else if (lines.size() == count) {
                types[index] = types_.add(lines.text(), lines[line++]);
            } else {  // some surface has several lines
                const nb::object string = fold_(string_of(surfaces[index]));
                const Text text = text_of(string);
                types[index] = types_.add(text, {0, static_cast<std::int32_t>(text.length)});
            }
        }
        return types;
    }

    bool is_function_word(HashedSurface word) const {
        if (function_words_.is_none()) {
            return listed_.find(word) != SurfaceList::unknown;
        }
        const int found = PySequence_Contains(function_words_.ptr(), string_of(word.bytes).ptr());
        if (found < 0) {
            throw nb::python_error();
        }
        return found != 0;
    }

    std::vector<std::optional<NewKeys>> keys_of(const std::vector<std::string_view>& words) {
        nb::list strings;
        std::vector<std::string> stems;
        for (const std::string_view word : words) {
            if (asks_python_) {
                strings.append(string_of(word));
            }
            if (has_nltk_stems_) {
                stems.push_back(nltk_stem(word));
            }
        }
        std::vector<std::optional<NewKeys>> keys;
        for (std::size_t stage = 0; stage < key_sources_.size(); ++stage) {
            const nb::object& source = key_sources_[stage];
            if (source.is_none()) {
                keys.emplace_back();
            } else if (is_synonym_[stage]) {
                keys.emplace_back(NewKeys(nb::cast<const SynsetIndex&>(source), words));
            } else if (nb::isinstance<NltkStems>(source)) {
                keys.emplace_back(NewKeys(stems, keys_[stage]));
            } else if (nb::isinstance<NltkSynonyms>(source)) {
                const SynsetIndex& index = *nb::cast<const NltkSynonyms&>(source).index;
                keys.emplace_back(NewKeys(index, stems, keys_[stage]));
            } else {
                keys.emplace_back(keys_from_python(source(strings), stage));
            }
        }
        return keys;
    }

    NewKeys keys_from_python(const nb::object& found, std::size_t stage) {
        if (nb::isinstance<nb::list>(found)) {
            return NewKeys(nb::list(found), keys_[stage], frequent_);
        }
        return NewKeys(nb::cast<std::array<nb::object, 4>>(found));
    }

    // So many words before their synsets are copied, memory is asked for them.
    static constexpr std::size_t ahead = 16;

    nb::callable fold_;
    bool lowers_ascii_;
    std::vector<nb::object> key_sources_;
    nb::object function_words_;  // None where they are listed
    SurfaceList listed_;
    nb::object word_number_;
    nb::object frequent_words_;
    const FrequentWords* frequent_ = nullptr;  // the same
    std::vector<bool> is_synonym_;             // by stage: whether a SynsetIndex knows its keys
    std::vector<std::size_t> key_counts_;      // by stage, where they come in any order; else 0
    bool has_nltk_stems_ = false;
    bool asks_python_ = false;
    SurfaceList types_;              // folded words, by type
    std::vector<SurfaceList> keys_;  // by stage: keys that are strings, by number
};

}  // namespace

void bind_words(nb::module_& module) {
    nb::class_<NltkStems>(module, "NltkStems", "The stems of NLTK's Porter stemmer.")
        .def(nb::init<>())
        .def("stems_of", &NltkStems::stems_of, nb::arg("words"), "The stem of each word.");
    nb::class_<NltkSynonyms>(module, "NltkSynonyms", "What NLTK finds for stems in WordNet.")
        .def(
            "__init__",
            [](NltkSynonyms* made, const SynsetIndex& index) { new (made) NltkSynonyms{&index}; },
            nb::arg("index"), nb::keep_alive<1, 2>());
    nb::class_<TypeAnalysis>(module, "TypeAnalysis", "Numbers types and analyses each once.")
        .def(nb::init<nb::callable, bool, std::vector<nb::object>, nb::object, nb::object,
                      nb::object>(),
             nb::kw_only(), nb::arg("fold"), nb::arg("lowers_ascii"), nb::arg("key_sources"),
             nb::arg("function_words"), nb::arg("word_number").none(),
             nb::arg("frequent_words").none())
        .def("add", &TypeAnalysis::add, nb::arg("vocabulary"), nb::arg("rows"),
             "Add the unknown surfaces of rows to a vocabulary; one batch at a time.");
}

}  // namespace meteorscope
