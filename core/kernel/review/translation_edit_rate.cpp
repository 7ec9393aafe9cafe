#include "review/translation_edit_rate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace meteorscope {

namespace edit_rate {

constexpr std::int64_t kLongestMove = 10;
constexpr std::int64_t kFarthestMove = 50;
constexpr std::int64_t kBeam = 25;
constexpr std::int64_t kMaxTried = 1000;
constexpr std::int64_t kNever = std::int64_t{1} << 40;

inline std::size_t index_of(std::int64_t place) { return static_cast<std::size_t>(place); }
inline std::size_t index_of(std::size_t place) { return place; }

using Row = std::vector<std::int32_t>;
using Costs = std::vector<std::int64_t>;

// A phrase and the place before which it is put; both count words from 0.
struct Move {
    std::int64_t start;
    std::int64_t length;
    std::int64_t place;
};

enum Step : std::uint8_t { kKept, kReplaced, kTakenOut, kPutIn };

struct Band {
    std::int64_t low;
    std::int64_t end;
};

// How words and target lie side by side on the path of fewest edits.
struct Path {
    std::vector<std::int64_t> partner;       // by word of the target
    std::vector<std::int64_t> wrong_words;   // running sums
    std::vector<std::int64_t> wrong_target;
};

inline Row moved(const Row& words, const Move& move) {
    Row result;
    result.reserve(words.size());
    const auto begin = words.begin();
    const auto phrase = begin + move.start;
    const auto behind = phrase + move.length;
    if (move.place < move.start) {
        result.insert(result.end(), begin, begin + move.place);
        result.insert(result.end(), phrase, behind);
        result.insert(result.end(), begin + move.place, phrase);
        result.insert(result.end(), behind, words.end());
        return result;
    }
    const auto size = static_cast<std::int64_t>(words.size());
    const auto target = begin + (move.place > move.start + move.length
                                     ? move.place
                                     : std::min(size, move.place + move.length));
    result.insert(result.end(), begin, phrase);
    result.insert(result.end(), behind, target);
    result.insert(result.end(), phrase, behind);
    result.insert(result.end(), target, words.end());
    return result;
}

inline std::vector<Band> bands_of(std::int64_t words, std::int64_t target) {
    const double ratio =
        words == 0 ? 1.0 : static_cast<double>(target) / static_cast<double>(words);
    const auto beam = static_cast<double>(kBeam) < ratio / 2
                          ? static_cast<std::int64_t>(std::ceil(ratio / 2 + kBeam))
                          : kBeam;
    std::vector<Band> bands{{0, target + 1}};
    for (std::int64_t number = 1; number <= words; ++number) {
        const auto diagonal =
            static_cast<std::int64_t>(std::floor(static_cast<double>(number) * ratio));
        bands.push_back({std::max<std::int64_t>(0, diagonal - beam),
                         std::min(target + 1, diagonal + beam)});
    }
    bands.back().end = target + 1;
    return bands;
}

// The edit distance of words to their target, near the diagonal.
class Distance {
public:
    Distance(const Row& words, const Row& target)
        : words_(words),
          target_(target),
          bands_(bands_of(static_cast<std::int64_t>(words.size()),
                          static_cast<std::int64_t>(target.size()))),
          forward_(words.size() + 1),
          steps_(words.size() + 1),
          backward_(words.size() + 1),
          known_from_(words.size() + 1) {
        for (std::size_t there = 0; there <= target.size(); ++there) {
            forward_[0].push_back(static_cast<std::int64_t>(there));
        }
        steps_[0].assign(target.size() + 1, kPutIn);
        for (std::size_t number = 1; number <= words.size(); ++number) {
            fill_row(forward_[number - 1], number, words[number - 1], forward_[number],
                     &steps_[number]);
        }
    }

    std::int64_t edits() const { return forward_.back().back(); }

