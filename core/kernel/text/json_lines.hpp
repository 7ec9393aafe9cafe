// The lines of a text that is a string in JSON, without making the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace meteorscope {

// What ends a line.
enum class LineEnd : std::uint8_t { none, lf, crlf, cr };

// Reads a string in JSON line by line.
class JsonLineReader {
public:
    // ``begin`` is behind the quote with which the string begins.
    JsonLineReader(std::string_view json, std::size_t begin) : json_(json), at_(begin) {}

    // Reads a line; false where the string has ended, or is none.
    bool next();

    // The line, in UTF-8, as it was given and not checked; halves of pairs have three bytes.
    std::string_view line() const { return line_; }
    bool is_ascii() const { return is_ascii_; }
    LineEnd end() const { return end_; }

    // Whether the string is at its end, and the offset behind its quote.
    bool is_complete() const { return is_complete_; }
    std::size_t behind() const { return at_; }

private:
    bool read_escape();
    bool read_code_point();
    bool read_four_digits(std::size_t begin, std::uint32_t& number) const;
    void write(std::uint32_t code_point);

    std::string_view json_;
    std::size_t at_;
    std::string line_;
    LineEnd end_ = LineEnd::none;
    bool is_ascii_ = true;
    bool is_complete_ = false;
};

}  // namespace meteorscope
