#include "search/words/optimal/open_groups.hpp"

#include <numeric>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

template <typename Certain>
void OpenGroups<Certain>::find(const Rows&, const Reduction& reduction, const Certain& certain) {
    groups_.clear();
    left_.clear();
    for (const std::int32_t number : certain.open_pairs()) {
        const Reduction::Edge& edge = reduction.edge(number);
        left_.push_back({certain.open_hypothesis_tokens(edge.hypothesis).mask(),
                         certain.open_reference_tokens(edge.reference).mask()});
    }
    const Mask continued = certain.continued().mask();
    while (!left_.empty()) {
        collect_from_first(continued);
    }
}

// Makes a group of all that the first pair that is left leads to. A token that is continued leads
// to the next one.
template <typename Certain>
void OpenGroups<Certain>::collect_from_first(Mask continued) {
    Mask hypothesis = left_.front().hypothesis;
    Mask reference = left_.front().reference;
    std::size_t edges = 0;
    for (bool grows = true; grows;) {
        const Mask met = hypothesis | ((hypothesis & continued) << 1) |
                         ((hypothesis >> 1) & continued);
        std::size_t kept = 0;
        for (const OpenPair pair : left_) {
            if (((pair.hypothesis & met) | (pair.reference & reference)) == Mask(0)) {
                left_[kept++] = pair;
                continue;
            }
            hypothesis |= pair.hypothesis;
            reference |= pair.reference;
            edges += Tokens(pair.hypothesis).size() * Tokens(pair.reference).size();
        }
        grows = kept != 0 && kept != left_.size();
        left_.resize(kept);
    }
    groups_.push_back({Tokens(hypothesis), Tokens(reference), edges});
}

template class OpenGroups<SmallCertainMatches<std::uint64_t>>;
template class OpenGroups<SmallCertainMatches<UnsignedInt128>>;

void OpenGroups<CertainMatches>::find(const Rows& rows, const Reduction& reduction,
                                      const CertainMatches& certain) {
    rows_ = &rows;
    reduction_ = &reduction;
    certain_ = &certain;
    join_types();
    number_groups();
}

// Types of the reference are numbered after those of the hypothesis.
void OpenGroups<CertainMatches>::join_types() {
    const std::int32_t shift = rows_->hypothesis().types();
    parent_.resize(index(shift + rows_->reference().types()));
    std::iota(parent_.begin(), parent_.end(), 0);
    for (const std::int32_t number : certain_->open_pairs()) {
        const Reduction::Edge& edge = reduction_->edge(number);
        join(parent_.data(), edge.hypothesis, shift + edge.reference);
    }
    for (const auto& [i, j, number] : certain_->neighbours()) {
        const std::int32_t following = certain_->open_edge(i + 1, j + 1);
        if (following >= 0 && certain_->open_edge(i, j) >= 0) {
            join(parent_.data(), reduction_->edge(number).hypothesis,
                 reduction_->edge(following).hypothesis);
        }
    }
}

void OpenGroups<CertainMatches>::number_groups() {
    const std::vector<std::int32_t>& open_pairs = certain_->open_pairs();
    fill_blocks(group_of_root_, parent_.size(), -1);
    group_of_pair_.resize(open_pairs.size());
    count_ = 0;
    for (std::size_t pair = 0; pair < open_pairs.size(); ++pair) {
        const Reduction::Edge& edge = reduction_->edge(open_pairs[pair]);
        std::int32_t& group = group_of_root_[index(root(parent_.data(), edge.hypothesis))];
        if (group < 0) {
            group = static_cast<std::int32_t>(count_++);
        }
        group_of_pair_[pair] = group;
    }
}

const OpenGroup<TokenSet>& OpenGroups<CertainMatches>::group(std::size_t number) {
    group_.hypothesis.clear(rows_->hypothesis().type.size());
    group_.reference.clear(rows_->reference().type.size());
    group_.edges = 0;
    for (std::size_t pair = 0; pair < group_of_pair_.size(); ++pair) {
        if (index(group_of_pair_[pair]) != number) {
            continue;
        }
        const Reduction::Edge& edge = reduction_->edge(certain_->open_pairs()[pair]);
        const IntegerSpan tokens = certain_->open_hypothesis_tokens(edge.hypothesis);
        const IntegerSpan partners = certain_->open_reference_tokens(edge.reference);
        for (const std::int32_t i : tokens) {
            group_.hypothesis.add(i);
        }
        for (const std::int32_t j : partners) {
            group_.reference.add(j);
        }
        group_.edges += tokens.size() * partners.size();
    }
    return group_;
}

}  // namespace meteorscope
