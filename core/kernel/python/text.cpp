// Texts and tokenizers of bindings, and the vocabulary as Python sees it.
#include "python/text.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "text/surfaces.hpp"
#include "text/tokenizers/character_classes.hpp"
#include "text/tokenizers/tokenizers.hpp"
#include "words/vocabulary.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

void load_page(std::int32_t number) {
    const auto letters = nb::cast<std::string>(
        nb::module_::import_("meteor_core.text.tokenizers.character_classes")
            .attr("page_classes")(number));
    CharacterClasses::Page page{};
    for (std::size_t at = 0; at < page.size(); ++at) {
        const Py_UCS4 code_point = static_cast<Py_UCS4>(number) << 8 | static_cast<Py_UCS4>(at);
        page[at] = static_cast<std::uint8_t>(class_of_letter(letters.at(at)));
        if (Py_UNICODE_ISSPACE(code_point)) {
            page[at] |= white_space_bit;
        }
    }
    character_classes().add_page(number, page);
}

}  // namespace

Text text_of(nb::handle string) {
    if (!PyUnicode_Check(string.ptr())) {
        throw nb::type_error(
            ("a segment is a str, not " + std::string(Py_TYPE(string.ptr())->tp_name)).c_str());
    }
#if PY_VERSION_HEX < 0x030c0000
    if (PyUnicode_READY(string.ptr()) != 0) {  // a string of an interface that 3.12 dropped
        throw nb::python_error();
    }
#endif
    const Text text{PyUnicode_DATA(string.ptr()), static_cast<int>(PyUnicode_KIND(string.ptr())),
                    PyUnicode_GET_LENGTH(string.ptr())};
    check_length(text);
    return text;
}

void load_classes(const Text& text) {
    for (const std::int32_t page : character_classes().missing_pages(text)) {
        load_page(page);
    }
}

const Tokenizer& tokenizer_named(std::string_view name) {
    const TokenRules rules = token_rules(name);
    load_classes(Text{});  // Python code may run, so it must not inside the initialisation below
    static const std::array<Tokenizer, 4> tokenizers{
        Tokenizer(TokenRules::words), Tokenizer(TokenRules::words_without_punctuation),
        Tokenizer(TokenRules::whitespace), Tokenizer(TokenRules::characters)};
    return tokenizers[static_cast<std::size_t>(rules)];
}

nb::str string_of(std::string_view surface) {
    const auto size = static_cast<Py_ssize_t>(surface.size());
    auto string = nb::steal<nb::str>(
        PyUnicode_DecodeUTF8(surface.data(), size, "surrogatepass"));
    if (!string.is_valid()) {
        throw nb::python_error();
    }
    return string;
}

nb::str string_of(const Text& text, TokenSpan part) {
    const auto* const start = static_cast<const char*>(text.data) +
                              static_cast<std::ptrdiff_t>(part.start) * text.kind;
    auto string =
        nb::steal<nb::str>(PyUnicode_FromKindAndData(text.kind, start, part.end - part.start));
    if (!string.is_valid()) {
        throw nb::python_error();
    }
    return string;
}

