#include "puzzles.hpp"

#include <algorithm>
#include <numeric>

namespace meteorscope::fuzzing {

namespace {

constexpr std::int32_t longest = 5000;

Integers some_keys(Dice& dice, std::int32_t most, std::int32_t key_count) {
    Integers keys(static_cast<std::size_t>(dice.between(0, most)));
    for (std::int32_t& key : keys) {
        key = dice.between(0, key_count - 1);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (std::size_t end = keys.size(); end > 1; --end) {
        std::swap(keys[end - 1], keys[dice.any() % end]);
    }
    keys.shrink_to_fit();
    return keys;
}

std::int32_t random_length(Dice& dice) {
    switch (dice.between(0, 19)) {
        case 0:
            return 0;
        case 1:
            return dice.between(0, 300);
        case 2:
            return dice.one_in(40) ? longest : 1;
        case 3:  // about as many as fit a mask
            return dice.one_of<std::int32_t>({60, 124}) + dice.between(0, 5);
        default:
            return dice.between(1, dice.one_of<std::int32_t>({3, 8, 16, 40}));
    }
}

// Types at random, from among some of all.
Integers any_row(Dice& dice, std::int32_t types) {
    Integers row(static_cast<std::size_t>(random_length(dice)));
    const std::int32_t used = std::min(types, dice.one_of<std::int32_t>({1, 2, 3, 5, 20, 9999}));
    for (std::int32_t& type : row) {
        type = types - dice.between(1, used);
    }
    return row;
}

// A pattern of types, repeated.
Integers repeated(const Integers& pattern, std::int32_t times) {
    Integers row;
    for (std::int32_t time = 0; time < times; ++time) {
        row.insert(row.end(), pattern.begin(), pattern.end());
    }
    row.shrink_to_fit();
    return row;
}

// The other row with a few tokens changed, moved or gone: what translations look like.
Integers changed(Dice& dice, const Integers& row, std::int32_t types) {
    Integers other = row;
    for (std::int32_t changes = dice.between(0, 6); changes > 0 && !other.empty(); --changes) {
        const auto at = static_cast<std::ptrdiff_t>(dice.any() % other.size());
        switch (dice.between(0, 3)) {
            case 0:
                other[static_cast<std::size_t>(at)] = dice.between(0, types - 1);
                break;
            case 1:
                other.erase(other.begin() + at);
                break;
            case 2:
                other.insert(other.begin() + at, dice.between(0, types - 1));
                break;
            default:
                std::rotate(other.begin(), other.begin() + at, other.end());
        }
    }
    other.shrink_to_fit();
    return other;
}

Integers ascending(std::int32_t types, std::int32_t most) {
    Integers row(static_cast<std::size_t>(std::min(types, most)));
    std::iota(row.begin(), row.end(), 0);
    return row;
}

}  // namespace

RandomKeys::RandomKeys(Dice& dice, std::int32_t types) : types_(types) {
    for (std::int32_t stages = dice.between(1, 4); stages > 0; --stages) {
        stages_.push_back(random_stage(dice, types));
    }
}

RandomKeys::Stage RandomKeys::random_stage(Dice& dice, std::int32_t types) {
    Stage stage;
    if (dice.one_in(3)) {
        stage.identity = true;
        stage.key_count = types;
        return stage;
    }
    // One key for all, few, many, and numbers far apart. Of many types few share a key, or all
    // pairs of them would be looked at.
    const bool few_types = types < 100;
    stage.key_count = few_types ? dice.one_of<std::int32_t>({1, 2, 5, 64, 65, 1000, 70000})
                                : dice.one_of<std::int32_t>({1000, 70000});
    const std::int32_t most = dice.one_of<std::int32_t>({0, 1, 2, 3, few_types ? 40 : 4});
    const bool sides_differ = dice.one_in(2);
    for (std::int32_t type = 0; type < types; ++type) {
        stage.hypothesis.push_back(some_keys(dice, most, stage.key_count));
        stage.reference.push_back(sides_differ ? some_keys(dice, most, stage.key_count)
                                               : stage.hypothesis.back());
    }
    return stage;
}

std::int32_t RandomKeys::key_count(std::int32_t stage) const { return at(stage).key_count; }

IntegerSpan RandomKeys::hypothesis_keys(std::int32_t stage, std::int32_t type) const {
    const Stage& found = at(stage);
    return found.identity ? IntegerSpan()
                          : IntegerSpan(found.hypothesis.at(static_cast<std::size_t>(type)));
}

IntegerSpan RandomKeys::reference_keys(std::int32_t stage, std::int32_t type) const {
    const Stage& found = at(stage);
    return found.identity ? IntegerSpan()
                          : IntegerSpan(found.reference.at(static_cast<std::size_t>(type)));
}

std::int32_t RandomKeys::stage_of(std::int32_t hypothesis_type,
                                  std::int32_t reference_type) const {
    for (std::int32_t stage = 0; stage < stages(); ++stage) {
        if (is_identity(stage)) {
            if (hypothesis_type == reference_type) {
                return stage;
            }
            continue;
        }
        const IntegerSpan theirs = reference_keys(stage, reference_type);
        for (const std::int32_t key : hypothesis_keys(stage, hypothesis_type)) {
            if (std::find(theirs.begin(), theirs.end(), key) != theirs.end()) {
                return stage;
            }
        }
    }
    return -1;
}

RowPair random_rows(Dice& dice, std::int32_t types) {
    const std::int32_t first = dice.between(0, types - 1);
    const std::int32_t second = dice.between(0, types - 1);
    const std::int32_t times = dice.one_of<std::int32_t>({1, 3, 10, 50, 250});
    switch (dice.between(0, 9)) {
        case 0:  // one word, again and again
            return {repeated({first}, 2 * times), repeated({second}, 2 * times + first % 3)};
        case 1:  // alternating, one step apart
            return {repeated({first, second}, times), repeated({second, first}, times)};
        case 2:  // aabb and abab
            return {repeated({first, first, second, second}, times / 2),
                    repeated({first, second}, times)};
        case 3: {  // reversed
            Integers row = ascending(types, 2000);
            return {row, Integers(row.rbegin(), row.rend())};
        }
        case 4:
        case 5: {
            const Integers row = any_row(dice, types);
            return {row, changed(dice, row, types)};
        }
        default:
            return {any_row(dice, types), any_row(dice, types)};
    }
}

}  // namespace meteorscope::fuzzing
