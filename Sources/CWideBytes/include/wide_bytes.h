/// Finds the bytes that matter to a JSON scanner, many at a time.
///
/// A byte is special if it is a quote, a backslash or a control character (below 0x20, so also a line end): outside of
/// these a string just goes on. The functions write the positions of special bytes into a list, which the scanner then
/// walks without looking at the bytes between. Everything here is header-only; the plain functions say the same as the
/// wide ones, serve other processors, and are what the tests compare with.

#ifndef WIDE_BYTES_H
#define WIDE_BYTES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Entries that may be written past the capacity of a list: its memory must have room for them.
enum { WIDE_SLACK = 64 };

/// What a listing came to.
typedef struct {
  /// How many special bytes were listed.
  size_t specials;
  /// How many blocks with a byte above 127 were listed.
  size_t high_blocks;
  /// The position up to which text was looked at: `from` and a multiple of 64, perhaps past `to`.
  size_t stop;
} wide_listing;

/// The lists that a listing writes.
typedef struct {
  /// Positions of special bytes, in order, with room for `special_capacity + WIDE_SLACK`.
  uint32_t *specials;
  /// At least 64.
  size_t special_capacity;
  /// Positions where blocks of 64 bytes begin that hold a byte above 127, with room for one more than the capacity.
  uint32_t *high_blocks;
  /// At least 1.
  size_t high_capacity;
} wide_lists;

/// 32 bytes of text.
typedef struct {
  uint64_t words[4];
} wide_text;

/// The 32 bytes at an address.
static inline wide_text wide_text_at(const uint8_t *text) {
  wide_text copy;
  __builtin_memcpy(&copy, text, sizeof copy);
  return copy;
}

/// A bit for each of 32 bytes that is not the same in both texts.
static inline uint32_t wide_differing_plain(const uint8_t *text, const wide_text *other) {
  const uint8_t *others = (const uint8_t *)other;
  uint32_t differing = 0;
  for (int place = 0; place < 32; place++) differing |= (uint32_t)(text[place] != others[place]) << place;
  return differing;
}

/// As `wide_differing_plain`, the fastest way that this processor can.
static inline uint32_t wide_differing(const uint8_t *text, const wide_text *other) {
#if defined(__x86_64__)
  const __m128i *parts = (const __m128i *)(const void *)text, *others = (const __m128i *)(const void *)other;
  __m128i first = _mm_cmpeq_epi8(_mm_loadu_si128(parts), _mm_loadu_si128(others));
  __m128i second = _mm_cmpeq_epi8(_mm_loadu_si128(parts + 1), _mm_loadu_si128(others + 1));
  return ~((uint32_t)_mm_movemask_epi8(first) | (uint32_t)_mm_movemask_epi8(second) << 16);
#else
  return wide_differing_plain(text, other);
#endif
}

/// Lists the special bytes and high blocks from `from` on, until `to` is reached or a list is full.
///
/// Text is looked at in blocks of 64 bytes, so 63 bytes past `to` must be readable, and may be listed.
static inline wide_listing wide_list_plain(const uint8_t *text, size_t from, size_t to, wide_lists lists) {
  wide_listing done = {0, 0, from};
  while (done.stop < to && done.specials + 64 <= lists.special_capacity && done.high_blocks < lists.high_capacity) {
    uint8_t seen = 0;
    for (size_t position = done.stop; position < done.stop + 64; position++) {
      uint8_t byte = text[position];
      seen |= byte;
      lists.specials[done.specials] = (uint32_t)position;
      done.specials += byte < 0x20 || byte == '"' || byte == '\\';
    }
    lists.high_blocks[done.high_blocks] = (uint32_t)done.stop;
    done.high_blocks += seen >> 7;
    done.stop += 64;
  }
  return done;
}

#if defined(__x86_64__)

/// As `wide_list_plain`, 16 bytes at a time, which every 64-bit x86 can do.
static inline wide_listing wide_list_sse2(const uint8_t *text, size_t from, size_t to, wide_lists lists) {
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
  wide_listing done = {0, 0, from};
  while (done.stop < to && done.specials + 64 <= lists.special_capacity && done.high_blocks < lists.high_capacity) {
    uint64_t special = 0;
    __m128i seen = _mm_setzero_si128();
    for (int part = 0; part < 4; part++) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + done.stop + 16 * part));
      __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes);
      __m128i hits = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)), low);
      special |= (uint64_t)(uint32_t)_mm_movemask_epi8(hits) << (16 * part);
      seen = _mm_or_si128(seen, bytes);
    }
    while (special != 0) {
      lists.specials[done.specials++] = (uint32_t)(done.stop + (size_t)__builtin_ctzll(special));
      special &= special - 1;
    }
    lists.high_blocks[done.high_blocks] = (uint32_t)done.stop;
    done.high_blocks += _mm_movemask_epi8(seen) != 0;
    done.stop += 64;
  }
  return done;
}

