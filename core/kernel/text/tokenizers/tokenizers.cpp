#include "text/tokenizers/tokenizers.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace meteorscope {

namespace {

constexpr std::array<std::pair<std::string_view, TokenRules>, 4> names{{
    {"words", TokenRules::words},
    {"words-no-punctuation", TokenRules::words_without_punctuation},
    {"whitespace", TokenRules::whitespace},
    {"characters", TokenRules::characters},
}};

}  // namespace

TokenRules token_rules(std::string_view tokenizer_name) {
    for (const auto& [name, rules] : names) {
        if (name == tokenizer_name) {
            return rules;
        }
    }
    throw std::invalid_argument("the compiled kernel has no tokenizer '" +
                                std::string(tokenizer_name) + "'");
}

Tokenizer::Tokenizer(TokenRules rules, const CharacterClasses& classes)
    : rules_(rules), classes_(&classes) {
    if (!classes.has_page(0)) {
        throw std::logic_error("a tokenizer needs page 0 of the character classes");
    }
    for (std::size_t properties = 0; properties < roles_.size(); ++properties) {
        roles_[properties] = role_of(static_cast<std::uint8_t>(properties));
    }
    for (std::size_t code_point = 0; code_point < ascii_roles_.size(); ++code_point) {
        ascii_roles_[code_point] = roles_[classes[static_cast<std::uint32_t>(code_point)]];
    }
}

void Tokenizer::spans(const Text& text, std::vector<TokenSpan>& tokens) const {
    // Not one by one: that would take the vector as long as finding the token took.
    std::array<TokenSpan, 64> found;
    std::size_t count = 0;
    tokens.clear();
    for_each_token(text, [&tokens, &found, &count](TokenSpan token) {
        if (count == found.size()) {
            tokens.insert(tokens.end(), found.begin(), found.end());
            count = 0;
        }
        found[count++] = token;
    });
    tokens.insert(tokens.end(), found.data(), found.data() + count);
}

Tokenizer::Role Tokenizer::role_of(std::uint8_t properties) const {
    if (rules_ == TokenRules::whitespace) {
        return (properties & white_space_bit) != 0 ? separates : continues;
    }
    const bool by_character = rules_ == TokenRules::characters;
    switch (static_cast<CharacterClass>(properties & class_bits)) {
        case CharacterClass::none:
            return separates;
        case CharacterClass::word:
            return by_character ? single : continues;
        case CharacterClass::ideograph:
            return single;
        case CharacterClass::katakana:
        case CharacterClass::letter:
        case CharacterClass::vowel_before:
        case CharacterClass::vowel_after:
            return by_character ? single : irregular;
        case CharacterClass::punctuation:
        case CharacterClass::symbol:
            return rules_ == TokenRules::words_without_punctuation ? separates : single;
        default:
            return irregular;
    }
}

Tokenizer::Block Tokenizer::ascii_block(const std::uint8_t* characters) const {
    const bool has_words = rules_ == TokenRules::words ||
                           rules_ == TokenRules::words_without_punctuation;
    return has_words ? compared(characters) : looked_up(characters);
}

Tokenizer::Block Tokenizer::looked_up(const std::uint8_t* characters) const {
    const auto half = [&](std::int64_t first) {
        Role roles = 0;
        for (std::int64_t at = 0; at < half_block_size; ++at) {
            const std::uint8_t character = characters[first + at];
            roles |= (character < ascii_roles_.size() ? ascii_roles_[character] : separates) << at;
        }
        return roles;
    };
    constexpr Limb low_half = (Limb{1} << half_block_size) - 1;
    const Role low = half(0);
    const Role high = half(half_block_size);
    return {(low & low_half) | high << half_block_size,
            low >> half_block_size | (high & ~low_half)};
}

// What ``role_of`` says of ASCII where there are words, by comparisons, of which compilers make
// vectors.
Tokenizer::Block Tokenizer::compared(const std::uint8_t* characters) const {
    std::array<std::uint8_t, block_size> words;
    std::array<std::uint8_t, block_size> single_marks;
    for (std::size_t at = 0; at < block_size; ++at) {
        const auto character = characters[at];
        const auto letter = static_cast<std::uint8_t>((character | 0x20U) - 'a');
        const auto digit = static_cast<std::uint8_t>(character - '0');
        const auto printed = static_cast<std::uint8_t>(character - '!');
        const bool is_word = (letter < 26) | (digit < 10) | (character == '_');
        const bool is_mark = !is_word & (printed <= '~' - '!');
        words[at] = is_word ? 0xff : 0;
        single_marks[at] = is_mark ? 0xff : 0;
    }
    const Limb alone = highest_bits(single_marks.data());
    return {highest_bits(words.data()), rules_ == TokenRules::words ? alone : 0};
}

}  // namespace meteorscope
