// METEOR 1.5's normaliser as Python sees it; core/meteor_core/meteor15/normalizer.py has the same.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "binding_text.hpp"
#include "meteor_normalizer.hpp"

namespace py = pybind11;

namespace meteorscope {
namespace {

using Apostrophes = MeteorNormalizer::Apostrophes;

Apostrophes apostrophes_of(const std::string& language) {
    if (language == "en") {
        return Apostrophes::with_what_follows;
    }
    if (language == "fr") {
        return Apostrophes::with_what_precedes;
    }
    for (const char* const other : {"cs", "es", "de", "ru"}) {
        if (language == other) {
            return Apostrophes::alone;
        }
    }
    throw py::value_error("METEOR 1.5 has no normaliser for language '" + language + "'");
}

std::unique_ptr<MeteorNormalizer> make_normalizer(const std::string& language,
                                                  const py::dict& prefixes,
                                                  bool keep_punctuation) {
    auto normalizer =
        std::make_unique<MeteorNormalizer>(apostrophes_of(language), keep_punctuation);
    for (const auto& [word, before_number_only] : prefixes) {
        const Text text = text_of(word);
        normalizer->add_prefix(
            surface_bytes(text, {0, static_cast<std::int32_t>(text.length)}),
            before_number_only.cast<bool>());
    }
    return normalizer;
}

py::tuple span_of(TokenSpan span) { return py::make_tuple(span.start, span.end); }

py::tuple tokens(const MeteorNormalizer& normalizer, const py::str& string) {
    const Text text = text_of(string);
    NormalizedTokens found;
    normalizer.tokens(text, found);
    py::list spans;
    py::list forms;
    for (const NormalizedToken& token : found.tokens()) {
        spans.append(span_of(token.span));
        forms.append(
            string_of(found.text_of_form(token, text), NormalizedTokens::span_of_form(token)));
    }
    return py::make_tuple(spans, forms);
}

py::tuple java_white_space_tokens(const py::str& string) {
    const Text text = text_of(string);
    std::vector<TokenSpan> found;
    java_white_space_spans(text, found);
    py::list spans;
    py::list forms;
    for (const TokenSpan span : found) {
        spans.append(span_of(span));
        forms.append(string_of(text, span));
    }
    return py::make_tuple(spans, forms);
}

}  // namespace

void bind_normalizer(py::module_& module) {
    py::class_<MeteorNormalizer>(module, "MeteorNormalizer", "METEOR 1.5's rules for one language.")
        .def(py::init(&make_normalizer), py::kw_only(), py::arg("language"), py::arg("prefixes"),
             py::arg("keep_punctuation"))
        .def("tokens", &tokens, py::arg("text"), "The spans of all tokens, and their words.");
    module.def("java_white_space_tokens", &java_white_space_tokens, py::arg("text"),
               "The spans of what stands between Java's white space, and its text.");
}

}  // namespace meteorscope
