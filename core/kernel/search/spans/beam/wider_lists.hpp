// A beam's children on processors of x86 with vectors of 64 bytes, which are looked for when the
// program runs. Sixteen paths have their children found and listed at once. The last key that there
// is room for is found without listing any, bit by bit from the highest: there is a number for each
// bit and 64 children that tells which do not have it.
#pragma once

#include "search/spans/beam/wide_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "search/spans/beam/lanes.hpp"

#ifdef METEORSCOPE_HAS_WIDE_LISTS

#define METEORSCOPE_WIDER \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi2,popcnt")))

namespace meteorscope {

inline bool has_wider_lists() {
    return has_wide_lists() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
}

struct WiderLists : WideLists {
    static constexpr bool kNarrows = true;
    static constexpr std::size_t kLanes = 16;

    // Fills the keys of all children, choice after choice, as ``add_children`` does.
    METEORSCOPE_WIDER static ChildKeys<std::int32_t> find_children(
        const ParentLanes<std::int32_t>& parents, const TokenChoices<std::int32_t>& choices,
        std::int32_t* children) {
        const std::size_t lanes = lanes_for(parents.count);
        const __m512i none = _mm512_set1_epi32(kNoKey<std::int32_t>);
        __m512i least = none;
        __m512i greatest = _mm512_set1_epi32(std::numeric_limits<std::int32_t>::min());
        std::size_t found = parents.count;
        for (std::size_t first = 0; first < lanes; first += kLanes) {
            const auto there =
                static_cast<__mmask16>((1U << std::min(parents.count - first, kLanes)) - 1);
            const __m512i ends = parents.alike ? _mm512_set1_epi32(parents.end)
                                               : load(parents.ends + first);
            const __mmask16 moves =
                parents.stands == nullptr
                    ? there
                    : _mm512_mask_testn_epi32_mask(there, load(parents.stands + first),
                                                   load(parents.stands + first));
            const __m512i closing = _mm512_maskz_mov_epi32(
                _mm512_mask_cmpneq_epi32_mask(moves, ends, _mm512_set1_epi32(parents.no_end)),
                _mm512_set1_epi32(choices.chunk));
            __m512i keys = load(parents.keys + first);
            __m512i best = none;
            std::int32_t* child = children + first;
            for (std::size_t number = 0; number < choices.takes; ++number, child += lanes) {
                const BeamChoice& choice = choices.choices[number];
                __mmask16 is_free = moves;
                for (std::size_t slots = choice.first_number; slots < choice.end_number; ++slots) {
                    is_free = _mm512_mask_testn_epi32_mask(
                        is_free, load(parents.used + slots * parents.stride + first),
                        all(choices.bits[slots * choices.stride + number]));
                }
                const __mmask16 closes =
                    _mm512_cmpneq_epi32_mask(ends, _mm512_set1_epi32(choice.start));
                const __m512i gained = _mm512_sub_epi32(
                    keys, _mm512_set1_epi32(choice.worth * choices.word));
                const __m512i its = _mm512_mask_mov_epi32(
                    none, is_free, _mm512_mask_add_epi32(gained, closes, gained, closing));
                keys = _mm512_mask_add_epi32(keys, is_free, keys,
                                             _mm512_set1_epi32(choice.distance));
                best = _mm512_min_epi32(best, its);
                store(child, its);
                found += size_of(is_free);
            }
            const __m512i its = _mm512_mask_add_epi32(none, there, keys, closing);
            store(child, its);
            best = _mm512_min_epi32(best, its);
            least = _mm512_min_epi32(least, best);
            greatest = _mm512_mask_max_epi32(greatest, there, greatest, best);
        }
        return {found, _mm512_reduce_min_epi32(least), _mm512_reduce_max_epi32(greatest)};
    }