namespace {

TokenSpan whole(const Text& text) { return {0, static_cast<std::int32_t>(text.length)}; }

// The strings must not go while their texts are in use, so they are kept with them.
struct Texts {
    explicit Texts(const nb::iterable& given) : strings(given) {
        for (const nb::handle string : strings) {
            texts.push_back(text_of(string));
            load_classes(texts.back());
        }
    }
    nb::tuple strings;
    std::vector<Text> texts;
};

using Numbers = std::vector<std::int32_t>;

std::int32_t add_type(Vocabulary& vocabulary, const std::vector<std::pair<Numbers, Numbers>>& keys,
                      bool is_function_word) {
    std::vector<TypeKeys> by_stage;
    by_stage.reserve(keys.size());
    for (const auto& [hypothesis, reference] : keys) {
        by_stage.push_back({IntegerSpan(hypothesis), IntegerSpan(reference)});
    }
    const nb::gil_scoped_release released;
    const auto lock = vocabulary.writing();
    return vocabulary.add_type(by_stage, is_function_word);
}

void add_surface(Vocabulary& vocabulary, const nb::str& surface, std::int32_t type) {
    const Text text = text_of(surface);
    const nb::gil_scoped_release released;
    const std::string bytes = surface_bytes(text, whole(text));
    const auto lock = vocabulary.writing();
    vocabulary.add_surface(bytes, type);
}

Numbers find(const Vocabulary& vocabulary, const nb::iterable& surfaces) {
    const Texts given(surfaces);
    Numbers types;
    types.reserve(given.texts.size());
    const nb::gil_scoped_release released;
    const auto lock = vocabulary.reading();
    for (const Text& text : given.texts) {
        types.push_back(vocabulary.find(text, whole(text)));
    }
    return types;
}

struct Rows {
    std::vector<Numbers> types;
    SurfaceList unknown;
};

// A token of unknown type has -1 less its index among the unknown surfaces.
Rows rows_of(const Vocabulary& vocabulary, const Tokenizer& tokenizer,
             const std::vector<Text>& texts) {
    Rows rows;
    NarrowText narrow;
    std::vector<TokenSpan> tokens;
    const auto lock = vocabulary.reading();
    for (const Text& text : texts) {
        narrow.assign(text);
        tokenizer.spans(text, tokens);
        Numbers& types = rows.types.emplace_back(tokens.size());
        vocabulary.find(text, narrow, tokens.data(), tokens.size(), types.data());
        for (std::size_t at = 0; at < types.size(); ++at) {
            if (types[at] == Vocabulary::unknown) {
                types[at] = -1 - rows.unknown.add(text, tokens[at]);
            }
        }
    }
    return rows;
}

std::pair<std::vector<Numbers>, nb::list> rows(const Vocabulary& vocabulary,
                                               const std::string& tokenizer,
                                               const nb::iterable& strings) {
    const Tokenizer& chosen = tokenizer_named(tokenizer);
    const Texts given(strings);
    Rows found;
    {
        const nb::gil_scoped_release released;
        found = rows_of(vocabulary, chosen, given.texts);
    }
    nb::list unknown;
    for (std::size_t index = 0; index < found.unknown.size(); ++index) {
        unknown.append(string_of(found.unknown[index]));
    }
    return {std::move(found.types), std::move(unknown)};
}

Numbers listed(const IntegerSpan& keys) { return {keys.begin(), keys.end()}; }

// Python names stages and types by numbers that nothing has checked.
void check_stage(const Vocabulary& vocabulary, std::int32_t stage) {
    if (stage < 0 || stage >= vocabulary.stages()) {
        throw std::out_of_range("there is no stage " + std::to_string(stage));
    }
}

void check_type(const Vocabulary& vocabulary, std::int32_t type) {
    if (type < 0 || type >= vocabulary.types()) {
        throw std::out_of_range("there is no type " + std::to_string(type));
    }
}

Numbers hypothesis_keys(const Vocabulary& vocabulary, std::int32_t stage, std::int32_t type) {
    const auto lock = vocabulary.reading();
    check_stage(vocabulary, stage);
    check_type(vocabulary, type);
    return listed(vocabulary.hypothesis_keys(stage, type));
}

Numbers reference_keys(const Vocabulary& vocabulary, std::int32_t stage, std::int32_t type) {
    const auto lock = vocabulary.reading();
    check_stage(vocabulary, stage);
    check_type(vocabulary, type);
    return listed(vocabulary.reference_keys(stage, type));
}

std::int32_t key_count(const Vocabulary& vocabulary, std::int32_t stage) {
    const auto lock = vocabulary.reading();
    check_stage(vocabulary, stage);
    return vocabulary.key_count(stage);
}

bool is_function_word(const Vocabulary& vocabulary, std::int32_t type) {
    const auto lock = vocabulary.reading();
    check_type(vocabulary, type);
    return vocabulary.is_function_word(type);
}

template <auto member>
auto locked(const Vocabulary& vocabulary) {
    const auto lock = vocabulary.reading();
    return (vocabulary.*member)();
}

}  // namespace

void bind_text(nb::module_& module) {
    nb::class_<Vocabulary>(module, "Vocabulary",
                           "Surfaces to types, and the keys of each type in every stage.")
        .def(nb::init<std::vector<bool>>(), nb::arg("identity_by_stage"))
        .def("add_type", &add_type, nb::arg("keys"), nb::kw_only(), nb::arg("is_function_word"),
             "Add a type with its keys on both sides, by stage; its number.")
        .def("add_surface", &add_surface, nb::arg("surface"), nb::arg("number"),
             "Say of which type a surface is; one that is known stays what it is.")
        .def("find", &find, nb::arg("surfaces"), "The type of each surface; -1 where unknown.")
        .def("rows", &rows, nb::arg("tokenizer"), nb::arg("texts"),
             "The types of each text's tokens, and the distinct unknown surfaces in order; "
             "-1 - i for a token with the unknown surface i.")
        .def("hypothesis_keys", &hypothesis_keys, nb::arg("stage"), nb::arg("number"))
        .def("reference_keys", &reference_keys, nb::arg("stage"), nb::arg("number"))
        .def("key_count", &key_count, nb::arg("stage"))
        .def("is_function_word", &is_function_word, nb::arg("number"))
        .def_prop_ro("types", &locked<&Vocabulary::types>)
        .def_prop_ro("surfaces", &locked<&Vocabulary::surfaces>)
        .def_prop_ro("memory", &locked<&Vocabulary::memory>, "In bytes.");
}

}  // namespace meteorscope
