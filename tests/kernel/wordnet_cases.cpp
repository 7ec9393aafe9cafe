#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cases.hpp"
#include "wordnet.hpp"

namespace meteorscope::fuzzing {

namespace {

// A data file as scripts/build_wordnet.py makes them, of few words.
const std::string small_file =
    "00001740n entity\n"
    "02084071n dog domestic_dog|Canis\n"
    "01158872v use utilize\n"
    "00001740a able\n"
    "\n"
    "solo other\nuse run\nred\nwell\n"
    "\n"
    "dogs=dog men=man+woman\nran=run\n=x\nbetter=well+good";

std::string damaged(Dice& dice) {
    std::string content = small_file;
    for (std::int32_t changes = dice.between(0, 4); changes > 0 && !content.empty(); --changes) {
        const std::size_t place = dice.any() % content.size();
        switch (dice.between(0, 3)) {
            case 0:
                content[place] = static_cast<char>(dice.any());
                break;
            case 1:
                content[place] = dice.one_of<char>({'\n', ' ', '|', '=', '+', 'n', '\0'});
                break;
            case 2:
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
    const std::vector<std::string> words{"dog", "DOG", "dogs", "ran", "men", "uses", "using", "s",
                                         "",    "es",  "ing",  "redder", "better", "domestic_dog"};
    std::string word = dice.one_of(words);
    if (dice.one_in(3)) {
        word += static_cast<char>(dice.any());
    }
    return word;
}

// A word's synsets, each of which the index can show.
void look_up(const SynsetIndex& index, const std::string& word) {
    std::vector<std::int32_t> numbers{-7};
    index.append_synsets(word, numbers);
    require(numbers.front() == -7, "synsets are appended");
    for (std::size_t at = 1; at < numbers.size(); ++at) {
        require(!index.row(numbers[at]).empty(), "a synset has a row");
    }
}

std::unique_ptr<SynsetIndex> index_of(std::string content) {
    try {
        return std::make_unique<SynsetIndex>(std::move(content));
    } catch (const std::invalid_argument&) {
        return nullptr;
    }
}

}  // namespace

void run_wordnet_case(Dice& dice) {
    const std::unique_ptr<SynsetIndex> index = index_of(damaged(dice));
    if (!index) {
        return;
    }
    for (std::int32_t words = 0; words < 20; ++words) {
        look_up(*index, some_word(dice));
    }
    for (const std::int32_t number : {-1, 1 << 20}) {
        require_refused<std::out_of_range>([&] { index->row(number); }, "a number of no synset");
    }
}

}  // namespace meteorscope::fuzzing
