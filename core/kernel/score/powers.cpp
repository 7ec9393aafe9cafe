// See powers.hpp. A logarithm and an exponential by their series, in pairs of doubles: a number is
// the exact sum of two, some 106 bits. All steps are sums, products and quotients of doubles, which
// round the same everywhere (Dekker 1971, "A floating-point technique for extending the available
// precision"). No step may be contracted with another: core/hatch_build.py sees to that.

#include "score/powers.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace meteorscope {
namespace {

// An unevaluated sum; ``low`` is at most half a unit in the last place of ``high``.
struct DoublePair {
    double high = 0;
    double low = 0;
};

// The exact sum of two doubles, the first of which is not the smaller one.
constexpr DoublePair ordered_sum(double large, double small) {
    const double sum = large + small;
    return {sum, small - (sum - large)};
}

// The exact sum of any two doubles.
constexpr DoublePair exact_sum(double one, double other) {
    const double sum = one + other;
    const double added = sum - one;
    return {sum, (one - (sum - added)) + (other - added)};
}

// A double in two halves, whose products are exact.
constexpr DoublePair halves(double number) {
    constexpr double kSplit = 134217729;  // 2^27 + 1
    const double scaled = kSplit * number;
    const double high = scaled - (scaled - number);
    return {high, number - high};
}

// The exact product of two doubles that are neither very large nor very small.
constexpr DoublePair exact_product(double one, double other) {
    const double product = one * other;
    const DoublePair a = halves(one);
    const DoublePair b = halves(other);
    const double rest =
        ((a.high * b.high - product) + a.high * b.low + a.low * b.high) + a.low * b.low;
    return {product, rest};
}

constexpr DoublePair sum(const DoublePair& one, const DoublePair& other) {
    const DoublePair high = exact_sum(one.high, other.high);
    const DoublePair low = exact_sum(one.low, other.low);
    const DoublePair first = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(first.high, first.low + low.low);
}

constexpr DoublePair product(const DoublePair& one, const DoublePair& other) {
    const DoublePair high = exact_product(one.high, other.high);
    return ordered_sum(high.high, high.low + (one.high * other.low + one.low * other.high));
}

constexpr DoublePair quotient(const DoublePair& above, const DoublePair& below) {
    const double first = above.high / below.high;
    const DoublePair taken = product({first, 0}, below);
    const DoublePair rest = sum(above, {-taken.high, -taken.low});
    const double second = rest.high / below.high;
    const DoublePair again = product({second, 0}, below);
    const double third = sum(rest, {-again.high, -again.low}).high / below.high;
    return sum(ordered_sum(first, second), {third, 0});
}

constexpr std::size_t kTerms = 25;  // what comes after them is less than 2^-106
constexpr std::size_t kPairs = 13;  // so many terms are so large that their last bits count

using Coefficients = std::array<DoublePair, kTerms>;

// Of atanh(x) / x in powers of the square of x.
constexpr Coefficients odd_reciprocals() {
    Coefficients found{};
    double odd = 1;
    for (DoublePair& coefficient : found) {
        coefficient = quotient({1, 0}, {odd, 0});
        odd += 2;
    }
    return found;
}

// Of the exponential function.
constexpr Coefficients reciprocal_factorials() {
    Coefficients found{};
    DoublePair factorial{1, 0};
    double number = 0;
    for (DoublePair& coefficient : found) {
        coefficient = quotient({1, 0}, factorial);
        number += 1;
        factorial = product(factorial, {number, 0});
    }
    return found;
}

constexpr Coefficients kOddReciprocals = odd_reciprocals();
constexpr Coefficients kReciprocalFactorials = reciprocal_factorials();
constexpr DoublePair kLogarithmOfTwo{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double kRootOfHalf = 0.70710678118654752;

DoublePair series(const Coefficients& coefficients, const DoublePair& argument) {
    std::size_t term = kTerms;
    double small = 0;
    while (term > kPairs) small = small * argument.high + coefficients[--term].high;
    DoublePair found{small, 0};
    while (term > 0) found = sum(product(found, argument), coefficients[--term]);
    return found;
}

// With an error below 2^-100 of it.
DoublePair logarithm(double number) {
    int exponent = 0;
    double mantissa = std::frexp(number, &exponent);
    if (mantissa < kRootOfHalf) {
        mantissa *= 2;
        --exponent;
    }
    const DoublePair tangent = quotient({mantissa - 1, 0}, exact_sum(mantissa, 1));
    const DoublePair half = product(tangent, series(kOddReciprocals, product(tangent, tangent)));
    return sum(product(kLogarithmOfTwo, {static_cast<double>(exponent), 0}),
               {2 * half.high, 2 * half.low});
}

// Not one that was found before.
bool computed_power(double base, double exponent, double& power) {
    constexpr double kLeast = -700;     // of the logarithm, for powers with all their bits
    constexpr double kNothing = -746;   // below which the nearest float is 0
    constexpr double kError = 0x1p-88;  // of the power: the logarithm's, up to 700 times as large
    const DoublePair of_base = logarithm(base);
    const double rough = of_base.high * exponent;
    if (rough < kNothing) {
        power = 0;
        return true;
    }
    if (rough < kLeast) return false;
    const DoublePair whole = product(of_base, {exponent, 0});
    const double twos = std::floor(whole.high / kLogarithmOfTwo.high + 0.5);
    const DoublePair of_twos = product(kLogarithmOfTwo, {twos, 0});
    const DoublePair rest = sum(whole, {-of_twos.high, -of_twos.low});
    const DoublePair found = series(kReciprocalFactorials, rest);
    const double error = found.high * kError;
    const double nearest = found.high + (found.low + error);
    if (nearest != found.high + (found.low - error)) return false;
    power = std::ldexp(nearest, static_cast<int>(twos));
    return true;
}

// The slot of a base: the first bits of a product in which all of the base's count.
constexpr unsigned kSlotBits = 10;

std::size_t slot_of(double base) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &base, sizeof(bits));
    return static_cast<std::size_t>(bits * 0x9e3779b97f4a7c15U >> (64 - kSlotBits));
}

}  // namespace

// Bases are fractions of a few small numbers, so nearly all powers were found before: those of 24
// kB are kept, of each thread.
bool nearest_power(double base, double exponent, double& power) {
    struct Known {
        double base = 0;
        double exponent = 0;
        double power = 0;
    };
    thread_local std::array<Known, std::size_t{1} << kSlotBits> all_known;
    Known& known = all_known[slot_of(base)];
    if (known.base != base || known.exponent != exponent) {
        if (!computed_power(base, exponent, power)) return false;
        known = {base, exponent, power};
    }
    power = known.power;
    return true;
}

}  // namespace meteorscope
