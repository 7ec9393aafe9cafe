#include "search/words/optimal/small_certain.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

template <typename Mask>
bool is_none(Mask tokens) {
    return tokens == Mask(0);
}

template <typename Mask>
Mask lowest(Mask tokens) {
    return tokens & (Mask(0) - tokens);
}

template <typename Mask>
Mask without_lowest(Mask tokens) {
    return tokens & (tokens - Mask(1));
}

}  // namespace

// Without a branch on whether two types have one token each: those are certain.
template <typename Mask>
void SmallCertainMatches<Mask>::find(const Rows& rows, const Reduction& reduction) {
    rows_ = &rows;
    reduction_ = &reduction;
    const Row& hypothesis = rows.hypothesis();
    const Row& reference = rows.reference();
    const UnsetVector<Pair>& singles = reduction.single_matches();
    const std::size_t edges = index(reduction.edge_count());
    matches_.resize(singles.size() + edges + 1);
    std::copy(singles.begin(), singles.end(), matches_.begin());
    open_pairs_.resize(edges + 1);
    std::size_t found = singles.size();
    std::size_t open = 0;
    open_edges_ = 0;
    for (const std::int32_t s : reduction.matched_types()) {
        for (const std::int32_t number : reduction.edges_of_hypothesis(s)) {
            const Reduction::Edge& edge = reduction.edge(number);
            const std::size_t t = index(edge.reference);
            const std::int64_t count =
                std::int64_t{hypothesis.count[index(s)]} * reference.count[t];
            const bool single = (static_cast<unsigned>(edge.alone) &
                                 static_cast<unsigned>(count == 1)) != 0;
            matches_[found] = {hypothesis.beginning[index(s)], reference.beginning[t], edge.stage};
            found += single;
            open_pairs_[open] = number;
            open += !single;
            open_edges_ += single ? 0 : count;
        }
    }
    matches_.resize(found);
    open_pairs_.resize(open);
    fill_blocks(partner_, hypothesis.type.size() + 2, no_partner);
    certain_ = 0;
    for (const Pair& pair : matches_) {
        partner_[beside(pair.hypothesis)] = pair.reference;
        certain_ |= bit(pair.hypothesis);
    }
    open_hypothesis_ = open_reference_ = alone_ = 0;
}

template <typename Mask>
void SmallCertainMatches<Mask>::apply_rule() {
    if (open_pairs_.empty()) {
        return;
    }
    list_tokens(rows_->hypothesis(), hypothesis_tokens_);
    list_tokens(rows_->reference(), reference_tokens_);
    list_edges();
    take_short_runs();
    forget_closed();
    for (int round = 0; round < kCertainRounds && !is_none(alone_); ++round) {
        count_adjacencies();
        if (!take_runs()) {
            break;
        }
        forget_closed();
    }
}

template <typename Mask>
void SmallCertainMatches<Mask>::list_tokens(const Row& row, UnsetVector<Mask>& tokens) {
    fill_blocks(tokens, row.name.size(), Mask(0));
    Mask* const tokens_of = tokens.data();
    Mask own = bit(0);
    for (const std::int32_t type : row.type) {
        tokens_of[index(type)] = tokens_of[index(type)] | own;
        own = own << 1;
    }
}

template <typename Mask>
void SmallCertainMatches<Mask>::list_edges() {
    const Row& hypothesis = rows_->hypothesis();
    fill_blocks(partners_, hypothesis.name.size(), Mask(0));
    stage_.resize(hypothesis.name.size());
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const Mask tokens = hypothesis_tokens_[index(edge.hypothesis)];
        const Mask others = reference_tokens_[index(edge.reference)];
        partners_[index(edge.hypothesis)] |= others;
        stage_[index(edge.hypothesis)] = edge.stage;
        open_hypothesis_ |= tokens;
        open_reference_ |= others;
        alone_ |= tokens & all_if(edge.alone);
    }
    const std::size_t tokens = hypothesis.type.size();
    edges_.resize(tokens + 2);
    edges_[0] = edges_[tokens + 1] = 0;
    for (std::size_t i = 0; i < tokens; ++i) {
        edges_[i + 1] = partners_[index(hypothesis.type[i])];
    }
    for (const Pair& pair : matches_) {
        edges_[beside(pair.hypothesis)] = bit(pair.reference);
    }
}

