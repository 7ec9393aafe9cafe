#include "search/words/optimal/certain.hpp"

#include <algorithm>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

void CertainMatches::find(const Rows& rows, const Reduction& reduction) {
    start(rows, reduction);
    const UnsetVector<Pair>& singles = reduction.single_matches();
    matches_.assign(singles.begin(), singles.end());
    for (const Pair& pair : matches_) {
        mark_certain(pair.hypothesis, pair.reference);
    }
    open_edges_ = 0;
    for (const std::int32_t s : reduction.matched_types()) {
        const std::vector<std::int32_t>& edges = reduction.edges_of_hypothesis(s);
        for (const std::int32_t number : edges) {
            open_pairs_.push_back(number);
            open_tokens_of(number);
        }
    }
    forget_closed();
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction.edge(number);
        open_edges_ += static_cast<std::int64_t>(hypothesis_count_[index(edge.hypothesis)]) *
                       reference_count_[index(edge.reference)];
    }
}

void CertainMatches::apply_rule() {
    if (open_pairs_.empty()) {
        return;
    }
    take_short_runs();
    forget_closed();
    list_neighbours();
    const auto may_begin_run = [this](std::int32_t number) {
        return reduction_->edge(number).alone;
    };
    for (int round = 0; round < kCertainRounds; ++round) {
        if (std::none_of(open_pairs_.begin(), open_pairs_.end(), may_begin_run)) {
            break;
        }
        count_adjacencies();
        if (!take_runs()) {
            break;
        }
        forget_closed();
    }
}

// What the rule says of runs of one or two between certain matches, without counting: always that
// they are certain.
void CertainMatches::take_short_runs() {
    for (std::int32_t i = 1; i + 1 < rows_->hypothesis().size(); ++i) {
        const std::int32_t j = partner_[beside(i - 1)] + 1;  // -1 without a partner
        if (!is_alone(i, j)) {
            continue;
        }
        const std::int32_t length = is_alone(i + 1, j + 1) ? 2 : 1;
        if (is_certain(i + length, j + length)) {
            take(i, j, length);
        }
    }
}

void CertainMatches::start(const Rows& rows, const Reduction& reduction) {
    rows_ = &rows;
    reduction_ = &reduction;
    hypothesis_size_ = rows.hypothesis().type.size() + 2;
    reference_size_ = rows.reference().type.size() + 2;
    fill_blocks(partner_, hypothesis_size_, no_partner);
    fill_blocks(hypothesis_edge_, hypothesis_size_, closed_in_hypothesis);
    fill_blocks(reference_edge_, reference_size_, closed_in_reference);
    // Filled as far as types have edges.
    tokens_of_hypothesis_.resize(rows.hypothesis().type.size());
    tokens_of_reference_.resize(rows.reference().type.size());
    hypothesis_count_.resize(rows.hypothesis().name.size());
    reference_count_.resize(rows.reference().name.size());
    open_pairs_.clear();
}

void CertainMatches::open_tokens_of(std::int32_t number) {
    const Reduction::Edge& edge = reduction_->edge(number);
    const std::int32_t mark = edge.alone ? number : several;
    open_tokens_of(rows_->hypothesis(), edge.hypothesis, mark, hypothesis_edge_,
                   tokens_of_hypothesis_, hypothesis_count_);
    open_tokens_of(rows_->reference(), edge.reference, mark, reference_edge_,
                   tokens_of_reference_, reference_count_);
}

void CertainMatches::open_tokens_of(const Row& row, std::int32_t type, std::int32_t mark,
                                    std::vector<std::int32_t>& edges,
                                    std::vector<std::int32_t>& tokens,
                                    std::vector<std::int32_t>& count) {
    count[index(type)] = row.count[index(type)];
    auto place = tokens.begin() + row.first[index(type)];
    for (const std::int32_t token : row.positions_of(type)) {
        edges[beside(token)] = mark;
        *place++ = token;
    }
}

std::int32_t CertainMatches::edge_of_several(std::int32_t i, std::int32_t j) const {
    return reduction_->edge_between(rows_->hypothesis().type[index(i)],
                                    rows_->reference().type[index(j)]);
}

void CertainMatches::make_certain(std::int32_t i, std::int32_t j, std::int32_t stage) {
    matches_.push_back({i, j, stage});
    mark_certain(i, j);
    remove_token(rows_->hypothesis(), tokens_of_hypothesis_, hypothesis_count_, i);
    remove_token(rows_->reference(), tokens_of_reference_, reference_count_, j);
}

