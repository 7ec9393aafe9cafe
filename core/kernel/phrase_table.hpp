// Which phrases of one row of words have a paraphrase in another, from a compiled table. The twin
// of core/meteor_core/meteor15/paraphrases/index.py; layout.py beside it describes the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "phrase_matches.hpp"
#include "search.hpp"

namespace meteorscope {

// A place of a phrase in a row, in words.
struct PhrasePlace {
    std::int32_t phrase;
    std::int32_t start;
    std::int32_t length;
};

// A file is no compiled table, or contradicts itself. Bindings make it a ResourceError.
class DamagedTable : public std::runtime_error {
public:
    DamagedTable(std::string path, const std::string& defect)
        : std::runtime_error(defect), path_(std::move(path)) {}
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// The phrases of a row of words, found once for both directions. Its buffers are used again.
class RowPhrases {
private:
    friend class PhraseTable;
    static constexpr std::uint32_t kMarks = 4096;

    static std::size_t slot(std::int32_t phrase) {
        return static_cast<std::uint32_t>(phrase) % kMarks;
    }
    void clear();
    void index();
    void mark(std::size_t slot) { marks_[slot / 64] |= std::uint64_t{1} << (slot % 64); }
    bool is_marked(std::size_t slot) const { return (marks_[slot / 64] >> (slot % 64) & 1) != 0; }
    // False for most phrases that the row does not have, and for none that it has.
    bool may_have(std::int32_t phrase) const { return is_marked(slot(phrase)); }
    // Visits the places of a phrase that it may have, by start.
    template <typename Visitor>
    void for_each_place(std::int32_t phrase, Visitor&& visit) const;

    std::int32_t words_ = 0;
    std::vector<std::int32_t> roots_;    // by word: the phrase of it alone, or -1
    std::vector<PhrasePlace> by_start_;  // then by length
    std::vector<std::int32_t> next_;     // of each, the next of its slot, or -1
    std::array<std::uint64_t, kMarks / 64> marks_{};
    std::array<std::int32_t, kMarks> first_;  // by slot; of one that is not marked, anything
};

// Steps through one table that were made before: the same pairs of words come again and again, and
// a step through the table waits for memory several times. A step is kept in one of eight places of
// one line of a processor's cache.
class KnownSteps {
public:
    KnownSteps() : lines_(std::size_t{1} << kBits) {}

private:
    friend class PhraseTable;
    static constexpr unsigned kBits = 15;
    static constexpr unsigned kPlaces = 8;
    static constexpr unsigned kKeyBits = kBits + 32;  // what a line and a mark tell apart
    static constexpr std::int32_t kUnknown = -2;

    struct alignas(64) Line {
        std::array<std::uint32_t, kPlaces> marks{};  // the last step that was made comes first
        std::array<std::int32_t, kPlaces> children;
        Line() { children.fill(kUnknown); }
    };
    struct Place {
        Line* line;
        std::uint32_t mark;
    };

    // Different keys below 2**kKeyBits have different places.
    Place place(std::uint64_t key) {
        const std::uint64_t mixed =
            key * 0x9e3779b97f4a7c15U & ((std::uint64_t{1} << kKeyBits) - 1);
        return {&lines_[static_cast<std::size_t>(mixed >> 32U)],
                static_cast<std::uint32_t>(mixed)};
    }
    static std::int32_t find(const Place& place);
    static void add(const Place& place, std::int32_t child);

    std::vector<Line> lines_;
};

// A compiled table, in memory that it shares. Immutable, so any thread may ask.
class PhraseTable {
public:
    // The content of a file: where it is, its size in bytes, and the file's path for messages.
    // Throws DamagedTable for what is no such table.
    PhraseTable(std::shared_ptr<const void> content, std::size_t size, std::string path);

    // Words have the table's numbers; any other is a word that the table does not know.
    // Whoever asks for many rows keeps the steps of this table. Throws DamagedTable.
    void find_phrases(IntegerSpan words, RowPhrases& row, KnownSteps* known = nullptr) const;

    // Appends every place where a phrase of one row has a paraphrase in the other: by start and
    // length of the phrase, then in the order of the table, then by start of the paraphrase.
    // Stops after more than ``kMostCandidates``. Throws DamagedTable.
    void append_matches(const RowPhrases& sources, const RowPhrases& targets,
                        std::vector<PhraseMatch>& matches) const;

    // Which table of this process it is, from 1.
    std::uint64_t serial() const { return serial_; }

private:
    std::int32_t root_of(std::int32_t word) const;
    std::int32_t child_of(std::int32_t phrase, std::int32_t word) const;
    std::int32_t child_of(std::int32_t phrase, std::int32_t word, KnownSteps* known) const;
    // A number for each pair of a phrase and a word of the table.
    std::uint64_t key_of(std::int32_t phrase, std::int32_t word) const {
        return static_cast<std::uint64_t>(phrase) * static_cast<std::uint64_t>(word_count_) +
               static_cast<std::uint64_t>(word);
    }
    IntegerSpan targets_of(std::int32_t phrase) const;
    [[noreturn]] void refuse() const;

    std::shared_ptr<const void> content_;
    std::string path_;
    std::uint64_t serial_;
    std::int32_t word_count_ = 0;
    std::int32_t node_count_ = 0;
    std::int32_t row_count_ = 0;
    const std::int32_t* roots_ = nullptr;
    const std::int32_t* node_words_ = nullptr;
    const std::int32_t* places_ = nullptr;
    const std::int32_t* targets_ = nullptr;
};

// The paraphrases of a table, which has to outlive it.
class TablePhrases final : public PhraseMatcher {
public:
    explicit TablePhrases(const PhraseTable& table) : table_(table), serial_(table.serial()) {}
    // Another table may lie where one was that is gone.
    bool are_of(const PhraseTable& table) const {
        return &table == &table_ && table.serial() == serial_;
    }
    void find(const std::vector<std::int32_t>& reference,
              const std::vector<std::int32_t>& hypothesis,
              std::vector<PhraseMatch>& from_reference,
              std::vector<PhraseMatch>& from_hypothesis) override;

private:
    const PhraseTable& table_;
    std::uint64_t serial_;
    KnownSteps known_;
    RowPhrases reference_;
    RowPhrases hypothesis_;
};

}  // namespace meteorscope
