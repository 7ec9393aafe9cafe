// Sets of slots as rows of 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace meteorscope {

using Word = std::uint64_t;

constexpr std::size_t words_for(std::size_t slots) { return slots == 0 ? 1 : (slots + 63) / 64; }

inline std::size_t word_of(std::int32_t slot) { return static_cast<std::size_t>(slot) / 64; }
inline Word bit_of(std::int32_t slot) { return Word{1} << (static_cast<unsigned>(slot) % 64U); }

inline int count_bits(Word word) { return __builtin_popcountll(word); }
inline int lowest_bit(Word word) { return __builtin_ctzll(word); }

}  // namespace meteorscope
