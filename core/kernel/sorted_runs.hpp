// Sorting what comes in a few streams, each of them in order or nearly so: what is out of order is
// put in its place as it comes, and the streams are merged.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace meteorscope {

// Items have to differ from each other, so that their order is the only one there is.
template <typename Item>
class SortedRuns {
public:
    // Empties all runs and makes room in each of them.
    void begin(std::size_t runs, std::size_t room) {
        if (items_.size() < runs * room) {
            items_.resize(runs * room);
            merged_.resize(runs * room);
        }
        runs_.resize(runs);
        for (std::size_t run = 0; run < runs; ++run) {
            runs_[run] = {run * room, run * room};
        }
    }

    void push(std::size_t run, const Item& item) {
        Item* const first = items_.data() + runs_[run].first;
        Item* place = items_.data() + runs_[run].last++;
        for (; place != first && item < place[-1]; --place) {
            *place = place[-1];
        }
        *place = item;
    }

    // ``sorted`` becomes the first ``most`` items of all runs, in order.
    void merge(std::size_t most, std::vector<Item>& sorted) {
        runs_.erase(std::remove_if(runs_.begin() + 1, runs_.end(),
                                   [](const Run& run) { return run.first == run.last; }),
                    runs_.end());
        while (runs_.size() > 1) {
            merge_pairs(most);
        }
        const Run& run = runs_.front();
        sorted.resize(std::min(most, run.last - run.first));
        std::copy_n(items_.data() + run.first, sorted.size(), sorted.data());
    }

private:
    struct Run {
        std::size_t first;
        std::size_t last;
    };

    void merge_pairs(std::size_t most) {
        std::size_t pairs = 0;
        std::size_t end = 0;
        for (std::size_t run = 0; run < runs_.size(); run += 2) {
            const std::size_t first = end;
            end = run + 1 < runs_.size() ? merge_two(runs_[run], runs_[run + 1], most, first)
                                         : move(runs_[run], most, first);
            runs_[pairs++] = {first, end};
        }
        runs_.resize(pairs);
        items_.swap(merged_);
    }

    std::size_t move(const Run& run, std::size_t most, std::size_t to) {
        const std::size_t count = std::min(most, run.last - run.first);
        std::copy_n(items_.data() + run.first, count, merged_.data() + to);
        return to + count;
    }

    std::size_t merge_two(const Run& run, const Run& other, std::size_t most, std::size_t to) {
        const Item* one = items_.data() + run.first;
        const Item* const one_end = items_.data() + run.last;
        const Item* two = items_.data() + other.first;
        const Item* const two_end = items_.data() + other.last;
        Item* out = merged_.data() + to;
        Item* const stop = out + std::min(most, run.last - run.first + other.last - other.first);
        while (one != one_end && two != two_end && out != stop) {
            // No branch on which is less, as that is as good as random.
            const bool second = *two < *one;
            *out++ = second ? *two : *one;
            one += !second;
            two += second;
        }
        const auto left = [&](const Item* end, const Item* next) {
            return std::min(static_cast<std::size_t>(end - next),
                            static_cast<std::size_t>(stop - out));
        };
        out = std::copy_n(one, left(one_end, one), out);
        out = std::copy_n(two, left(two_end, two), out);
        return static_cast<std::size_t>(out - merged_.data());
    }

    std::vector<Item> items_;
    std::vector<Item> merged_;
    std::vector<Run> runs_;
};

}  // namespace meteorscope
