// WordNet's look-up as Python sees it; core/meteor_core/words/lexicon/synset_index.py has the same.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

#include "wordnet.hpp"

namespace py = pybind11;

namespace meteorscope {
namespace {

py::object integer_array(const std::vector<std::int32_t>& numbers) {
    static_assert(sizeof(int) == sizeof(std::int32_t), "array('i') holds 32-bit integers");
    const py::bytes bytes(reinterpret_cast<const char*>(numbers.data()),
                          numbers.size() * sizeof(std::int32_t));
    return py::module_::import("array").attr("array")("i", bytes);
}

py::tuple synsets_of(const SynsetIndex& index, const py::sequence& words) {
    std::vector<std::int32_t> counts;
    std::vector<std::int32_t> numbers;
    counts.reserve(words.size());
    for (const py::handle word : words) {
        if (!PyUnicode_Check(word.ptr())) {
            throw py::type_error("a word is a str");
        }
        const std::size_t before = numbers.size();
        if (PyUnicode_IS_ASCII(word.ptr())) {  // WordNet has no other words
            const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(word.ptr()));
            const void* letters = PyUnicode_1BYTE_DATA(word.ptr());
            index.append_synsets({static_cast<const char*>(letters), size}, numbers);
        }
        counts.push_back(static_cast<std::int32_t>(numbers.size() - before));
    }
    return py::make_tuple(integer_array(counts), integer_array(numbers));
}

// The index keeps the object; nobody may change or close it.
SynsetIndex index_of(const py::buffer& content) {
    const py::buffer_info info = content.request();
    return SynsetIndex({static_cast<const char*>(info.ptr), static_cast<std::size_t>(info.size)});
}

}  // namespace

void bind_wordnet(py::module_& module) {
    py::class_<SynsetIndex>(module, "SynsetIndex", "The words of a data file with their synsets.")
        .def(py::init(&index_of), py::arg("content"), py::keep_alive<1, 2>())
        .def("synsets_of", &synsets_of, py::arg("words"),
             "The numbers of every synset of every base form of each word.")
        .def("row", &SynsetIndex::row, py::arg("number"), "The synset of that number.");
}

}  // namespace meteorscope
