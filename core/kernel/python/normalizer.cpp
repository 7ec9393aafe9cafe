// METEOR 1.5's normaliser as Python sees it; core/meteor_core/meteor15/normalizer.py has the same.

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "meteor15/normalizer.hpp"
#include "python/text.hpp"

namespace nb = nanobind;

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
    throw std::invalid_argument("METEOR 1.5 has no normaliser for language '" + language + "'");
}

std::unique_ptr<MeteorNormalizer> make_normalizer(const std::string& language,
                                                  const nb::dict& prefixes,
                                                  bool keep_punctuation) {
    auto normalizer =
        std::make_unique<MeteorNormalizer>(apostrophes_of(language), keep_punctuation);
    for (const auto& [word, before_number_only] : prefixes) {
        const Text text = text_of(word);
        normalizer->add_prefix(
            surface_bytes(text, {0, static_cast<std::int32_t>(text.length)}),
            nb::cast<bool>(before_number_only));
    }
    return normalizer;
}

nb::tuple span_of(TokenSpan span) { return nb::make_tuple(span.start, span.end); }

nb::tuple tokens(const MeteorNormalizer& normalizer, const nb::str& string) {
    const Text text = text_of(string);
    NormalizedTokens found;
    normalizer.tokens(text, found);
    nb::list spans;
    nb::list forms;
    for (const NormalizedToken& token : found.tokens()) {
        spans.append(span_of(token.span));
        forms.append(
            string_of(found.text_of_form(token, text), NormalizedTokens::span_of_form(token)));
    }
    return nb::make_tuple(spans, forms);
}

}  // namespace

void bind_normalizer(nb::module_& module) {
    nb::class_<MeteorNormalizer>(module, "MeteorNormalizer", "METEOR 1.5's rules for one language.")
        .def(nb::new_(&make_normalizer), nb::kw_only(), nb::arg("language"), nb::arg("prefixes"),
             nb::arg("keep_punctuation"))
        .def("tokens", &tokens, nb::arg("text"), "The spans of all tokens, and their words.");
}

}  // namespace meteorscope
