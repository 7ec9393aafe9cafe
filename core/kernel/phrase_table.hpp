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

    void clear();
    void index();
    void mark(std::int32_t phrase) {
        const auto number = static_cast<std::uint32_t>(phrase) % kMarks;
        marks_[number / 64] |= std::uint64_t{1} << (number % 64);
    }
    // False for most phrases that the row does not have, and for none that it has.
    bool may_have(std::int32_t phrase) const {
        const auto number = static_cast<std::uint32_t>(phrase) % kMarks;
        return (marks_[number / 64] >> (number % 64) & 1) != 0;
    }

    std::int32_t words_ = 0;
    std::vector<PhrasePlace> by_start_;   // then by length
    std::vector<PhrasePlace> by_phrase_;  // then by start
    std::array<std::uint64_t, kMarks / 64> marks_{};
};

// A compiled table, in memory that it shares. Immutable, so any thread may ask.
class PhraseTable {
public:
    // The content of a file: where it is, its size in bytes, and the file's path for messages.
    // Throws DamagedTable for what is no such table.
    PhraseTable(std::shared_ptr<const void> content, std::size_t size, std::string path);

    // Words have the table's numbers; any other is a word that the table does not know.
    // Throws DamagedTable.
    void find_phrases(IntegerSpan words, RowPhrases& row) const;

    // Appends every place where a phrase of one row has a paraphrase in the other: by start and
    // length of the phrase, then in the order of the table, then by start of the paraphrase.
    // Stops after more than ``kMostCandidates``. Throws DamagedTable.
    void append_matches(const RowPhrases& sources, const RowPhrases& targets,
                        std::vector<PhraseMatch>& matches) const;

private:
    std::int32_t root_of(std::int32_t word) const;
    std::int32_t child_of(std::int32_t phrase, std::int32_t word) const;
    IntegerSpan targets_of(std::int32_t phrase) const;
    [[noreturn]] void refuse() const;

    std::shared_ptr<const void> content_;
    std::string path_;
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
    explicit TablePhrases(const PhraseTable& table) : table_(table) {}
    void find(const std::vector<std::int32_t>& reference,
              const std::vector<std::int32_t>& hypothesis,
              std::vector<PhraseMatch>& from_reference,
              std::vector<PhraseMatch>& from_hypothesis) override;

private:
    const PhraseTable& table_;
    RowPhrases reference_;
    RowPhrases hypothesis_;
};

}  // namespace meteorscope
