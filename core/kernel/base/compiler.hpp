// What C++17 lacks and compilers have under names of their own. GCC and Clang use theirs; the forms
// for others, which METEORSCOPE_PORTABLE chooses everywhere, compute the same.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__SSE2__) && !defined(METEORSCOPE_PORTABLE)
#include <emmintrin.h>
#endif

// Clang for Visual C++ has integers of 128 bits, but not the library that divides them.
#if defined(__GNUC__) && !defined(METEORSCOPE_PORTABLE)
#define METEORSCOPE_HAS_BUILTINS
// For functions that are called inside a loop and that a compiler would not inline by itself.
#define METEORSCOPE_INLINED inline __attribute__((always_inline))
#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
#define METEORSCOPE_HAS_INT128
#endif
#else
#define METEORSCOPE_INLINED inline
#endif

namespace meteorscope {

inline int count_bits(std::uint64_t word) {
#if defined(METEORSCOPE_HAS_BUILTINS) && defined(__POPCNT__)  // else it may be a call to a library
    return __builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return static_cast<int>(word * 0x0101010101010101U >> 56);
#endif
}

#ifdef METEORSCOPE_HAS_BUILTINS

// Of a word that is not 0.
inline int lowest_bit(std::uint64_t word) { return __builtin_ctzll(word); }
inline void prefetch(const void* address) { __builtin_prefetch(address); }

#else

inline int lowest_bit(std::uint64_t word) { return count_bits(~word & (word - 1)); }
inline void prefetch(const void*) {}

#endif

// The highest bit of each of 64 bytes.
inline std::uint64_t highest_bits(const std::uint8_t* bytes) {
    std::uint64_t bits = 0;
#if defined(__SSE2__) && !defined(METEORSCOPE_PORTABLE)
    for (int part = 0; part < 4; ++part) {
        const void* const first = bytes + 16 * part;
        const __m128i loaded = _mm_loadu_si128(static_cast<const __m128i*>(first));
        const auto found = static_cast<std::uint32_t>(_mm_movemask_epi8(loaded));
        bits |= std::uint64_t{found} << 16 * part;
    }
#else
    for (int part = 0; part < 8; ++part) {
        std::uint64_t eight = 0;
        for (int byte = 0; byte < 8; ++byte) {
            eight |= std::uint64_t{bytes[8 * part + byte]} << 8 * byte;
        }
        // The product moves the bit of each byte to a place of its own in the highest byte.
        bits |= ((eight >> 7 & 0x0101010101010101U) * 0x0102040810204080U >> 56) << 8 * part;
    }
#endif
    return bits;
}

// An integer of 128 bits in two words, as two's complement, whose overflows wrap around. What
// becomes of a division by 0 is not defined.
template <bool kSigned>
class TwoWordInteger {
public:
    TwoWordInteger() = default;
    template <typename Integer, typename = std::enable_if_t<std::is_integral_v<Integer>>>
    constexpr TwoWordInteger(Integer number)  // as the compiler's own: from any integer
        : low_(static_cast<std::uint64_t>(number)), high_(number < Integer{} ? ~Half{0} : Half{0}) {}
    template <typename Integer, typename = std::enable_if_t<std::is_integral_v<Integer>>>
    explicit constexpr operator Integer() const {
        if constexpr (std::is_same_v<Integer, bool>) {
            return (low_ | high_) != 0;
        } else {
            return static_cast<Integer>(low_);
        }
    }

    friend TwoWordInteger operator+(TwoWordInteger one, TwoWordInteger other) {
        const Half low = one.low_ + other.low_;
        return {low, one.high_ + other.high_ + (low < one.low_)};
    }
    friend TwoWordInteger operator-(TwoWordInteger one, TwoWordInteger other) {
        return {one.low_ - other.low_, one.high_ - other.high_ - (one.low_ < other.low_)};
    }
    friend TwoWordInteger operator*(TwoWordInteger one, TwoWordInteger other) {
        constexpr Half kHalf = 0xffffffffU;
        const Half lowest = (one.low_ & kHalf) * (other.low_ & kHalf);
        const Half middle = (one.low_ >> 32) * (other.low_ & kHalf) + (lowest >> 32);
        const Half crossed = (one.low_ & kHalf) * (other.low_ >> 32) + (middle & kHalf);
        return {one.low_ * other.low_, (one.low_ >> 32) * (other.low_ >> 32) + (middle >> 32) +
                                           (crossed >> 32) + one.low_ * other.high_ +
                                           one.high_ * other.low_};
    }
    // Towards 0, as everywhere in C++; the remainder has the sign of the dividend.
    friend TwoWordInteger operator/(TwoWordInteger above, TwoWordInteger below) {
        const TwoWordInteger quotient = divide(above.magnitude(), below.magnitude()).quotient;
        return above.is_negative() != below.is_negative() ? -quotient : quotient;
    }
    friend TwoWordInteger operator%(TwoWordInteger above, TwoWordInteger below) {
        const TwoWordInteger rest = divide(above.magnitude(), below.magnitude()).rest;
        return above.is_negative() ? -rest : rest;
    }
    TwoWordInteger operator-() const { return TwoWordInteger(0) - *this; }
    TwoWordInteger& operator+=(TwoWordInteger other) { return *this = *this + other; }

