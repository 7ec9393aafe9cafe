#include "review/edit_distance.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace meteorscope {

namespace edit_distance {

using Blocks = std::vector<std::uint64_t>;

constexpr std::size_t kBits = 64;

// Where an item is in a row. A bit for each place of the row takes too much memory for each of
// thousands of items, so items that are rarer than there are blocks have a list of their places.
class Places {
public:
    explicit Places(const std::vector<std::int32_t>& row)
        : blocks_((row.size() + kBits - 1) / kBits), scratch_(blocks_, 0) {
        for (std::size_t place = 0; place < row.size(); ++place) {
            lists_[row[place]].push_back(place);
        }
        for (auto& [item, list] : lists_) {
            if (list.size() <= blocks_) continue;
            set(list, frequent_.emplace(item, Blocks(blocks_, 0)).first->second);
            list.clear();
        }
    }

    std::size_t blocks() const { return blocks_; }

    // The places as bits; valid until the next call.
    const Blocks& of(std::int32_t item) {
        const auto frequent = frequent_.find(item);
        if (frequent != frequent_.end()) return frequent->second;
        if (shown_ != nullptr) {
            for (const std::size_t place : *shown_) scratch_[place / kBits] = 0;
        }
        const auto found = lists_.find(item);
        shown_ = found == lists_.end() ? nullptr : &found->second;
        if (shown_ != nullptr) set(*shown_, scratch_);
        return scratch_;
    }

private:
    static void set(const std::vector<std::size_t>& list, Blocks& bits) {
        for (const std::size_t place : list) {
            bits[place / kBits] |= std::uint64_t{1} << (place % kBits);
        }
    }

    std::size_t blocks_;
    Blocks scratch_;
    const std::vector<std::size_t>* shown_ = nullptr;
    std::unordered_map<std::int32_t, std::vector<std::size_t>> lists_;
    std::unordered_map<std::int32_t, Blocks> frequent_;
};

// The distance, or anything above the limit where it is above it: only cells that are at most as far
// from the diagonal are looked at (Ukkonen, 1985), in whole blocks.
std::int64_t distance_within(std::int64_t limit, std::size_t rows, Places& places,
                             const std::vector<std::int32_t>& after) {
    const std::size_t reach = static_cast<std::size_t>(limit);
    const std::size_t blocks = places.blocks();
    const std::size_t rows_of_last = rows - (blocks - 1) * kBits;
    // Rows whose distance is one more, and one less, than that of the row above.
    Blocks more(blocks, ~std::uint64_t{0});
    Blocks less(blocks, 0);
    std::vector<std::int64_t> distances(blocks);  // in the last row of each block
    std::size_t known = 0;
    for (std::size_t column = 0; column < after.size(); ++column) {
        const std::size_t first = column < reach ? 0 : (column - reach) / kBits;
        const std::size_t end = std::min(blocks, (column + reach) / kBits + 1);
        for (; known < end; ++known) {
            const std::size_t size = known + 1 == blocks ? rows_of_last : kBits;
            const std::int64_t above =
                known == 0 ? static_cast<std::int64_t>(column) : distances[known - 1];
            distances[known] = above + static_cast<std::int64_t>(size);
        }
        const Blocks& same_here = places.of(after[column]);
        std::uint64_t carry_more = 1;  // above the first row each column adds one
        std::uint64_t carry_less = 0;
        for (std::size_t block = first; block < end; ++block) {
            const std::uint64_t up = more[block];
            const std::uint64_t down = less[block];
            const std::uint64_t same = same_here[block] | carry_less;
            const std::uint64_t diagonal = (((same & up) + up) ^ up) | same | down;
            std::uint64_t right = down | ~(diagonal | up);
            std::uint64_t left = up & diagonal;
            const std::size_t last = (block + 1 == blocks ? rows_of_last : kBits) - 1;
            const std::uint64_t next_more = right >> last & 1;
            const std::uint64_t next_less = left >> last & 1;
            distances[block] += static_cast<std::int64_t>(next_more);
            distances[block] -= static_cast<std::int64_t>(next_less);
            right = right << 1 | std::exchange(carry_more, next_more);
            left = left << 1 | std::exchange(carry_less, next_less);
            more[block] = left | ~(diagonal | right);
            less[block] = right & diagonal;
        }
    }
    return distances.back();
}

}  // namespace edit_distance

std::int64_t levenshtein(const std::vector<std::int32_t>& before,
                         const std::vector<std::int32_t>& after) {
    const auto rows = static_cast<std::int64_t>(before.size());
    const auto columns = static_cast<std::int64_t>(after.size());
    if (before.empty() || after.empty()) return rows + columns;
    edit_distance::Places places(before);
    const std::int64_t most = std::max(rows, columns);
    for (std::int64_t limit = std::abs(rows - columns) + 64;; limit *= 4) {
        if (limit > most / 4) limit = most;
        const std::int64_t distance =
            edit_distance::distance_within(limit, before.size(), places, after);
        if (distance <= limit) return distance;
    }
}

}  // namespace meteorscope