    // As in PlainLists.
    METEORSCOPE_WIDER static std::size_t add(std::int32_t most,
                                             const ChoiceChildren<std::int32_t>& children,
                                             std::size_t lanes, std::size_t size,
                                             const ChildList<std::int32_t>& list) {
        const __m512i last = _mm512_set1_epi32(most);
        const __m512i bits = all(children.bits);
        const __m512i kept = all(children.kept);
        const __m512i end = _mm512_set1_epi32(children.end);
        const __m512i next = _mm512_set1_epi32(kLanes);
        __m512i origins =
            _mm512_add_epi32(_mm512_set1_epi32(children.origin), first_lanes());
        for (std::size_t each = 0; each < lanes; each += kLanes) {
            const __m512i keys = load(children.keys + each);
            const __m512i used =
                _mm512_and_si512(_mm512_or_si512(load(children.used + each), bits), kept);
            const __mmask16 set = _mm512_cmple_epi32_mask(keys, last);
            store(list.keys + size, _mm512_maskz_compress_epi32(set, keys));
            store(list.origins + size, _mm512_maskz_compress_epi32(set, origins));
            store(list.used + size, _mm512_maskz_compress_epi32(set, used));
            store(list.ends + size, end);
            size += size_of(set);
            origins = _mm512_add_epi32(origins, next);
        }
        return size;
    }

    // Whether there are few keys, as is nearly always so; then the range becomes that of one key.
    METEORSCOPE_WIDER static bool narrow(const std::int32_t* keys, std::size_t lanes,
                                         std::size_t width, KeyBounds<std::int32_t>& range) {
        switch ((lanes + kBits - 1) / kBits) {
            case 1: narrow_words<1>(keys, lanes, width, range); return true;
            case 2: narrow_words<2>(keys, lanes, width, range); return true;
            case 3: narrow_words<3>(keys, lanes, width, range); return true;
            case 4: narrow_words<4>(keys, lanes, width, range); return true;
            case 5: narrow_words<5>(keys, lanes, width, range); return true;
            case 6: narrow_words<6>(keys, lanes, width, range); return true;
            case 7:
            case 8: narrow_words<8>(keys, lanes, width, range); return true;
            case 9:
            case 10:
            case 11:
            case 12: narrow_words<12>(keys, lanes, width, range); return true;
            default: return false;
        }
    }

    // Lists where a key stands; returns how often.
    METEORSCOPE_WIDER static std::size_t find(std::int32_t key, const std::int32_t* keys,
                                              std::size_t lanes, std::int32_t* places) {
        const __m512i wanted = _mm512_set1_epi32(key);
        const __m512i next = _mm512_set1_epi32(kLanes);
        __m512i place = first_lanes();
        std::size_t size = 0;
        for (std::size_t each = 0; each < lanes; each += kLanes) {
            const __mmask16 set = _mm512_cmpeq_epi32_mask(load(keys + each), wanted);
            store(places + size, _mm512_maskz_compress_epi32(set, place));
            size += size_of(set);
            place = _mm512_add_epi32(place, next);
        }
        return size;
    }

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kMostBits = 32;  // of a range