    friend TwoWordInteger operator&(TwoWordInteger one, TwoWordInteger other) {
        return {one.low_ & other.low_, one.high_ & other.high_};
    }
    friend TwoWordInteger operator|(TwoWordInteger one, TwoWordInteger other) {
        return {one.low_ | other.low_, one.high_ | other.high_};
    }
    TwoWordInteger operator~() const { return {~low_, ~high_}; }
    TwoWordInteger& operator&=(TwoWordInteger other) { return *this = *this & other; }
    TwoWordInteger& operator|=(TwoWordInteger other) { return *this = *this | other; }
    // By 0 to 127 bits.
    friend TwoWordInteger operator<<(TwoWordInteger bits, int by) {
        if (by == 0) return bits;
        if (by >= 64) return {0, bits.low_ << (by - 64)};
        return {bits.low_ << by, bits.high_ << by | bits.low_ >> (64 - by)};
    }
    // The same, of an integer that is not negative.
    friend TwoWordInteger operator>>(TwoWordInteger bits, int by) {
        if (by == 0) return bits;
        if (by >= 64) return {bits.high_ >> (by - 64), 0};
        return {bits.low_ >> by | bits.high_ << (64 - by), bits.high_ >> by};
    }

    friend bool operator==(TwoWordInteger one, TwoWordInteger other) {
        return one.low_ == other.low_ && one.high_ == other.high_;
    }
    friend bool operator!=(TwoWordInteger one, TwoWordInteger other) { return !(one == other); }
    friend bool operator<(TwoWordInteger one, TwoWordInteger other) {
        if (one.high_ == other.high_) return one.low_ < other.low_;
        return (one.high_ ^ kSignBit) < (other.high_ ^ kSignBit);
    }
    friend bool operator>(TwoWordInteger one, TwoWordInteger other) { return other < one; }
    friend bool operator<=(TwoWordInteger one, TwoWordInteger other) { return !(other < one); }
    friend bool operator>=(TwoWordInteger one, TwoWordInteger other) { return !(one < other); }

private:
    using Half = std::uint64_t;
    static constexpr Half kSignBit = kSigned ? Half{1} << 63 : 0;

    struct Division;

    constexpr TwoWordInteger(Half low, Half high) : low_(low), high_(high) {}
    bool is_negative() const { return (high_ & kSignBit) != 0; }
    TwoWordInteger<false> magnitude() const {
        const TwoWordInteger positive = is_negative() ? -*this : *this;
        return {positive.low_, positive.high_};
    }
    // Bit by bit, as on paper.
    static Division divide(TwoWordInteger<false> above, TwoWordInteger<false> below) {
        TwoWordInteger<false> quotient = 0;
        TwoWordInteger<false> rest = 0;
        for (int bit = 127; bit >= 0; --bit) {
            const bool carry = rest.high_ >> 63 != 0;
            const Half next = (bit < 64 ? above.low_ >> bit : above.high_ >> (bit - 64)) & 1U;
            rest = rest << 1 | next;
            quotient = quotient << 1;
            if (carry || rest >= below) {
                rest = rest - below;
                quotient.low_ |= 1U;
            }
        }
        return {{quotient.low_, quotient.high_}, {rest.low_, rest.high_}};
    }

    template <bool>
    friend class TwoWordInteger;

    Half low_;
    Half high_;
};

template <bool kSigned>
struct TwoWordInteger<kSigned>::Division {
    TwoWordInteger quotient;
    TwoWordInteger rest;
};

#ifdef METEORSCOPE_HAS_INT128
__extension__ using Int128 = __int128;
__extension__ using UnsignedInt128 = unsigned __int128;
#else
using Int128 = TwoWordInteger<true>;
using UnsignedInt128 = TwoWordInteger<false>;
#endif

}  // namespace meteorscope
