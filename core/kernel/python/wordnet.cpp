// WordNet's look-up as Python sees it; core/meteor_core/words/lexicon/synset_index.py has the same.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "python/values.hpp"
#include "words/lexicon/frequent_words.hpp"
#include "words/lexicon/wordnet.hpp"

namespace nb = nanobind;

namespace meteorscope {
namespace {

nb::object integer_array(const std::vector<std::int32_t>& numbers) {
    static_assert(sizeof(int) == sizeof(std::int32_t), "array('i') holds 32-bit integers");
    const nb::bytes bytes(numbers.data(), numbers.size() * sizeof(std::int32_t));
    return nb::module_::import_("array").attr("array")("i", bytes);
}

nb::tuple synsets_of(const SynsetIndex& index, const nb::sequence& words) {
    std::vector<std::int32_t> counts;
    std::vector<std::int32_t> numbers;
    counts.reserve(nb::len(words));
    for (const nb::handle word : words) {
        if (!PyUnicode_Check(word.ptr())) {
            throw nb::type_error("a word is a str");
        }
        const std::size_t before = numbers.size();
        if (PyUnicode_IS_ASCII(word.ptr())) {  // WordNet has no other words
            const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(word.ptr()));
            const void* letters = PyUnicode_1BYTE_DATA(word.ptr());
            index.append_synsets({static_cast<const char*>(letters), size}, numbers);
        }
        counts.push_back(static_cast<std::int32_t>(numbers.size() - before));
    }
    return nb::make_tuple(integer_array(counts), integer_array(numbers));
}

// Its owner keeps the object, which must not be changed or closed.
std::string_view bytes_of(nb::handle content) {
    const Buffer buffer = buffer_of(content);
    return {static_cast<const char*>(buffer->buf), static_cast<std::size_t>(buffer->len)};
}

}  // namespace

void bind_wordnet(nb::module_& module) {
    nb::class_<SynsetIndex>(module, "SynsetIndex", "The words of a data file with their synsets.")
        .def(
            "__init__",
            [](SynsetIndex* index, nb::handle content) { new (index) SynsetIndex(bytes_of(content)); },
            nb::arg("content"), nb::keep_alive<1, 2>())
        .def("synsets_of", &synsets_of, nb::arg("words"),
             "The numbers of every synset of every base form of each word.")
        .def("row", &SynsetIndex::row, nb::arg("number"), "The synset of that number.");
    nb::class_<FrequentWords>(module, "FrequentWords", "Words with their stems and synsets.")
        .def(
            "__init__",
            [](FrequentWords* words, nb::handle content) {
                new (words) FrequentWords(bytes_of(content));
            },
            nb::arg("content"), nb::keep_alive<1, 2>())
        .def_prop_ro(
            "resources",
            [](const FrequentWords& words) { return std::string(words.resources()); },
            "What stems and synsets these are.");
}

}  // namespace meteorscope
