// Sets of small numbers as rows of 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/compiler.hpp"

namespace meteorscope {

using Word = std::uint64_t;

constexpr std::size_t words_for(std::size_t slots) { return slots == 0 ? 1 : (slots + 63) / 64; }

inline std::size_t word_of(std::int32_t slot) { return static_cast<std::size_t>(slot) / 64; }
inline Word bit_of(std::int32_t slot) { return Word{1} << (static_cast<unsigned>(slot) % 64U); }

// Positions in a row, as a set that is read in ascending order.
class TokenSet {
public:
    void clear(std::size_t tokens) { words_.assign(words_for(tokens), 0); }
    void add(std::int32_t token) { words_[word_of(token)] |= bit_of(token); }
    std::size_t size() const {
        std::size_t count = 0;
        for (const Word word : words_) {
            count += static_cast<std::size_t>(count_bits(word));
        }
        return count;
    }
    bool is_one() const { return size() == 1; }
    template <typename Visitor>
    void for_each(Visitor&& visit) const {
        for (std::size_t word = 0; word < words_.size(); ++word) {
            for (Word left = words_[word]; left != 0; left &= left - 1) {
                visit(static_cast<std::int32_t>(word * 64) + lowest_bit(left));
            }
        }
    }

private:
    std::vector<Word> words_;
};

}  // namespace meteorscope
