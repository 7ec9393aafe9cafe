#include "certain.hpp"

#include <algorithm>
#include <limits>

namespace meteorscope {

namespace {

constexpr int kRounds = 8;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace

void CertainMatches::find(const Rows& rows, const Reduction& reduction) {
    start(rows, reduction);
    for (const Pair& pair : reduction.single_matches()) {
        make_certain(pair.hypothesis, pair.reference, pair.stage);
    }
    open_edges_ = 0;
    for (const std::int32_t s : reduction.matched_types()) {
        const std::vector<std::int32_t>& edges = reduction.edges_of_hypothesis(s);
        open_pairs_.insert(open_pairs_.end(), edges.begin(), edges.end());
    }
    forget_closed();
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction.edge(number);
        open_edges_ += static_cast<std::int64_t>(hypothesis_count_[at(edge.hypothesis)]) *
                       reference_count_[at(edge.reference)];
    }
}

void CertainMatches::apply_rule() {
    for (int round = 0; round < kRounds && !open_pairs_.empty(); ++round) {
        count_adjacencies();
        if (!take_runs()) {
            break;
        }
        forget_closed();
    }
}

void CertainMatches::start(const Rows& rows, const Reduction& reduction) {
    rows_ = &rows;
    reduction_ = &reduction;
    matches_.clear();
    partner_of_hypothesis_.assign(at(rows.hypothesis().size()) + 1, -1);
    partner_of_reference_.assign(at(rows.reference().size()) + 1, -1);
    tokens_of_hypothesis_ = rows.hypothesis().positions;
    tokens_of_reference_ = rows.reference().positions;
    hypothesis_count_ = rows.hypothesis().count;
    reference_count_ = rows.reference().count;
    open_pairs_.clear();
}

std::int32_t CertainMatches::open_edge(std::int32_t i, std::int32_t j) const {
    if (i < 0 || j < 0 || i >= rows_->hypothesis().size() || j >= rows_->reference().size() ||
        partner_of_hypothesis_[at(i)] >= 0 || partner_of_reference_[at(j)] >= 0) {
        return -1;
    }
    return reduction_->edge_between(rows_->hypothesis().type[at(i)],
                                    rows_->reference().type[at(j)]);
}

void CertainMatches::make_certain(std::int32_t i, std::int32_t j, std::int32_t stage) {
    matches_.push_back({i, j, stage});
    partner_of_hypothesis_[at(i)] = j;
    partner_of_reference_[at(j)] = i;
    remove_token(rows_->hypothesis(), tokens_of_hypothesis_, hypothesis_count_, i);
    remove_token(rows_->reference(), tokens_of_reference_, reference_count_, j);
}

void CertainMatches::remove_token(const Row& row, std::vector<std::int32_t>& tokens,
                                  std::vector<std::int32_t>& count, std::int32_t token) {
    const std::size_t type = at(row.type[at(token)]);
    const auto begin = tokens.begin() + row.first[type];
    const auto end = begin + count[type];
    const auto place = std::find(begin, end, token);
    std::move(place + 1, end, place);
    --count[type];
}

// Fills the joints: how many adjacencies with an open edge are possible at each of them.
void CertainMatches::count_adjacencies() {
    hypothesis_joints_.assign(partner_of_hypothesis_.size(), 0);
    reference_joints_.assign(partner_of_reference_.size(), 0);
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        for (const std::int32_t i : open_hypothesis_tokens(edge.hypothesis)) {
            for (const std::int32_t j : open_reference_tokens(edge.reference)) {
                if (is_certain(i + 1, j + 1) || open_edge(i + 1, j + 1) >= 0) {
                    count_adjacency(i, j);
                }
                if (is_certain(i - 1, j - 1)) {
                    count_adjacency(i - 1, j - 1);
                }
            }
        }
    }
}

void CertainMatches::count_adjacency(std::int32_t i, std::int32_t j) {
    ++hypothesis_joints_[at(i)];
    ++reference_joints_[at(j)];
}

