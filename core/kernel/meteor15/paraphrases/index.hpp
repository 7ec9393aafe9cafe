// The phrases of one row of words that have a paraphrase in another, from a compiled table;
// core/meteor_core/meteor15/paraphrases/layout.py describes its file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/result.hpp"
#include "search/spans/candidates.hpp"

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

// The phrases of a row of words with their paraphrases, found once for both directions. Its buffers
// are used again.
class RowPhrases {
private:
    friend class KnownRows;
    friend class PhraseTable;
    static constexpr std::uint32_t kMarks = 4096;

    // A word after a phrase, and the phrases that go on from it: the children of a node.
    struct Step {
        std::int32_t phrase;
        std::int32_t word;
        std::int32_t first_child;
        std::int32_t children;
        PhrasePlace longer;  // the place of a child
    };

    static std::size_t slot(std::int32_t phrase) {
        return static_cast<std::uint32_t>(phrase) % kMarks;
    }
    void sort_by_start();
    void make_index();
    void mark(std::size_t slot) { marks_[slot / 64] |= std::uint64_t{1} << (slot % 64); }
    bool is_marked(std::size_t slot) const { return (marks_[slot / 64] >> (slot % 64) & 1) != 0; }
    // False for most phrases that the row does not have, and for none that it has.
    bool may_have(std::int32_t phrase) const { return is_marked(slot(phrase)); }
    void append_matches(const RowPhrases& targets, std::vector<PhraseMatch>& matches);
    // Visits the places of a phrase that it may have, by start.
    template <typename Visitor>
    void for_each_place(std::int32_t phrase, Visitor&& visit) const;

    std::int32_t words_ = 0;
    UnsetVector<PhrasePlace> by_start_;       // then by length
    std::vector<std::int32_t> next_;          // of each phrase, the next of its slot, or -1
    // The paraphrases of some phrases, of all where they are not very many, and where those of each
    // end.
    std::size_t first_listed_ = 0;
    std::size_t end_listed_ = 0;
    UnsetVector<std::int32_t> targets_;
    UnsetVector<std::int32_t> target_ends_;
    std::array<std::uint64_t, kMarks / 64> marks_{};
    std::array<std::int32_t, kMarks> first_;  // by slot; of one that is not marked, anything

    // On the way there.
    UnsetVector<PhrasePlace> by_length_;  // then by start
    UnsetVector<Step> steps_;
    std::vector<std::int32_t> ends_;  // by start
    UnsetVector<std::int32_t> hits_;
};

// A cache of the phrases of rows that come again, such as references that many systems are scored
// against. A row is kept when it comes a second time. A full cache accepts no rows until its own
// have not come for long; then it is cleared.
class KnownRows {
public:
    KnownRows() : slots_(kSlots) {}

    // Whether the row is known; then it is fetched, and ``load`` makes ``row`` what was found.
    bool find(IntegerSpan words);
    void load(RowPhrases& row) const;
    // Keeps what was found for the row that ``find`` did not know, if it was to be kept.
    void add(IntegerSpan words, const RowPhrases& row);

private:
    static constexpr std::size_t kSlots = 16384;
    static constexpr std::size_t kProbes = 4;
    static constexpr std::size_t kMaxNumbers = std::size_t{1} << 21;  // of 4 bytes each
    static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
    static constexpr std::size_t kCounts = 3;
    static constexpr std::size_t kPlaceNumbers = sizeof(PhrasePlace) / sizeof(std::int32_t);

    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t place = kNowhere;  // in ``numbers_``, of a row that came twice
    };
    static std::size_t size_of(const std::int32_t* counts);


    std::vector<Slot> slots_;
    // Of each row how many words, phrases and paraphrases it has, then these.
    std::vector<std::int32_t> numbers_;
    Slot* found_ = nullptr;  // of the row that was looked for, if it came before
    std::size_t misses_ = 0;  // rows since one that was known
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
    // Throws DamagedTable for an invalid table.
    PhraseTable(std::shared_ptr<const void> content, std::size_t size, std::string path);

    // The number of a word, in UTF-8, or -1 if no phrase has it. Throws DamagedTable.
    std::int32_t word_number(std::string_view word) const;

    // Words have the table's numbers; any other is a word that the table does not know.
    // Callers that ask for many rows keep the steps of this table. Throws DamagedTable.
    void find_phrases(IntegerSpan words, RowPhrases& row, KnownSteps* known = nullptr) const;

    // Appends every place where a phrase of one row has a paraphrase in the other: by start and
    // length of the phrase, then in the order of the table, then by start of the paraphrase.
    // Stops after more than ``kMaxCandidates``. Throws DamagedTable.
    void append_matches(RowPhrases& sources, const RowPhrases& targets,
                        std::vector<PhraseMatch>& matches) const;

    // Which table of this process it is, from 1.
    std::uint64_t serial() const { return serial_; }

private:
    std::int32_t root_of(std::int32_t word) const;
    // Both fill the lists of the row.
    void find_places(IntegerSpan words, RowPhrases& row, KnownSteps* known) const;
    void find_targets(RowPhrases& row, std::size_t first) const;
    void list_steps(const PhrasePlace* begin, const PhrasePlace* end, IntegerSpan words,
                    RowPhrases& row, KnownSteps* known) const;
    std::int32_t child_of(const RowPhrases::Step& step, KnownSteps* known) const;
    std::int32_t child_among_few(const RowPhrases::Step& step) const;
    std::int32_t child_among_many(const RowPhrases::Step& step) const;
    // Whether a step goes to one of few children, for which nothing need be remembered.
    bool has_few(const RowPhrases::Step& step) const {
        return step.children <= kFew && step.first_child + kFew <= node_count_;
    }
    // A number for each pair of a phrase and a word of the table.
    std::uint64_t key_of(std::int32_t phrase, std::int32_t word) const {
        return static_cast<std::uint64_t>(phrase) * static_cast<std::uint64_t>(word_count_) +
               static_cast<std::uint64_t>(word);
    }
    static constexpr std::int32_t kFew = 8;
    static constexpr std::int32_t kMaxTargets = 4096;

    IntegerSpan targets_of(std::int32_t phrase) const;
    std::string_view word(std::int32_t number) const;
    [[noreturn]] void refuse() const;

    std::shared_ptr<const void> content_;
    std::string path_;
    std::uint64_t serial_;
    std::int32_t word_count_ = 0;
    std::int32_t node_count_ = 0;
    std::int32_t row_count_ = 0;
    std::int32_t text_size_ = 0;
    const std::int32_t* word_starts_ = nullptr;
    const char* text_ = nullptr;
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
    KnownRows known_references_;
    RowPhrases reference_;
    RowPhrases hypothesis_;
};

}  // namespace meteorscope
