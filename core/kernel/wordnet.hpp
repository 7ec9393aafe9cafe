// Which synsets a word has, by number: WordNet's look-up and its morphology (morphy). The twin of
// core/meteor_core/words/lexicon/synset_index.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace meteorscope {

// The words of a data file (scripts/build_wordnet.py describes it) with their synsets, which are
// numbered in the order of the file: its rows first, then the words that stand in one alone.
// Immutable once made, so any thread may ask.
class SynsetIndex {
public:
    // Throws std::invalid_argument for what is no such file.
    explicit SynsetIndex(std::string content);

    SynsetIndex(const SynsetIndex&) = delete;  // views point into its content
    SynsetIndex& operator=(const SynsetIndex&) = delete;

    // Appends the synsets of every base form of a lower-case word, in any part of speech, each
    // once. A word that is not listed has none.
    void append_synsets(std::string_view word, std::vector<std::int32_t>& numbers) const;

    // The synset of that number as the file has it: identifier, space, lemmas. The identifier of
    // a word alone in its synset is the word and the part of speech.
    // Throws std::out_of_range for a number that is none.
    std::string row(std::int32_t number) const;

    std::size_t memory() const;  // in bytes

private:
    static constexpr std::size_t parts_of_speech = 4;  // nouns, verbs, adjectives, adverbs

    // A distinct word in lower case; how the file spells it is not lost, for this points there.
    struct Lemma {
        std::uint32_t place;
        std::uint32_t length;
        std::uint32_t hash;
        std::uint32_t first;  // of its senses
    };
    struct Sense {
        std::int32_t synset;
        std::uint32_t part_of_speech : 2;
        std::uint32_t next : 30;  // sense of the same lemma
    };
    // What the exception list of each part of speech says of a form: "base+base", or nothing.
    using Bases = std::array<std::string_view, parts_of_speech>;

    void index_rows(std::string_view rows);
    void index_alone(std::string_view alone);
    void index_exceptions(std::string_view exceptions);
    void add_sense(std::string_view lemma, std::int32_t synset, std::size_t part_of_speech);
    const Lemma* find(std::string_view word) const;
    std::size_t slot_of(std::string_view word, std::uint32_t hash) const;
    void append_senses(const Lemma& lemma, std::size_t part_of_speech, std::size_t start,
                       std::vector<std::int32_t>& numbers) const;
    std::uint32_t place_of(std::string_view part) const;

    std::string content_;
    std::vector<std::uint32_t> slots_;  // a power of two of them: index of a lemma plus one
    std::vector<Lemma> lemmas_;
    std::vector<Sense> senses_;
    std::vector<std::uint32_t> row_places_;    // by synset, in ``content_``
    std::array<std::size_t, parts_of_speech> first_alone_{};  // number of the first such synset
    std::unordered_map<std::string_view, Bases> irregular_;
};

}  // namespace meteorscope
