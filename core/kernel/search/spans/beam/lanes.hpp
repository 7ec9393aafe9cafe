// Loops over numbers of all paths of a beam. They have no branches, no end but that of a block, and
// nothing that might overlap, so that compilers make vectors of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/compiler.hpp"
#include "search/spans/beam/branch_points.hpp"

namespace meteorscope {

// So many numbers are computed together, or a multiple of it.
constexpr std::size_t kLaneBlock = 8;

constexpr std::size_t lane_blocks(std::size_t size) { return (size + kLaneBlock - 1) / kLaneBlock; }

// What a path has paid, less what it has gained. Only keys of one token are compared.
using Key = std::int32_t;

// The key of a child that does not exist: after all others.
constexpr Key kNoKey = std::numeric_limits<Key>::max();

// The least and the greatest of some keys.
struct KeyRange {
    Key least;
    Key greatest;
};

// The last key that there is room for is above ``low`` and no greater than ``most``.
struct KeyBounds {
    Key low;
    Key most;
    std::size_t few;   // how many keys there are up to ``low``
    std::size_t many;  // and up to ``most``
};

// What may be taken at a token.
struct TokenChoices {
    const BeamChoice* choices;
    std::size_t takes;          // how many there are, but for taking none, which follows
    const std::uint32_t* bits;  // slots of each choice; the first number of all choices first
    std::size_t stride;         // from one number of a choice to the next
    Key word;                   // in units of the key; so is the next
    Key chunk;
};

// Of all children: how many there are, the least key, and the greatest of each path's best.
struct ChildKeys {
    std::size_t found;
    Key least;
    Key greatest_best;
};

// How many keys there are up to each of three pivots.
struct ThreeCounts {
    std::size_t first;
    std::size_t second;
    std::size_t third;
};

// Fills the keys of the children that take a choice, from paths at one place: kNoKey where any of
// the bits is used. What it costs not to take it is added to the paths' own keys; ``best`` is the
// least key of any child that a path has so far. Returns how many there are.
METEORSCOPE_INLINED Key add_children(const std::uint32_t* __restrict used, std::uint32_t bits,
                                     Key less, Key distance, Key* __restrict key,
                                     Key* __restrict best, Key* __restrict child,
                                     std::size_t blocks) {
    Key found = 0;
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        const Key is_free = -static_cast<Key>((used[path] & bits) == 0);  // all bits, or none
        const Key its = ((key[path] - less) & is_free) | (kNoKey & ~is_free);
        key[path] += distance & is_free;
        child[path] = its;
        best[path] = std::min(best[path], its);
        found -= is_free;
    }
    return found;
}

// The same from paths at different places: ``closing`` is to be paid where a chunk does not go on.
METEORSCOPE_INLINED Key add_children(const std::uint32_t* __restrict used, std::uint32_t bits,
                                     Key less, Key distance, std::int32_t start,
                                     const std::int32_t* __restrict ends,
                                     const Key* __restrict closing, Key* __restrict key,
                                     Key* __restrict best, Key* __restrict child,
                                     std::size_t blocks) {
    Key found = 0;
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        const Key is_free = -static_cast<Key>((used[path] & bits) == 0);
        const Key closes = -static_cast<Key>(ends[path] != start);
        const Key its = ((key[path] - less + (closing[path] & closes)) & is_free) |
                        (kNoKey & ~is_free);
        key[path] += distance & is_free;
        child[path] = its;
        best[path] = std::min(best[path], its);
        found -= is_free;
    }
    return found;
}

// The children that take nothing.
METEORSCOPE_INLINED void add_children(const Key* __restrict key, const Key* __restrict closing,
                                      Key* __restrict best, Key* __restrict child,
                                      std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        child[path] = key[path] + closing[path];
        best[path] = std::min(best[path], child[path]);
    }
}

// What it costs each path to close its chunk, which it has if it ends anywhere.
METEORSCOPE_INLINED void find_closing(const std::int32_t* __restrict ends, std::int32_t no_end,
                                      Key chunk, Key* __restrict closing, std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        closing[path] = -static_cast<Key>(ends[path] != no_end) & chunk;
    }
}

// Adds it to the keys of paths whose chunk does not go on where the next match starts.
METEORSCOPE_INLINED void close_chunks(const std::int32_t* __restrict ends, std::int32_t no_end,
                                      std::int32_t start, Key chunk, Key* __restrict key,
                                      std::size_t blocks) {
    for (std::size_t path = 0; path < blocks * kLaneBlock; ++path) {
        key[path] += -static_cast<Key>((ends[path] != no_end) & (ends[path] != start)) & chunk;
    }
}

