// Lines of bytes, and whether these are UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace meteorscope {

// Whether bytes are UTF-8 as the Unicode standard has it (table 3-7): the shortest form of each
// code point, and no surrogates.
bool is_utf8(std::string_view bytes);

// How many line feeds there are.
std::size_t count_line_feeds(std::string_view bytes);

}  // namespace meteorscope
