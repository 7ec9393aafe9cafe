// The bodies of tokenizer.hpp's templates.
#pragma once

#include "text/tokenizers/tokenizers.hpp"

namespace meteorscope {

// A set of character classes.
class ClassSet {
public:
    template <typename... Classes>
    constexpr explicit ClassSet(Classes... classes)
        : bits_((0U | ... | (1U << static_cast<unsigned>(classes)))) {}
    constexpr bool contains(CharacterClass value) const {
        return (bits_ >> static_cast<unsigned>(value) & 1U) != 0;
    }

private:
    unsigned bits_;
};

// The patterns of core/meteor_core/text/tokenizers/__init__.py. Each function gives the end of the
// token that begins at a position of the text, or that position where none does.
template <typename CodePoint>
class Matcher {
public:
    Matcher(const CodePoint* text, std::int64_t length, const CharacterClasses& classes)
        : text_(text), length_(length), classes_(&classes) {}

    std::int64_t token(TokenRules rules, std::int64_t start) const {
        const CharacterClass first = class_at(start);
        switch (rules) {
            case TokenRules::words:
                return is_word_start(first) ? word(start) : symbol(start);
            case TokenRules::words_without_punctuation:
                return is_word_start(first) ? word(start) : start;
            case TokenRules::characters:
                return is_word_start(first) ? character(start) : symbol(start);
            case TokenRules::whitespace:
                break;  // every text is regular
        }
        return start;
    }

private:
    using Class = CharacterClass;
    static constexpr ClassSet marks{Class::mark};
    static constexpr ClassSet joiners{Class::joiner};
    static constexpr ClassSet bindings{Class::binding};
    static constexpr ClassSet marks_and_bindings{Class::mark, Class::binding};
    static constexpr ClassSet letters{Class::letter};
    static constexpr ClassSet vowels_after{Class::vowel_after};
    static constexpr ClassSet word_parts{Class::word, Class::mark};
    static constexpr ClassSet katakana_parts{Class::katakana, Class::mark};
    static constexpr ClassSet regional_indicators{Class::regional_indicator};
    static constexpr ClassSet symbols{Class::regional_indicator, Class::punctuation,
                                      Class::symbol};
    static constexpr ClassSet word_starts{Class::word,         Class::ideograph,
                                          Class::katakana,     Class::letter,
                                          Class::vowel_before, Class::vowel_after};

    static bool is_word_start(Class value) { return word_starts.contains(value); }

    Class class_at(std::int64_t at) const {
        return static_cast<Class>((*classes_)[text_[at]] & class_bits);
    }

    bool is(std::int64_t at, ClassSet classes) const {
        return at < length_ && classes.contains(class_at(at));
    }

    std::int64_t skip(std::int64_t at, ClassSet classes) const {
        while (is(at, classes)) {
            ++at;
        }
        return at;
    }

    // w[wm]*(?:j+[wm]+)*|cm*|k[km]*(?:j+[km]+)*|l?tm*(?:b+m*tm*)*v*|[lv]m*
    std::int64_t word(std::int64_t start) const {
        switch (class_at(start)) {
            case Class::word:
                return joined(start + 1, word_parts);
            case Class::katakana:
                return joined(start + 1, katakana_parts);
            case Class::letter:
                return cluster(start);
            case Class::vowel_before:
                return is(start + 1, letters) ? cluster(start + 1) : skip(start + 1, marks);
            default:
                return skip(start + 1, marks);
        }
    }

    // [parts]*(?:j+[parts]+)*
    std::int64_t joined(std::int64_t at, ClassSet parts) const {
        at = skip(at, parts);
        for (;;) {
            const std::int64_t after = skip(at, joiners);
            if (after == at || !is(after, parts)) {
                return at;
            }
            at = skip(after, parts);
        }
    }

    // tm*(?:b+m*tm*)*v*
    std::int64_t cluster(std::int64_t start) const {
        std::int64_t at = skip(start + 1, marks);
        for (;;) {
            const std::int64_t bound = skip(at, bindings);
            const std::int64_t after = skip(bound, marks);
            if (bound == at || !is(after, letters)) {
                return skip(at, vowels_after);
            }
            at = skip(after + 1, marks);
        }
    }

