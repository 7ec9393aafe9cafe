#include "text/surfaces.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "base/compiler.hpp"

namespace meteorscope {

namespace {

constexpr std::size_t first_capacity = 64;
// Room for the surfaces of a vocabulary that is not that of a few texts: no page of it is there
// before it is needed, while growing step by step needs new pages for each step.
constexpr std::size_t many_slots = 1024;
constexpr std::size_t usual_capacity = 1 << 15;
// Sixteen bytes to keep, then sixteen to clear: a mask for every length, in any byte order.
constexpr std::array<std::uint8_t, 32> keep_then_clear = [] {
    std::array<std::uint8_t, 32> bytes{};
    for (std::size_t at = 0; at < 16; ++at) {
        bytes[at] = 0xff;
    }
    return bytes;
}();

char* encode(std::uint32_t code_point, char* out) {
    const auto put = [&out](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
    const auto put_rest = [&put, code_point](unsigned shift) {
        put(0x80 | (code_point >> shift & 0x3f));
    };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xc0 | code_point >> 6);
        put_rest(0);
    } else if (code_point < 0x10000) {
        put(0xe0 | code_point >> 12);
        put_rest(6);
        put_rest(0);
    } else {
        put(0xf0 | code_point >> 18);
        put_rest(12);
        put_rest(6);
        put_rest(0);
    }
    return out;
}

// ``out`` has room for four bytes a code point.
template <typename CodePoint>
char* encode(const CodePoint* code_points, TokenSpan token, char* out) {
    for (std::int32_t at = token.start; at < token.end; ++at) {
        out = encode(std::uint32_t{code_points[at]}, out);
    }
    return out;
}

std::size_t size_of(TokenSpan token) { return static_cast<std::size_t>(token.end - token.start); }

using HeadWords = std::array<std::uint64_t, 2>;

// No bytes of UTF-8.
constexpr HeadWords no_head{~std::uint64_t{0}, ~std::uint64_t{0}};

// The first ``size`` of sixteen bytes, then zeros: what does not depend on the size of a word has
// no branch to guess wrongly.
HeadWords first_bytes(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::size_t half = sizeof(std::uint64_t);
    const std::uint8_t* const kept = keep_then_clear.data() + 2 * half - size;
    const auto load = [](const std::uint8_t* first) {
        std::uint64_t word;
        std::memcpy(&word, first, sizeof(word));
        return word;
    };
    return {load(bytes) & load(kept), load(bytes + half) & load(kept + half)};
}

bool is_little_endian() {
    const std::uint16_t one = 1;
    std::uint8_t first = 0;
    std::memcpy(&first, &one, sizeof(first));
    return first == 1;
}

// The same of fewer than sixteen bytes up to the end of a text, which has as many before them.
HeadWords first_of_last_bytes(const std::uint8_t* bytes, std::size_t size, std::size_t available) {
    HeadWords last;
    std::memcpy(last.data(), bytes + available - sizeof(last), sizeof(last));
    const std::size_t shift = 8 * (sizeof(last) - available);
    const bool by_word = shift >= 64;
    const std::uint64_t low = by_word ? last[1] : last[0];
    const std::uint64_t high = by_word ? 0 : last[1];
    // By less than 64 bits; a shift by 64 has to be two.
    const std::size_t rest = shift % 64;
    last = {low >> rest | high << 1 << (63 - rest), high >> rest};
    return first_bytes(reinterpret_cast<const std::uint8_t*>(last.data()), size);
}

// The first ``size`` of ``available`` bytes, then zeros; ``before`` says how many precede them.
// Reads sixteen wherever there are as many.
HeadWords load_head(const std::uint8_t* bytes, std::size_t size, std::int64_t available,
                    std::int64_t before) {
    constexpr auto whole = static_cast<std::int64_t>(sizeof(HeadWords));
    if (available >= whole) {
        return first_bytes(bytes, size);
    }
    if (before + available >= whole && is_little_endian()) {
        return first_of_last_bytes(bytes, size, static_cast<std::size_t>(available));
    }
    HeadWords head{};
    std::memcpy(head.data(), bytes, size);
    return head;
}

bool is_ascii(const HeadWords& head) {
    return ((head[0] | head[1]) & 0x8080808080808080U) == 0;
}

// The same of wider code points, if those of the word are ASCII and the text has sixteen.
template <typename CodePoint>
bool load_ascii_head(const CodePoint* code_points, std::size_t size, std::int64_t available,
                     std::int64_t before, HeadWords& head) {
    constexpr auto whole = static_cast<std::int64_t>(sizeof(head));
    const std::int64_t missing = std::max<std::int64_t>(0, whole - available);
    if (missing > before) {
        return false;
    }
    constexpr CodePoint beyond_ascii = 0x80;
    std::array<std::uint8_t, sizeof(head)> bytes;
    const CodePoint* const first = code_points - missing;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        bytes[at] = static_cast<std::uint8_t>(std::min(first[at], beyond_ascii));
    }
    head = load_head(bytes.data() + missing, size, whole - missing, missing);
    return is_ascii(head);
}

