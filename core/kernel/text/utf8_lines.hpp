// Lines of bytes, and whether these are UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace meteorscope {

// Whether bytes are UTF-8 as the Unicode standard has it (table 3-7): the shortest form of each
// code point, and no surrogates.
bool is_utf8(std::string_view bytes);

// How many line feeds there are.
std::size_t count_line_feeds(std::string_view bytes);

// The first lines of bytes, each of which ends with a line feed.
struct FirstLines {
    std::size_t end;  // behind the last of them
    std::size_t count;
};

// At most so many.
FirstLines first_lines(std::string_view bytes, std::size_t most);

// Lines of UTF-8 as texts without their line feeds, which have to be there. They borrow what is
// ASCII, so that the bytes have to outlive them; others are decoded to what Python's strings hold:
// as many bytes a code point as the highest needs.
class Utf8Lines {
public:
    // Throws std::invalid_argument for invalid UTF-8.
    explicit Utf8Lines(std::string_view bytes);

    const std::vector<Text>& texts() const { return texts_; }

private:
    Text decoded(std::string_view line);
    template <typename CodePoint>
    Text decoded_as(std::string_view line);

    std::vector<Text> texts_;
    std::vector<std::unique_ptr<std::uint32_t[]>> decoded_;
};

}  // namespace meteorscope
