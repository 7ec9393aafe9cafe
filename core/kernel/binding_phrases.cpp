// Paraphrase tables as Python sees them; meteor_core/meteor15/paraphrases/index.py has the same.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "phrase_builder.hpp"
#include "phrase_table.hpp"

namespace py = pybind11;

namespace meteorscope {

namespace {

py::module_ index_module() {
    return py::module_::import("meteor_core.meteor15.paraphrases.index");
}

// The file is mapped by Python, which knows how on every system.
PhraseTable open_table(const py::object& path) {
    const auto mapped = py::cast<py::buffer>(index_module().attr("map_index")(path));
    auto* const buffer = new py::buffer_info(mapped.request());
    const auto size = static_cast<std::size_t>(buffer->size);
    const std::shared_ptr<const void> owner(buffer, [](const py::buffer_info* owned) {
        const py::gil_scoped_acquire lock;  // whichever thread is the last to need the table
        delete owned;
    });
    const auto name = py::cast<std::string>(py::module_::import("os").attr("fsencode")(path));
    return {std::shared_ptr<const void>(owner, buffer->ptr), size, name};
}

py::list matches(const PhraseTable& table, const std::vector<std::int32_t>& sources,
                 const std::vector<std::int32_t>& targets) {
    RowPhrases source_phrases;
    RowPhrases target_phrases;
    std::vector<PhraseMatch> found;
    table.find_phrases(IntegerSpan(sources), source_phrases);
    table.find_phrases(IntegerSpan(targets), target_phrases);
    table.append_matches(source_phrases, target_phrases, found);
    py::list listed(found.size());
    for (std::size_t index = 0; index < found.size(); ++index) {
        const PhraseMatch& match = found[index];
        listed[index] = py::make_tuple(match.source_start, match.source_length, match.target_start,
                                       match.target_length);
    }
    return listed;
}

std::unique_ptr<PhraseTableBuilder> start_building(const py::function& spelling) {
    return std::make_unique<PhraseTableBuilder>([spelling](std::string_view word) {
        const py::gil_scoped_acquire lock;
        return py::cast<std::string>(spelling(py::bytes(word.data(), word.size())));
    });
}

void feed(PhraseTableBuilder& builder, const py::bytes& block) {
    const std::string_view text(block);
    const py::gil_scoped_release unlocked;
    builder.feed(text);
}

template <typename Numbers>
py::bytes bytes_of(const Numbers& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()),
            numbers.size() * sizeof(*numbers.data())};
}

py::tuple compile(const PhraseTableBuilder& builder) {
    PhraseTableParts parts;
    {
        const py::gil_scoped_release unlocked;
        parts = builder.compile();
    }
    return py::make_tuple(bytes_of(parts.word_starts), bytes_of(parts.text), bytes_of(parts.roots),
                          bytes_of(parts.node_words), bytes_of(parts.places),
                          bytes_of(parts.targets));
}

// Any function of the kernel may come upon a damaged table: Python's error for it, with its remedy.
void translate(std::exception_ptr thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const DamagedTable& damage) {
        const py::bytes name(damage.path());
        const py::object path = py::module_::import("os").attr("fsdecode")(name);
        const py::object error = index_module().attr("unusable")(path, damage.what());
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    }
}

}  // namespace

void bind_phrases(py::module_& module) {
    py::register_local_exception_translator(&translate);
    py::class_<PhraseTable>(module, "PhraseTable", "A compiled paraphrase table.")
        .def(py::init(&open_table), py::arg("path"))
        .def("matches", &matches, py::arg("sources"), py::arg("targets"),
             "Every place where a phrase of one row has a paraphrase in the other.");
    py::class_<PhraseTableBuilder>(module, "PhraseTableBuilder", "Compiles a paraphrase table.")
        .def(py::init(&start_building), py::arg("spelling"))
        .def("feed", &feed, py::arg("block"), "Read the next bytes of the table.")
        .def("end", &PhraseTableBuilder::end, "How many lines the last row has that is not whole.")
        .def("compile", &compile, "The parts of the compiled table.")
        .def_property_readonly("rows", &PhraseTableBuilder::rows);
}

}  // namespace meteorscope