// A token of up to sixteen code points as bytes; how many. Where it is more than sixteen,
// ``head`` means nothing.
std::size_t encode_head(const Text& text, TokenSpan token, HeadWords& head) {
    return with_code_points(text, [&](const auto* code_points) {
        if constexpr (sizeof(*code_points) > 1) {
            if (load_ascii_head(code_points + token.start, size_of(token),
                                text.length - token.start, token.start, head)) {
                return size_of(token);
            }
        }
        std::array<char, 4 * sizeof(head)> bytes{};
        const char* end = encode(code_points, token, bytes.data());
        std::memcpy(head.data(), bytes.data(), sizeof(head));
        return static_cast<std::size_t>(end - bytes.data());
    });
}

// Both halves of a product, of which each bit depends on many bits of both factors.
std::uint64_t mixed(std::uint64_t one, std::uint64_t other) {
    const UnsignedInt128 product = UnsignedInt128(one ^ 0x9e3779b97f4a7c15U) *
                                   UnsignedInt128(other ^ 0xd6e8feb86659fd93U);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

}  // namespace

std::string surface_bytes(const Text& text, TokenSpan token) {
    std::string bytes(4 * size_of(token), '\0');
    const char* end = with_code_points(text, [&bytes, token](const auto* code_points) {
        return encode(code_points, token, bytes.data());
    });
    bytes.resize(static_cast<std::size_t>(end - bytes.data()));
    return bytes;
}

SurfaceTable::SurfaceTable() : slots_(first_capacity), entries_(1, Entry{no_head}) {}

std::uint32_t SurfaceTable::hash_of(const Head& head, std::string_view rest) {
    std::uint64_t state = mixed(head[0], head[1]);
    while (!rest.empty()) {
        Head next{};
        const std::size_t size = std::min(rest.size(), head_size);
        std::memcpy(next.data(), rest.data(), size);
        state = mixed(state ^ next[0], next[1]);
        rest.remove_prefix(size);
    }
    return static_cast<std::uint32_t>(state);
}

HashedSurface hashed(std::string_view bytes) {
    SurfaceTable::Head head{};
    const std::size_t size = std::min(bytes.size(), sizeof(head));
    std::memcpy(head.data(), bytes.data(), size);
    return {bytes, SurfaceTable::hash_of(head, bytes.substr(size))};
}

SurfaceTable::Surface SurfaceTable::surface_of(HashedSurface hashed_surface) {
    const std::string_view bytes = hashed_surface.bytes;
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("a word of more than 4 GiB");
    }
    Surface surface{{}, static_cast<std::uint32_t>(bytes.size()), hashed_surface.hash,
                    bytes.data()};
    std::memcpy(surface.head.data(), bytes.data(), std::min(bytes.size(), head_size));
    return surface;
}

// Whether a token fits a head; then ``surface`` becomes it.
bool SurfaceTable::is_short(const Text& text, TokenSpan token, Surface& surface) {
    std::size_t size = size_of(token);
    if (size > head_size) {
        return false;
    }
    if (text.kind == 1) {
        const auto* bytes = static_cast<const std::uint8_t*>(text.data) + token.start;
        surface.head = load_head(bytes, size, text.length - token.start, token.start);
    }
    if (text.kind != 1 || !is_ascii(surface.head)) {
        size = encode_head(text, token, surface.head);
        if (size > head_size) {
            return false;
        }
    }
    surface.length = static_cast<std::uint32_t>(size);
    surface.hash = hash_of(surface.head, {});
    surface.bytes = nullptr;
    return true;
}

