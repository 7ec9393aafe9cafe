// Blocks of a file that are written alike, one after the other. Python reads them with patterns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/text.hpp"

namespace meteorscope {

// A part of a shape: tags as they are written, space, a text without tags, a unit's own text, which
// is not empty, an attribute's value.
struct AlikePart {
    enum class Kind : std::uint8_t { literal, space, text, words, value };
    Kind kind;
    std::u32string literal;  // of a value the quote that ends it
    bool is_slot;
};

// A stretch of a text, by offsets.
struct Stretch {
    std::int64_t start;
    std::int64_t end;
};

// The place of a block: lines, and columns in code points.
struct BlockPlace {
    std::int64_t first_line;
    std::int64_t first_column;
    std::int64_t last_line;
    std::int64_t last_column;
};

struct AlikeBlocks {
    std::vector<Stretch> slots;  // as many of each block as the shape has
    std::vector<BlockPlace> places;
    std::int64_t position = 0;  // behind the last block
    std::int64_t line = 0;      // there
    std::int64_t line_start = 0;
    bool is_otherwise = false;  // whether a slot has an entity, or a unit's text a line break
};

class AlikeReader {
public:
    explicit AlikeReader(std::vector<AlikePart> parts) : parts_(std::move(parts)) {}

    // Reads blocks as long as they have the shape. ``line_start`` may be before the text.
    AlikeBlocks read(const Text& text, std::int64_t position, std::int64_t line,
                     std::int64_t line_start) const;

    std::size_t slots() const;

private:
    std::vector<AlikePart> parts_;
};

}  // namespace meteorscope
