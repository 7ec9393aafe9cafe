// Lists of children on processors of x86 with vectors of 32 bytes, which are looked for when the
// program runs: eight children are listed at once, in the order that a table has for the set of
// those that go on.
#pragma once

#include "base/compiler.hpp"

#if defined(METEORSCOPE_HAS_BUILTINS) && defined(__x86_64__) && !defined(_MSC_VER)
#define METEORSCOPE_HAS_AVX2_LISTS

// GCC takes what its own header leaves undefined for a mistake.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

#include <cstddef>
#include <cstdint>

#include "search/spans/beam/lanes.hpp"

// For functions that run only there. Functions that are inlined into them are compiled for it, too.
#define METEORSCOPE_AVX2 __attribute__((target("avx2,bmi2,popcnt")))

namespace meteorscope {

inline bool has_avx2_lists() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

// Of each set of eight numbers those that are in it, in order; then any.
struct OrderOfSets {
    static_assert(kLaneBlock == 8);
    alignas(64) std::uint8_t numbers[256][kLaneBlock] = {};

    constexpr OrderOfSets() {
        for (unsigned set = 0; set < 256; ++set) {
            std::size_t size = 0;
            for (unsigned number = 0; number < kLaneBlock; ++number) {
                if ((set >> number & 1U) != 0) {
                    numbers[set][size++] = static_cast<std::uint8_t>(number);
                }
            }
        }
    }
};

inline constexpr OrderOfSets kOrderOfSets;

struct Avx2Lists {
    static constexpr bool kListsSlotsAndEnds = true;

    METEORSCOPE_AVX2 static std::size_t add(std::int32_t most,
                                            const ChoiceChildren& children,
                                            std::size_t lanes, std::size_t size,
                                            const ChildList& list) {
        const __m256i last = _mm256_set1_epi32(most);
        const __m256i bits = all(children.bits);
        const __m256i kept = all(children.kept);
        const __m256i end = _mm256_set1_epi32(children.end);
        const __m256i next = _mm256_set1_epi32(kLaneBlock);
        __m256i origins = _mm256_add_epi32(_mm256_set1_epi32(children.origin),
                                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        for (std::size_t each = 0; each < lanes; each += kLaneBlock) {
            const __m256i keys = load(children.keys + each);
            const __m256i used = _mm256_and_si256(
                _mm256_or_si256(load(children.used + each), bits), kept);
            const unsigned set = set_up_to(last, keys);
            const __m256i order = order_of(set);
            store(list.keys + size, _mm256_permutevar8x32_epi32(keys, order));
            store(list.origins + size, _mm256_permutevar8x32_epi32(origins, order));
            store(list.used + size, _mm256_permutevar8x32_epi32(used, order));
            store(list.ends + size, end);
            size += size_of(set);
            origins = _mm256_add_epi32(origins, next);
        }
        return size;
    }

    METEORSCOPE_AVX2 static std::size_t keep(std::int32_t most,
                                             const ChildList& from,
                                             std::size_t lanes,
                                             const ChildList& to) {
        const __m256i last = _mm256_set1_epi32(most);
        std::size_t size = 0;
        for (std::size_t each = 0; each < lanes; each += kLaneBlock) {
            const __m256i keys = load(from.keys + each);
            const unsigned set = set_up_to(last, keys);
            const __m256i order = order_of(set);
            store(to.keys + size, _mm256_permutevar8x32_epi32(keys, order));
            store(to.origins + size, _mm256_permutevar8x32_epi32(load(from.origins + each), order));
            store(to.used + size, _mm256_permutevar8x32_epi32(load(from.used + each), order));
            store(to.ends + size, _mm256_permutevar8x32_epi32(load(from.ends + each), order));
            size += size_of(set);
        }
        return size;
    }

private:
    METEORSCOPE_AVX2 static __m256i load(const void* numbers) {
        return _mm256_loadu_si256(static_cast<const __m256i*>(numbers));
    }
    METEORSCOPE_AVX2 static void store(void* place, __m256i numbers) {
        _mm256_storeu_si256(static_cast<__m256i*>(place), numbers);
    }
    METEORSCOPE_AVX2 static __m256i all(std::uint32_t number) {
        return _mm256_set1_epi32(static_cast<std::int32_t>(number));
    }
    METEORSCOPE_AVX2 static unsigned set_up_to(__m256i last, __m256i keys) {
        const __m256i after = _mm256_cmpgt_epi32(keys, last);
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(after))) ^ 255U;
    }
    METEORSCOPE_AVX2 static __m256i order_of(unsigned set) {
        return _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kOrderOfSets.numbers[set])));
    }
    METEORSCOPE_AVX2 static std::size_t size_of(unsigned set) {
        return static_cast<std::size_t>(_mm_popcnt_u32(set));
    }
};

}  // namespace meteorscope

#endif
