// The class of every code point, as core/meteor_core/text/tokenizers/character_classes.py has it.
//
// Classes depend on the Unicode tables of the Python that runs, so they come from there: page by
// page, when a text with a code point of the page is first met. From then on Python is not needed.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "text/text.hpp"

namespace meteorscope {

// The letters of the Python module, in the order in which it lists them.
enum class CharacterClass : std::uint8_t {
    none,
    word,
    mark,
    joiner,
    ideograph,
    katakana,
    letter,  // of a South-East Asian script that does not separate words
    vowel_before,
    vowel_after,
    binding,
    regional_indicator,
    punctuation,
    symbol,
};

// What a page holds for a code point: its class in the low bits, and whether Python's
// ``str.isspace`` holds for it, which is another question than class ``none``.
constexpr std::uint8_t class_bits = 0x0f;
constexpr std::uint8_t white_space_bit = 0x10;
constexpr std::size_t property_count = 0x20;

// The class of a letter of the Python module. Throws std::invalid_argument.
CharacterClass class_of_letter(char letter);

class CharacterClasses {
public:
    static constexpr std::int32_t code_points_in_page = 256;
    static constexpr std::int32_t page_count = 0x110000 / code_points_in_page;
    using Page = std::array<std::uint8_t, code_points_in_page>;

    CharacterClasses();

    // The pages that the text needs and that are not there yet; every text needs page 0. What was
    // there once stays, so a text that misses nothing may be tokenised from then on, by this
    // thread and those that it hands the text to.
    std::vector<std::int32_t> missing_pages(const Text& text) const;

    // Fills a page; does nothing when it is there. Any thread may, at any time.
    void add_page(std::int32_t number, const Page& page);

    bool has_page(std::int32_t number) const;

    // The properties of a code point; 0, an unknown character, where the page is not there.
    std::uint8_t operator[](std::uint32_t code_point) const {
        const Page* page = pages_[code_point >> 8].load(std::memory_order_relaxed);
        return (*page)[code_point & 0xff];
    }

private:
    std::array<std::atomic<const Page*>, page_count> pages_;
    std::mutex adding_;
    std::vector<std::unique_ptr<const Page>> owned_;
};

// The one table of the process.
CharacterClasses& character_classes();

}  // namespace meteorscope
