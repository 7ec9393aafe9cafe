// The hash of words in data files.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace meteorscope {

inline constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = rest >> 1 ^ ((rest & 1) != 0 ? 0xedb88320U : 0U);
        }
        table[byte] = rest;
    }
    return table;
}();

// As zlib has it.
inline std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t rest = 0xffffffff;
    for (const char byte : bytes) {
        rest = rest >> 8 ^ crc_table[(rest ^ static_cast<unsigned char>(byte)) & 0xff];
    }
    return ~rest;
}

}  // namespace meteorscope
