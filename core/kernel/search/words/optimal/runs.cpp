#include "search/words/optimal/runs.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

namespace {

constexpr int kCandidates = 32;
constexpr std::int32_t kLookahead = 16;

}  // namespace

void RunFollower::follow(const Rows& rows, const Reduction& reduction,
                         const UnsetVector<Pair>& certain, UnsetVector<Pair>& pairs) {
    start(rows, reduction, certain);
    for (std::int32_t i = 0; i < rows.hypothesis().size(); ++i) {
        match(i);
    }
    pairs.clear();
    for (std::int32_t i = 0; i < rows.hypothesis().size(); ++i) {
        if (partner_[index(i)] >= 0) {
            pairs.push_back({i, partner_[index(i)], stage_[index(i)]});
        }
    }
}

void RunFollower::start(const Rows& rows, const Reduction& reduction,
                        const UnsetVector<Pair>& certain) {
    rows_ = &rows;
    reduction_ = &reduction;
    const Row& reference = rows.reference();
    quota_.resize(index(reduction.edge_count()));
    for (std::int32_t edge = 0; edge < reduction.edge_count(); ++edge) {
        quota_[index(edge)] = reduction.edge(edge).quota;
    }
    partner_.assign(index(rows.hypothesis().size()), -1);
    stage_.resize(index(rows.hypothesis().size()));
    taken_.assign(index(reference.size()), 0);
    above_.resize(index(reference.size() + reference.types()));
    below_.resize(above_.size());
    for (std::int32_t t = 0; t < reference.types(); ++t) {
        const std::size_t begin = index(reference.first[index(t)] + t);
        for (std::int32_t place = 0; place <= reference.count[index(t)]; ++place) {
            above_[begin + index(place)] = below_[begin + index(place)] = place;
        }
    }
    for (const Pair& pair : certain) {
        take(pair.hypothesis, pair.reference, pair.stage);
    }
}

void RunFollower::match(std::int32_t i) {
    const std::int32_t s = rows_->hypothesis().type[index(i)];
    if (partner_[index(i)] >= 0 || reduction_->edges_of_hypothesis(s).empty()) {
        return;
    }
    const std::int32_t j = choose(i, s);
    if (j >= 0) {
        take(i, j, reduction_->edge(open_edge(i, j)).stage);
    }
}

// The token that continues the run of the word before, or else, among free ones near the
// diagonal, the one with the longest run ahead; -1 without one.
std::int32_t RunFollower::choose(std::int32_t i, std::int32_t s) {
    if (i > 0 && partner_[index(i - 1)] >= 0) {
        const std::int32_t continuing = partner_[index(i - 1)] + 1;
        if (continuing < rows_->reference().size() && open_edge(i, continuing) >= 0) {
            return continuing;
        }
    } else if (rows_->reference().size() == 0) {
        return -1;
    }
    std::int32_t best = -1;
    std::tuple<std::int32_t, std::int32_t, std::int32_t> best_worth;
    for (const std::int32_t edge : reduction_->edges_of_hypothesis(s)) {
        if (quota_[index(edge)] <= 0) {
            continue;
        }
        find_nearest(reduction_->edge(edge).reference, i);
        for (const std::int32_t j : nearest_) {
            const auto worth = std::make_tuple(run_ahead(i, j), -std::abs(i - j), -j);
            if (best < 0 || worth > best_worth) {
                best = j;
                best_worth = worth;
            }
        }
    }
    return best;
}

// The edge of two tokens that may still be matched, or -1.
std::int32_t RunFollower::open_edge(std::int32_t i, std::int32_t j) const {
    if (taken_[index(j)] || partner_[index(i)] >= 0) {
        return -1;
    }
    const std::int32_t edge = reduction_->edge_between(rows_->hypothesis().type[index(i)],
                                                       rows_->reference().type[index(j)]);
    return edge >= 0 && quota_[index(edge)] > 0 ? edge : -1;
}

std::int32_t RunFollower::run_ahead(std::int32_t i, std::int32_t j) const {
    const std::int32_t longest = std::min(
        {kLookahead, rows_->hypothesis().size() - i, rows_->reference().size() - j});
    for (std::int32_t length = 1; length < longest; ++length) {
        if (partner_[index(i + length)] != j + length && open_edge(i + length, j + length) < 0) {
            return length;
        }
    }
    return longest;
}

void RunFollower::take(std::int32_t i, std::int32_t j, std::int32_t stage) {
    const Row& reference = rows_->reference();
    const std::int32_t t = reference.type[index(j)];
    const IntegerSpan positions = reference.positions_of(t);
    const auto place = static_cast<std::int32_t>(
        std::lower_bound(positions.begin(), positions.end(), j) - positions.begin());
    const std::size_t begin = index(reference.first[index(t)] + t);
    above_[begin + index(place)] = place + 1;
    below_[begin + index(place + 1)] = place;
    partner_[index(i)] = j;
    stage_[index(i)] = stage;
    taken_[index(j)] = 1;
    const std::int32_t edge = reduction_->edge_between(rows_->hypothesis().type[index(i)], t);
    if (edge >= 0) {  // types with one token each may have none
        --quota_[index(edge)];
    }
}

// Some free positions of a type around the centre, both sides evenly.
void RunFollower::find_nearest(std::int32_t t, std::int32_t centre) {
    const Row& reference = rows_->reference();
    const IntegerSpan positions = reference.positions_of(t);
    const auto size = static_cast<std::int32_t>(positions.size());
    const auto middle = static_cast<std::int32_t>(
        std::lower_bound(positions.begin(), positions.end(), centre) - positions.begin());
    std::int32_t* const above = above_.data() + reference.first[index(t)] + t;
    std::int32_t* const below = below_.data() + reference.first[index(t)] + t;
    nearest_.clear();
    std::int32_t up = root(above, middle);
    std::int32_t down = root(below, middle);
    for (int count = 0; count < kCandidates / 2; ++count) {
        if (up < size) {
            nearest_.push_back(positions[index(up)]);
            up = root(above, up + 1);
        }
        if (down > 0) {
            nearest_.push_back(positions[index(down - 1)]);
            down = root(below, down - 1);
        }
    }
}

}  // namespace meteorscope
