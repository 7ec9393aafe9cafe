#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "review/edit_distance.hpp"
#include "review/translation_edit_rate.hpp"

namespace meteorscope::fuzzing {

namespace {

using Row = std::vector<std::int32_t>;

// Few words that come again and again, which have the most moves, or any words.
Row some_words(Dice& dice, std::int32_t most) {
    const std::int32_t distinct = dice.one_of<std::int32_t>({1, 2, 5, 40, 100000});
    Row words(static_cast<std::size_t>(dice.between(0, most)));
    for (std::int32_t& word : words) {
        word = dice.between(0, distinct);
    }
    return words;
}

// The same words with phrases that are moved, taken out, put in and replaced.
Row edited(Dice& dice, Row words) {
    for (std::int32_t edits = dice.between(0, 6); edits > 0 && !words.empty(); --edits) {
        const auto last = static_cast<std::int32_t>(words.size()) - 1;
        const auto place = words.begin() + dice.between(0, last);
        const auto end = words.begin() + dice.between(static_cast<std::int32_t>(
                                                          place - words.begin()),
                                                      last);
        switch (dice.between(0, 3)) {
            case 0: std::rotate(words.begin(), place, end); break;
            case 1: words.erase(place, end); break;
            case 2: words.insert(place, dice.between(0, 100)); break;
            default: *place = dice.between(0, 100);
        }
    }
    return words;
}

std::int64_t fewest_edits(const Row& words, const Row& target) {
    std::unordered_map<std::int32_t, std::int64_t> left;
    for (const std::int32_t word : words) {
        ++left[word];
    }
    const auto shared = std::count_if(target.begin(), target.end(),
                                      [&left](std::int32_t word) { return left[word]-- > 0; });
    return static_cast<std::int64_t>(std::max(words.size(), target.size())) - shared;
}

// Levenshtein's distance, which knows no moves.
std::int64_t without_moves(const Row& words, const Row& target) {
    std::vector<std::int64_t> costs(target.size() + 1);
    std::iota(costs.begin(), costs.end(), 0);
    for (const std::int32_t word : words) {
        std::int64_t diagonal = std::exchange(costs[0], costs[0] + 1);
        for (std::size_t there = 0; there < target.size(); ++there) {
            const std::int64_t cost = std::min({diagonal + (word != target[there]),
                                                costs[there] + 1, costs[there + 1] + 1});
            diagonal = std::exchange(costs[there + 1], cost);
        }
    }
    return costs.back();
}

}  // namespace

void run_edit_case(Dice& dice) {
    // Long rows leave the diagonal within which edits are looked for.
    const std::int32_t most = dice.one_in(20) ? 300 : dice.one_of<std::int32_t>({3, 20});
    const Row words = some_words(dice, most);
    Row target = dice.one_in(2) ? edited(dice, words) : some_words(dice, most);
    if (target.empty()) {
        target.push_back(0);
    }
    const std::int64_t edits = edits_between(words, target);
    require(edits >= fewest_edits(words, target), "no move makes up for a word that is missing");
    require((edits == 0) == (words == target), "equal words need no edit");
    require(levenshtein(words, target) == without_moves(words, target), "the distance is exact");
    require(most > 20 || edits <= without_moves(words, target), "moves only save edits");
    require(edits == edits_between(words, target), "the same words need the same edits");
}

}  // namespace meteorscope::fuzzing
