// Tokenizers: text in, spans out. Each regular expression of core/meteor_core/text/tokenizers is a
// function of class ``Matcher`` here, with the same matches.
//
// Most texts are *regular*: all their characters are parts of words, punctuation marks, symbols or
// nothing, whatever is beside them. In these a tokenizer finds the tokens of 64 characters at once,
// from one bit a character. From the first other character on it goes token by token.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/integers.hpp"
#include "text/text.hpp"
#include "text/tokenizers/character_classes.hpp"

namespace meteorscope {

enum class TokenRules { words, words_without_punctuation, whitespace, characters };

// The rules of the tokenizer of that name. Throws std::invalid_argument.
TokenRules token_rules(std::string_view tokenizer_name);

class Tokenizer {
public:
    // Throws std::logic_error when page 0 of the classes is not there yet. The classes have to
    // outlive the tokenizer.
    explicit Tokenizer(TokenRules rules, const CharacterClasses& classes = character_classes());

    // Calls ``visit(TokenSpan)`` for each token: ascending, not overlapping. ``narrow`` is the same
    // text. The pages of the text have to be there (CharacterClasses::missing_pages). Safe to call
    // from many threads. Throws std::length_error for a text of 2^31 characters or more.
    template <typename Visitor>
    void for_each_token(const Text& text, const NarrowText& narrow, Visitor&& visit) const;
    template <typename Visitor>
    void for_each_token(const Text& text, Visitor&& visit) const {
        NarrowText narrow;
        narrow.assign(text);
        for_each_token(text, narrow, visit);
    }

    // Replaces what ``tokens`` holds by the tokens of the text.
    void spans(const Text& text, std::vector<TokenSpan>& tokens) const;

private:
    static constexpr std::int64_t half_block_size = 32;
    static constexpr std::int64_t block_size = 2 * half_block_size;

    // What a character of a regular text is, as two bits so far apart that one number has those
    // of half a block. Both together say that the text is not regular.
    using Role = std::uint64_t;
    static constexpr Role separates = 0;
    static constexpr Role continues = 1;  // a token together with its neighbours that continue
    static constexpr Role single = Role{1} << half_block_size;  // a token by itself
    static constexpr Role irregular = continues | single;

    // The roles of the characters of a block, one bit each.
    struct Block {
        Limb continuing;
        Limb alone;
    };

    Role role_of(std::uint8_t properties) const;

    // The roles of 64 characters; those that are not ASCII separate.
    Block ascii_block(const std::uint8_t* characters) const;
    Block looked_up(const std::uint8_t* characters) const;
    Block compared(const std::uint8_t* characters) const;
    // The same with the others, which ``text`` has at the same places.
    template <typename CodePoint>
    Block block(const CodePoint* text, const std::uint8_t* narrow) const;

    template <typename CodePoint, typename Visitor>
    void visit_tokens(const CodePoint* text, const std::uint8_t* narrow, std::int64_t length,
                      Visitor& visit) const;

    template <typename CodePoint, typename Visitor>
    void visit_irregular(const CodePoint* text, std::int64_t start, std::int64_t length,
                         Visitor& visit) const;

    TokenRules rules_;
    const CharacterClasses* classes_;
    std::array<Role, property_count> roles_;
    std::array<Role, 0x80> ascii_roles_;
};

}  // namespace meteorscope

#include "text/tokenizers/matching.hpp"  // IWYU pragma: keep
