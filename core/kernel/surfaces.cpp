#include "surfaces.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "compiler.hpp"

namespace meteorscope {

namespace {

constexpr std::size_t first_capacity = 64;
constexpr std::uint32_t beyond_head = std::numeric_limits<std::uint32_t>::max();

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

// The first ``size`` of sixteen bytes, then zeros: what does not depend on the size of a word has
// no branch to guess wrongly.
HeadWords first_bytes(const std::uint8_t* bytes, std::size_t size) {
    HeadWords head;
    HeadWords mask;
    std::memcpy(head.data(), bytes, sizeof(head));
    std::memcpy(mask.data(), keep_then_clear.data() + sizeof(head) - size, sizeof(head));
    return {head[0] & mask[0], head[1] & mask[1]};
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

std::uint64_t rotated(std::uint64_t value) { return value << 32 | value >> 32; }

std::uint64_t mixed(std::uint64_t state, std::uint64_t one, std::uint64_t other) {
    state ^= one * 0x9e3779b97f4a7c15U;
    return (rotated(state) ^ other) * 0xd6e8feb86659fd93U;
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

SurfaceTable::SurfaceTable() : slots_(first_capacity) {}

std::uint32_t SurfaceTable::hash_of(const Head& head, std::string_view bytes, std::size_t length) {
    std::uint64_t state = mixed(length, head[0], head[1]);
    // The last step overlaps the one before, so that it is a whole one.
    for (std::size_t at = head_size; at < bytes.size(); at += head_size) {
        Head next;
        std::memcpy(next.data(), bytes.data() + std::min(at, bytes.size() - head_size), head_size);
        state = mixed(state, next[0], next[1]);
    }
    state = (state ^ state >> 32) * 0x9e3779b97f4a7c15U;
    return static_cast<std::uint32_t>(state >> 32);
}

HashedSurface hashed(std::string_view bytes) {
    SurfaceTable::Head head{};
    std::memcpy(head.data(), bytes.data(), std::min(bytes.size(), sizeof(head)));
    return {bytes, SurfaceTable::hash_of(head, bytes, bytes.size())};
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

// Whether a token is one of up to sixteen ASCII characters in a text of bytes; then ``surface``
// becomes it. That is nearly every token.
inline bool SurfaceTable::is_plain(const Text& text, TokenSpan token, Surface& surface) {
    const std::size_t size = size_of(token);
    if (text.kind != 1 || size > head_size) {
        return false;
    }
    surface.head = load_head(static_cast<const std::uint8_t*>(text.data) + token.start, size,
                             text.length - token.start, token.start);
    surface.length = static_cast<std::uint32_t>(size);
    surface.hash = hash_of(surface.head, {}, size);
    surface.bytes = nullptr;
    return is_ascii(surface.head);
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
    surface.hash = hash_of(surface.head, {}, size);
    surface.bytes = nullptr;
    return true;
}

std::int32_t SurfaceTable::find(const Text& text, TokenSpan token) const {
    Surface surface;
    if (is_short(text, token, surface)) {
        return slots_[place_of(surface)].number;
    }
    return find(surface_bytes(text, token));
}

std::int32_t SurfaceTable::find(HashedSurface surface) const {
    return slots_[place_of(surface_of(surface))].number;
}

void SurfaceTable::find(const Text& text, const TokenSpan* tokens, std::size_t count,
                        std::int32_t* numbers) const {
    constexpr std::size_t batch_size = 32;
    std::array<Surface, batch_size> surfaces;
    const Slot* const slots = slots_.data();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t start = 0; start < count; start += batch_size) {
        const std::size_t size = std::min(batch_size, count - start);
        for (std::size_t at = 0; at < size; ++at) {
            Surface& surface = surfaces[at];
            if (!is_plain(text, tokens[start + at], surface) &&
                !is_short(text, tokens[start + at], surface)) {
                surface = {{}, beyond_head, 0, nullptr};
            }
            prefetch(&slots[surface.hash & mask]);
        }
        for (std::size_t at = 0; at < size; ++at) {
            const Surface& surface = surfaces[at];
            const Slot& slot = slots[surface.hash & mask];
            // Most are where they are looked for first.
            if (is_head_of(slot, surface)) {
                numbers[start + at] = slot.number;
            } else if (surface.length <= head_size) {
                numbers[start + at] = slots[place_of(surface)].number;
            } else {
                numbers[start + at] = find(surface_bytes(text, tokens[start + at]));
            }
        }
    }
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
    Slot& slot = slots_[place_of(surface)];
    if (slot.number != unknown) {
        return slot.number;
    }
    std::uint32_t place = 0;
    if (surface.length > head_size) {
        if (arena_.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("more than 4 GiB of long words in one vocabulary");
        }
        place = static_cast<std::uint32_t>(arena_.size());
        arena_.append(surface.bytes, surface.length);
    }
    slot = {surface.head, surface.length, surface.hash, number, place};
    ++size_;
    reserve(0);
    return number;
}

std::size_t SurfaceTable::memory() const {
    return slots_.capacity() * sizeof(Slot) + arena_.capacity();
}

bool SurfaceTable::holds(const Slot& slot, const Surface& surface) const {
    return is_head_of(slot, surface) &&
           (surface.length <= head_size ||
            std::memcmp(arena_.data() + slot.place, surface.bytes, surface.length) == 0);
}

std::size_t SurfaceTable::place_of(const Surface& surface) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = surface.hash & mask;
    while (slots_[place].number != unknown && !holds(slots_[place], surface)) {
        place = (place + 1) & mask;
    }
    return place;
}

void SurfaceTable::reserve(std::size_t more) {
    std::size_t slots = slots_.size();
    while ((size_ + more) * 8 > slots * 5) {
        slots *= 2;
    }
    if (slots != slots_.size()) {
        resize(slots);
    }
}

void SurfaceTable::resize(std::size_t slots) {
    std::vector<Slot> smaller(slots);
    smaller.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : smaller) {
        if (slot.number == unknown) {
            continue;
        }
        std::size_t place = slot.hash & mask;
        while (slots_[place].number != unknown) {
            place = (place + 1) & mask;
        }
        slots_[place] = slot;
    }
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
