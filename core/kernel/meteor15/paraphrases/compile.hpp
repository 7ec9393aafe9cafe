// Compiles a paraphrase table from its lines, equal to the byte to Python's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace meteorscope {

// The parts of a compiled table that layout.py describes.
struct PhraseTableParts {
    std::vector<std::int32_t> word_starts;
    std::string text;
    std::vector<std::int32_t> roots;
    std::vector<std::int32_t> node_words;
    std::vector<std::int32_t> places;
    std::vector<std::int32_t> targets;
};

// Which number something has, by its hash: open addressing, as there are millions of them.
class NumbersByHash {
public:
    // The number whose hash is equal and of which ``is_same`` is true; else ``fresh``, which is
    // there from now on.
    template <typename IsSame>
    std::int32_t find_or_add(std::uint32_t hash, std::int32_t fresh, const IsSame& is_same) {
        if (2 * (used_ + 1) > slots_.size()) {
            grow();
        }
        for (std::size_t index = hash & (slots_.size() - 1);;
             index = (index + 1) & (slots_.size() - 1)) {
            std::uint64_t& slot = slots_[index];
            if (slot == 0) {
                slot = static_cast<std::uint64_t>(hash) << 32;
                slot |= static_cast<std::uint32_t>(fresh) + 1;
                ++used_;
                return fresh;
            }
            const auto number = static_cast<std::int32_t>((slot & 0xFFFFFFFF) - 1);
            if (slot >> 32 == hash && is_same(number)) {
                return number;
            }
        }
    }

private:
    void grow();

    std::vector<std::uint64_t> slots_;  // a power of two of them: hash, number plus one; or 0
    std::size_t used_ = 0;
};

class PhraseTableBuilder {
public:
    // Makes valid UTF-8 of a word that is not all ASCII, as Java does.
    using Spelling = std::function<std::string(std::string_view)>;

    explicit PhraseTableBuilder(Spelling spelling);

    // Reads the next bytes of the table, cut anywhere. Throws std::length_error where there is
    // more of something than 32 bits count.
    void feed(std::string_view block);
    // Reads a last line that nothing ends, and returns how many lines are left over: those of a
    // row that is not whole.
    std::size_t end();
    std::size_t rows() const { return sources_.size(); }
    PhraseTableParts compile() const;

private:
    // A node of the trie as it grows, by number in the order of appearance.
    struct Node {
        std::int32_t parent;
        std::int32_t word;
    };
    // A distinct line that was met as a phrase.
    struct Line {
        std::string_view text;
        std::int32_t node;
    };

    void read_line(std::string_view line);
    std::int32_t phrase_of(std::string_view line);
    std::int32_t child_of(std::int32_t parent, std::int32_t word);
    std::int32_t word_of(std::string_view word);
    std::string_view keep(std::string_view line);
    std::vector<std::int32_t> rank_words(PhraseTableParts& parts) const;
    std::vector<std::int32_t> number_nodes(const std::vector<std::int32_t>& ranks,
                                           PhraseTableParts& parts) const;
    void group_rows(const std::vector<std::int32_t>& numbers, PhraseTableParts& parts) const;

    Spelling spelling_;
    std::string rest_;                  // of a line whose end has not come
    bool after_return_ = false;         // a line feed now belongs to the line before
    std::size_t line_of_row_ = 0;       // 0 probability, 1 phrase, 2 paraphrase
    std::string source_line_;           // the phrase of the row that is being read
    std::int32_t source_ = 0;           // its node
    std::deque<std::string> kept_;      // the text of all phrases, in large pieces
    NumbersByHash line_numbers_;
    std::vector<Line> lines_;
    std::unordered_map<std::string, std::int32_t> words_;         // as the table spells them
    std::unordered_map<std::string, std::int32_t> spelled_;
    NumbersByHash node_numbers_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> sources_;
    std::vector<std::int32_t> targets_;
};

}  // namespace meteorscope
