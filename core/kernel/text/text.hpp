// Texts as the kernel sees them: code points that Python owns, and ranges of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/unset_vector.hpp"

namespace meteorscope {

// Borrowed code points of a Python string, stored in 1, 2 or 4 bytes each (its "kind").
struct Text {
    const void* data = nullptr;
    int kind = 1;
    std::int64_t length = 0;  // in code points
};

// A half-open range of code points in a text.
struct TokenSpan {
    std::int32_t start;
    std::int32_t end;
};

// Spans count in 32 bits. Every tokenizer checks this first.
inline void check_length(const Text& text) {
    if (text.length > std::numeric_limits<std::int32_t>::max()) {
        throw std::length_error("a text of " + std::to_string(text.length) +
                                " characters is too long for a segment; the compiled kernel "
                                "takes up to 2147483647, split it into segments");
    }
}

// Calls ``visit`` with a typed pointer to the first code point.
template <typename Visitor>
decltype(auto) with_code_points(const Text& text, Visitor&& visit) {
    switch (text.kind) {
        case 1:
            return visit(static_cast<const std::uint8_t*>(text.data));
        case 2:
            return visit(static_cast<const std::uint16_t*>(text.data));
        default:
            return visit(static_cast<const std::uint32_t*>(text.data));
    }
}

// A text with a byte for each character, for loops over many characters at once. Keeps its memory
// from one text to the next.
class NarrowText {
public:
    // So many spaces follow the last character, so that loops need not look for the end.
    static constexpr std::size_t room = 64;

    // Copies the text. Every character that is not ASCII becomes 0x80.
    void assign(const Text& text);

    const std::uint8_t* data() const { return bytes_.data(); }

private:
    UnsetVector<std::uint8_t> bytes_;
};

}  // namespace meteorscope
