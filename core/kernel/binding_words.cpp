// The analysis of new words as Python sees it; core/meteor_core/batch/compiled_vocabulary.py is its
// only caller. The twin of core/meteor_core/words/type_analysis.py.

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

#include "binding_buffer.hpp"
#include "binding_text.hpp"
#include "scorer.hpp"
#include "surfaces.hpp"
#include "vocabulary.hpp"
#include "wordnet.hpp"

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
    // A string for each type, which ``known`` numbers as they are met.
    NewKeys(const nb::list& strings, SurfaceTable& known) : counts_(strings.size(), 1) {
        numbers_.reserve(strings.size());
        for (const nb::handle string : strings) {
            const Text text = text_of(string);
            const TokenSpan whole{0, static_cast<std::int32_t>(text.length)};
            const auto next = static_cast<std::int32_t>(known.size());
            numbers_.push_back(known.find_or_add(text, whole, next));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_ = hypothesis_;
    }
    // The synsets of words.
    NewKeys(const SynsetIndex& synsets, const UnknownSurfaces& words) {
        for (std::size_t index = 0; index < words.size(); ++index) {
            const std::size_t before = numbers_.size();
            if (is_ascii(words[index])) {  // WordNet has no other words
                synsets.append_synsets(words[index], numbers_);
            }
            counts_.push_back(static_cast<std::int32_t>(numbers_.size() - before));
        }
        hypothesis_.emplace(IntegerSpan(counts_), IntegerSpan(numbers_));
        reference_ = hypothesis_;
    }
    NewKeys(NewKeys&&) = default;  // memory of vectors stays where it is

    TypeKeys next() { return {hypothesis_->next(), reference_->next()}; }

private:
    IntegerSpan span(std::size_t array) const {
        const Py_buffer& buffer = *buffers_[array];
        return {static_cast<const std::int32_t*>(buffer.buf),
                static_cast<std::size_t>(numbers_in(buffer))};
    }

    std::vector<Buffer> buffers_;
    std::vector<std::int32_t> counts_;
    std::vector<std::int32_t> numbers_;
    std::optional<KeyReader> hypothesis_;
    std::optional<KeyReader> reference_;
};

// Numbers types and analyses each of them once. One batch at a time.
class TypeAnalysis {
public:
    // A source of keys: nothing for a stage in which each type is its own key; a SynsetIndex; or a
    // function from new words to a string for each of them, or to arrays of numbers.
    TypeAnalysis(nb::callable fold, bool lowers_ascii, std::vector<nb::object> key_sources,
                 nb::object function_words, nb::object word_number)
        : fold_(std::move(fold)),
          lowers_ascii_(lowers_ascii),
          key_sources_(std::move(key_sources)),
          function_words_(std::move(function_words)),
          word_number_(std::move(word_number)),
          keys_(key_sources_.size()) {}

    // Adds the unknown surfaces of rows to the vocabulary, which nobody else adds types to. Where a
    // stage fails, nothing is added.
    void add(Vocabulary& vocabulary, const TypeRows& rows) {
        const UnknownSurfaces& surfaces = rows.unknown();
        const auto first = static_cast<std::int32_t>(types_.size());
        UnknownSurfaces words;
        std::vector<std::int32_t> types(surfaces.size());
        for (std::size_t index = 0; index < types.size(); ++index) {
            const std::string word = folded(surfaces[index]);
            const std::int32_t known = types_.find(word);
            types[index] = known == SurfaceTable::unknown ? first + words.add(word) : known;
        }
        nb::list strings;
        std::vector<bool> function_words(words.size());
        std::vector<std::int32_t> word_numbers(words.size());
        for (std::size_t index = 0; index < words.size(); ++index) {
            const nb::str word = string_of(words[index]);
            function_words[index] = is_function_word(word);
            word_numbers[index] = word_number_.is_none() ? first + static_cast<std::int32_t>(index)
                                                         : nb::cast<std::int32_t>(word_number_(word));
            strings.append(word);
        }
        std::vector<std::optional<NewKeys>> keys = keys_of(words, strings);
        const nb::gil_scoped_release others_may_run;
        const auto lock = vocabulary.writing();
        std::vector<TypeKeys> of_type(keys.size());
        for (std::size_t index = 0; index < words.size(); ++index) {
            for (std::size_t stage = 0; stage < keys.size(); ++stage) {
                of_type[stage] = keys[stage] ? keys[stage]->next() : TypeKeys{};
            }
            vocabulary.add_type(of_type, function_words[index], word_numbers[index]);
            types_.find_or_add(words[index], first + static_cast<std::int32_t>(index));
        }
        for (std::size_t index = 0; index < types.size(); ++index) {
            vocabulary.add_surface(surfaces[index], types[index]);
        }
    }

private:
    bool is_function_word(const nb::str& word) const {
        const int found = PySequence_Contains(function_words_.ptr(), word.ptr());
        if (found < 0) {
            throw nb::python_error();
        }
        return found != 0;
    }

    std::string folded(std::string_view surface) const {
        std::string word(surface);
        if (lowers_ascii_ && is_ascii(surface)) {
            std::transform(word.begin(), word.end(), word.begin(), lower);
            return word;
        }
        const nb::object string = fold_(string_of(surface));
        const Text text = text_of(string);
        return surface_bytes(text, {0, static_cast<std::int32_t>(text.length)});
    }

    std::vector<std::optional<NewKeys>> keys_of(const UnknownSurfaces& words,
                                                const nb::list& strings) {
        std::vector<std::optional<NewKeys>> keys;
        for (std::size_t stage = 0; stage < key_sources_.size(); ++stage) {
            const nb::object& source = key_sources_[stage];
            if (source.is_none()) {
                keys.emplace_back();
                continue;
            }
            if (nb::isinstance<SynsetIndex>(source)) {
                keys.emplace_back(NewKeys(nb::cast<const SynsetIndex&>(source), words));
                continue;
            }
            const nb::object found = source(strings);
            if (nb::isinstance<nb::list>(found)) {
                keys.emplace_back(NewKeys(nb::list(found), keys_[stage]));
            } else {
                keys.emplace_back(NewKeys(nb::cast<std::array<nb::object, 4>>(found)));
            }
        }
        return keys;
    }

    nb::callable fold_;
    bool lowers_ascii_;
    std::vector<nb::object> key_sources_;
    nb::object function_words_;
    nb::object word_number_;
    SurfaceTable types_;              // of folded words
    std::vector<SurfaceTable> keys_;  // by stage: the numbers of keys that are strings
};

}  // namespace

void bind_words(nb::module_& module) {
    nb::class_<TypeAnalysis>(module, "TypeAnalysis", "Numbers types and analyses each once.")
        .def(nb::init<nb::callable, bool, std::vector<nb::object>, nb::object, nb::object>(),
             nb::kw_only(), nb::arg("fold"), nb::arg("lowers_ascii"), nb::arg("key_sources"),
             nb::arg("function_words"), nb::arg("word_number").none())
        .def("add", &TypeAnalysis::add, nb::arg("vocabulary"), nb::arg("rows"),
             "Add the unknown surfaces of rows to a vocabulary; one batch at a time.");
}

}  // namespace meteorscope