    static constexpr std::size_t lanes_for(std::size_t count) {
        return (count + kLanes - 1) / kLanes * kLanes;
    }
    METEORSCOPE_WIDER static __m512i load(const void* numbers) {
        return _mm512_loadu_si512(numbers);
    }
    METEORSCOPE_WIDER static void store(void* place, __m512i numbers) {
        _mm512_storeu_si512(place, numbers);
    }
    METEORSCOPE_WIDER static __m512i all(std::uint32_t number) {
        return _mm512_set1_epi32(static_cast<std::int32_t>(number));
    }
    METEORSCOPE_WIDE static std::size_t size_of(std::uint64_t set) {
        return static_cast<std::size_t>(_mm_popcnt_u64(set));
    }
    static int highest_bit(std::uint32_t number) { return 31 - __builtin_clz(number); }
    METEORSCOPE_WIDER static __m512i first_lanes() {
        return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    // By how much sixteen keys are above the least, or ``most`` where it is more.
    METEORSCOPE_WIDER static __m512i above(const std::int32_t* keys, std::size_t first,
                                           std::size_t lanes, __m512i least, __m512i most) {
        const __m512i its =
            first < lanes ? load(keys + first) : _mm512_set1_epi32(kNoKey<std::int32_t>);
        return _mm512_min_epu32(_mm512_sub_epi32(its, least), most);
    }

    template <std::size_t kWords>
    METEORSCOPE_WIDER static void narrow_words(const std::int32_t* keys, std::size_t lanes,
                                               std::size_t width,
                                               KeyBounds<std::int32_t>& range) {
        const std::uint32_t most =
            static_cast<std::uint32_t>(range.most) - static_cast<std::uint32_t>(range.low);
        const __m512i all_least = _mm512_set1_epi32(range.low + 1);
        const __m512i all_most = all(most);
        std::uint64_t without[kMostBits][kWords];  // by bit: those that have it not
        for (std::size_t word = 0; word < kWords; ++word) {
            __m512i parts[4];
            for (std::size_t part = 0; part < 4; ++part) {
                parts[part] = above(keys, word * kBits + part * kLanes, lanes, all_least, all_most);
            }
            const __m512i one = low_halves(parts[0], parts[1]);
            const __m512i other = low_halves(parts[2], parts[3]);
            const __m512i low_byte = _mm512_set1_epi16(0xff);
            const __m512i low = _mm512_packus_epi16(_mm512_and_si512(one, low_byte),
                                                    _mm512_and_si512(other, low_byte));
            const __m512i high =
                _mm512_packus_epi16(_mm512_srli_epi16(one, 8), _mm512_srli_epi16(other, 8));
            for (std::size_t bit = 0; bit < 8; ++bit) {
                const __m512i its = _mm512_set1_epi8(static_cast<char>(1U << bit));
                without[bit][word] = _mm512_testn_epi8_mask(low, its);
                without[bit + 8][word] = _mm512_testn_epi8_mask(high, its);
            }
            // The order of keys is another one there, so it has to be the same here.
            for (std::size_t bit = 16; bit < kMostBits && most >> bit != 0; ++bit) {
                const __m512i its = all(std::uint32_t{1} << bit);
                const __m512i with = _mm512_packus_epi16(
                    low_halves(has(parts[0], its), has(parts[1], its)),
                    low_halves(has(parts[2], its), has(parts[3], its)));
                without[bit][word] = _mm512_testn_epi8_mask(with, with);
            }
        }
        select(without, width, most, range);
    }

    METEORSCOPE_WIDER static __m512i low_halves(__m512i one, __m512i other) {
        return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(one)),
                                  _mm512_cvtepi32_epi16(other), 1);
    }
    // 1, where a number has some of the bits.
    METEORSCOPE_WIDER static __m512i has(__m512i numbers, __m512i bits) {
        return _mm512_maskz_set1_epi32(_mm512_test_epi32_mask(numbers, bits), 1);
    }

    // Each bit of the last key, from the highest, divides those that may be it. No vectors, as these
    // would wait for each other.
    template <std::size_t kWords>
    METEORSCOPE_WIDE static void select(const std::uint64_t (&without)[kMostBits][kWords],
                                        std::size_t width, std::uint32_t most,
                                        KeyBounds<std::int32_t>& range) {
        std::uint64_t some[kWords];  // those that may be it
        std::fill_n(some, kWords, ~std::uint64_t{0});
        std::size_t left = width;
        std::uint32_t found = 0;
        for (int bit = highest_bit(most); bit >= 0; --bit) {
            std::size_t up_to = 0;
            for (std::size_t word = 0; word < kWords; ++word) {
                up_to += size_of(some[word] & without[bit][word]);
            }
            const std::uint64_t if_too_few = -static_cast<std::uint64_t>(up_to < left);
            for (std::size_t word = 0; word < kWords; ++word) {
                some[word] &= without[bit][word] ^ if_too_few;
            }
            left -= up_to & if_too_few;
            found = 2 * found - static_cast<std::uint32_t>(if_too_few);
        }
        range.most = range.low + 1 + static_cast<std::int32_t>(found);
        range.few = range.many = width - left;
        for (const std::uint64_t word : some) {
            range.many += size_of(word);
        }
    }
};

}  // namespace meteorscope

#endif
