// Places in two rows, each with a number: a hash table that is emptied at no cost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace meteorscope {

class PointMap {
public:
    // Empties it and makes room for that many points.
    void clear(std::size_t points) {
        std::size_t size = 16;
        while (size < 2 * points) {
            size *= 2;
        }
        if (entries_.size() < size) {
            entries_.assign(size, Entry{});
            epoch_ = 0;
        }
        if (++epoch_ == 0) {  // the counter went round
            std::fill(entries_.begin(), entries_.end(), Entry{});
            epoch_ = 1;
        }
    }
    // The number of a point, which becomes ``number`` if it has none.
    std::int32_t add(std::int32_t reference, std::int32_t hypothesis, std::int32_t number) {
        Entry& entry = entries_[place(reference, hypothesis)];
        if (entry.epoch != epoch_) {
            entry = {epoch_, reference, hypothesis, number};
        }
        return entry.number;
    }
    // The number of a point, or -1.
    std::int32_t find(std::int32_t reference, std::int32_t hypothesis) const {
        const Entry& entry = entries_[place(reference, hypothesis)];
        return entry.epoch == epoch_ ? entry.number : -1;
    }
    bool contains(std::int32_t reference, std::int32_t hypothesis) const {
        return entries_[place(reference, hypothesis)].epoch == epoch_;
    }

private:
    struct Entry {
        std::uint32_t epoch = 0;
        std::int32_t reference = 0;
        std::int32_t hypothesis = 0;
        std::int32_t number = 0;
    };

    // Where a point is, or would be.
    std::size_t place(std::int32_t reference, std::int32_t hypothesis) const {
        constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15U;
        std::uint64_t sum = ((static_cast<std::uint64_t>(reference) << 32U) ^
                             static_cast<std::uint32_t>(hypothesis)) *
                            kMix;
        sum ^= sum >> 32U;
        std::size_t index = static_cast<std::size_t>(sum) & (entries_.size() - 1);
        while (entries_[index].epoch == epoch_ && (entries_[index].reference != reference ||
                                                   entries_[index].hypothesis != hypothesis)) {
            index = (index + 1) & (entries_.size() - 1);
        }
        return index;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(16);
    std::uint32_t epoch_ = 1;
};

}  // namespace meteorscope
