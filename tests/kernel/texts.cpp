#include "texts.hpp"

#include <algorithm>
#include <utility>

namespace meteorscope::fuzzing {

namespace {

constexpr std::uint32_t last_code_point = 0x10FFFF;

std::uint8_t properties_of(std::uint32_t code_point) {
    if (code_point == ' ') {
        return white_space_bit;
    }
    Dice dice(code_point);
    const bool is_letter = ('a' <= code_point && code_point <= 'z') || dice.one_in(3);
    const auto value = static_cast<std::uint8_t>(
        is_letter ? static_cast<std::int32_t>(CharacterClass::word)
                  : dice.between(0, static_cast<std::int32_t>(CharacterClass::symbol)));
    return dice.one_in(9) && !is_letter ? value | white_space_bit : value;
}

CodePoints some_alphabet(Dice& dice) {
    switch (dice.between(0, 6)) {
        case 0:
            return {'a', 'b', ' '};
        case 1:
            return {0, ' ', 0xff};
        case 2:  // lone surrogates, and what lies beside them
            return {0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, ' '};
        case 3:
            return {'a', 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, last_code_point, ' '};
        case 4: {
            CodePoints words{' ', ' ', '.'};
            for (std::uint32_t letter = 'a'; letter <= 'h'; ++letter) {
                words.push_back(letter);
            }
            return words;
        }
        default: {
            const auto highest = dice.one_of<std::uint32_t>({0x7f, 0xff, 0xffff, last_code_point});
            CodePoints any(static_cast<std::size_t>(dice.between(1, 30)));
            for (std::uint32_t& code_point : any) {
                code_point = static_cast<std::uint32_t>(dice.any() % (highest + 1));
            }
            return any;
        }
    }
}

std::int32_t random_length(Dice& dice) {
    if (dice.one_in(300)) {
        return 100000;
    }
    // The tokenizers work by blocks of 32 and 64.
    return dice.one_of<std::int32_t>(
        {0, 1, dice.between(2, 9), dice.between(10, 400), 31, 32, 33, 63, 64, 65, 127, 128, 129});
}

}  // namespace

StoredText::StoredText(CodePoints code_points) : code_points_(std::move(code_points)) {
    code_points_.shrink_to_fit();
    for (const std::uint32_t code_point : code_points_) {
        highest_ = std::max(highest_, code_point);
    }
    if (highest_ <= 0xff) {
        in_one_byte_.assign(code_points_.begin(), code_points_.end());
    }
    if (highest_ <= 0xffff) {
        in_two_bytes_.assign(code_points_.begin(), code_points_.end());
    }
}

std::vector<Text> StoredText::kinds() const {
    const auto length = static_cast<std::int64_t>(code_points_.size());
    std::vector<Text> texts{{code_points_.data(), 4, length}};
    if (highest_ <= 0xffff) {
        texts.push_back({in_two_bytes_.data(), 2, length});
    }
    if (highest_ <= 0xff) {
        texts.push_back({in_one_byte_.data(), 1, length});
    }
    return texts;
}

CodePoints random_code_points(Dice& dice) {
    const CodePoints alphabet = some_alphabet(dice);
    CodePoints code_points(static_cast<std::size_t>(random_length(dice)));
    for (std::uint32_t& code_point : code_points) {
        code_point = dice.one_of(alphabet);
    }
    if (dice.one_in(30)) {  // a very long token, or very much of what is none
        code_points.insert(code_points.begin(), static_cast<std::size_t>(dice.between(1, 50000)),
                           alphabet.front());
    }
    return code_points;
}

CharacterClasses::Page page_of_classes(std::int32_t number) {
    CharacterClasses::Page page{};
    for (std::size_t at = 0; at < page.size(); ++at) {
        page[at] = properties_of(static_cast<std::uint32_t>(number) << 8 |
                                 static_cast<std::uint32_t>(at));
    }
    return page;
}

const CharacterClasses& all_classes() {
    static CharacterClasses classes;
    static const bool filled = [] {
        for (std::int32_t number = 0; number < CharacterClasses::page_count; ++number) {
            classes.add_page(number, page_of_classes(number));
        }
        return true;
    }();
    static_cast<void>(filled);
    return classes;
}

}  // namespace meteorscope::fuzzing
