// The synsets of a word, by number: WordNet's look-up and its morphology (morphy). In Python
// core/meteor_core/words/lexicon/synset_index.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace meteorscope {

// The words of a data file with their synsets; scripts/build_wordnet.py describes the file. Nothing
// of it is read before a word is looked up. Immutable, so any thread may ask.
class SynsetIndex {
public:
    // The content of a file, whose memory has to outlive this.
    // Throws std::invalid_argument for an invalid file.
    explicit SynsetIndex(std::string_view content);

    // Appends the synsets of every base form of a lower-case word, in any part of speech, each
    // once. A word that is not listed has none.
    void append_synsets(std::string_view word, std::vector<std::int32_t>& numbers) const;

    // The synset of that number as the file has it: identifier, space, lemmas. The identifier of
    // a word alone in its synset is the word and the part of speech.
    // Throws std::out_of_range for an invalid number.
    std::string row(std::int32_t number) const;
    // Whether the word is one of the lemmas of that synset, and spelled like it. A number that is
    // none has no lemmas.
    bool has_lemma(std::int32_t number, std::string_view word) const;
    std::int32_t synset_count() const { return static_cast<std::int32_t>(synset_count_); }

private:
    static constexpr std::size_t parts_of_speech = 4;  // nouns, verbs, adjectives, adverbs

    // Consecutive numbers of the file, which may begin at any byte of memory.
    class Numbers {
    public:
        Numbers() = default;
        explicit Numbers(const char* first) : first_(first) {}
        std::uint32_t operator[](std::size_t index) const;

    private:
        const char* first_ = nullptr;
    };
    struct Senses {
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };
    static constexpr std::uint32_t no_word = 0xffffffff;

    std::uint32_t find(std::string_view word) const;
    bool is_at(std::uint32_t place, std::string_view word) const;
    Senses senses_of(std::uint32_t word) const;

    std::string_view text_;
    std::uint32_t bucket_bits_ = 0;
    std::uint32_t word_count_ = 0;
    std::uint32_t sense_count_ = 0;
    std::uint32_t synset_count_ = 0;
    std::array<std::uint32_t, parts_of_speech> first_alone_{};  // number of the first such synset
    Numbers buckets_;
    Numbers hashes_;
    Numbers places_;
    Numbers first_senses_;
    Numbers senses_;
    Numbers synset_places_;
};

}  // namespace meteorscope
