// Floats as Python writes them: the shortest decimal that is this float and no other.
#pragma once

#include <charconv>

#if defined(__cpp_lib_to_chars)
#define METEORSCOPE_WRITES_FLOATS
#endif

#ifdef METEORSCOPE_WRITES_FLOATS

#include <cstddef>

namespace meteorscope {

// No float takes more characters.
constexpr std::size_t kLongestFloat = 24;

// Writes what ``repr`` gives, and returns its end.
char* write_float(double number, char* out);

}  // namespace meteorscope

#endif
