// METEOR 1.5's normaliser. It cuts a text where no rule looks across: most pieces are single words
// or marks that are tokens as they are. Only pieces with dots, commas, apostrophes or hyphens go
// through the rules, and only through the rules for these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/surfaces.hpp"
#include "text/text.hpp"

namespace meteorscope {

// A token's place in the text, and its word: the text there as it is, or other characters.
struct NormalizedToken {
    TokenSpan span;
    TokenSpan form;  // in NormalizedTokens::rewritten; starts at ``as_in_text`` for the text's own

    static constexpr std::int32_t as_in_text = -1;
    bool is_text() const { return form.start == as_in_text; }
};

// A character in the course of the rules, and where it comes from. What was put in comes from
// nowhere: [0, 0).
struct TracedCharacter {
    std::uint32_t character;
    TokenSpan origin;
};
using TracedText = std::vector<TracedCharacter>;

// The tokens of a text. One object serves many texts, one after the other, and keeps its memory.
class NormalizedTokens {
public:
    const std::vector<NormalizedToken>& tokens() const { return tokens_; }

    // The form of a token, as a text and a span in it, by which a surface is found.
    // ``text`` is the one that was normalised. Valid until the next text.
    Text text_of_form(const NormalizedToken& token, const Text& text) const {
        return token.is_text() ? text : rewritten();
    }
    static TokenSpan span_of_form(const NormalizedToken& token) {
        return token.is_text() ? token.span : token.form;
    }

    // Whether the form of a token is the text of its span, be it the text's own or put together.
    bool is_as_written(const NormalizedToken& token, const Text& text) const;

    // The forms that are not the text of their spans, one after the other.
    Text rewritten() const {
        return {rewritten_.data(), 4, static_cast<std::int64_t>(rewritten_.size())};
    }

private:
    friend class MeteorNormalizer;
    template <typename CodePoint>
    friend class NormalizerRun;

    std::vector<NormalizedToken> tokens_;
    std::vector<std::uint32_t> rewritten_;
    std::vector<std::uint64_t> parts_;  // a bit for each character: is it a letter or digit
    TracedText piece_;     // what goes through the rules
    TracedText scratch_;   // what a rule makes of it
    TracedText with_dot_;  // a word whose dot waits for the next word
};

class MeteorNormalizer {
public:
    enum class Apostrophes {
        with_what_follows,   // English
        with_what_precedes,  // French
        alone,               // all other languages
    };

    MeteorNormalizer(Apostrophes apostrophes, bool keep_punctuation);

    // A word, in UTF-8, after which a dot ends no sentence, or none before a number.
    void add_prefix(std::string_view word, bool before_number_only);

    // Replaces what ``found`` holds by the tokens of the text. Safe to call from many threads, each
    // with its own ``found``. Throws std::length_error for a text of 2^31 characters or more.
    void tokens(const Text& text, NormalizedTokens& found) const;

private:
    template <typename CodePoint>
    friend class NormalizerRun;

    static constexpr std::int32_t always = 0;
    static constexpr std::int32_t before_number = 1;

    Apostrophes apostrophes_;
    bool keep_punctuation_;
    SurfaceTable prefixes_;  // to ``always`` or ``before_number``
};

// The parts between Java's white space: METEOR's tokens of a text that is not normalised.
// Replaces what ``spans`` holds. Throws std::length_error for a text of 2^31 characters or more.
void java_white_space_spans(const Text& text, std::vector<TokenSpan>& spans);

}  // namespace meteorscope
