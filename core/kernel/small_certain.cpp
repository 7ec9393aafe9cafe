#include "small_certain.hpp"

#include <algorithm>

#include "at.hpp"
#include "branchless.hpp"

namespace meteorscope {

namespace {

constexpr int kCertainRounds = 8;

bool is_one(Word tokens) { return tokens != 0 && (tokens & (tokens - 1)) == 0; }

}  // namespace

// Without a branch on whether two types have one token each: those are certain.
void SmallCertainMatches::find(const Rows& rows, const Reduction& reduction) {
    rows_ = &rows;
    reduction_ = &reduction;
    const Row& hypothesis = rows.hypothesis();
    const Row& reference = rows.reference();
    const UnsetVector<Pair>& singles = reduction.single_matches();
    const std::size_t edges = at(reduction.edge_count());
    matches_.resize(singles.size() + edges + 1);
    std::copy(singles.begin(), singles.end(), matches_.begin());
    open_pairs_.resize(edges + 1);
    std::size_t found = singles.size();
    std::size_t open = 0;
    open_edges_ = 0;
    for (const std::int32_t s : reduction.matched_types()) {
        for (const std::int32_t number : reduction.edges_of_hypothesis(s)) {
            const Reduction::Edge& edge = reduction.edge(number);
            const std::size_t t = at(edge.reference);
            const std::int64_t count =
                std::int64_t{hypothesis.count[at(s)]} * reference.count[t];
            const bool single = (static_cast<unsigned>(edge.alone) &
                                 static_cast<unsigned>(count == 1)) != 0;
            matches_[found] = {hypothesis.beginning[at(s)], reference.beginning[t], edge.stage};
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

void SmallCertainMatches::apply_rule() {
    if (open_pairs_.empty()) {
        return;
    }
    list_tokens(rows_->hypothesis(), hypothesis_tokens_);
    list_tokens(rows_->reference(), reference_tokens_);
    list_edges();
    take_short_runs();
    forget_closed();
    for (int round = 0; round < kCertainRounds && alone_ != 0; ++round) {
        count_adjacencies();
        if (!take_runs()) {
            break;
        }
        forget_closed();
    }
}

void SmallCertainMatches::list_tokens(const Row& row, UnsetVector<Word>& tokens) {
    tokens.resize(row.name.size());
    std::fill(tokens.begin(), tokens.end(), 0);
    Word* const tokens_of = tokens.data();
    Word own = bit(0);
    for (const std::int32_t type : row.type) {
        tokens_of[at(type)] |= own;
        own <<= 1;
    }
}

void SmallCertainMatches::list_edges() {
    const Row& hypothesis = rows_->hypothesis();
    partners_.resize(hypothesis.name.size());
    stage_.resize(hypothesis.name.size());
    std::fill(partners_.begin(), partners_.end(), 0);
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const Word tokens = hypothesis_tokens_[at(edge.hypothesis)];
        const Word others = reference_tokens_[at(edge.reference)];
        partners_[at(edge.hypothesis)] |= others;
        stage_[at(edge.hypothesis)] = edge.stage;
        open_hypothesis_ |= tokens;
        open_reference_ |= others;
        alone_ |= tokens & all_if(edge.alone);
    }
    const std::size_t tokens = hypothesis.type.size();
    edges_.resize(tokens + 2);
    edges_[0] = edges_[tokens + 1] = 0;
    for (std::size_t i = 0; i < tokens; ++i) {
        edges_[i + 1] = partners_[at(hypothesis.type[i])];
    }
    for (const Pair& pair : matches_) {
        edges_[beside(pair.hypothesis)] = bit(pair.reference);
    }
}

void SmallCertainMatches::make_certain(std::int32_t i, std::int32_t j) {
    matches_.push_back({i, j, stage_[at(rows_->hypothesis().type[at(i)])]});
    partner_[beside(i)] = j;
    edges_[beside(i)] = bit(j);
    certain_ |= bit(i);
    open_hypothesis_ &= ~bit(i);
    alone_ &= ~bit(i);
    open_reference_ &= ~bit(j);
}

void SmallCertainMatches::take(std::int32_t i, std::int32_t j, std::int32_t length) {
    for (; length > 0; --length, ++i, ++j) {
        make_certain(i, j);
    }
}

// What the rule says of runs of one or two between certain matches, without counting: always that
// they are certain. None of them makes another possible, or impossible.
void SmallCertainMatches::take_short_runs() {
    Word ones = 0;
    Word twos = 0;
    const Word last = bit(rows_->hypothesis().size() - 1);
    for (Word left = alone_ & certain_ << 1 & ~last; left != 0; left &= left - 1) {
        const Word own = left & (Word{0} - left);
        const Word* const edges = edges_.data() + lowest_bit(left);
        const Word joined = edges[0] & edges[-1] << 1;
        const Word next = edges[1] & edges[-1] << 2;
        const Word alone_next = all_if((alone_ & own << 1) != 0);
        const Word certain_next = all_if((certain_ & own << 1) != 0);
        const Word certain_then = all_if((certain_ & own << 2) != 0);
        const bool one = (joined << 1 & next & certain_next) != 0;
        const bool two = (joined << 2 & next << 1 & alone_next & edges[2] & certain_then) != 0;
        ones |= own & all_if(one);
        twos |= own & all_if(two);
    }
    for (const std::int32_t i : MaskedTokens(ones | twos)) {
        take(i, partner_[beside(i - 1)] + 1, has(twos, i) ? 2 : 1);
    }
}

// Drops pairs of types that have no open tokens left, and takes those that have one each.
void SmallCertainMatches::forget_closed() {
    std::size_t kept = 0;
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        const Word tokens = open_hypothesis_tokens(edge.hypothesis).mask();
        const Word others = open_reference_tokens(edge.reference).mask();
        open_pairs_[kept] = number;
        if (edge.alone && is_one(tokens) && is_one(others)) {
            make_certain(lowest_bit(tokens) - 1, lowest_bit(others) - 1);
            continue;
        }
        const Word open = all_if(tokens != 0 && others != 0);
        kept += open & 1U;
        open_hypothesis_ &= ~tokens | open;
        alone_ &= ~tokens | open;
        open_reference_ &= ~others | open;
    }
    open_pairs_.resize(kept);
}

// Finds which adjacencies are possible at each joint, of open edges and of certain matches. A joint
// beside an open token has none of two certain matches, and no other is asked for.
void SmallCertainMatches::count_adjacencies() {
    hypothesis_once_ = hypothesis_twice_ = reference_once_ = reference_twice_ = 0;
    Word before = 0;
    for (std::int32_t i = 0; i < rows_->hypothesis().size(); ++i) {
        const Word own = open_edges_of(i);
        edges_[beside(i)] = own;
        const Word joint = before & own >> 1;
        hypothesis_once_ |= Word{joint != 0} << beside(i - 1);
        hypothesis_twice_ |= Word{(joint & (joint - 1)) != 0} << beside(i - 1);
        reference_twice_ |= reference_once_ & joint;
        reference_once_ |= joint;
        before = own;
    }
}

// Makes certain what the rule says of runs; whether there was any. A run of one without an adjacency
// has no certain neighbour, so none begins there.
bool SmallCertainMatches::take_runs() {
    const std::size_t before = matches_.size();
    for (const std::int32_t number : open_pairs_) {
        const Reduction::Edge& edge = reduction_->edge(number);
        if (!edge.alone) {
            continue;
        }
        for (const std::int32_t i : open_hypothesis_tokens(edge.hypothesis)) {
            const Word beside_it = edges_[beside(i + 1)] >> 1 | edges_[beside(i - 1)] << 1;
            const Word open = edges_[beside(i)] & beside_it & open_reference_;
            const Word continued =
                (edges_[beside(i - 1)] & open_reference_ & all_if(has(alone_, i - 1))) << 1;
            for (const std::int32_t j : MaskedTokens(open & ~continued)) {
                if (take_run_from(i, j)) {
                    break;
                }
            }
        }
    }
    return matches_.size() > before;
}

bool SmallCertainMatches::take_run_from(std::int32_t i, std::int32_t j) {
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
bool SmallCertainMatches::is_best(std::int32_t i, std::int32_t j, std::int32_t length) const {
    std::int32_t broken = worth_of_end(i - 1, j - 1, false);
    std::int32_t least = 1;
    for (std::int32_t k = 0; k + 1 < length; ++k) {
        least = std::min(least, broken + 1);
        broken = std::min(1, broken + 1 - loss(i + k, j + k, true));
    }
    return std::min(least, broken + worth_of_end(i + length - 1, j + length - 1, true)) > 0;
}

// Adjacencies that other matches may have at the joint after (i, j): one on each side.
std::int32_t SmallCertainMatches::loss(std::int32_t i, std::int32_t j, bool within) const {
    const Word own = all_if(within);
    const Word in_hypothesis = (hypothesis_once_ & ~own) | (hypothesis_twice_ & own);
    const Word in_reference = (reference_once_ & ~own) | (reference_twice_ & own);
    return static_cast<std::int32_t>((in_hypothesis >> beside(i) & 1U) +
                                     (in_reference >> beside(j) & 1U));
}

// What a run has for certain at the joint after (i, j), which lies before the run, or after it.
std::int32_t SmallCertainMatches::worth_of_end(std::int32_t i, std::int32_t j, bool after) const {
    const std::int32_t neighbour_i = after ? i + 1 : i;
    const std::int32_t neighbour_j = after ? j + 1 : j;
    if (is_certain(neighbour_i, neighbour_j)) {
        return 1;
    }
    return -loss(i, j, is_open(neighbour_i, neighbour_j));
}

MaskedTokens SmallCertainMatches::continued() const {
    Word found = 0;
    const Word* const edges = edges_.data();
    for (Word left = open_hypothesis_ & open_hypothesis_ >> 1; left != 0; left &= left - 1) {
        const int place = lowest_bit(left);
        const Word joint = edges[place] & edges[place + 1] >> 1 & open_reference_ &
                           open_reference_ >> 1;
        found |= (left & (Word{0} - left)) & all_if(joint != 0);
    }
    return MaskedTokens(found);
}

}  // namespace meteorscope
