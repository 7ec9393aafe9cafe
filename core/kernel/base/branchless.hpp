// Small steps without branches, for what is as good as random: a branch that is guessed wrongly
// costs more than all else that is done for a token. Compilers make branches of conditions, but
// not of masks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace meteorscope {

// All bits, if the condition holds, else none.
inline std::uint32_t mask_if(bool condition) {
    return 0U - static_cast<std::uint32_t>(condition);
}

// The one number where all bits of the mask are set, the other where none is.
template <typename Number>
Number choose(std::uint32_t mask, Number one, Number other) {
    return other ^ ((one ^ other) & static_cast<Number>(mask));
}

// The first ``size`` numbers become ``value``, and maybe some more: by blocks, which need no end of
// another kind. There may be more numbers than that afterwards.
template <typename Numbers>
void fill_blocks(Numbers& numbers, std::size_t size, typename Numbers::value_type value) {
    using Number = typename Numbers::value_type;
    constexpr std::size_t kBlock = 64 / sizeof(Number);
    if (numbers.size() < size + kBlock) {
        numbers.resize(2 * size + kBlock);
    }
    Number* const first = numbers.data();
    for (std::size_t begin = 0; begin < size; begin += kBlock) {
        for (std::size_t at = 0; at < kBlock; ++at) {
            first[begin + at] = value;
        }
    }
}

}  // namespace meteorscope