    // rr|[rps]m*(?:j[rps]m*)*|[mb]+
    std::int64_t symbol(std::int64_t start) const {
        if (!is(start, symbols)) {
            return skip(start, marks_and_bindings);
        }
        if (is(start, regional_indicators) && is(start + 1, regional_indicators)) {
            return start + 2;
        }
        std::int64_t at = skip(start + 1, marks);
        while (is(at, joiners) && is(at + 1, symbols)) {
            at = skip(at + 2, marks);
        }
        return at;
    }

    // [wcktlv](?:[mb]|j+[mb])*
    std::int64_t character(std::int64_t start) const {
        std::int64_t at = start + 1;
        for (;;) {
            const std::int64_t after = skip(at, joiners);
            if (!is(after, marks_and_bindings)) {
                return at;
            }
            at = after + 1;
        }
    }

    const CodePoint* text_;
    std::int64_t length_;
    const CharacterClasses* classes_;
};

template <typename Visitor>
void Tokenizer::for_each_token(const Text& text, const NarrowText& narrow,
                               Visitor&& visit) const {
    check_length(text);
    with_code_points(text, [&](const auto* code_points) {
        this->visit_tokens(code_points, narrow.data(), text.length, visit);
    });
}

template <typename CodePoint>
Tokenizer::Block Tokenizer::block(const CodePoint* text, const std::uint8_t* narrow) const {
    Block found = ascii_block(narrow);
    for (Limb others = highest_bits(narrow); others != 0; others &= others - 1) {
        const int at = lowest_bit(others);
        const Role role = roles_[(*classes_)[text[at]]];
        found.continuing |= (role & continues) << at;
        found.alone |= role >> half_block_size << at;
    }
    return found;
}

template <typename CodePoint, typename Visitor>
void Tokenizer::visit_tokens(const CodePoint* text, const std::uint8_t* narrow,
                             std::int64_t length, Visitor& visit) const {
    constexpr Limb last_of_block = Limb{1} << (block_size - 1);
    constexpr std::int64_t none = -1;
    // Where a token begins that ends with the block before, and may go on in this one.
    std::int64_t open = none;
    Limb open_continues = 0;
    const auto give = [&visit](std::int64_t start, std::int64_t end) {
        visit(TokenSpan{static_cast<std::int32_t>(start), static_cast<std::int32_t>(end)});
    };
    for (std::int64_t start = 0; start < length; start += block_size) {
        const auto [continuing, alone] = block(text + start, narrow + start);
        if ((continuing & alone) != 0) {
            visit_irregular(text, open == none ? start : open, length, visit);
            return;
        }
        if (open != none && (continuing & open_continues) == 0) {
            give(open, start);
            open = none;
            open_continues = 0;
        }
        Limb firsts = (continuing & ~(continuing << 1 | open_continues)) | alone;
        Limb lasts = (continuing & ~(continuing >> 1)) | alone;
        const bool stays_open = (lasts & last_of_block) != 0;
        lasts &= ~last_of_block;
        if (open != none && lasts != 0) {
            give(open, start + lowest_bit(lasts) + 1);
            lasts &= lasts - 1;
            open = none;
        }
        const auto first = static_cast<std::int32_t>(start);
        for (; lasts != 0; lasts &= lasts - 1, firsts &= firsts - 1) {
            visit(TokenSpan{first + lowest_bit(firsts), first + lowest_bit(lasts) + 1});
        }
        if (stays_open && open == none) {
            open = start + lowest_bit(firsts);
        }
        open_continues = stays_open ? continuing >> (block_size - 1) : 0;
    }
    if (open != none) {
        give(open, length);
    }
}

template <typename CodePoint, typename Visitor>
void Tokenizer::visit_irregular(const CodePoint* text, std::int64_t start, std::int64_t length,
                                Visitor& visit) const {
    const Matcher<CodePoint> matcher(text, length, *classes_);
    while (start < length) {
        const std::int64_t end = matcher.token(rules_, start);
        if (end == start) {
            ++start;
            continue;
        }
        visit(TokenSpan{static_cast<std::int32_t>(start), static_cast<std::int32_t>(end)});
        start = end;
    }
}

}  // namespace meteorscope