template <typename Mask>
void SmallCertainMatches<Mask>::make_certain(std::int32_t i, std::int32_t j) {
    matches_.push_back({i, j, stage_[index(rows_->hypothesis().type[index(i)])]});
    partner_[beside(i)] = j;
    edges_[beside(i)] = bit(j);
    certain_ |= bit(i);
    open_hypothesis_ &= ~bit(i);
    alone_ &= ~bit(i);
    open_reference_ &= ~bit(j);
}

template <typename Mask>
void SmallCertainMatches<Mask>::take(std::int32_t i, std::int32_t j, std::int32_t length) {
    for (; length > 0; --length, ++i, ++j) {
        make_certain(i, j);
    }
}

// What the rule says of runs of one or two between certain matches, without counting: always that
// they are certain. None of them makes another possible, or impossible.
template <typename Mask>
void SmallCertainMatches<Mask>::take_short_runs() {
    Mask ones = 0;
    Mask twos = 0;
    const Mask last = bit(rows_->hypothesis().size() - 1);
    const Mask after_certain = alone_ & (certain_ << 1) & ~last;
    for (Mask left = after_certain; !is_none(left); left = without_lowest(left)) {
        const Mask own = lowest(left);
        const Mask* const edges = edges_.data() + lowest_bit_of(left);
        const Mask joined = edges[0] & (edges[-1] << 1);
        const Mask one = (joined << 1) & edges[1] & all_if(!is_none(certain_ & (own << 1)));
        const Mask two = (joined << 2) & (edges[1] << 1) & edges[2] &
                         all_if(!is_none((alone_ << 1) & certain_ & (own << 2)));
        ones |= own & all_if(!is_none(one));
        twos |= own & all_if(!is_none(two));
    }
    for (const std::int32_t i : Tokens(ones | twos)) {
        take(i, partner_[beside(i - 1)] + 1, has(twos, i) ? 2 : 1);
    }
}

// Drops pairs of types that have no open tokens left, and takes those that have one each.
template <typename Mask>
void SmallCertainMatches<Mask>::forget_closed() {
    std::size_t kept = 0;
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const Mask tokens = open_hypothesis_tokens(edge.hypothesis).mask();
        const Mask others = open_reference_tokens(edge.reference).mask();
        const bool open = !is_none(tokens) && !is_none(others);
        if (edge.alone && open && is_none(without_lowest(tokens) | without_lowest(others))) {
            make_certain(lowest_bit_of(tokens) - 1, lowest_bit_of(others) - 1);
            continue;
        }
        open_pairs_[kept] = number;
        kept += open;
        open_hypothesis_ &= ~tokens | all_if(open);
        alone_ &= ~tokens | all_if(open);
        open_reference_ &= ~others | all_if(open);
    }
    open_pairs_.resize(kept);
}

// Finds which adjacencies are possible at each joint beside an open token, of open edges and of
// certain matches. No other joint is asked for.
template <typename Mask>
void SmallCertainMatches<Mask>::count_adjacencies() {
    Mask hypothesis_once = 0;
    Mask hypothesis_twice = 0;
    Mask reference_once = 0;
    Mask reference_twice = 0;
    const auto edges_of = [&](const Mask* own, Mask token) {
        return *own & (open_reference_ | all_if(!is_none(certain_ & token)));
    };
    const Mask matched = open_hypothesis_ | certain_;
    const Mask joints = matched & (matched >> 1) & (open_hypothesis_ | (open_hypothesis_ >> 1));
    for (Mask left = joints; !is_none(left); left = without_lowest(left)) {
        const Mask token = lowest(left);
        const Mask* const edges = edges_.data() + lowest_bit_of(left);
        const Mask joint = edges_of(edges, token) & (edges_of(edges + 1, token << 1) >> 1);
        hypothesis_once |= token & all_if(!is_none(joint));
        hypothesis_twice |= token & all_if(!is_none(without_lowest(joint)));
        reference_twice |= reference_once & joint;
        reference_once |= joint;
    }
    hypothesis_once_ = hypothesis_once;
    hypothesis_twice_ = hypothesis_twice;
    reference_once_ = reference_once;
    reference_twice_ = reference_twice;
}

