// Tables of paraphrases, compiled into the bytes of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "meteor15/paraphrases/index.hpp"

namespace meteorscope::fuzzing {

using PhraseWords = std::vector<std::string>;

// What a table was compiled from, and the file.
struct CompiledTable {
    std::vector<std::pair<PhraseWords, PhraseWords>> rows;  // phrase and paraphrase
    std::map<std::string, std::int32_t> numbers;            // of its words
    std::vector<std::int32_t> file;
};

// A few rows of a few words; phrases have at least so many. The lines reach the builder in pieces that are cut anywhere.
CompiledTable random_table(Dice& dice, std::int32_t fewest_words);

// The file, in memory of its own and not a byte more.
std::unique_ptr<PhraseTable> open_table(const std::vector<std::int32_t>& file, std::size_t bytes);

}  // namespace meteorscope::fuzzing
