#include "text/tokenizers/character_classes.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace meteorscope {

namespace {

// By CharacterClass.
constexpr std::string_view class_letters = " wmjcktlvbrps";

// The placeholder for a page that is not loaded, so that every look-up is valid.
const CharacterClasses::Page absent{};

// The first character of the page of dashes and quotation marks.
constexpr std::uint32_t general_punctuation = 0x2000;

// Whether a text has characters of this page, and of no other but the first: most texts that are
// not all of Latin-1 have not.
template <typename CodePoint>
bool has_only_punctuation_beyond_latin(const CodePoint* code_points, std::int64_t length) {
    constexpr auto usual = static_cast<CodePoint>(general_punctuation);
    CodePoint all = 0;
    CodePoint others = 0;
    for (std::int64_t at = 0; at < length; ++at) {
        const CodePoint code_point = code_points[at];
        const auto differs = static_cast<CodePoint>(code_point ^ usual);
        all |= code_point;
        others |= std::min(code_point, differs);
    }
    return all > 0xff && others <= 0xff;
}

}  // namespace

CharacterClass class_of_letter(char letter) {
    const std::size_t number = class_letters.find(letter);
    if (number == std::string_view::npos) {
        throw std::invalid_argument(std::string("there is no character class '") + letter + "'");
    }
    return static_cast<CharacterClass>(number);
}

CharacterClasses::CharacterClasses() {
    for (std::atomic<const Page*>& page : pages_) {
        page.store(&absent, std::memory_order_relaxed);
    }
}

bool CharacterClasses::has_page(std::int32_t number) const {
    return pages_[static_cast<std::size_t>(number)].load(std::memory_order_acquire) != &absent;
}

std::vector<std::int32_t> CharacterClasses::missing_pages(const Text& text) const {
    std::vector<std::int32_t> missing;
    const auto look_at = [this, &missing](std::int32_t page) {
        if (!has_page(page) && std::find(missing.begin(), missing.end(), page) == missing.end()) {
            missing.push_back(page);
        }
    };
    look_at(0);
    if (text.kind == 1) {
        return missing;
    }
    with_code_points(text, [&text, &look_at](const auto* code_points) {
        if (has_only_punctuation_beyond_latin(code_points, text.length)) {
            look_at(general_punctuation >> 8);
            return;
        }
        std::uint32_t last = 0;
        for (std::int64_t at = 0; at < text.length; ++at) {
            const std::uint32_t page = std::uint32_t{code_points[at]} >> 8;
            if (page != last) {
                look_at(static_cast<std::int32_t>(page));
                last = page;
            }
        }
    });
    return missing;
}

void CharacterClasses::add_page(std::int32_t number, const Page& page) {
    const std::lock_guard<std::mutex> lock(adding_);
    if (!has_page(number)) {
        owned_.push_back(std::make_unique<const Page>(page));
        pages_[static_cast<std::size_t>(number)].store(owned_.back().get(),
                                                       std::memory_order_release);
    }
}

CharacterClasses& character_classes() {
    static CharacterClasses classes;
    return classes;
}

}  // namespace meteorscope
