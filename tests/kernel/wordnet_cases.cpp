#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "words/lexicon/wordnet.hpp"
#include "words/porter.hpp"

namespace meteorscope::fuzzing {

namespace {

struct Sense {
    std::uint32_t synset;
    std::uint32_t part_of_speech;
    bool of_a_base = false;
};
struct Word {
    std::string spelling;
    std::uint32_t irregular;  // a bit for each part of speech
    std::vector<Sense> senses;
};

const std::string text =
    "00001740n entity\n"
    "02084071n dog domestic_dog|Canis\n"
    "01158872v use utilize\n"
    "00001740a able\n"
    "\n"
    "solo other\nrun\nred\nwell\n"
    "\n"
    "dogs=dog men=man+woman\nran=run\n=x\nbetter=well+good";

const std::vector<Word> words{
    {"entity", 0, {{0, 0}}},         {"dog", 0, {{1, 0}}},
    {"domestic_dog", 0, {{1, 0}}},   {"canis", 0, {{1, 0}}},
    {"use", 0, {{2, 1}}},            {"able", 0, {{3, 2}}},
    {"solo", 0, {{4, 0}}},           {"run", 0, {{6, 1}}},
    {"red", 0, {{7, 2}}},            {"dogs", 1, {{1, 0, true}}},
    {"men", 1, {}},                  {"better", 8, {{8, 3, true}}},
    {"ran", 2, {{6, 1, true}}},
};

std::uint32_t crc32(const std::string& bytes) {
    std::uint32_t rest = 0xffffffff;
    for (const char byte : bytes) {
        rest ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            rest = rest >> 1 ^ ((rest & 1) != 0 ? 0xedb88320U : 0U);
        }
    }
    return ~rest;
}

std::string lower_case(std::string letters) {
    for (char& letter : letters) {
        letter = 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    }
    return letters;
}

// A data file as scripts/build_wordnet.py makes them, of few words in two buckets.
std::string small_file() {
    std::map<std::uint32_t, const Word*> by_hash;
    for (const Word& word : words) {
        by_hash[crc32(word.spelling)] = &word;
    }
    std::vector<std::uint32_t> hashes;
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> first_senses{0};
    std::vector<std::uint32_t> senses;
    for (const auto& [hash, word] : by_hash) {
        hashes.push_back(hash);
        places.push_back(
            static_cast<std::uint32_t>(lower_case(text).find(word->spelling)) << 4 |
            word->irregular);
        for (const Sense& sense : word->senses) {
            senses.push_back(sense.synset << 3 | (sense.of_a_base ? 4U : 0U) |
                             sense.part_of_speech);
        }
        first_senses.push_back(static_cast<std::uint32_t>(senses.size()));
    }
    const auto size = [](const auto& all) { return static_cast<std::uint32_t>(all.size()); };
    const auto half = std::lower_bound(hashes.begin(), hashes.end(), 0x80000000U) - hashes.begin();
    const std::vector<std::uint32_t> synset_places{0, 17, 50, 72, 88, 93, 99, 103, 107};
    const std::vector<std::vector<std::uint32_t>> parts{
        {1, size(words), size(senses), size(synset_places), size(text), 4, 6, 7, 8},
        {0, static_cast<std::uint32_t>(half), size(words)},
        hashes, places, first_senses, senses, synset_places};
    std::string content = "METEORWN";
    for (const auto& part : parts) {
        content.append(reinterpret_cast<const char*>(part.data()), 4 * part.size());
    }
    return content + text;
}

std::string damaged(Dice& dice) {
    std::string content = small_file();
    for (std::int32_t changes = dice.between(0, 4); changes > 0 && !content.empty(); --changes) {
        const std::size_t place = dice.any() % content.size();
        switch (dice.between(0, 5)) {
            case 0:
            case 1:
            case 2:
                content[place] = static_cast<char>(dice.any());
                break;
            case 3:
                content[place] = dice.one_of<char>({'\n', ' ', '|', '=', '+', 'n', '\0'});
                break;
            case 4:
                content.erase(place, dice.any() % 20);
                break;
            default:
                content.insert(place, content.substr(dice.any() % content.size(), 15));
        }
    }
    content.shrink_to_fit();
    return content;
}

std::string some_word(Dice& dice) {
    const std::vector<std::string> some{"dog", "DOG", "dogs", "ran", "men", "uses", "using", "s",
                                         "",    "es",  "ing",  "redder", "better", "domestic_dog"};
    std::string word = dice.one_of(some);
    if (dice.one_in(3)) {
        word += static_cast<char>(dice.any());
    }
    return word;
}

// A word's synsets, which are appended; a damaged file may name some that it does not have.
void look_up(const SynsetIndex& index, const std::string& word) {
    std::vector<std::int32_t> numbers{-7};
    index.append_synsets(word, numbers);
    require(numbers.front() == -7, "synsets are appended");
    for (std::size_t at = 1; at < numbers.size(); ++at) {
        try {
            index.row(numbers[at]);
        } catch (const std::out_of_range&) {
        }
        index.has_lemma(numbers[at], word);
    }
    require(!index.has_lemma(-1, word), "no synset has no lemmas");
}

void look_up_in_a_whole_file() {
    const std::string content = small_file();
    const SynsetIndex index(content);
    const std::vector<std::pair<std::string, std::string>> rows{
        {"dogs", "02084071n dog domestic_dog|Canis"}, {"using", "01158872v use utilize"},
        {"better", "well.r well"},                    {"canis", "02084071n dog domestic_dog|Canis"},
        {"redder", ""},                               {"ran", "run.v run"}};
    for (const auto& [word, row] : rows) {
        std::vector<std::int32_t> numbers;
        index.append_synsets(word, numbers);
        require(numbers.size() == (row.empty() ? 0 : 1), "a word has its one synset, or none");
        require(row.empty() || index.row(numbers[0]) == row, "a synset has the row of the file");
    }
    const std::vector<std::pair<std::int32_t, std::string>> lemmas{
        {0, "entity"}, {1, "dog"}, {1, "domestic_dog"}, {2, "utilize"}, {4, "solo"}, {6, "run"}};
    for (const auto& [synset, word] : lemmas) {
        require(index.has_lemma(synset, word), "a synset has its lemmas");
        require(!index.has_lemma(synset, word + "x"), "a synset has no other lemmas");
    }
    require(!index.has_lemma(1, "Canis"), "what is behind the bar is no lemma of one word");
    require(!index.has_lemma(4, "other"), "a word that is alone has no other beside it");
}

// Words of the letters that rules look at, and of bytes beyond ASCII.
void find_stem(Dice& dice) {
    const std::vector<std::string> parts{"a", "y", "l", "ll", "s", "ies", "ed", "ing", "ation",
                                         "al", "li", "e", "*d", "\xc3\xa9", "\xf0\x9f\x98\x80"};
    std::string word;
    for (std::int32_t count = dice.between(0, 6); count > 0; --count) {
        word += dice.one_of(parts);
    }
    require(porter_stem(word, word).size() <= word.size() + 1, "a rule adds a letter at most");
}

std::unique_ptr<SynsetIndex> index_of(const std::string& content) {
    try {
        return std::make_unique<SynsetIndex>(content);
    } catch (const std::invalid_argument&) {
        return nullptr;
    }
}

}  // namespace

void run_wordnet_case(Dice& dice) {
    look_up_in_a_whole_file();
    find_stem(dice);
    const std::string content = damaged(dice);
    const std::unique_ptr<SynsetIndex> index = index_of(content);
    if (!index) {
        return;
    }
    for (std::int32_t words = 0; words < 20; ++words) {
        look_up(*index, some_word(dice));
    }
    for (const std::int32_t number : {-1, std::numeric_limits<std::int32_t>::min()}) {
        require_refused<std::out_of_range>([&] { index->row(number); }, "a number of no synset");
    }
}

}  // namespace meteorscope::fuzzing