// Makes certain what the rule says of runs; whether there was any.
bool CertainMatches::take_runs() {
    bool taken = false;
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        if (!reduction_->is_alone(edge)) {
            continue;
        }
        // What is taken disappears from the lists.
        const IntegerSpan hypothesis = open_hypothesis_tokens(edge.hypothesis);
        const IntegerSpan reference = open_reference_tokens(edge.reference);
        hypothesis_snapshot_.assign(hypothesis.begin(), hypothesis.end());
        reference_snapshot_.assign(reference.begin(), reference.end());
        for (const std::int32_t i : hypothesis_snapshot_) {
            for (const std::int32_t j : reference_snapshot_) {
                taken = take_run_from(i, j) || taken;
            }
        }
    }
    return taken;
}

// Whether two tokens are of types that have only each other.
bool CertainMatches::is_alone(std::int32_t i, std::int32_t j) const {
    const std::int32_t number = open_edge(i, j);
    return number >= 0 && reduction_->is_alone(reduction_->edge(number));
}

bool CertainMatches::take_run_from(std::int32_t i, std::int32_t j) {
    if (!is_alone(i, j) || is_alone(i - 1, j - 1)) {
        return false;
    }
    std::int32_t length = 1;
    while (is_alone(i + length, j + length)) {
        ++length;
    }
    if (!is_best(i, j, length)) {
        return false;
    }
    for (; length > 0; --length, ++i, ++j) {
        make_certain(i, j, reduction_->edge(open_edge(i, j)).stage);
    }
    return true;
}

// Whether breaking any part of a run costs adjacencies, whatever is matched instead.
bool CertainMatches::is_best(std::int32_t i, std::int32_t j, std::int32_t length) const {
    std::int32_t broken = 0;  // the least worth of a break up to here that is not closed
    std::int32_t least = std::numeric_limits<std::int32_t>::max();
    for (std::int32_t k = 0; k < length; ++k) {
        const std::int32_t begun = k == 0 ? worth_of_end(i - 1, j - 1, false) : 1;
        const std::int32_t going_on =
            k == 0 ? begun : broken + 1 - loss(i + k - 1, j + k - 1, true);
        broken = std::min(begun, going_on);
        const bool last = k + 1 == length;
        least = std::min(least, broken + (last ? worth_of_end(i + k, j + k, true) : 1));
    }
    return least > 0;
}

// Adjacencies that other matches may have at the joint after (i, j): one on each side.
std::int32_t CertainMatches::loss(std::int32_t i, std::int32_t j, bool within) const {
    const std::int32_t own = within ? 1 : 0;
    return (i >= 0 && hypothesis_joints_[at(i)] > own) +
           (j >= 0 && reference_joints_[at(j)] > own);
}

// What a run has for certain at the joint after (i, j), which lies before the run, or after it.
std::int32_t CertainMatches::worth_of_end(std::int32_t i, std::int32_t j, bool after) const {
    const std::int32_t neighbour_i = after ? i + 1 : i;
    const std::int32_t neighbour_j = after ? j + 1 : j;
    if (is_certain(neighbour_i, neighbour_j)) {
        return 1;
    }
    return -loss(i, j, open_edge(neighbour_i, neighbour_j) >= 0);
}

// Drops pairs of types that have no open tokens left, and takes those that have one each.
void CertainMatches::forget_closed() {
    const auto is_closed = [&](std::int32_t number) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const std::int32_t tokens = hypothesis_count_[at(edge.hypothesis)];
        const std::int32_t partners = reference_count_[at(edge.reference)];
        if (tokens == 1 && partners == 1 && reduction_->is_alone(edge)) {
            make_certain(open_hypothesis_tokens(edge.hypothesis)[0],
                         open_reference_tokens(edge.reference)[0], edge.stage);
            return true;
        }
        return tokens == 0 || partners == 0;
    };
    open_pairs_.erase(std::remove_if(open_pairs_.begin(), open_pairs_.end(), is_closed),
                      open_pairs_.end());
}

}  // namespace meteorscope
