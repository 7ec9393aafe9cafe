// Lists of a beam's children on processors that list eight at once, against those of
// every machine, on random keys. Ends with 1 and names what differs.

#include "search/spans/beam/avx2_lists.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "search/spans/beam/lanes.hpp"

#ifdef METEORSCOPE_HAS_AVX2_LISTS

namespace {

using namespace meteorscope;

constexpr std::size_t kSize = 48;

struct Listed {
    std::vector<std::int32_t> keys = std::vector<std::int32_t>(2 * kSize + kLaneBlock);
    std::vector<std::int32_t> origins = keys;
    std::vector<std::uint32_t> used = std::vector<std::uint32_t>(keys.size());
    std::vector<std::int32_t> ends = keys;

    ChildList list() {
        return {keys.data(), origins.data(), used.data(), ends.data()};
    }
};

void expect(bool same, const char* what) {
    if (!same) {
        std::printf("%s differs\n", what);
        std::exit(1);
    }
}

void expect_same(const Listed& one, const Listed& other, std::size_t size) {
    for (std::size_t each = 0; each < size; ++each) {
        expect(one.keys[each] == other.keys[each], "a key");
        expect(one.origins[each] == other.origins[each], "an origin");
    }
}

template <typename Lists>
void compare_lists(std::mt19937& random) {
    std::vector<std::int32_t> keys(kSize);
    std::vector<std::uint32_t> used(kSize);
    for (std::size_t each = 0; each < kSize; ++each) {
        keys[each] = static_cast<std::int32_t>(random() % 16) - 8;
        used[each] = static_cast<std::uint32_t>(random());
    }
    const auto most = static_cast<std::int32_t>(random() % 18) - 9;
    const ChoiceChildren children{keys.data(), 64, used.data(), 5, ~4U, 9};
    Listed plain;
    Listed wide;
    const std::size_t begin = random() % kSize;
    const std::size_t size = ScalarLists::add(most, children, kSize, begin, plain.list());
    expect(size == Lists::add(most, children, kSize, begin, wide.list()), "a size");
    expect_same(plain, wide, size);
    for (std::size_t each = begin; each < size; ++each) {
        const auto parent = static_cast<std::size_t>(wide.origins[each] - 64);
        expect(wide.used[each] == ((used[parent] | 5U) & ~4U), "a set of slots");
        expect(wide.ends[each] == 9, "an end");
    }
    Listed kept;
    Listed kept_wide;
    const std::size_t left = ScalarLists::keep(most - 1, wide.list(), kSize, kept.list());
    expect(left == Lists::keep(most - 1, wide.list(), kSize, kept_wide.list()),
           "a size that is kept");
    expect_same(kept, kept_wide, left);
    std::size_t from = 0;
    for (std::size_t each = 0; each < left; ++each, ++from) {
        while (wide.keys[from] > most - 1) {
            ++from;
        }
        expect(kept_wide.used[each] == wide.used[from], "a set of slots that is kept");
        expect(kept_wide.ends[each] == wide.ends[from], "an end that is kept");
    }
}

}  // namespace

int main() {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        if (has_avx2_lists()) {
            compare_lists<Avx2Lists>(random);
        }
    }
    std::puts("equal");
}

#else

int main() { std::puts("equal"); }

#endif