// Whether a token fits a head and is ASCII, so that its surface is its part of a narrow text; then
// ``surface`` becomes it.
bool SurfaceTable::is_short_ascii(const NarrowText& narrow, TokenSpan token, Surface& surface) {
    const std::size_t size = size_of(token);
    if (size > head_size) {
        return false;
    }
    const std::uint8_t* const first = narrow.data() + token.start;
    const Head head = first_bytes(first, size);
    surface = {head, static_cast<std::uint32_t>(size), hash_of(head, {}),
               reinterpret_cast<const char*>(first)};
    return is_ascii(head);
}

std::int32_t SurfaceTable::find(const Text& text, TokenSpan token) const {
    Surface surface;
    if (is_short(text, token, surface)) {
        return number_of(surface);
    }
    return find(surface_bytes(text, token));
}

std::int32_t SurfaceTable::find(HashedSurface surface) const {
    return number_of(surface_of(surface));
}

void SurfaceTable::find(const Text& text, const NarrowText& narrow, const TokenSpan* tokens,
                        std::size_t count, std::int32_t* numbers) const {
    const std::uint8_t* const characters = narrow.data();
    const std::uint32_t* const slots = slots_.data();
    const Entry* const entries = entries_.data();
    const std::size_t in_table = mask();
    // Most are where they are looked for first. Which are not is as good as random, so these are
    // looked for after all others, without a branch before.
    std::array<std::size_t, 64> elsewhere;
    for (std::size_t begin = 0; begin < count; begin += elsewhere.size()) {
        const std::size_t end = std::min(begin + elsewhere.size(), count);
        std::size_t missed = 0;
        for (std::size_t at = begin; at < end; ++at) {
            const std::size_t size = size_of(tokens[at]);
            const HeadWords head =
                first_bytes(characters + tokens[at].start, std::min(size, head_size));
            const Entry& entry = entries[slots[hash_of(head, {}) & in_table] & in_table];
            const std::uint64_t differ = (entry.head[0] ^ head[0]) | (entry.head[1] ^ head[1]);
            numbers[at] = entry.number;
            elsewhere[missed] = at;
            missed += (differ | (entry.length ^ size)) != 0;
        }
        for (std::size_t index = 0; index < missed; ++index) {
            const std::size_t at = elsewhere[index];
            numbers[at] = find(text, narrow, tokens[at]);
        }
    }
}

// The narrow text of a token that is not ASCII is no surface, nor is a part of one.
std::int32_t SurfaceTable::find(const Text& text, const NarrowText& narrow,
                                TokenSpan token) const {
    Surface surface;
    return is_short_ascii(narrow, token, surface) ? number_of(surface) : find(text, token);
}

std::int32_t SurfaceTable::find_or_add(const Text& text, TokenSpan token, std::int32_t number) {
    Surface surface;
    if (is_short(text, token, surface)) {
        return find_or_add(surface, number);
    }
    return find_or_add(surface_bytes(text, token), number);
}

std::int32_t SurfaceTable::find_or_add(HashedSurface surface, std::int32_t number) {
    return find_or_add(surface_of(surface), number);
}

std::int32_t SurfaceTable::find_or_add(const Surface& surface, std::int32_t number) {
    reserve(1);
    std::uint32_t& slot = slots_[place_of(surface)];
    if (slot != 0) {
        return entry_of(slot).number;
    }
    std::uint32_t place = 0;
    if (surface.length > head_size) {
        if (arena_.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("more than 4 GiB of long words in one vocabulary");
        }
        place = static_cast<std::uint32_t>(arena_.size());
        arena_.append(surface.bytes, surface.length);
    }
    slot = slot_of(surface.hash, entries_.size());
    const Head head = surface.length > head_size ? no_head : surface.head;
    entries_.push_back({head, surface.length, surface.hash, number, place});
    return number;
}

std::size_t SurfaceTable::memory() const {
    return slots_.capacity() * sizeof(slots_[0]) + entries_.size() * sizeof(Entry) +
           arena_.capacity();
}

