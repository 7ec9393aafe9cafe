#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "cases.hpp"
#include "meteor15/paraphrases/index.hpp"
#include "tables.hpp"

namespace meteorscope::fuzzing {

namespace {

using Numbers = std::vector<std::int32_t>;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

Numbers random_row(Dice& dice, std::int32_t words) {
    Numbers row(at(dice.between(0, dice.one_of<std::int32_t>({0, 5, 20}))));
    for (std::int32_t& word : row) {
        word = dice.between(-1, words - 1);
        if (dice.one_in(30)) {
            word = dice.one_of<std::int32_t>({words, std::numeric_limits<std::int32_t>::min(),
                                              std::numeric_limits<std::int32_t>::max()});
        }
    }
    return row;
}

std::array<std::int32_t, 4> numbers_of(const PhraseMatch& match) {
    return {match.source_start, match.source_length, match.target_start, match.target_length};
}

std::vector<PhraseMatch> matches_of(const PhraseTable& table, const Numbers& sources,
                                    const Numbers& targets) {
    RowPhrases source_phrases;
    RowPhrases target_phrases;
    std::vector<PhraseMatch> matches;
    KnownSteps known;
    table.find_phrases(IntegerSpan(targets), source_phrases, &known);  // what it knows afterwards
    table.find_phrases(IntegerSpan(sources), source_phrases, &known);
    table.find_phrases(IntegerSpan(targets), target_phrases);
    table.append_matches(source_phrases, target_phrases, matches);
    return matches;
}

Numbers numbered(const CompiledTable& table, const PhraseWords& phrase) {
    Numbers numbers;
    for (const std::string& word : phrase) {
        numbers.push_back(table.numbers.at(word));
    }
    return numbers;
}

bool stands_at(const Numbers& row, std::size_t start, const Numbers& phrase) {
    return row.size() - start >= phrase.size() &&
           std::equal(phrase.begin(), phrase.end(), row.begin() + static_cast<std::ptrdiff_t>(start));
}

// Row by row of the table, at every place.
std::vector<PhraseMatch> matches_by_the_book(const CompiledTable& table, const Numbers& sources,
                                             const Numbers& targets) {
    std::vector<PhraseMatch> matches;
    for (const auto& [phrase, paraphrase] : table.rows) {
        const Numbers source = numbered(table, phrase);
        const Numbers target = numbered(table, paraphrase);
        for (std::size_t start = 0; start < sources.size() && !source.empty(); ++start) {
            for (std::size_t place = 0; place < targets.size(); ++place) {
                if (stands_at(sources, start, source) && stands_at(targets, place, target)) {
                    matches.push_back({static_cast<std::int32_t>(start),
                                       static_cast<std::int32_t>(source.size()),
                                       static_cast<std::int32_t>(place),
                                       static_cast<std::int32_t>(target.size())});
                }
            }
        }
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const PhraseMatch& one, const PhraseMatch& other) {
                         return std::pair(one.source_start, one.source_length) <
                                std::pair(other.source_start, other.source_length);
                     });
    return matches;
}

bool are_equal(const std::vector<PhraseMatch>& found, const std::vector<PhraseMatch>& expected) {
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                      [](const PhraseMatch& one, const PhraseMatch& other) {
                          return numbers_of(one) == numbers_of(other);
                      });
}

void check_numbers(const PhraseTable& table, const CompiledTable& compiled) {
    for (const auto& [word, number] : compiled.numbers) {
        require(table.word_number(word == "\xff" ? "?" : word) == number, "words have numbers");
    }
    require(table.word_number("") == -1 && table.word_number("do") == -1 &&
                table.word_number("dogs") == -1,
            "other words have none");
}

void check_matches(Dice& dice, const CompiledTable& compiled) {
    const auto table = open_table(compiled.file, 4 * compiled.file.size());
    check_numbers(*table, compiled);
    const auto words = static_cast<std::int32_t>(compiled.numbers.size());
    TablePhrases phrases(*table);
    std::vector<Numbers> known{random_row(dice, words), random_row(dice, words)};
    for (std::int32_t rows = 0; rows < 6; ++rows) {
        // References come again, and are known from the second time on.
        const Numbers targets = dice.one_in(3) ? random_row(dice, words) : dice.one_of(known);
        const Numbers sources = dice.one_in(4) ? targets : random_row(dice, words);
        const std::vector<PhraseMatch> expected = matches_by_the_book(compiled, sources, targets);
        require(are_equal(matches_of(*table, sources, targets), expected),
                "matches are those of the rows");
        std::vector<PhraseMatch> from_reference;
        std::vector<PhraseMatch> from_hypothesis;
        phrases.find(targets, sources, from_reference, from_hypothesis);
        require(are_equal(from_hypothesis, expected) &&
                    are_equal(from_reference, matches_by_the_book(compiled, targets, sources)),
                "matches are the same where the reference is known");
    }
}

std::size_t damage(Dice& dice, Numbers& file) {
    for (std::int32_t changes = dice.between(1, 4); changes > 0; --changes) {
        const bool in_head = dice.one_in(6);
        std::int32_t& number = file[in_head ? 3 + dice.any() % 5 : 8 + dice.any() % (file.size() - 8)];
        number = dice.one_of<std::int32_t>(
            {-1, 0, 1, number / 2 + 1, number - (number > 0), dice.between(0, 100),
             static_cast<std::int32_t>(dice.any()), std::numeric_limits<std::int32_t>::max(),
             std::numeric_limits<std::int32_t>::min()});
    }
    return dice.one_in(6) ? dice.any() % (4 * file.size() + 1) : 4 * file.size();
}

// Refused, or answered with places in the rows.
void ask_damaged(Dice& dice, Numbers file) {
    const std::size_t bytes = damage(dice, file);
    try {
        const auto table = open_table(file, bytes);
        require(table->word_number("dog") >= -1, "a word has a number or -1");
        const Numbers sources = random_row(dice, 8);
        const Numbers targets = random_row(dice, 8);
        for (const PhraseMatch& match : matches_of(*table, sources, targets)) {
            require(match.source_start >= 0 && match.source_length > 0 && match.target_start >= 0 &&
                        match.target_length >= 0 &&
                        at(match.source_start + match.source_length) <= sources.size() &&
                        at(match.target_start + match.target_length) <= targets.size(),
                    "a match is inside the rows");
        }
    } catch (const DamagedTable&) {
    }
}

}  // namespace

void run_phrase_case(Dice& dice) {
    const CompiledTable table = random_table(dice, 0);
    check_matches(dice, table);
    for (std::int32_t times = 0; times < 10; ++times) {
        ask_damaged(dice, table.file);
    }
}

}  // namespace meteorscope::fuzzing
