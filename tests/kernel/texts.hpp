// Texts of all kinds, and classes for every character, which Python would say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "text/text.hpp"
#include "text/tokenizers/character_classes.hpp"

namespace meteorscope::fuzzing {

using CodePoints = std::vector<std::uint32_t>;

// The same code points as each kind of text that can hold them; each kind in memory of its own,
// not a byte more than it needs.
class StoredText {
public:
    explicit StoredText(CodePoints code_points);

    const CodePoints& code_points() const { return code_points_; }
    // Of 1, 2 and 4 bytes a code point; those that are too narrow are missing.
    std::vector<Text> kinds() const;
    Text any_kind(Dice& dice) const { return dice.one_of(kinds()); }

private:
    CodePoints code_points_;
    std::uint32_t highest_ = 0;
    std::vector<std::uint8_t> in_one_byte_;
    std::vector<std::uint16_t> in_two_bytes_;
};

CodePoints random_code_points(Dice& dice);

// Classes at random, but always the same, so that each meets each; letters are parts of words.
CharacterClasses::Page page_of_classes(std::int32_t number);
// All of them. Made once.
const CharacterClasses& all_classes();

}  // namespace meteorscope::fuzzing
