// The portable forms in compiler.hpp against the compiler's own, on numbers that are likely to go
// wrong: near powers of two, and at random. Ends with 1 and names the operation that differs.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define METEORSCOPE_PORTABLE
#include "base/compiler.hpp"

namespace {

using meteorscope::TwoWordInteger;
__extension__ using Signed = __int128;
__extension__ using Unsigned = unsigned __int128;

void expect(bool same, const char* operation) {
    if (!same) {
        std::printf("%s differs\n", operation);
        std::exit(1);
    }
}

// The same number, by shifts and conversions that need nothing else.
template <typename Two, typename Native>
Two portable(Native number) {
    const auto bits = static_cast<Unsigned>(number);
    return (Two(static_cast<std::uint64_t>(bits >> 64)) << 64) |
           Two(static_cast<std::uint64_t>(bits));
}

template <typename Two, typename Native>
void compare(Native one, Native other) {
    const auto a = portable<Two>(one);
    const auto b = portable<Two>(other);
    // What overflows wraps around, which only numbers without a sign may do.
    const auto wrapped = [](Native x, Native y, auto operation) {
        return static_cast<Native>(operation(static_cast<Unsigned>(x), static_cast<Unsigned>(y)));
    };
    const auto same = [](Two two, Native native) { return two == portable<Two>(native); };
    expect(same(a + b, wrapped(one, other, [](auto x, auto y) { return x + y; })), "+");
    expect(same(a - b, wrapped(one, other, [](auto x, auto y) { return x - y; })), "-");
    expect(same(a * b, wrapped(one, other, [](auto x, auto y) { return x * y; })), "*");
    expect(same(-a, wrapped(0, one, [](auto x, auto y) { return x - y; })), "- of one");
    expect(same(a & b, one & other), "&");
    expect(same(a | b, one | other), "|");
    expect(same(~a, ~one), "~");
    const int by = static_cast<int>(static_cast<Unsigned>(other) & 127U);
    expect(same(a << by, static_cast<Native>(static_cast<Unsigned>(one) << by)), "<<");
    if (!(one < 0)) {
        expect(same(a >> by, one >> by), ">>");
    }
    const bool least = static_cast<Unsigned>(one) == Unsigned{1} << 127;  // its quotient by -1
    if (other != 0 && !(least && other == static_cast<Native>(-1))) {
        expect(same(a / b, one / other), "/");
        expect(same(a % b, one % other), "%");
    }
    expect((a < b) == (one < other) && (a > b) == (one > other), "<");
    expect((a <= b) == (one <= other) && (a >= b) == (one >= other), "<=");
    expect((a == b) == (one == other) && (a != b) == (one != other), "==");
    expect(static_cast<std::int64_t>(a) == static_cast<std::int64_t>(one), "to 64 bits");
    expect(static_cast<bool>(a) == (one != 0), "to bool");
    const auto small = static_cast<std::int64_t>(one);
    expect(same(Two(small), static_cast<Native>(small)), "from 64 bits");
    expect(same(Two(static_cast<std::int32_t>(small)), static_cast<std::int32_t>(small)),
           "from 32 bits");
}

}  // namespace

int main() {
    std::vector<Unsigned> numbers;
    for (int bit = 0; bit < 128; ++bit) {
        for (const int near : {-1, 0, 1}) {
            numbers.push_back((Unsigned{1} << bit) + static_cast<Unsigned>(near));
            numbers.push_back(0 - numbers.back());
        }
    }
    std::mt19937_64 random(1);
    for (int count = 0; count < 200; ++count) {
        numbers.push_back((Unsigned{random()} << 64 | random()) >> (random() % 128));
    }
    for (const Unsigned one : numbers) {
        for (const Unsigned other : numbers) {
            compare<TwoWordInteger<false>, Unsigned>(one, other);
            compare<TwoWordInteger<true>>(static_cast<Signed>(one), static_cast<Signed>(other));
        }
        const auto word = static_cast<std::uint64_t>(one);
        expect(meteorscope::count_bits(word) == __builtin_popcountll(word), "count_bits");
        if (word != 0) {
            expect(meteorscope::lowest_bit(word) == __builtin_ctzll(word), "lowest_bit");
        }
    }
    std::puts("equal");
}
