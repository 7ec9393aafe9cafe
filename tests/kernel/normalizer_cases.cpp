#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "meteor15/normalizer.hpp"
#include "texts.hpp"

namespace meteorscope::fuzzing {

namespace {

// What the rules look for, and pieces of it.
const std::vector<std::string> ascii_pieces{
    "a", "s", "B", "7", ".", ".", "..", ",", "'", "`", "-", "--", " ", "\t", "\n", "\v", "''", "\"",
    "DOTMULTI", "DOT", "MULTI", "Mr", "U.S.", "x.", std::string(1, '\0'), "\x1f"};
const CodePoints other_pieces{0x85,   0xa0,   0xe9,   0x17e,  0x17f,   0x416,   0x527,   0x528,
                              0x2013, 0x2018, 0x2019, 0x201c, 0x2028,  0x3000,  0xd800,  0xdfff,
                              0xfeff, 0xffff, 0x10000, 0x1f600, 0x10ffff};

CodePoints random_line(Dice& dice) {
    if (dice.one_in(5)) {
        return random_code_points(dice);
    }
    CodePoints line;
    const bool ascii_only = dice.one_in(2);
    for (std::int32_t pieces = dice.between(0, 25); pieces > 0; --pieces) {
        const std::string piece = dice.one_of(ascii_pieces);
        const std::int32_t times = dice.one_in(8) ? dice.between(2, 40) : 1;
        for (std::int32_t time = 0; time < times; ++time) {
            if (ascii_only || !dice.one_in(4)) {
                line.insert(line.end(), piece.begin(), piece.end());
            } else {
                line.push_back(dice.one_of(other_pieces));
            }
        }
    }
    if (dice.one_in(100)) {
        const std::string piece = dice.one_of(ascii_pieces);
        for (std::int32_t times = dice.between(1, 20000); times > 0; --times) {
            line.insert(line.end(), piece.begin(), piece.end());
        }
    }
    return line;
}

using Forms = std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, CodePoints>>;

std::uint32_t code_point(const Text& text, std::int32_t place) {
    return text.kind == 1   ? static_cast<const std::uint8_t*>(text.data)[place]
           : text.kind == 2 ? static_cast<const std::uint16_t*>(text.data)[place]
                             : static_cast<const std::uint32_t*>(text.data)[place];
}

Forms forms_of(const NormalizedTokens& found, const Text& text) {
    Forms forms;
    for (const NormalizedToken& token : found.tokens()) {
        const Text source = found.text_of_form(token, text);
        const TokenSpan span = NormalizedTokens::span_of_form(token);
        CodePoints form;
        for (std::int32_t place = span.start; place < span.end; ++place) {
            form.push_back(code_point(source, place));
        }
        forms.push_back({{token.span.start, token.span.end}, std::move(form)});
    }
    return forms;
}

template <typename Spans>
void require_in_order(const Spans& spans, std::int64_t length) {
    std::int32_t end = 0;
    for (const auto& [start, its_end] : spans) {
        require(end <= start && start < its_end, "tokens ascend");
        end = its_end;
    }
    require(end <= length, "tokens are in the text");
}

void check_white_space(const StoredText& text) {
    std::vector<TokenSpan> spans;
    std::vector<std::pair<std::int32_t, std::int32_t>> first;
    for (const Text& kind : text.kinds()) {
        java_white_space_spans(kind, spans);
        std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
        for (const TokenSpan span : spans) {
            pairs.emplace_back(span.start, span.end);
        }
        require_in_order(pairs, kind.length);
        require(first.empty() || first == pairs, "every kind of text is cut alike");
        first = pairs;
    }
}

MeteorNormalizer random_normalizer(Dice& dice) {
    using Apostrophes = MeteorNormalizer::Apostrophes;
    MeteorNormalizer normalizer(
        dice.one_of<Apostrophes>({Apostrophes::with_what_follows, Apostrophes::with_what_precedes,
                                  Apostrophes::alone}),
        dice.one_in(2));
    for (std::int32_t prefixes = dice.between(0, 4); prefixes > 0; --prefixes) {
        normalizer.add_prefix(dice.one_of(ascii_pieces), dice.one_in(2));
    }
    return normalizer;
}

}  // namespace

void NormalizerCases::run(Dice& dice) {
    const MeteorNormalizer normalizer = random_normalizer(dice);
    const StoredText text(random_line(dice));
    check_white_space(text);
    Forms first;
    for (const Text& kind : text.kinds()) {
        normalizer.tokens(kind, found_);
        const Forms forms = forms_of(found_, kind);
        std::vector<std::pair<std::int32_t, std::int32_t>> spans;
        for (const auto& [span, form] : forms) {
            spans.push_back(span);
            require(!form.empty(), "a token has a form");
        }
        require_in_order(spans, kind.length);
        require(first.empty() || first == forms, "every kind of text has the same tokens");
        first = forms;
    }
}

}  // namespace meteorscope::fuzzing
