#include "search/words/staged/search.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr int kStagedRounds = 2;
// Tokens of both rows up to which costs fit 64 bits.
constexpr std::int64_t kLongest = std::int64_t{1} << 15;

}  // namespace

void StagedSearch::run(IntegerSpan hypothesis, IntegerSpan reference, const Keys& keys,
                       std::int64_t budget, SearchResult& result) {
    rows_.assign(hypothesis, reference, keys.types());
    rows_.index_positions();
    hypothesis_taken_.assign(hypothesis.size(), 0);
    reference_taken_.assign(reference.size(), 0);
    by_token_.assign(hypothesis.size(), Pair{-1, -1, -1});
    matched_.clear();
    result.steps = 0;
    result.optimal = true;
    for (std::int32_t stage = 0; stage < keys.stages(); ++stage) {
        parts_.take_apart(rows_, keys, stage, hypothesis_taken_, reference_taken_);
        result.optimal = map_stage(budget - result.steps) && result.optimal;
        result.steps += steps_;
        for (const StagedLink link : links_) {
            hypothesis_taken_[index(link.hypothesis)] = 1;
            reference_taken_[index(link.reference)] = 1;
            by_token_[index(link.hypothesis)] = {link.hypothesis, link.reference, stage};
        }
        matched_.insert(matched_.end(), links_.begin(), links_.end());
    }
    result.pairs.clear();
    for (const Pair& pair : by_token_) {
        if (pair.hypothesis >= 0) {
            result.pairs.push_back(pair);
        }
    }
    const std::int64_t chunks = count_chunks(result.pairs);
    const auto matches = static_cast<std::int64_t>(result.pairs.size());
    result.chunk_gap =
        result.optimal ? 0 : std::max(gap_without_proof(chunks), matches - chunks);
}

bool StagedSearch::map_stage(std::int64_t budget) {
    links_ = parts_.forced();
    steps_ = parts_.steps();
    if (parts_.complete_count() == 0 && parts_.other().empty()) {
        return parts_.proved();
    }
    for (std::size_t number = 0; number < parts_.complete_count(); ++number) {
        steps_ += parts_.complete(number).size();
    }
    for (const OtherBlock& other : parts_.other()) {
        steps_ += static_cast<std::int64_t>(other.size());
    }
    const auto tokens =
        static_cast<std::int64_t>(hypothesis_taken_.size() + reference_taken_.size());
    if (steps_ > budget || tokens > kLongest) {
        steps_ = std::min(steps_, std::max<std::int64_t>(budget, 0));
        spread();
        return false;
    }
    return map_open_blocks(budget);
}

bool StagedSearch::map_open_blocks(std::int64_t budget) {
    fixed_ = matched_;
    fixed_.insert(fixed_.end(), links_.begin(), links_.end());
    const std::size_t count = parts_.complete_count();
    if (blocks_.size() < count) {
        blocks_.resize(count);
    }
    for (std::size_t number = 0; number < count; ++number) {
        blocks_[number].open(parts_.complete(number), fixed_);
    }
    if (count == 1 && parts_.other().empty()) {
        const std::vector<std::int32_t>& offsets = chain_.run(blocks_[0]);
        for (std::int32_t token = 0; token < blocks_[0].tokens(); ++token) {
            links_.push_back(blocks_[0].block().link(token, offsets[index(token)]));
        }
        return parts_.proved();
    }
    const bool ended = exchanges_.apply(blocks_, count, parts_.other(), budget - steps_);
    steps_ += exchanges_.steps();
    const std::size_t forced = links_.size();
    for (std::size_t number = 0; number < count; ++number) {
        const OpenBlock& block = blocks_[number];
        for (std::int32_t token = 0; token < block.tokens(); ++token) {
            if (block.count(token) == 1) {
                links_.push_back(block.block().link(token, block.first(token)));
            }
        }
    }
    if (ended) {
        fixed_ = matched_;
        fixed_.insert(fixed_.end(), links_.begin(), links_.end());
        frontier_.open(blocks_, count, parts_.other(), fixed_);
        if (frontier_.choose(budget - steps_)) {
            steps_ += frontier_.steps();
            links_.insert(links_.end(), frontier_.links().begin(), frontier_.links().end());
            return parts_.proved() && frontier_.proved();
        }
    }
    links_.resize(forced);
    settle_in_turn();
    return false;
}

// A mapping at once: the tokens of each block spread evenly over its slots.
void StagedSearch::spread() {
    for (std::size_t number = 0; number < parts_.complete_count(); ++number) {
        const CompleteBlock& block = parts_.complete(number);
        const std::int64_t intervals = std::max(1, block.tokens() - 1);
        for (std::int32_t token = 0; token < block.tokens(); ++token) {
            const std::int64_t offset = std::int64_t{token} * block.excess() / intervals;
            links_.push_back(block.link(token, static_cast<std::int32_t>(offset)));
        }
    }
    for (const OtherBlock& other : parts_.other()) {
        links_.insert(links_.end(), other[0].begin(), other[0].end());
    }
}

// A good mapping without a proof: each block settled in turn, given all others.
void StagedSearch::settle_in_turn() {
    const std::size_t count = parts_.complete_count();
    StagedLinks others;
    for (const OtherBlock& other : parts_.other()) {
        others.insert(others.end(), other[0].begin(), other[0].end());
    }
    chosen_.assign(count, {});
    const auto choose = [&](std::size_t number, const std::vector<std::int32_t>& offsets) {
        chosen_[number].clear();
        for (std::int32_t token = 0; token < blocks_[number].tokens(); ++token) {
            chosen_[number].push_back(blocks_[number].block().link(token, offsets[index(token)]));
        }
    };
    for (std::size_t number = 0; number < count; ++number) {
        choose(number, chain_.run(blocks_[number]));
    }
    for (int round = 0; round < kStagedRounds; ++round) {
        for (std::size_t number = 0; number < count; ++number) {
            StagedLinks around = others;
            for (std::size_t place = 0; place < count; ++place) {
                for (std::int32_t token = 0; place != number && token < blocks_[place].tokens();
                     ++token) {
                    if (!blocks_[place].is_settled(token)) {
                        around.push_back(chosen_[place][index(token)]);
                    }
                }
            }
            const OpenBlock& block = blocks_[number];
            choose(number, chain_.run(block, [&](std::int32_t token, std::int32_t offset) {
                const StagedLink link = block.block().link(token, offset);
                return kCrossing *
                       std::count_if(around.begin(), around.end(),
                                     [&](StagedLink other) { return crosses(link, other); });
            }));
        }
    }
    links_.insert(links_.end(), others.begin(), others.end());
    for (const StagedLinks& links : chosen_) {
        links_.insert(links_.end(), links.begin(), links.end());
    }
}

}  // namespace meteorscope
