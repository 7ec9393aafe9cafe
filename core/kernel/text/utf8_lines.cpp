#include "text/utf8_lines.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace meteorscope {

namespace {

constexpr std::size_t kAtOnce = 8;

// The place of the next byte that is not ASCII, or the end.
std::size_t end_of_ascii(std::string_view bytes, std::size_t from) {
    constexpr std::uint64_t high_bits = 0x8080808080808080U;
    for (; from + kAtOnce <= bytes.size(); from += kAtOnce) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes.data() + from, kAtOnce);
        if ((eight & high_bits) != 0) {
            break;
        }
    }
    while (from < bytes.size() && static_cast<unsigned char>(bytes[from]) < 0x80U) {
        ++from;
    }
    return from;
}

// How many bytes the code point that begins there has; 0 if it is invalid.
std::size_t code_point_size(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t index) -> unsigned {
        return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
    };
    const auto goes_on = [&](std::size_t index) { return (byte(index) & 0xC0U) == 0x80U; };
    const unsigned lead = byte(at);
    const unsigned second = byte(at + 1);
    if (!goes_on(at + 1) || lead < 0xC2U || lead > 0xF4U) {
        return 0;
    }
    if (lead < 0xE0U) {
        return 2;
    }
    if (!goes_on(at + 2)) {
        return 0;
    }
    if (lead < 0xF0U) {
        const bool is_longer_than_needed = lead == 0xE0U && second < 0xA0U;
        const bool is_surrogate = lead == 0xEDU && second >= 0xA0U;
        return is_longer_than_needed || is_surrogate ? 0 : 3;
    }
    const bool is_longer_than_needed = lead == 0xF0U && second < 0x90U;
    const bool is_beyond_unicode = lead == 0xF4U && second >= 0x90U;
    return is_longer_than_needed || is_beyond_unicode || !goes_on(at + 3) ? 0 : 4;
}

// The code point of so many bytes, which are one.
std::uint32_t code_point(std::string_view bytes) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    std::uint32_t value = bytes.size() == 1 ? first : first & (0x7fU >> bytes.size());
    for (const char byte : bytes.substr(1)) {
        value = value << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
    }
    return value;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
    std::size_t position = end_of_ascii(bytes, 0);
    while (position < bytes.size()) {
        const std::size_t size = code_point_size(bytes, position);
        if (size == 0) {
            return false;
        }
        position = end_of_ascii(bytes, position + size);
    }
    return true;
}

std::size_t count_line_feeds(std::string_view bytes) {
    return static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

FirstLines first_lines(std::string_view bytes, std::size_t most) {
    FirstLines found{0, 0};
    while (found.count < most) {
        const std::size_t line_feed = bytes.find('\n', found.end);
        if (line_feed == std::string_view::npos) {
            break;
        }
        found.end = line_feed + 1;
        ++found.count;
    }
    return found;
}

Utf8Lines::Utf8Lines(std::string_view bytes) {
    for (std::size_t start = 0; start < bytes.size();) {
        const std::string_view line = bytes.substr(start, bytes.find('\n', start) - start);
        texts_.push_back(end_of_ascii(line, 0) == line.size()
                             ? Text{line.data(), 1, static_cast<std::int64_t>(line.size())}
                             : decoded(line));
        check_length(texts_.back());
        start += line.size() + 1;
    }
}

Text Utf8Lines::decoded(std::string_view line) {
    const auto is_less = [](char left, char right) {
        return static_cast<unsigned char>(left) < static_cast<unsigned char>(right);
    };
    const auto highest =
        static_cast<unsigned char>(*std::max_element(line.begin(), line.end(), is_less));
    if (highest < 0xC4U) {
        return decoded_as<std::uint8_t>(line);
    }
    return highest < 0xF0U ? decoded_as<std::uint16_t>(line) : decoded_as<std::uint32_t>(line);
}

template <typename CodePoint>
Text Utf8Lines::decoded_as(std::string_view line) {
    constexpr std::size_t at_once = sizeof(std::uint32_t) / sizeof(CodePoint);
    decoded_.emplace_back(new std::uint32_t[line.size() / at_once + 1]);  // not set
    auto* const first = reinterpret_cast<CodePoint*>(decoded_.back().get());
    CodePoint* next = first;
    for (std::size_t position = 0; position < line.size();) {
        const std::size_t end = end_of_ascii(line, position);
        next = std::copy(line.begin() + position, line.begin() + end, next);
        position = end;
        if (position < line.size()) {
            const std::size_t size = code_point_size(line, position);
            if (size == 0) {
                throw std::invalid_argument("the bytes of lines are not UTF-8");
            }
            *next++ = static_cast<CodePoint>(code_point(line.substr(position, size)));
            position += size;
        }
    }
    return {first, static_cast<int>(sizeof(CodePoint)), next - first};
}

}  // namespace meteorscope
