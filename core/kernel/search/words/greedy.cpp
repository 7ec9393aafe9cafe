#include "search/words/greedy.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// The keys of a type, which is its only key where the stage is the identity.
IntegerSpan keys_of(const Keys& keys, std::int32_t stage, const std::int32_t& type,
                    bool of_hypothesis) {
    if (keys.is_identity(stage)) {
        return {&type, 1};
    }
    return of_hypothesis ? keys.hypothesis_keys(stage, type) : keys.reference_keys(stage, type);
}

}  // namespace

void GreedySearch::run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
                       SearchResult& result) {
    partner_.assign(hypothesis.size(), -1);
    stage_.resize(hypothesis.size());
    taken_.assign(reference.size(), 0);
    for (std::int32_t stage = 0; stage < keys.stages(); ++stage) {
        index_free_tokens(reference, keys, stage);
        for (std::size_t i = hypothesis.size(); i-- > 0;) {
            if (partner_[i] >= 0) {
                continue;
            }
            const std::int32_t j = last_free(keys_of(keys, stage, hypothesis.begin()[i], true));
            if (j >= 0) {
                partner_[i] = j;
                stage_[i] = stage;
                taken_[index(j)] = 1;
            }
        }
    }
    result.pairs.clear();
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (partner_[i] >= 0) {
            result.pairs.push_back({static_cast<std::int32_t>(i), partner_[i], stage_[i]});
        }
    }
    result.optimal = false;
    result.chunk_gap = gap_without_proof(static_cast<std::int64_t>(result.pairs.size()));
    result.steps = 0;
}

void GreedySearch::index_free_tokens(IntegerSpan reference, const Keys& keys,
                                     std::int32_t stage) {
    const std::size_t count =
        index(keys.is_identity(stage) ? keys.types() : keys.key_count(stage));
    entries_.resize(std::max(entries_.size(), count));
    if (++epoch_ == 0) {  // the counter went round
        std::fill(entries_.begin(), entries_.end(), KeyEntry{});
        epoch_ = 1;
    }
    nodes_.clear();
    for (std::size_t j = 0; j < reference.size(); ++j) {
        if (taken_[j]) {
            continue;
        }
        for (const std::int32_t key : keys_of(keys, stage, reference.begin()[j], false)) {
            KeyEntry& entry = entries_[index(key)];
            const std::int32_t before = entry.epoch == epoch_ ? entry.last : -1;
            entry = {epoch_, static_cast<std::int32_t>(nodes_.size())};
            nodes_.push_back({static_cast<std::int32_t>(j), before});
        }
    }
}

// The last free token of the reference that has one of the keys, or -1.
std::int32_t GreedySearch::last_free(IntegerSpan keys) {
    std::int32_t last = -1;
    for (const std::int32_t key : keys) {
        KeyEntry& entry = entries_[index(key)];
        if (entry.epoch != epoch_) {
            continue;
        }
        while (entry.last >= 0 && taken_[index(nodes_[index(entry.last)].token)]) {
            entry.last = nodes_[index(entry.last)].before;
        }
        if (entry.last >= 0) {
            last = std::max(last, nodes_[index(entry.last)].token);
        }
    }
    return last;
}

}  // namespace meteorscope
