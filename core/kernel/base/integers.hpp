// Steps with integers: indices, choices without branches, and sets of small numbers as rows of
// limbs of 64 bits. A branch that is mispredicted costs more than all else that is done for a token.
// Compilers make branches of conditions, but not of masks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/compiler.hpp"

namespace meteorscope {

inline std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

// Returns all bits if the condition holds, else 0.
inline std::uint32_t mask_if(bool condition) {
    return 0U - static_cast<std::uint32_t>(condition);
}

// Returns the first number if all bits of the mask are set, the second if all are clear.
template <typename Number>
Number choose(std::uint32_t mask, Number first, Number second) {
    return second ^ ((first ^ second) & static_cast<Number>(mask));
}

// Sets the first ``size`` numbers to ``value``, in whole blocks: some numbers behind them may be set
// too, and there may be more of them afterwards.
template <typename Numbers>
void fill_blocks(Numbers& numbers, std::size_t size, typename Numbers::value_type value) {
    using Number = typename Numbers::value_type;
    constexpr std::size_t kBlockNumbers = 64 / sizeof(Number);
    if (numbers.size() < size + kBlockNumbers) {
        numbers.resize(2 * size + kBlockNumbers);
    }
    Number* const first = numbers.data();
    for (std::size_t begin = 0; begin < size; begin += kBlockNumbers) {
        for (std::size_t at = 0; at < kBlockNumbers; ++at) {
            first[begin + at] = value;
        }
    }
}

using Limb = std::uint64_t;

constexpr std::size_t limbs_for(std::size_t slots) { return slots == 0 ? 1 : (slots + 63) / 64; }

inline std::size_t limb_of(std::int32_t slot) { return static_cast<std::size_t>(slot) / 64; }
inline Limb bit_of(std::int32_t slot) { return Limb{1} << (static_cast<unsigned>(slot) % 64U); }

// Positions in a row, as a set that is read in ascending order.
class TokenSet {
public:
    void clear(std::size_t tokens) { limbs_.assign(limbs_for(tokens), 0); }
    void add(std::int32_t token) { limbs_[limb_of(token)] |= bit_of(token); }
    std::size_t size() const {
        std::size_t count = 0;
        for (const Limb limb : limbs_) {
            count += static_cast<std::size_t>(count_bits(limb));
        }
        return count;
    }
    bool is_one() const { return size() == 1; }
    template <typename Visitor>
    void for_each(Visitor&& visit) const {
        for (std::size_t limb = 0; limb < limbs_.size(); ++limb) {
            for (Limb left = limbs_[limb]; left != 0; left &= left - 1) {
                visit(static_cast<std::int32_t>(limb * 64) + lowest_bit(left));
            }
        }
    }

private:
    std::vector<Limb> limbs_;
};

}  // namespace meteorscope