void CertainMatches::remove_token(const Row& row, std::vector<std::int32_t>& tokens,
                                  std::vector<std::int32_t>& count, std::int32_t token) {
    const std::size_t type = index(row.type[index(token)]);
    std::int32_t* const own = tokens.data() + row.first[type];
    std::size_t kept = 0;
    for (std::size_t place = 0; place < index(count[type]); ++place) {
        const std::int32_t other = own[place];
        own[kept] = other;
        kept += other != token;
    }
    count[type] = static_cast<std::int32_t>(kept);
}

// Lists the open edges with a neighbour, as far as that is known without a branch. Five in six
// have none, and get none later.
void CertainMatches::list_neighbours() {
    neighbours_.resize(static_cast<std::size_t>(open_edges_) + 1);
    OpenEdge* next = neighbours_.data();
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const IntegerSpan reference_tokens = open_reference_tokens(edge.reference);
        for (const std::int32_t i : open_hypothesis_tokens(edge.hypothesis)) {
            const std::int32_t before = hypothesis_edge_[beside(i - 1)];
            const std::int32_t after = hypothesis_edge_[beside(i + 1)];
            for (const std::int32_t j : reference_tokens) {
                const std::int32_t* const edges = reference_edge_.data() + beside(j);
                *next = {i, j, number};
                next += static_cast<int>(before == edges[-1]) | static_cast<int>(after == edges[1]);
            }
        }
    }
    neighbours_.resize(static_cast<std::size_t>(next - neighbours_.data()));
}

// Fills the joints: how many adjacencies with an open edge are possible at each of them. Lists
// the edges of types that have only each other where a run could begin. Without a branch, as what
// there is at an edge is as good as random.
void CertainMatches::count_adjacencies() {
    fill_blocks(hypothesis_joints_, hypothesis_size_, 0);
    fill_blocks(reference_joints_, reference_size_, 0);
    // Room for one more, which is written and not kept.
    beginnings_.resize(neighbours_.size() + 1);
    std::size_t kept = 0;
    std::size_t begun = 0;
    for (const OpenEdge neighbour : neighbours_) {
        const std::size_t i = beside(neighbour.hypothesis);
        const std::size_t j = beside(neighbour.reference);
        const std::int32_t* const edges = hypothesis_edge_.data() + i;
        const std::int32_t* const others = reference_edge_.data() + j;
        const bool is_open = (edges[0] == others[0]) & (edges[0] >= several);
        bool goes_on = is_open & (edges[1] == others[1]);
        const bool continues = is_open & (edges[-1] == others[-1]) & (edges[-1] < several);
        if (goes_on & (edges[1] == several)) {
            goes_on = edge_of_several(neighbour.hypothesis + 1, neighbour.reference + 1) >= 0;
        }
        hypothesis_joints_[i] += goes_on;
        reference_joints_[j] += goes_on;
        hypothesis_joints_[i - 1] += continues;
        reference_joints_[j - 1] += continues;
        beginnings_[begun] = neighbour;
        begun += (edges[0] >= 0) & (goes_on | continues);
        neighbours_[kept] = neighbour;
        kept += is_open;
    }
    beginnings_.resize(begun);
    neighbours_.resize(kept);
}

// Makes certain what the rule says of runs; whether there was any.
bool CertainMatches::take_runs() {
    const std::size_t before = matches_.size();
    for (const auto& [i, j, number] : beginnings_) {
        if (is_alone(i, j) && !is_alone(i - 1, j - 1)) {
            take_run_from(i, j);
        }
    }
    return matches_.size() > before;
}

void CertainMatches::take_run_from(std::int32_t i, std::int32_t j) {
    std::int32_t length = 1;
    while (is_alone(i + length, j + length)) {
        ++length;
    }
    const bool has_certain_end = is_certain(i - 1, j - 1) || is_certain(i + length, j + length);
    if ((length == 1 && !has_certain_end) || !is_best(i, j, length)) {
        return;
    }
    take(i, j, length);
}

void CertainMatches::take(std::int32_t i, std::int32_t j, std::int32_t length) {
    for (; length > 0; --length, ++i, ++j) {
        make_certain(i, j, reduction_->edge(open_edge(i, j)).stage);
    }
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
    return (hypothesis_joints_[beside(i)] > own) + (reference_joints_[beside(j)] > own);
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
        const std::int32_t tokens = hypothesis_count_[index(edge.hypothesis)];
        const std::int32_t partners = reference_count_[index(edge.reference)];
        if (tokens == 1 && partners == 1 && edge.alone) {
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
