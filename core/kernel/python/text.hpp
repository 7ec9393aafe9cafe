// From Python strings to texts. Only bindings include this; all of it needs the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "text/text.hpp"
#include "text/tokenizers/tokenizers.hpp"

namespace meteorscope {

// The code points of a Python string, which has to outlive them. Throws TypeError for anything
// else, and ValueError for one that is too long for spans.
Text text_of(nanobind::handle string);

// Sees to it that all character classes are there that the text needs.
void load_classes(const Text& text);

// The tokenizer of that name, one for the process. Throws ValueError.
const Tokenizer& tokenizer_named(std::string_view name);

// The string that has these bytes, lone surrogates included: the way back from SurfaceList.
nanobind::str string_of(std::string_view surface);

// The string of a part of a text.
nanobind::str string_of(const Text& text, TokenSpan part);

}  // namespace meteorscope
