// The Python module _kernel_testing: parts of the kernel that tests alone call by themselves. It is
// never shipped; tests/core/testing_kernel.py has it built.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "meteor15/normalizer.hpp"
#include "python/text.hpp"
#include "text/tokenizers/tokenizers.hpp"

namespace nb = nanobind;

namespace meteorscope {

void bind_searches(nb::module_& module);
void translate_too_many_candidates(const std::exception_ptr& thrown, void*);

namespace {

using Spans = std::vector<std::pair<std::int32_t, std::int32_t>>;

Spans tokenize(const std::string& name, const nb::str& string) {
    const Tokenizer& tokenizer = tokenizer_named(name);
    const Text text = text_of(string);
    load_classes(text);
    Spans spans;
    tokenizer.for_each_token(
        text, [&spans](TokenSpan token) { spans.emplace_back(token.start, token.end); });
    return spans;
}

std::int64_t count_tokens(const std::string& name, const nb::iterable& strings) {
    const Tokenizer& tokenizer = tokenizer_named(name);
    const nb::tuple owners(strings);
    std::vector<Text> texts;
    for (const nb::handle string : owners) {
        texts.push_back(text_of(string));
        load_classes(texts.back());
    }
    std::int64_t count = 0;
    const nb::gil_scoped_release released;
    for (const Text& text : texts) {
        tokenizer.for_each_token(text, [&count](TokenSpan) { ++count; });
    }
    return count;
}

std::pair<Spans, nb::list> java_white_space_tokens(const nb::str& string) {
    const Text text = text_of(string);
    std::vector<TokenSpan> tokens;
    java_white_space_spans(text, tokens);
    Spans spans;
    nb::list forms;
    for (const TokenSpan token : tokens) {
        spans.emplace_back(token.start, token.end);
        forms.append(string_of(text, token));
    }
    return {spans, forms};
}

}  // namespace
}  // namespace meteorscope

NB_MODULE(_kernel_testing, module) {
    nanobind::set_leak_warnings(false);
    nanobind::register_exception_translator(&meteorscope::translate_too_many_candidates);
    module.def("tokenize", &meteorscope::tokenize, nb::arg("tokenizer"), nb::arg("text"));
    module.def("count_tokens", &meteorscope::count_tokens, nb::arg("tokenizer"), nb::arg("texts"));
    module.def("java_white_space_tokens", &meteorscope::java_white_space_tokens, nb::arg("text"));
    meteorscope::bind_searches(module);
}
