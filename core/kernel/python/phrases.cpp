// Paraphrase tables as Python sees them; meteor_core/meteor15/paraphrases/index.py has the same.

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "meteor15/paraphrases/compile.hpp"
#include "meteor15/paraphrases/index.hpp"
#include "python/text.hpp"
#include "python/values.hpp"
#include "text/surfaces.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

nb::module_ index_module() {
    return nb::module_::import_("meteor_core.meteor15.paraphrases.index");
}

std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// The file is mapped by Python, which knows how on every system.
PhraseTable open_table(const nb::object& path) {
    auto mapped = buffer_of(index_module().attr("map_index")(path));
    const std::shared_ptr<const Py_buffer> buffer(mapped.release(), [](Py_buffer* owned) {
        const nb::gil_scoped_acquire lock;  // whichever thread is the last to need the table
        ReleaseBuffer()(owned);
    });
    const auto name = nb::cast<nb::bytes>(nb::module_::import_("os").attr("fsencode")(path));
    return {std::shared_ptr<const void>(buffer, buffer->buf), static_cast<std::size_t>(buffer->len),
            std::string(view_of(name))};
}

nb::list matches(const PhraseTable& table, const std::vector<std::int32_t>& sources,
                 const std::vector<std::int32_t>& targets) {
    RowPhrases source_phrases;
    RowPhrases target_phrases;
    std::vector<PhraseMatch> found;
    table.find_phrases(IntegerSpan(sources), source_phrases);
    table.find_phrases(IntegerSpan(targets), target_phrases);
    table.append_matches(source_phrases, target_phrases, found);
    return list_of(found, [](const PhraseMatch& match) {
        return nb::make_tuple(match.source_start, match.source_length, match.target_start,
                              match.target_length);
    });
}

nb::list word_numbers(const PhraseTable& table, const nb::list& words) {
    return list_of(words, [&table](nb::handle word) {
        const Text text = text_of(word);
        const TokenSpan whole{0, static_cast<std::int32_t>(text.length)};
        return nb::int_(table.word_number(surface_bytes(text, whole)));
    });
}

std::unique_ptr<PhraseTableBuilder> start_building(const nb::callable& spelling) {
    return std::make_unique<PhraseTableBuilder>([spelling](std::string_view word) {
        const nb::gil_scoped_acquire lock;
        const auto spelt = nb::cast<nb::bytes>(spelling(nb::bytes(word.data(), word.size())));
        return std::string(view_of(spelt));
    });
}

void feed(PhraseTableBuilder& builder, const nb::bytes& block) {
    const std::string_view text = view_of(block);
    const nb::gil_scoped_release unlocked;
    builder.feed(text);
}

template <typename Numbers>
nb::bytes bytes_of(const Numbers& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(*numbers.data()));
}

nb::tuple compile(const PhraseTableBuilder& builder) {
    PhraseTableParts parts;
    {
        const nb::gil_scoped_release unlocked;
        parts = builder.compile();
    }
    return nb::make_tuple(bytes_of(parts.word_starts), bytes_of(parts.text), bytes_of(parts.roots),
                          bytes_of(parts.node_words), bytes_of(parts.places),
                          bytes_of(parts.targets));
}

// Any function of the kernel may come upon a damaged table: Python's error for it, with its remedy.
void translate_damage(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const DamagedTable& damage) {
        const nb::bytes name(damage.path().data(), damage.path().size());
        const nb::object path = nb::module_::import_("os").attr("fsdecode")(name);
        const nb::object error = index_module().attr("unusable")(path, damage.what());
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    }
}

}  // namespace

void bind_phrases(nb::module_& module) {
    nb::register_exception_translator(&translate_damage);
    nb::class_<PhraseTable>(module, "PhraseTable", "A compiled paraphrase table.")
        .def(nb::new_(&open_table), nb::arg("path"))
        .def("word_numbers", &word_numbers, nb::arg("words"),
             "The number of each word, -1 if no phrase has it.")
        .def("matches", &matches, nb::arg("sources"), nb::arg("targets"),
             "Every place where a phrase of one row has a paraphrase in the other.");
    nb::class_<PhraseTableBuilder>(module, "PhraseTableBuilder", "Compiles a paraphrase table.")
        .def(nb::new_(&start_building), nb::arg("spelling"))
        .def("feed", &feed, nb::arg("block"), "Read the next bytes of the table.")
        .def("end", &PhraseTableBuilder::end, "How many lines the last row has that is not whole.")
        .def("compile", &compile, "The parts of the compiled table.")
        .def_prop_ro("rows", &PhraseTableBuilder::rows);
}

}  // namespace meteorscope
