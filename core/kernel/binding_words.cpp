// The analysis of new words as Python sees it; core/meteor_core/batch/compiled_vocabulary.py is its
// only caller. The twin of core/meteor_core/words/type_analysis.py.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binding_text.hpp"
#include "scorer.hpp"
#include "surfaces.hpp"
#include "vocabulary.hpp"
#include "wordnet.hpp"

namespace py = pybind11;

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
            throw py::value_error("there are fewer counts of keys than types");
        }
        const std::int32_t count = counts_[type_++];
        if (count < 0 || static_cast<std::size_t>(count) > numbers_.size() - key_) {
            throw py::value_error("the counts of keys do not fit the keys");
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
    explicit NewKeys(const std::array<py::buffer, 4>& arrays) {
        for (const py::buffer& array : arrays) {
            buffers_.push_back(array.request());
            if (buffers_.back().itemsize != sizeof(std::int32_t) || buffers_.back().ndim != 1) {
                throw py::value_error("keys have to be arrays of 32-bit integers");
            }
        }
        hypothesis_.emplace(span(0), span(1));
        reference_.emplace(span(2), span(3));
    }
    // A string for each type, which ``known`` numbers as they are met.
    NewKeys(const py::list& strings, SurfaceTable& known) : counts_(strings.size(), 1) {
        numbers_.reserve(strings.size());
        for (const py::handle string : strings) {
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
        return {static_cast<const std::int32_t*>(buffers_[array].ptr),
                static_cast<std::size_t>(buffers_[array].size)};
    }

    std::vector<py::buffer_info> buffers_;
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
    TypeAnalysis(py::function fold, bool lowers_ascii, std::vector<py::object> key_sources,
                 py::object function_words, py::object word_number)
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
        py::list strings(words.size());
        std::vector<bool> function_words(words.size());
        std::vector<std::int32_t> word_numbers(words.size());
        for (std::size_t index = 0; index < words.size(); ++index) {
            const py::str word = string_of(words[index]);
            function_words[index] = is_function_word(word);
            word_numbers[index] = word_number_.is_none() ? first + static_cast<std::int32_t>(index)
                                                         : word_number_(word).cast<std::int32_t>();
            strings[index] = word;
        }
        std::vector<std::optional<NewKeys>> keys = keys_of(words, strings);
        const py::gil_scoped_release others_may_run;
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
    bool is_function_word(const py::str& word) const {
        const int found = PySequence_Contains(function_words_.ptr(), word.ptr());
        if (found < 0) {
            throw py::error_already_set();
        }
        return found != 0;
    }

    std::string folded(std::string_view surface) const {
        std::string word(surface);
        if (lowers_ascii_ && is_ascii(surface)) {
            std::transform(word.begin(), word.end(), word.begin(), lower);
            return word;
        }
        const py::object string = fold_(string_of(surface));
        const Text text = text_of(string);
        return surface_bytes(text, {0, static_cast<std::int32_t>(text.length)});
    }

    std::vector<std::optional<NewKeys>> keys_of(const UnknownSurfaces& words,
                                                const py::list& strings) {
        std::vector<std::optional<NewKeys>> keys;
        for (std::size_t stage = 0; stage < key_sources_.size(); ++stage) {
            const py::object& source = key_sources_[stage];
            if (source.is_none()) {
                keys.emplace_back();
                continue;
            }
            if (py::isinstance<SynsetIndex>(source)) {
                keys.emplace_back(NewKeys(source.cast<const SynsetIndex&>(), words));
                continue;
            }
            const py::object found = source(strings);
            if (py::isinstance<py::list>(found)) {
                keys.emplace_back(NewKeys(py::list(found), keys_[stage]));
            } else {
                keys.emplace_back(NewKeys(found.cast<std::array<py::buffer, 4>>()));
            }
        }
        return keys;
    }

    py::function fold_;
    bool lowers_ascii_;
    std::vector<py::object> key_sources_;
    py::object function_words_;
    py::object word_number_;
    SurfaceTable types_;              // of folded words
    std::vector<SurfaceTable> keys_;  // by stage: the numbers of keys that are strings
};

}  // namespace

void bind_words(py::module_& module) {
    py::class_<TypeAnalysis>(module, "TypeAnalysis", "Numbers types and analyses each once.")
        .def(py::init<py::function, bool, std::vector<py::object>, py::object, py::object>(),
             py::kw_only(), py::arg("fold"), py::arg("lowers_ascii"), py::arg("key_sources"),
             py::arg("function_words"), py::arg("word_number"))
        .def("add", &TypeAnalysis::add, py::arg("vocabulary"), py::arg("rows"),
             "Add the unknown surfaces of rows to a vocabulary; one batch at a time.");
}

}  // namespace meteorscope
