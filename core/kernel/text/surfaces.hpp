// Words as they are spelled in texts, mapped to numbers.
//
// The bytes of a surface are its UTF-8, lone surrogates encoded like any other code point
// (Python's ``surrogatepass``): equal words have equal bytes, whatever kind of string they are in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace meteorscope {

// The bytes of a token.
std::string surface_bytes(const Text& text, TokenSpan token);

// The bytes of a surface with their hash, which takes as long to find as the surface itself.
struct HashedSurface {
    std::string_view bytes;
    std::uint32_t hash;
};

HashedSurface hashed(std::string_view bytes);

// A hash table with open addressing, whose slots have four bytes and say which entry is meant. An
// entry is half a cache line and holds the first bytes of its surface, which is all of nearly
// every word; the bytes of longer ones are in an arena. Entries are in the order in which they
// were added, so that those of frequent words, which are met first, share what a processor holds.
class SurfaceTable {
public:
    static constexpr std::int32_t unknown = -1;

    SurfaceTable();

    // The number of a surface, or ``unknown``.
    std::int32_t find(const Text& text, TokenSpan token) const;
    std::int32_t find(std::string_view bytes) const { return find(hashed(bytes)); }
    std::int32_t find(HashedSurface surface) const;

    // ``numbers[i]`` becomes the number of token ``i``. ``narrow`` is the same text.
    void find(const Text& text, const NarrowText& narrow, const TokenSpan* tokens,
              std::size_t count, std::int32_t* numbers) const;

    // The number of the surface, which becomes ``number`` (0 or more) when it has none yet.
    // Throws std::length_error past 4 GiB of long surfaces.
    std::int32_t find_or_add(const Text& text, TokenSpan token, std::int32_t number);
    std::int32_t find_or_add(std::string_view bytes, std::int32_t number) {
        return find_or_add(hashed(bytes), number);
    }
    std::int32_t find_or_add(HashedSurface surface, std::int32_t number);

    // Makes room for so many more, at once.
    void reserve(std::size_t more);

    std::size_t size() const { return entries_.size() - 1; }
    std::size_t memory() const;  // in bytes

private:
    friend class SurfaceList;
    friend HashedSurface hashed(std::string_view bytes);

    static constexpr std::size_t head_size = 16;
    using Head = std::array<std::uint64_t, head_size / sizeof(std::uint64_t)>;

    // The surface to find.
    struct Surface {
        Head head;
        std::uint32_t length;
        std::uint32_t hash;
        const char* bytes;  // borrowed; of a surface longer than a head
    };
    struct alignas(32) Entry {
        Head head{};  // the first bytes, then zeros; no bytes of a surface longer than a head
        std::uint32_t length = 0;
        std::uint32_t hash = 0;
        std::int32_t number = unknown;
        std::uint32_t place = 0;  // in the arena, of a surface longer than a head
    };
    // Of the first bytes and what follows sixteen of them.
    static std::uint32_t hash_of(const Head& head, std::string_view rest);
    static Surface surface_of(HashedSurface surface);
    static bool is_short(const Text& text, TokenSpan token, Surface& surface);
    static bool is_short_ascii(const NarrowText& narrow, TokenSpan token, Surface& surface);
    std::int32_t find(const Text& text, const NarrowText& narrow, TokenSpan token) const;
    std::int32_t number_of(const Surface& surface) const {
        return entry_of(slots_[place_of(surface)]).number;
    }
    // Whether the first bytes and the length are those of a surface.
    static bool is_head_of(const Entry& entry, const Surface& surface) {
        const std::uint64_t differ =
            (entry.head[0] ^ surface.head[0]) | (entry.head[1] ^ surface.head[1]);
        return (differ | (entry.length ^ surface.length)) == 0;
    }
    // The slot that has the surface, or the empty one where it belongs.
    std::size_t place_of(const Surface& surface) const;
    // That of a slot; the first one, which is no surface's, of an empty slot.
    const Entry& entry_of(std::uint32_t slot) const { return entries_[slot & mask()]; }
    std::uint32_t slot_of(std::uint32_t hash, std::size_t number) const;
    bool holds(const Entry& entry, const Surface& surface) const;
    std::int32_t find_or_add(const Surface& surface, std::int32_t number);
    void resize(std::size_t slots);
    std::size_t mask() const { return slots_.size() - 1; }

    // A power of two of them: the number of an entry, which takes as many bits as the place of a
    // slot, and above it those bits of its hash that do not tell the place. 0 is an empty slot.
    std::vector<std::uint32_t> slots_;
    std::vector<Entry> entries_;
    std::string arena_;
};

// Distinct surfaces in the order in which they were first met. Slower to ask than a table, with a
// quarter of its memory, which the system provides page by page: for questions that come once a word.
class SurfaceList {
public:
    static constexpr std::int32_t unknown = SurfaceTable::unknown;

    // The index of the surface, which is added if it is not there. ``narrow`` is the same text.
    std::int32_t add(const Text& text, TokenSpan token);
    std::int32_t add(const Text& text, const NarrowText& narrow, TokenSpan token);
    std::int32_t add(std::string_view bytes) { return add(hashed(bytes)); }
    std::int32_t add(HashedSurface surface);

    // The index of the surface, or ``unknown``.
    std::int32_t find(HashedSurface surface) const;

    // Forgets all but the first ``size``, which is slow, and keeps their memory.
    void truncate(std::size_t size);

    std::size_t size() const { return ends_.size(); }
    bool empty() const { return ends_.empty(); }
    // Both are valid until the next ``add``.
    std::string_view operator[](std::size_t index) const {
        const std::size_t start = index == 0 ? 0 : ends_[index - 1];
        return std::string_view(bytes_).substr(start, ends_[index] - start);
    }
    HashedSurface at(std::size_t index) const { return {(*this)[index], hashes_[index]}; }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  // the index and one; 0 in an empty slot
    };
    std::size_t place_of(HashedSurface surface) const;
    void fill(std::size_t slots);

    std::vector<Slot> slots_;  // none, or a power of two of them
    std::string bytes_;
    std::vector<std::size_t> ends_;
    std::vector<std::uint32_t> hashes_;
};

}  // namespace meteorscope