/// For each eight bits the places of those that are set, a byte each from the lowest on, and zeros.
#define WIDE_BIT(bits, place) ((uint64_t)((bits) >> (place) & 1))
#define WIDE_BITS_BELOW_4(bits, place) \
  (((place) > 0 ? WIDE_BIT(bits, 0) : 0) + ((place) > 1 ? WIDE_BIT(bits, 1) : 0) + \
   ((place) > 2 ? WIDE_BIT(bits, 2) : 0) + ((place) > 3 ? WIDE_BIT(bits, 3) : 0))
#define WIDE_BITS_BELOW(bits, place) \
  (WIDE_BITS_BELOW_4(bits, place) + ((place) > 4 ? WIDE_BITS_BELOW_4((bits) >> 4, (place)-4) : 0))
#define WIDE_PLACE(bits, place) ((WIDE_BIT(bits, place) * (place)) << (8 * WIDE_BITS_BELOW(bits, place)))
#define WIDE_PLACES(bits) \
  WIDE_PLACE(bits, 1) | WIDE_PLACE(bits, 2) | WIDE_PLACE(bits, 3) | WIDE_PLACE(bits, 4) | WIDE_PLACE(bits, 5) | \
  WIDE_PLACE(bits, 6) | WIDE_PLACE(bits, 7)
#define WIDE_PLACES_4(bits) WIDE_PLACES(bits), WIDE_PLACES((bits) + 1), WIDE_PLACES((bits) + 2), WIDE_PLACES((bits) + 3)
#define WIDE_PLACES_16(bits) \
  WIDE_PLACES_4(bits), WIDE_PLACES_4((bits) + 4), WIDE_PLACES_4((bits) + 8), WIDE_PLACES_4((bits) + 12)
#define WIDE_PLACES_64(bits) \
  WIDE_PLACES_16(bits), WIDE_PLACES_16((bits) + 16), WIDE_PLACES_16((bits) + 32), WIDE_PLACES_16((bits) + 48)
static const uint64_t wide_places[256] = {
  WIDE_PLACES_64(0), WIDE_PLACES_64(64), WIDE_PLACES_64(128), WIDE_PLACES_64(192),
};

/// As `wide_list_plain`, 32 bytes at a time; only where `wide_has_avx2` says so.
__attribute__((target("avx2,bmi,popcnt")))
static inline wide_listing wide_list_avx2(const uint8_t *text, size_t from, size_t to, wide_lists lists) {
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\'), control = _mm256_set1_epi8(0x1f);
  wide_listing done = {0, 0, from};
  while (done.stop < to && done.specials + 64 <= lists.special_capacity && done.high_blocks < lists.high_capacity) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(text + done.stop));
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(text + done.stop + 32));
    __m256i hits_a = _mm256_or_si256(
      _mm256_or_si256(_mm256_cmpeq_epi8(a, quote), _mm256_cmpeq_epi8(a, backslash)),
      _mm256_cmpeq_epi8(_mm256_min_epu8(a, control), a));
    __m256i hits_b = _mm256_or_si256(
      _mm256_or_si256(_mm256_cmpeq_epi8(b, quote), _mm256_cmpeq_epi8(b, backslash)),
      _mm256_cmpeq_epi8(_mm256_min_epu8(b, control), b));
    uint64_t special = (uint32_t)_mm256_movemask_epi8(hits_a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(hits_b) << 32;
    // Eight entries are written for each eight bytes, however many there are: the next eight bytes' go over the rest.
    // That is less work than to find one bit after the other, and no branch is to be foreseen.
    uint32_t *entry = lists.specials + done.specials;
    for (int part = 0; part < 8; part++) {
      uint8_t bits = (uint8_t)(special >> (8 * part));
      __m256i places = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(wide_places + bits)));
      __m256i begin = _mm256_set1_epi32((int)(uint32_t)(done.stop + (size_t)(8 * part)));
      _mm256_storeu_si256((__m256i *)(void *)entry, _mm256_add_epi32(places, begin));
      entry += __builtin_popcount(bits);
    }
    done.specials = (size_t)(entry - lists.specials);
    lists.high_blocks[done.high_blocks] = (uint32_t)done.stop;
    done.high_blocks += _mm256_movemask_epi8(_mm256_or_si256(a, b)) != 0;
    done.stop += 64;
  }
  return done;
}

/// Whether this processor can do `wide_list_avx2`.
static inline int wide_has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }

#endif

/// As `wide_list_plain`, the fastest way that this processor can.
static inline wide_listing wide_list(const uint8_t *text, size_t from, size_t to, wide_lists lists) {
#if defined(__x86_64__)
  return wide_has_avx2() ? wide_list_avx2(text, from, to, lists) : wide_list_sse2(text, from, to, lists);
#else
  return wide_list_plain(text, from, to, lists);
#endif
}

#endif
