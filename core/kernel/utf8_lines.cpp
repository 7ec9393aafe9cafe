#include "utf8_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace meteorscope {

namespace {

constexpr std::size_t kAtOnce = 8;

// Where the next byte that is not ASCII stands, or the end.
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

// How many bytes the code point that begins there has; 0 if there is none.
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

}  // namespace meteorscope