    Path path() const {
        Path path;
        std::size_t word = words_.size();
        std::size_t there = target_.size();
        path.partner.assign(there, 0);
        path.wrong_words.assign(word + 1, 0);
        path.wrong_target.assign(there + 1, 0);
        while (word > 0 || there > 0) {
            const std::uint8_t step = steps_[word][there - index_of(bands_[word].low)];
            if (step == kTakenOut) {
                path.wrong_words[word--] = 1;
                continue;
            }
            if (step == kPutIn) {
                path.wrong_target[there--] = 1;
                path.partner[there] = static_cast<std::int64_t>(word) - 1;
                continue;
            }
            path.wrong_words[word--] = step;
            path.wrong_target[there--] = step;
            path.partner[there] = static_cast<std::int64_t>(word);
        }
        for (auto* sums : {&path.wrong_words, &path.wrong_target}) {
            for (std::size_t index = 1; index < sums->size(); ++index) {
                (*sums)[index] += (*sums)[index - 1];
            }
        }
        return path;
    }

    // The edits that are left after a move, which made these words.
    std::int64_t after(const Row& words, const Move& move) {
        const auto size = static_cast<std::int64_t>(words.size());
        const std::int64_t first = std::min(move.start, move.place);
        const std::int64_t end =
            move.place > move.start + move.length
                ? move.place
                : std::min(std::max(move.start, move.place) + move.length, size);
        const Costs* row = &forward_[index_of(first)];
        for (std::int64_t number = first + 1; number <= end; ++number) {
            Costs& next = scratch_[index_of(number % 2)];
            fill_row(*row, index_of(number), words[index_of(number - 1)], next, nullptr);
            row = &next;
        }
        const Costs& rest = rest_from(index_of(end));
        std::int64_t best = kNever;
        for (std::size_t cell = 0; cell < row->size(); ++cell) {
            best = std::min(best, (*row)[cell] + rest[cell]);
        }
        return best;
    }

private:
    void fill_row(const Costs& above, std::size_t number, std::int32_t word, Costs& costs,
                  std::vector<std::uint8_t>* steps) const {
        const Band band = bands_[number];
        const Band over = bands_[number - 1];
        costs.resize(index_of(band.end - band.low));
        if (steps != nullptr) steps->resize(costs.size());
        std::int64_t left = kNever;
        for (std::int64_t there = band.low; there < band.end; ++there) {
            std::int64_t best = kNever;
            std::uint8_t step = kKept;
            if (over.low < there && there <= over.end) {
                const bool kept = target_[index_of(there - 1)] == word;
                best = above[index_of(there - 1 - over.low)] + (kept ? 0 : 1);
                step = kept ? kKept : kReplaced;
            }
            if (over.low <= there && there < over.end && above[index_of(there - over.low)] + 1 < best) {
                best = above[index_of(there - over.low)] + 1;
                step = kTakenOut;
            }
            if (left + 1 < best) {
                best = left + 1;
                step = kPutIn;
            }
            costs[index_of(there - band.low)] = left = best;
            if (steps != nullptr) (*steps)[index_of(there - band.low)] = step;
        }
    }

    // The edits from each cell of a row to the end; rows are computed as they are needed.
    const Costs& rest_from(std::size_t number) {
        if (known_from_ > words_.size()) {
            const Band band = bands_.back();
            for (std::int64_t there = band.low; there < band.end; ++there) {
                backward_.back().push_back(band.end - 1 - there);
            }
            known_from_ = words_.size();
        }
        while (known_from_ > number) {
            --known_from_;
            fill_row_before(known_from_);
        }
        return backward_[number];
    }

    void fill_row_before(std::size_t number) {
        const Band band = bands_[number];
        const Band under = bands_[number + 1];
        const Costs& below = backward_[number + 1];
        Costs& costs = backward_[number];
        costs.assign(index_of(band.end - band.low), kNever);
        std::int64_t right = kNever;
        for (std::int64_t there = band.end - 1; there >= band.low; --there) {
            std::int64_t best = right + 1;
            if (under.low <= there && there < under.end) {
                best = std::min(best, below[index_of(there - under.low)] + 1);
            }
            if (under.low <= there + 1 && there + 1 < under.end) {
                const bool kept = target_[index_of(there)] == words_[number];
                best = std::min(best, below[index_of(there + 1 - under.low)] + (kept ? 0 : 1));
            }
            costs[index_of(there - band.low)] = right = best;
        }
    }