bool SurfaceTable::holds(const Entry& entry, const Surface& surface) const {
    if (surface.length <= head_size) {
        return is_head_of(entry, surface);
    }
    return entry.length == surface.length &&
           std::memcmp(arena_.data() + entry.place, surface.bytes, surface.length) == 0;
}

std::size_t SurfaceTable::place_of(const Surface& surface) const {
    std::size_t place = surface.hash & mask();
    while (slots_[place] != 0 && !(((slots_[place] ^ surface.hash) & ~mask()) == 0 &&
                                   holds(entry_of(slots_[place]), surface))) {
        place = (place + 1) & mask();
    }
    return place;
}

void SurfaceTable::reserve(std::size_t more) {
    std::size_t slots = slots_.size();
    while ((size() + more) * 8 > slots * 5) {
        slots *= 2;
    }
    if (slots != slots_.size()) {
        resize(slots);
    }
}

void SurfaceTable::resize(std::size_t slots) {
    slots_.assign(slots, 0);
    entries_.reserve(slots < many_slots ? slots : std::max(slots, usual_capacity));
    for (std::size_t number = 1; number < entries_.size(); ++number) {
        std::size_t place = entries_[number].hash & mask();
        while (slots_[place] != 0) {
            place = (place + 1) & mask();
        }
        slots_[place] = slot_of(entries_[number].hash, number);
    }
}

std::uint32_t SurfaceTable::slot_of(std::uint32_t hash, std::size_t number) const {
    return static_cast<std::uint32_t>((hash & ~mask()) | number);
}

std::int32_t SurfaceList::add(const Text& text, TokenSpan token) {
    SurfaceTable::Surface surface;
    if (!SurfaceTable::is_short(text, token, surface)) {
        return add(surface_bytes(text, token));
    }
    std::array<char, SurfaceTable::head_size> head;
    std::memcpy(head.data(), surface.head.data(), head.size());
    return add({std::string_view(head.data(), surface.length), surface.hash});
}

std::int32_t SurfaceList::add(const Text& text, const NarrowText& narrow, TokenSpan token) {
    SurfaceTable::Surface surface;
    if (!SurfaceTable::is_short_ascii(narrow, token, surface)) {
        return add(text, token);
    }
    return add({std::string_view(surface.bytes, surface.length), surface.hash});
}

std::int32_t SurfaceList::find(HashedSurface surface) const {
    if (slots_.empty()) {
        return unknown;
    }
    return static_cast<std::int32_t>(slots_[place_of(surface)].number) - 1;
}

// The slot that has the surface, or the empty one where it belongs.
std::size_t SurfaceList::place_of(HashedSurface surface) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = surface.hash & mask;
    while (slots_[place].number != 0 && (slots_[place].hash != surface.hash ||
                                         (*this)[slots_[place].number - 1] != surface.bytes)) {
        place = (place + 1) & mask;
    }
    return place;
}

std::int32_t SurfaceList::add(HashedSurface surface) {
    if (ends_.size() * 4 >= slots_.size() * 3) {
        fill(std::max(first_capacity, 2 * slots_.size()));
    }
    Slot& slot = slots_[place_of(surface)];
    if (slot.number == 0) {
        bytes_ += surface.bytes;
        ends_.push_back(bytes_.size());
        hashes_.push_back(surface.hash);
        slot = {surface.hash, static_cast<std::uint32_t>(ends_.size())};
    }
    return static_cast<std::int32_t>(slot.number) - 1;
}

void SurfaceList::truncate(std::size_t size) {
    if (size >= ends_.size()) {
        return;
    }
    ends_.resize(size);
    hashes_.resize(size);
    bytes_.resize(size == 0 ? 0 : ends_.back());
    fill(slots_.size());
}

// So many slots, new ones, for all that are there.
void SurfaceList::fill(std::size_t slots) {
    slots_.assign(slots, {});
    const std::size_t mask = slots - 1;
    for (std::size_t index = 0; index < hashes_.size(); ++index) {
        std::size_t place = hashes_[index] & mask;
        while (slots_[place].number != 0) {
            place = (place + 1) & mask;
        }
        slots_[place] = {hashes_[index], static_cast<std::uint32_t>(index + 1)};
    }
}

}  // namespace meteorscope
