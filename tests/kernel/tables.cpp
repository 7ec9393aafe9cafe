#include "tables.hpp"

#include <cstring>
#include <string_view>

#include "meteor15/paraphrases/compile.hpp"

namespace meteorscope::fuzzing {

namespace {

const std::vector<std::string> some_words{"a", "b", "c", "dog", "Ü", "\xf0\x9f\x98\x80", "\xff"};

PhraseWords random_phrase(Dice& dice, std::int32_t fewest_words) {
    PhraseWords words;
    const std::int32_t least = dice.one_in(20) ? fewest_words : 1;
    for (std::int32_t length = dice.between(least, 4); length > 0; --length) {
        words.push_back(dice.one_of(some_words));
    }
    return words;
}

std::string line_of(Dice& dice, const PhraseWords& words, const std::string& end) {
    std::string line = dice.one_in(9) ? " " : "";
    for (const std::string& word : words) {
        line += word + dice.one_of<std::string>({" ", " ", " ", "\t", " \f "});
    }
    return line + end;
}

// As ``Spelling`` asks; here every byte that is no ASCII is one word.
std::string spelled(std::string_view word) { return word.front() == '\xff' ? "?" : std::string(word); }

void feed_in_pieces(Dice& dice, PhraseTableBuilder& builder, const std::string& text) {
    const std::int32_t longest = dice.one_of<std::int32_t>({1, 2, 7, 1 << 20});
    for (std::size_t start = 0; start < text.size();) {
        const auto size = static_cast<std::size_t>(dice.between(0, longest));
        const std::string piece = text.substr(start, size);
        builder.feed(piece);
        start += size;
    }
}

void append(std::vector<std::int32_t>& file, const std::vector<std::int32_t>& numbers) {
    file.insert(file.end(), numbers.begin(), numbers.end());
}

void append_text(std::vector<std::int32_t>& file, std::string text) {
    text.resize((text.size() + 3) / 4 * 4);
    std::vector<std::int32_t> numbers(text.size() / 4);
    if (!numbers.empty()) {
        std::memcpy(numbers.data(), text.data(), text.size());
    }
    append(file, numbers);
}

// As core/meteor_core/meteor15/paraphrases/layout.py writes it.
std::vector<std::int32_t> file_of(const PhraseTableParts& parts) {
    const std::string description = "{\"source\": \"\"}";
    const auto size_of = [](const auto& part) { return static_cast<std::int32_t>(part.size()); };
    std::vector<std::int32_t> file;
    append_text(file, "METEORPH");
    append(file, {1, size_of(description), size_of(parts.text), size_of(parts.roots),
                  size_of(parts.node_words), size_of(parts.targets)});
    append_text(file, description);
    append(file, parts.word_starts);
    append_text(file, parts.text);
    for (const auto* const part : {&parts.roots, &parts.node_words, &parts.places, &parts.targets}) {
        append(file, *part);
    }
    return file;
}

}  // namespace

CompiledTable random_table(Dice& dice, std::int32_t fewest_words) {
    CompiledTable table;
    PhraseTableBuilder builder(spelled);
    const std::string line_end = dice.one_of<std::string>({"\n", "\r\n", "\r"});
    std::string text;
    for (std::int32_t count = dice.between(0, dice.one_of<std::int32_t>({3, 12, 60})); count > 0;
         --count) {
        const bool again = !table.rows.empty() && dice.one_in(3);
        table.rows.emplace_back(again ? table.rows.back().first
                                      : random_phrase(dice, fewest_words),
                                random_phrase(dice, fewest_words));
        text += "0.1" + line_end + line_of(dice, table.rows.back().first, line_end);
        text += line_of(dice, table.rows.back().second, line_end);
    }
    const std::int32_t left_over = dice.between(0, 2);
    const std::string rest = left_over == 0 ? "" : left_over == 1 ? "0.5" : "0.5\nlost";
    feed_in_pieces(dice, builder, text + rest);
    require(builder.end() == static_cast<std::size_t>(left_over), "lines are counted");
    require(builder.rows() == table.rows.size(), "rows are counted");
    const PhraseTableParts parts = builder.compile();
    for (std::size_t number = 0; number < parts.roots.size(); ++number) {
        const auto start = static_cast<std::size_t>(parts.word_starts.at(number));
        const auto end = static_cast<std::size_t>(parts.word_starts.at(number + 1));
        const std::string word = parts.text.substr(start, end - start);
        table.numbers[word == "?" ? "\xff" : word] = static_cast<std::int32_t>(number);
    }
    table.file = file_of(parts);
    return table;
}

std::unique_ptr<PhraseTable> open_table(const std::vector<std::int32_t>& file, std::size_t bytes) {
    const std::shared_ptr<char> content(new char[bytes], std::default_delete<char[]>());
    if (bytes != 0) {
        std::memcpy(content.get(), file.data(), bytes);
    }
    return std::make_unique<PhraseTable>(content, bytes, "a table");
}

}  // namespace meteorscope::fuzzing
