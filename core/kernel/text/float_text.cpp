#include "text/float_text.hpp"

#ifdef METEORSCOPE_WRITES_FLOATS

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace meteorscope {

namespace {

// Python writes an exponent for powers of ten below the first, and from the second on.
constexpr int kLeastPlain = -4;
constexpr int kEndOfPlain = 16;

char* write(std::string_view text, char* out) { return std::copy(text.begin(), text.end(), out); }

char* write_exponent(int exponent, char* out) {
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    const int size = std::abs(exponent);
    if (size < 10) {
        *out++ = '0';
    }
    return std::to_chars(out, out + 3, size).ptr;
}

}  // namespace

char* write_float(double number, char* out) {
    if (std::isnan(number)) {
        return write("nan", out);
    }
    if (std::signbit(number)) {
        *out++ = '-';
        number = -number;
    }
    if (std::isinf(number)) {
        return write("inf", out);
    }
    // As d.ddde+dd, with the point only where digits follow it.
    std::array<char, kLongestFloat> scientific;
    char* const end = scientific.data() + scientific.size();
    const char* const written =
        std::to_chars(scientific.data(), end, number, std::chars_format::scientific).ptr;
    const std::string_view all(scientific.data(),
                               static_cast<std::size_t>(written - scientific.data()));
    const std::size_t at_exponent = all.find('e');
    const bool is_negative = all[at_exponent + 1] == '-';
    int exponent = 0;
    std::from_chars(scientific.data() + at_exponent + 2, written, exponent);
    exponent = is_negative ? -exponent : exponent;
    std::array<char, kLongestFloat> digits_found;
    digits_found[0] = all[0];
    const std::string_view rest = at_exponent > 1 ? all.substr(2, at_exponent - 2) : "";
    write(rest, digits_found.data() + 1);
    const std::string_view digits(digits_found.data(), 1 + rest.size());
    if (exponent < kLeastPlain || exponent >= kEndOfPlain) {
        out = write(all.substr(0, at_exponent), out);
        return write_exponent(exponent, out);
    }
    if (exponent < 0) {
        out = write("0.", out);
        out = std::fill_n(out, -exponent - 1, '0');
        return write(digits, out);
    }
    const std::size_t before_point = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= before_point) {
        out = write(digits, out);
        out = std::fill_n(out, before_point - digits.size(), '0');
        return write(".0", out);
    }
    out = write(digits.substr(0, before_point), out);
    *out++ = '.';
    return write(digits.substr(before_point), out);
}

}  // namespace meteorscope

#endif