    const Row& words_;
    const Row& target_;
    std::vector<Band> bands_;
    std::vector<Costs> forward_;
    std::vector<std::vector<std::uint8_t>> steps_;
    std::vector<Costs> backward_;
    std::size_t known_from_;
    Costs scratch_[2];
};

// Looks for the move that saves most edits.
class MoveSearch {
public:
    explicit MoveSearch(const Row& target) : target_(target) {
        for (std::size_t there = 0; there < target.size(); ++there) {
            places_[target[there]].push_back(static_cast<std::int64_t>(there));
        }
    }

    bool is_spent() const { return tried_ >= kMaxTried; }

    std::optional<Move> best(const Row& words, Distance& distance) {
        best_.reset();
        const Path path = distance.path();
        for (std::int64_t start = 0; start < static_cast<std::int64_t>(words.size()); ++start) {
            const auto found = places_.find(words[index_of(start)]);
            if (found == places_.end()) continue;
            const std::vector<std::int64_t>& here = found->second;
            auto there = std::lower_bound(here.begin(), here.end(), start - kFarthestMove);
            for (; there != here.end() && *there <= start + kFarthestMove; ++there) {
                try_phrases(words, distance, path, start, *there);
                if (is_spent()) return std::nullopt;
            }
        }
        if (best_ && std::get<0>(best_->first) > 0) return best_->second;
        return std::nullopt;
    }

private:
    using Rank = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

    void try_phrases(const Row& words, Distance& distance, const Path& path, std::int64_t start,
                     std::int64_t there) {
        const std::int64_t most =
            std::min({kLongestMove, static_cast<std::int64_t>(words.size()) - start,
                      static_cast<std::int64_t>(target_.size()) - there});
        for (std::int64_t length = 1; length <= most; ++length) {
            if (words[index_of(start + length - 1)] != target_[index_of(there + length - 1)]) return;
            if (path.wrong_words[index_of(start + length)] == path.wrong_words[index_of(start)]) continue;
            if (path.wrong_target[index_of(there + length)] == path.wrong_target[index_of(there)]) continue;
            const std::int64_t partner = path.partner[index_of(there)];
            if (start <= partner && partner < start + length) continue;
            try_places(words, distance, path, start, there, length);
            if (is_spent()) return;
        }
    }

    void try_places(const Row& words, Distance& distance, const Path& path, std::int64_t start,
                    std::int64_t there, std::int64_t length) {
        std::int64_t last = -1;
        for (std::int64_t position = there - 1; position < there + length; ++position) {
            const std::int64_t place = position >= 0 ? path.partner[index_of(position)] + 1 : 0;
            if (place == last) continue;
            last = place;
            const Move move{start, length, place};
            ++tried_;
            const std::int64_t saved =
                distance.edits() - distance.after(moved(words, move), move);
            const Rank rank{saved, length, -start, -place};
            if (!best_ || rank > best_->first) best_.emplace(rank, move);
        }
    }

    const Row& target_;
    std::unordered_map<std::int32_t, std::vector<std::int64_t>> places_;
    std::int64_t tried_ = 0;
    std::optional<std::pair<Rank, Move>> best_;
};

}  // namespace edit_rate

std::int64_t edits_between(std::vector<std::int32_t> words,
                           const std::vector<std::int32_t>& target) {
    edit_rate::MoveSearch search(target);
    for (std::int64_t moves = 0;; ++moves) {
        edit_rate::Distance distance(words, target);
        const std::optional<edit_rate::Move> best = search.best(words, distance);
        if (!best) return moves + distance.edits();
        words = edit_rate::moved(words, *best);
    }
}

}  // namespace meteorscope
