// Lists of a beam's children on processors that list eight or sixteen at once, against those of
// every machine, on keys at random; and what only the latter do, against what it should be. Ends
// with 1 and names what differs.

#include "search/spans/beam/wider_lists.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "search/spans/beam/lanes.hpp"

#ifdef METEORSCOPE_HAS_WIDE_LISTS

namespace {

using namespace meteorscope;

constexpr std::size_t kSize = 48;

struct Listed {
    std::vector<std::int32_t> keys = std::vector<std::int32_t>(2 * kSize + WiderLists::kLanes);
    std::vector<std::int32_t> origins = keys;
    std::vector<std::uint32_t> used = std::vector<std::uint32_t>(keys.size());
    std::vector<std::int32_t> ends = keys;

    ChildList<std::int32_t> list() {
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
    const ChoiceChildren<std::int32_t> children{keys.data(), 64, used.data(), 5, ~4U, 9};
    Listed plain;
    Listed wide;
    const std::size_t begin = random() % kSize;
    const std::size_t size = PlainLists::add(most, children, kSize, begin, plain.list());
    expect(size == Lists::add(most, children, kSize, begin, wide.list()), "a size");
    expect_same(plain, wide, size);
    for (std::size_t each = begin; each < size; ++each) {
        const auto parent = static_cast<std::size_t>(wide.origins[each] - 64);
        expect(wide.used[each] == ((used[parent] | 5U) & ~4U), "a set of slots");
        expect(wide.ends[each] == 9, "an end");
    }
    Listed kept;
    Listed kept_wide;
    const std::size_t left = PlainLists::keep(most - 1, wide.list(), kSize, kept.list());
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

// The children of some paths, which may be at different places or stand still.
void compare_children(std::mt19937& random) {
    constexpr std::size_t kTakes = 3;
    constexpr std::size_t kStride = kSize + WiderLists::kLanes;
    constexpr std::size_t kNumbers = 2;
    constexpr std::int32_t kNone = -1;
    constexpr std::int32_t kWord = 120;
    constexpr std::int32_t kChunk = 50;
    const std::size_t count = 1 + random() % kSize;
    const std::size_t lanes =
        (count + WiderLists::kLanes - 1) / WiderLists::kLanes * WiderLists::kLanes;
    std::vector<std::int32_t> keys(kStride);
    std::vector<std::int32_t> ends(kStride);
    std::vector<std::uint32_t> stands(kStride);
    std::vector<std::uint32_t> used(kNumbers * kStride);
    for (std::size_t path = 0; path < kStride; ++path) {
        keys[path] = static_cast<std::int32_t>(random() % 2000) - 1000;
        ends[path] = static_cast<std::int32_t>(random() % 4) - 1;
        stands[path] = random() % 4 == 0 ? ~0U : 0U;
    }
    std::vector<std::uint32_t> bits(kNumbers * (kTakes + 1));
    for (std::vector<std::uint32_t>* numbers : {&used, &bits}) {
        for (std::uint32_t& number : *numbers) {
            number = static_cast<std::uint32_t>(random() & random() & random());
        }
    }
    std::vector<BeamChoice> choices(kTakes);
    for (BeamChoice& choice : choices) {
        choice.first_number = random() % kNumbers;
        choice.end_number = choice.first_number + 1 + random() % (kNumbers - choice.first_number);
        choice.worth = static_cast<std::int32_t>(random() % 5);
        choice.distance = static_cast<std::int32_t>(random() % 20);
        choice.start = static_cast<std::int32_t>(random() % 3);
    }
    const bool alike = random() % 2 == 0;
    const bool some_stand = !alike && random() % 2 == 0;
    const ParentLanes<std::int32_t> parents{
        keys.data(), used.data(), kStride, ends.data(), some_stand ? stands.data() : nullptr,
        count, alike, ends[0], kNone};
    const TokenChoices<std::int32_t> at_token{choices.data(), kTakes, bits.data(), kTakes + 1,
                                              kWord, kChunk};
    std::vector<std::int32_t> children((kTakes + 1) * lanes);
    const ChildKeys<std::int32_t> found =
        WiderLists::find_children(parents, at_token, children.data());
    ChildKeys<std::int32_t> wanted{0, kNoKey<std::int32_t>, -kNoKey<std::int32_t>};
    for (std::size_t path = 0; path < lanes; ++path) {
        const bool is_there = path < count;
        const bool moves = is_there && !(some_stand && stands[path] != 0);
        const std::int32_t end = alike ? ends[0] : ends[path];
        const std::int32_t closing = moves && end != kNone ? kChunk : 0;
        std::int32_t key = keys[path];
        std::int32_t best = kNoKey<std::int32_t>;
        for (std::size_t number = 0; number <= kTakes; ++number) {
            std::int32_t child = is_there ? key + closing : kNoKey<std::int32_t>;
            if (number < kTakes) {
                const BeamChoice& choice = choices[number];
                bool is_free = moves;
                for (std::size_t slots = choice.first_number; slots < choice.end_number; ++slots) {
                    is_free = is_free && (used[slots * kStride + path] &
                                          bits[slots * (kTakes + 1) + number]) == 0;
                }
                child = is_free ? key - choice.worth * kWord + (end != choice.start ? closing : 0)
                                : kNoKey<std::int32_t>;
                key += is_free ? choice.distance : 0;
            }
            expect(children[number * lanes + path] == child, "a child");
            wanted.found += child != kNoKey<std::int32_t>;
            best = std::min(best, child);
        }
        wanted.least = std::min(wanted.least, best);
        wanted.greatest_best = is_there ? std::max(wanted.greatest_best, best)
                                        : wanted.greatest_best;
    }
    expect(found.found == wanted.found, "how many children there are");
    expect(found.least == wanted.least, "the least child");
    expect(found.greatest_best == wanted.greatest_best, "the greatest of the best children");
}

// The last key that there is room for, and where it stands.
void compare_last_key(std::mt19937& random) {
    const std::size_t lanes = (1 + random() % 48) * WiderLists::kLanes;
    constexpr std::uint32_t kRanges[] = {8, 60000, 1U << 20, (1U << 31) - 2000};
    const std::uint32_t range = kRanges[random() % 4];
    std::vector<std::int32_t> keys(lanes, kNoKey<std::int32_t>);
    std::vector<std::int32_t> sorted;
    for (std::int32_t& key : keys) {
        if (random() % 3 != 0 || &key == keys.data()) {
            key = static_cast<std::int32_t>(random() % range) - 1000;
            sorted.push_back(key);
        }
    }
    std::sort(sorted.begin(), sorted.end());
    const std::size_t width = 1 + random() % sorted.size();
    const std::int32_t last = sorted[width - 1];
    const auto bound = std::min(static_cast<std::int32_t>(last + random() % 3), sorted.back());
    KeyBounds<std::int32_t> found{sorted.front() - 1, bound, 0, sorted.size()};
    expect(WiderLists::narrow(keys.data(), lanes, width, found), "whether it is found");
    const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), last);
    expect(found.most == last, "the last key");
    expect(found.few == static_cast<std::size_t>(first - sorted.begin()), "how many come before");
    expect(found.many == static_cast<std::size_t>(end - sorted.begin()), "how many there are");
    std::vector<std::int32_t> places(lanes + WiderLists::kLanes);
    const std::size_t size = WiderLists::find(last, keys.data(), lanes, places.data());
    expect(size == found.many - found.few, "how often it stands");
    for (std::size_t each = 0; each < size; ++each) {
        expect(keys[static_cast<std::size_t>(places[each])] == last, "where it stands");
        expect(each == 0 || places[each - 1] < places[each], "the order of places");
    }
}

}  // namespace

int main() {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        if (has_wide_lists()) {
            compare_lists<WideLists>(random);
        }
        if (has_wider_lists()) {
            compare_lists<WiderLists>(random);
            compare_children(random);
            compare_last_key(random);
        }
    }
    std::puts("equal");
}

#else

int main() { std::puts("equal"); }

#endif