// Makes certain what the rule says of runs; whether there was any. A run of one without an
// adjacency has no certain neighbour, so none begins there.
template <typename Mask>
bool SmallCertainMatches<Mask>::take_runs() {
    const std::size_t before = matches_.size();
    const Mask adjacent = alone_ & (hypothesis_once_ | (hypothesis_once_ << 1));
    if (is_none(adjacent)) {
        return false;
    }
    for (const std::int32_t number : open_pairs_) {
        const Mask tokens = hypothesis_tokens_[index(reduction_->edge(number).hypothesis)];
        for (const std::int32_t i : Tokens(tokens & adjacent)) {
            const Mask before_it = edges_[beside(i - 1)] << 1;
            const Mask after_it = edges_[beside(i + 1)] >> 1;
            const Mask open = edges_[beside(i)] & (before_it | after_it) & open_reference_;
            const Mask continues =
                before_it & (open_reference_ << 1) & all_if(has(alone_, i - 1));
            for (const std::int32_t j : Tokens(open & ~continues)) {
                if (take_run_from(i, j)) {
                    break;
                }
            }
        }
    }
    return matches_.size() > before;
}

template <typename Mask>
bool SmallCertainMatches<Mask>::take_run_from(std::int32_t i, std::int32_t j) {
    std::int32_t length = 1;
    while (is_alone(i + length, j + length)) {
        ++length;
    }
    const bool has_certain_end = is_certain(i - 1, j - 1) || is_certain(i + length, j + length);
    if ((length == 1 && !has_certain_end) || !is_best(i, j, length)) {
        return false;
    }
    take(i, j, length);
    return true;
}

// Whether breaking any part of a run costs adjacencies, whatever is matched instead.
template <typename Mask>
bool SmallCertainMatches<Mask>::is_best(std::int32_t i, std::int32_t j, std::int32_t length) const {
    std::int32_t broken = worth_of_end(i - 1, j - 1, false);
    std::int32_t least = 1;
    for (std::int32_t k = 0; k + 1 < length; ++k) {
        least = std::min(least, broken + 1);
        broken = std::min(1, broken + 1 - loss(i + k, j + k, true));
    }
    return std::min(least, broken + worth_of_end(i + length - 1, j + length - 1, true)) > 0;
}

// Adjacencies that other matches may have at the joint after (i, j): one on each side.
template <typename Mask>
std::int32_t SmallCertainMatches<Mask>::loss(std::int32_t i, std::int32_t j, bool within) const {
    const Mask own = all_if(within);
    const Mask in_hypothesis = (hypothesis_once_ & ~own) | (hypothesis_twice_ & own);
    const Mask in_reference = (reference_once_ & ~own) | (reference_twice_ & own);
    return has(in_hypothesis, i) + has(in_reference, j);
}

// What a run has for certain at the joint after (i, j), which lies before the run, or after it.
template <typename Mask>
std::int32_t SmallCertainMatches<Mask>::worth_of_end(std::int32_t i, std::int32_t j,
                                                     bool after) const {
    const std::int32_t neighbour_i = after ? i + 1 : i;
    const std::int32_t neighbour_j = after ? j + 1 : j;
    if (is_certain(neighbour_i, neighbour_j)) {
        return 1;
    }
    return -loss(i, j, is_open(neighbour_i, neighbour_j));
}

template <typename Mask>
MaskedTokens<Mask> SmallCertainMatches<Mask>::continued() const {
    Mask found = 0;
    const Mask open_ends = open_reference_ & (open_reference_ >> 1);
    for (Mask left = open_hypothesis_ & (open_hypothesis_ >> 1); !is_none(left);
         left = without_lowest(left)) {
        const Mask* const edges = edges_.data() + lowest_bit_of(left);
        const Mask joint = edges[0] & (edges[1] >> 1) & open_ends;
        found |= lowest(left) & all_if(!is_none(joint));
    }
    return Tokens(found);
}

template class SmallCertainMatches<std::uint64_t>;
template class SmallCertainMatches<UnsignedInt128>;

}  // namespace meteorscope
