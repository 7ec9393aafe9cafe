// Frequent words with the stems and synsets that the analysis of words would find for them, so that
// it need not look for them when a process begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/keys.hpp"
#include "text/surfaces.hpp"

namespace meteorscope {

// The entry of a word: the number of its stem, as a list of one, and those of its synsets in
// SynsetIndex; an unknown word has no stem.
struct FrequentWord {
    IntegerSpan stem;
    IntegerSpan synsets;

    bool is_known() const { return stem.size() != 0; }
};

// The words of a data file; scripts/build_frequent_words.py describes the file. Immutable, so any
// thread may ask.
class FrequentWords {
public:
    static constexpr std::int32_t unknown = -1;

    // The content of a file that the package has, which is not checked beyond its sizes. It is
    // aligned for numbers of 32 bits, and its memory has to outlive this.
    // Throws std::invalid_argument for an invalid file.
    explicit FrequentWords(std::string_view content);

    // The number of a word or of a stem, from 0 to ``size``; or ``unknown``.
    std::int32_t find(std::string_view word) const { return find(word, bucket_of(word)); }
    // The entries of the words from the ``first`` on. Little of the file is in a processor's
    // cache when a process begins: entries are prefetched.
    std::vector<FrequentWord> find_words(const SurfaceList& words, std::size_t first) const;
    std::int32_t size() const { return static_cast<std::int32_t>(entries_); }
    // The names of the stemmer and of the synsets.
    std::string_view resources() const { return resources_; }

private:
    // Its place in the text, the number of its stem or -1, where its synsets begin.
    static constexpr std::size_t record_size = 3;

    const std::int32_t* bucket_of(std::string_view word) const;
    std::int32_t find(std::string_view word, const std::int32_t* bucket) const;
    FrequentWord word_of(std::int32_t entry) const;
    const std::int32_t* record(std::int32_t entry) const {
        return records_ + record_size * static_cast<std::size_t>(entry);
    }

    std::string_view text_;
    std::string_view resources_;
    std::uint32_t bucket_bits_ = 0;
    std::uint32_t entries_ = 0;
    std::size_t synset_count_ = 0;
    const std::int32_t* buckets_ = nullptr;
    const std::int32_t* records_ = nullptr;
    const std::int32_t* synsets_ = nullptr;
};

}  // namespace meteorscope
