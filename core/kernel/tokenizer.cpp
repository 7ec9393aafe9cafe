#include "tokenizer.hpp"

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
    for (std::size_t code_point = 0; code_point < latin_roles_.size(); ++code_point) {
        latin_roles_[code_point] = roles_[classes[static_cast<std::uint32_t>(code_point)]];
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

}  // namespace meteorscope