METEORSCOPE_INLINED KeyRange range_of(const Key* keys, std::size_t blocks) {
    Key least = keys[0];
    Key greatest = keys[0];
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        const Key its = keys[each];  // no reference: of these compilers make branches here
        least = its < least ? its : least;
        greatest = its > greatest ? its : greatest;
    }
    return {least, greatest};
}

// The least key that is greater than another.
METEORSCOPE_INLINED Key least_key_after(Key other, const Key* keys, std::size_t blocks) {
    Key least = kNoKey;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        const Key is_greater = -static_cast<Key>(keys[each] > other);
        const Key its = (keys[each] & is_greater) | (kNoKey & ~is_greater);
        least = its < least ? its : least;
    }
    return least;
}

// The greatest key that is there, if it is greater than another.
METEORSCOPE_INLINED Key greatest_key(Key other, const Key* keys, std::size_t blocks) {
    Key greatest = other;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        greatest = std::max(greatest, keys[each] != kNoKey ? keys[each] : other);
    }
    return greatest;
}

METEORSCOPE_INLINED std::size_t count_up_to(Key last, const Key* keys, std::size_t blocks) {
    std::uint32_t after = 0;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        after += keys[each] > last;
    }
    return blocks * kLaneBlock - static_cast<std::size_t>(after);
}

METEORSCOPE_INLINED ThreeCounts count_up_to(Key first, Key second, Key third, const Key* keys,
                                            std::size_t blocks) {
    std::uint32_t after_first = 0;  // vectors have an instruction for this, and none for "up to"
    std::uint32_t after_second = 0;
    std::uint32_t after_third = 0;
    for (std::size_t each = 0; each < blocks * kLaneBlock; ++each) {
        after_first += keys[each] > first;
        after_second += keys[each] > second;
        after_third += keys[each] > third;
    }
    const auto all = static_cast<std::uint32_t>(blocks * kLaneBlock);
    return {all - after_first, all - after_second, all - after_third};
}

// The children that may continue, one after the other. There is room for a block more than
// all of them.
struct ChildList {
    Key* keys;
    std::int32_t* origins;
    std::uint32_t* used;  // the first number of their slots
    std::int32_t* ends;
};

// The children of all paths by one choice.
struct ChoiceChildren {
    const Key* keys;
    std::int32_t origin;  // of the first
    const std::uint32_t* used;  // of their parents, the first number
    std::uint32_t bits;  // that are used by the choice
    std::uint32_t kept;  // that are not free again
    std::int32_t end;
};

// How children are listed on every machine. Slots and ends follow from origins, later.
struct ScalarLists {
    static constexpr bool kListsSlotsAndEnds = false;

    // Adds children with keys up to one to a list that has so many; returns how many it has then.
    METEORSCOPE_INLINED static std::size_t add(Key most, const ChoiceChildren& children,
                                               std::size_t lanes, std::size_t size,
                                               const ChildList& list) {
        const Key* __restrict keys = children.keys;
        std::int32_t origin = children.origin;
        Key* __restrict listed = list.keys;
        std::int32_t* __restrict origins = list.origins;
        for (std::size_t block = 0; block < lanes / kLaneBlock; ++block) {
            for (std::size_t each = 0; each < kLaneBlock; ++each) {
                listed[size] = keys[each];
                origins[size] = origin + static_cast<std::int32_t>(each);
                size += static_cast<std::size_t>(keys[each] <= most);
            }
            keys += kLaneBlock;
            origin += static_cast<std::int32_t>(kLaneBlock);
        }
        return size;
    }

    // The same from one list to another that is empty.
    METEORSCOPE_INLINED static std::size_t keep(Key most, const ChildList& from,
                                                std::size_t lanes, const ChildList& to) {
        const Key* __restrict keys = from.keys;
        const std::int32_t* __restrict origins = from.origins;
        Key* __restrict kept = to.keys;
        std::int32_t* __restrict kept_origins = to.origins;
        std::size_t size = 0;
        for (std::size_t block = 0; block < lanes / kLaneBlock; ++block) {
            for (std::size_t each = 0; each < kLaneBlock; ++each) {
                kept[size] = keys[each];
                kept_origins[size] = origins[each];
                size += static_cast<std::size_t>(keys[each] <= most);
            }
            keys += kLaneBlock;
            origins += kLaneBlock;
        }
        return size;
    }
};

}  // namespace meteorscope
