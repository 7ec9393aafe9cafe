#include "files/xml/shapes.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::uint32_t after_ascii = 0x80;

bool is_xml_space(std::uint32_t letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }

bool is_no_character(std::uint32_t letter) {
    return (letter >= 0xd800 && letter <= 0xdfff) || letter == 0xfffe || letter == 0xffff;
}

// Of each ASCII character whether a text, or a value, goes on behind it without a closer look.
struct PlainLetters {
    std::array<bool, after_ascii> in_text{};
    std::array<bool, after_ascii> in_value{};
};

constexpr PlainLetters make_plain_letters() {
    PlainLetters plain;
    for (std::uint32_t letter = 0; letter < after_ascii; ++letter) {
        const bool is_markup = letter == '<' || letter == '&';
        plain.in_value[letter] = letter >= 0x20 && !is_markup;
        plain.in_text[letter] = (letter >= 0x20 && !is_markup && letter != ']') ||
                                letter == '\t' || letter == '\n';
    }
    return plain;
}

constexpr PlainLetters plain_letters = make_plain_letters();

template <typename CodePoint>
class BlockReader {
public:
    BlockReader(const CodePoint* text, std::int64_t length, AlikeBlocks& found)
        : text_(text), length_(length), found_(found) {}

    // Reads a block behind ``found_``; consumes nothing if there is no block.
    bool read(const std::vector<AlikePart>& parts) {
        std::int64_t at = found_.position;
        while (at < length_ && is_xml_space(text_[at])) {
            ++at;
        }
        const std::int64_t start = at;
        const std::size_t slots = found_.slots.size();
        for (const AlikePart& part : parts) {
            const std::int64_t begun = at;
            if (!match(part, at)) {
                found_.slots.resize(slots);
                return false;
            }
            if (part.is_slot) {
                found_.slots.push_back({begun, at});
            }
        }
        found_.is_otherwise |= is_otherwise_;
        take(start, at);
        return true;
    }

private:
    bool match(const AlikePart& part, std::int64_t& at) {
        switch (part.kind) {
            case AlikePart::Kind::literal:
                return match_literal(part.literal, at);
            case AlikePart::Kind::space:
                return skip_space(at);
            case AlikePart::Kind::text:
                return skip_text(at);
            case AlikePart::Kind::words:
                return skip_words(at);
            default:
                return skip_value(static_cast<std::uint32_t>(part.literal.front()), at);
        }
    }

    bool match_literal(const std::u32string& literal, std::int64_t& at) const {
        const auto size = static_cast<std::int64_t>(literal.size());
        if (length_ - at < size) {
            return false;
        }
        for (const char32_t letter : literal) {
            if (static_cast<char32_t>(text_[at++]) != letter) {
                return false;
            }
        }
        return true;
    }

    bool skip_space(std::int64_t& at) const {
        const std::int64_t begun = at;
        while (at < length_ && is_xml_space(text_[at])) {
            ++at;
        }
        return at > begun;
    }

    // Up to the next tag; characters that a text must not have are left to the full reader.
    bool skip_text(std::int64_t& at) {
        const std::int64_t begun = at;
        while (at < length_) {
            const std::uint32_t letter = text_[at];
            if (letter < after_ascii && plain_letters.in_text[letter]) {
                ++at;
            } else if (letter == '<') {
                return at > begun;
            } else if (letter == '&') {
                if (!skip_entity(at)) {
                    return false;
                }
            } else if (letter < 0x20 || is_no_character(letter) || ends_cdata(at)) {
                return false;
            } else {
                ++at;
            }
        }
        return false;
    }

    // The same of a unit's own text, which is not empty.
    bool skip_words(std::int64_t& at) {
        std::int64_t begun = at;
        if (!skip_text(at)) {
            return false;
        }
        for (std::int64_t letter = begun; letter < at; ++letter) {
            is_otherwise_ |= text_[letter] == '\n';
        }
        while (begun < at && is_xml_space(text_[begun])) {
            ++begun;
        }
        return begun < at;
    }

    bool skip_value(std::uint32_t quote, std::int64_t& at) const {
        const std::int64_t begun = at;
        while (at < length_ && text_[at] != quote) {
            const std::uint32_t letter = text_[at];
            const bool is_plain = letter < after_ascii ? plain_letters.in_value[letter]
                                                       : !is_no_character(letter);
            if (!is_plain) {
                return false;
            }
            ++at;
        }
        return at > begun;
    }

    bool ends_cdata(std::int64_t at) const {
        return text_[at] == ']' && length_ - at > 2 && text_[at + 1] == ']' &&
               text_[at + 2] == '>';
    }

    bool skip_entity(std::int64_t& at) {
        for (const char* const entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
            std::int64_t behind = at;
            const char* letter = entity;
            while (*letter != '\0' && behind < length_ &&
                   text_[behind] == static_cast<CodePoint>(*letter)) {
                ++letter;
                ++behind;
            }
            if (*letter == '\0') {
                at = behind;
                is_otherwise_ = true;
                return true;
            }
        }
        return false;
    }

    void take(std::int64_t start, std::int64_t end) {
        count_lines(found_.position, start);
        BlockPlace place{found_.line, start - found_.line_start, 0, 0};
        count_lines(start, end);
        place.last_line = found_.line;
        place.last_column = end - found_.line_start;
        found_.places.push_back(place);
        found_.position = end;
    }

    void count_lines(std::int64_t from, std::int64_t end) {
        for (std::int64_t at = from; at < end; ++at) {
            if (text_[at] == '\n') {
                ++found_.line;
                found_.line_start = at + 1;
            }
        }
    }

    const CodePoint* text_;
    std::int64_t length_;
    AlikeBlocks& found_;
    bool is_otherwise_ = false;
};

}  // namespace

AlikeBlocks AlikeReader::read(const Text& text, std::int64_t position, std::int64_t line,
                              std::int64_t line_start) const {
    AlikeBlocks found;
    found.position = position;
    found.line = line;
    found.line_start = line_start;
    with_code_points(text, [&](const auto* code_points) {
        BlockReader reader(code_points, text.length, found);
        while (reader.read(parts_)) {
        }
    });
    return found;
}

std::size_t AlikeReader::slots() const {
    std::size_t count = 0;
    for (const AlikePart& part : parts_) {
        count += part.is_slot ? 1 : 0;
    }
    return count;
}

}  // namespace meteorscope
