// Loops over numbers of all paths of a beam. They have no branches, no end but that of a block, and
// nothing that might overlap, so that compilers make vectors of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace meteorscope {

// So many numbers are computed together, or a multiple of it.
constexpr std::size_t kLaneBlock = 8;

constexpr std::size_t lane_blocks(std::size_t size) { return (size + kLaneBlock - 1) / kLaneBlock; }

// The key of what is not there: after all others.
template <typename Key>
constexpr Key kNoKey = std::numeric_limits<Key>::max();

// Children that take one choice.
template <typename Key>
struct TakingChildren {
    Key least;  // of their keys
    Key found;  // how many there are
};

// How many keys there are up to each of three pivots.
struct ThreeCounts {
    std::size_t first;
    std::size_t second;
    std::size_t third;
};

// Fills the keys of the children that take a choice, from paths at one place: kNoKey where any of
// the bits is used. What it costs not to take it is added to the paths' own keys.
template <typename Key>
TakingChildren<Key> add_children(const std::uint32_t* __restrict used, std::uint32_t bits, Key less,
                                 Key distance, Key* __restrict key, Key* __restrict child,
                                 std::size_t blocks) {
    Key least = kNoKey<Key>;
    Key found = 0;
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        const Key is_free = -static_cast<Key>((used[path] & bits) == 0);  // all bits, or none
        const Key its = ((key[path] - less) & is_free) | (kNoKey<Key> & ~is_free);
        key[path] += distance & is_free;
        child[path] = its;
        least = std::min(least, its);
        found -= is_free;
    }
    return {least, found};
}

// The same from paths at different places: ``closing`` is to be paid where a chunk does not go on.
template <typename Key>
TakingChildren<Key> add_children(const std::uint32_t* __restrict used, std::uint32_t bits, Key less,
                                 Key distance, std::int32_t start,
                                 const std::int32_t* __restrict ends,
                                 const Key* __restrict closing, Key* __restrict key,
                                 Key* __restrict child, std::size_t blocks) {
    Key least = kNoKey<Key>;
    Key found = 0;
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        const Key is_free = -static_cast<Key>((used[path] & bits) == 0);
        const Key closes = -static_cast<Key>(ends[path] != start);
        const Key its = ((key[path] - less + (closing[path] & closes)) & is_free) |
                        (kNoKey<Key> & ~is_free);
        key[path] += distance & is_free;
        child[path] = its;
        least = std::min(least, its);
        found -= is_free;
    }
    return {least, found};
}

template <typename Key>
void add_numbers(const Key* __restrict one, const Key* __restrict other, Key* __restrict sums,
                 std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        sums[path] = one[path] + other[path];
    }
}

// What it costs each path to close its chunk, which it has if it ends anywhere.
template <typename Key>
void find_closing(const std::int32_t* __restrict ends, std::int32_t no_end, Key chunk,
                  Key* __restrict closing, std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        closing[path] = -static_cast<Key>(ends[path] != no_end) & chunk;
    }
}

// Adds it to the keys of paths whose chunk does not go on where the next match starts.
template <typename Key>
void close_chunks(const std::int32_t* __restrict ends, std::int32_t no_end, std::int32_t start,
                  Key chunk, Key* __restrict key, std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        key[path] += -static_cast<Key>((ends[path] != no_end) & (ends[path] != start)) & chunk;
    }
}

template <typename Key>
Key least_key(const Key* keys, std::size_t blocks) {
    Key least = kNoKey<Key>;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        least = std::min(least, keys[each]);
    }
    return least;
}

// The least key that is greater than another.
template <typename Key>
Key least_key_after(Key other, const Key* keys, std::size_t blocks) {
    Key least = kNoKey<Key>;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        const Key is_greater = -static_cast<Key>(keys[each] > other);
        least = std::min(least, (keys[each] & is_greater) | (kNoKey<Key> & ~is_greater));
    }
    return least;
}

// The greatest key that is there, if it is greater than another.
template <typename Key>
Key greatest_key(Key other, const Key* keys, std::size_t blocks) {
    Key greatest = other;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        greatest = std::max(greatest, keys[each] != kNoKey<Key> ? keys[each] : other);
    }
    return greatest;
}

template <typename Key>
ThreeCounts count_up_to(Key first, Key second, Key third, const Key* keys, std::size_t blocks) {
    using Count = std::make_unsigned_t<Key>;
    Count after_first = 0;  // vectors have an instruction for this, and none for "up to"
    Count after_second = 0;
    Count after_third = 0;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        after_first += keys[each] > first;
        after_second += keys[each] > second;
        after_third += keys[each] > third;
    }
    const auto all = static_cast<Count>(blocks * kLaneBlock);
    return {all - after_first, all - after_second, all - after_third};
}

// Adds keys up to one, and their numbers from ``number`` on, to lists that have so many, and room
// for one more than all; returns how many they have then.
template <typename Key>
std::size_t list_keys_up_to(Key most, const Key* __restrict keys, std::int32_t number,
                            std::size_t blocks, std::size_t size, Key* __restrict listed,
                            std::int32_t* __restrict numbers) {
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t each = 0; each < kLaneBlock; ++each) {
            listed[size] = keys[each];
            numbers[size] = number + static_cast<std::int32_t>(each);
            size += static_cast<std::size_t>(keys[each] <= most);
        }
        keys += kLaneBlock;
        number += static_cast<std::int32_t>(kLaneBlock);
    }
    return size;
}

// The same of keys with any numbers, to empty lists.
template <typename Key>
std::size_t list_keys_up_to(Key most, const Key* __restrict keys,
                            const std::int32_t* __restrict numbers, std::size_t blocks,
                            Key* __restrict listed, std::int32_t* __restrict listed_numbers) {
    std::size_t size = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t each = 0; each < kLaneBlock; ++each) {
            listed[size] = keys[each];
            listed_numbers[size] = numbers[each];
            size += static_cast<std::size_t>(keys[each] <= most);
        }
        keys += kLaneBlock;
        numbers += kLaneBlock;
    }
    return size;
}

}  // namespace meteorscope
