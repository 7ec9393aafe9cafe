#include "search/words/staged/exchange.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int32_t kEverywhere = -1;  // a reach without end

}  // namespace

std::int64_t cost_beside(const StagedLinks& fixed, StagedLink link) {
    std::int64_t crossings = 0;
    for (const StagedLink other : fixed) {
        crossings += crosses(link, other);
    }
    return crossings * kCrossing + std::abs(link.hypothesis - link.reference);
}

void OpenBlock::open(const CompleteBlock& block, const StagedLinks& fixed) {
    block_ = &block;
    offsets_ = block.excess() + 1;
    alive_.assign(static_cast<std::size_t>(block.size()), 1);
    counts_.assign(index(block.tokens()), offsets_);
    settled_.assign(index(block.tokens()), 0);
    costs_.clear();
    for (std::int32_t token = 0; token < block.tokens(); ++token) {
        for (std::int32_t offset = 0; offset < offsets_; ++offset) {
            costs_.push_back(cost_beside(fixed, block.link(token, offset)));
        }
    }
}

std::int32_t OpenBlock::first(std::int32_t token) const {
    std::int32_t offset = 0;
    while (!is_alive(token, offset)) {
        ++offset;
    }
    return offset;
}

std::int32_t OpenBlock::last(std::int32_t token) const {
    std::int32_t offset = offsets_ - 1;
    while (!is_alive(token, offset)) {
        --offset;
    }
    return offset;
}

bool OpenBlock::decided() const {
    return std::all_of(counts_.begin(), counts_.end(),
                       [](std::int32_t count) { return count == 1; });
}

void OpenBlock::remove(std::int32_t token, std::int32_t offset) {
    alive_[place(token, offset)] = 0;
    --counts_[index(token)];
}

bool OpenBlock::trim() {
    bool changed = false;
    for (std::int32_t token = 1; token < tokens(); ++token) {
        const std::int32_t least = first(token - 1);
        for (std::int32_t offset = 0; offset < least; ++offset) {
            if (is_alive(token, offset)) {
                remove(token, offset);
                changed = true;
            }
        }
    }
    for (std::int32_t token = tokens() - 2; token >= 0; --token) {
        const std::int32_t greatest = last(token + 1);
        for (std::int32_t offset = greatest + 1; offset < offsets_; ++offset) {
            if (is_alive(token, offset)) {
                remove(token, offset);
                changed = true;
            }
        }
    }
    return changed;
}

void OpenBlock::add_fixed(StagedLink link) {
    std::int64_t* cost = costs_.data();
    for (std::int32_t token = 0; token < tokens(); ++token) {
        for (std::int32_t offset = 0; offset < offsets_; ++offset) {
            *cost++ += crosses(block_->link(token, offset), link) ? kCrossing : 0;
        }
    }
}

void ChainSearch::solve(std::int32_t tokens, std::int32_t offsets, bool from_hypothesis) {
    const std::size_t width = index(offsets) + 1;
    // least_[a][d]: of the tokens from a on, at offsets from d on.
    least_.assign((index(tokens) + 1) * width, 0);
    const auto here = [&](std::int32_t token, std::int32_t offset) {
        return std::min(2 * kNever, costs_[index(token) * index(offsets) + index(offset)] +
                                        least_[(index(token) + 1) * width + index(offset)]);
    };
    for (std::int32_t token = tokens - 1; token >= 0; --token) {
        std::int64_t* const row = least_.data() + index(token) * width;
        row[offsets] = 2 * kNever;
        for (std::int32_t offset = offsets - 1; offset >= 0; --offset) {
            row[offset] = std::min(here(token, offset), row[offset + 1]);
        }
    }
    chosen_.clear();
    std::int32_t start = 0;
    for (std::int32_t token = 0; token < tokens; ++token) {
        const std::int64_t wanted = least_[index(token) * width + index(start)];
        if (from_hypothesis) {
            while (here(token, start) != wanted) {
                ++start;
            }
        } else {
            start = offsets - 1;
            while (here(token, start) != wanted) {
                --start;
            }
        }
        chosen_.push_back(start);
    }
}

bool Exchanges::apply(std::vector<OpenBlock>& blocks, std::size_t count,
                      const std::vector<OtherBlock>& others, std::int64_t budget) {
    blocks_ = blocks.data();
    count_ = count;
    seen_ = 0;
    constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max() / kOptionsAStep - 1;
    allowed_ = kOptionsAStep * (std::min(budget, kMaxNumber) + 1);
    list_others(others);
    std::int32_t reach = 1;
    while (true) {
        bool changed = false;
        bool beyond = false;
        for (std::size_t number = 0; number < count_; ++number) {
            if (blocks_[number].decided()) {
                continue;
            }
            changed = reduce(number, reach) || changed;
            if (steps() > budget) {
                return false;
            }
        }
        for (std::size_t number = 0; number < count_; ++number) {
            beyond = beyond || (blocks_[number].offsets() - 1 > reach &&
                                !blocks_[number].decided());
        }
        if (changed) {
            reach = 1;
        } else if (reach != kEverywhere && beyond) {
            reach = kEverywhere;
        } else {
            return true;
        }
    }
}

void Exchanges::list_others(const std::vector<OtherBlock>& others) {
    other_links_.clear();
    other_around_.clear();
    const auto before = [](StagedLink one, StagedLink other) {
        return one.hypothesis != other.hypothesis ? one.hypothesis < other.hypothesis
                                                  : one.reference < other.reference;
    };
    for (const OtherBlock& mappings : others) {
        StagedLinks every;
        for (const StagedLinks& mapping : mappings) {
            every.insert(every.end(), mapping.begin(), mapping.end());
        }
        std::sort(every.begin(), every.end(), before);
        for (std::size_t next = 0; next < every.size();) {
            const std::int32_t token = every[next].hypothesis;
            std::size_t matched = 0;  // mappings that match the token
            for (; next < every.size() && every[next].hypothesis == token; ++next, ++matched) {
                if (matched == 0 || every[next].reference != every[next - 1].reference) {
                    other_links_.push_back(every[next]);
                }
            }
            other_around_.push_back({other_links_.size(), matched < mappings.size()});
        }
    }
}

void Exchanges::look_around(std::size_t number) {
    links_.clear();
    around_.clear();
    for (std::size_t place = 0; place < count_; ++place) {
        const OpenBlock& other = blocks_[place];
        for (std::int32_t token = 0; place != number && token < other.tokens(); ++token) {
            if (other.is_settled(token)) {
                continue;
            }
            for (std::int32_t offset = 0; offset < other.offsets(); ++offset) {
                if (other.is_alive(token, offset)) {
                    links_.push_back(other.block().link(token, offset));
                }
            }
            around_.push_back({links_.size(), false});
        }
    }
    const std::size_t start = links_.size();
    links_.insert(links_.end(), other_links_.begin(), other_links_.end());
    for (const Around& around : other_around_) {
        around_.push_back({start + around.end, around.may_be_free});
    }
}

bool Exchanges::reduce(std::size_t number, std::int32_t reach) {
    OpenBlock& block = blocks_[number];
    look_around(number);
    bool changed = pull(block, true, reach);
    changed = block.trim() || changed;
    changed = pull(block, false, reach) || changed;
    changed = block.trim() || changed;
    settle(number);
    return changed;
}

bool Exchanges::pull(OpenBlock& block, bool towards_left, std::int32_t reach) {
    const std::int32_t excess = block.offsets() - 1;
    bool changed = false;
    for (std::int32_t step = 0; step < excess; ++step) {
        const std::int32_t target = towards_left ? step : excess - step;
        changed = pull_to(block, target, towards_left, reach) || changed;
    }
    return changed;
}

bool Exchanges::pull_to(OpenBlock& block, std::int32_t target, bool towards_left,
                        std::int32_t reach) {
    const bool removes_equals = block.block().from_hypothesis == towards_left;
    worst_.resize(index(block.offsets()));
    of_neighbour_.resize(index(block.offsets()));
    bool changed = false;
    for (std::int32_t step = 0; step < block.tokens() && seen_ <= allowed_; ++step) {
        const std::int32_t token = towards_left ? step : block.tokens() - 1 - step;
        const std::int32_t neighbour = step == 0 ? -1 : towards_left ? token - 1 : token + 1;
        for (std::int32_t offset = 0; offset < block.offsets(); ++offset) {
            if (!block.is_alive(token, offset)) {
                continue;
            }
            const std::int32_t distance = towards_left ? offset - target : target - offset;
            if (distance <= 0 || (reach != kEverywhere && distance > reach)) {
                continue;
            }
            std::int64_t rest = 0;
            const bool can_stand = worst_rest(block, neighbour, offset, target, towards_left, rest);
            if (can_stand) {
                worst_[index(offset)] = most(block, token, offset, target) + rest;
            }
            if (!can_stand || worst_[index(offset)] < (removes_equals ? 1 : 0)) {
                block.remove(token, offset);
                changed = true;
            }
        }
        worst_.swap(of_neighbour_);
    }
    return changed;
}

// The most that the rest of the group costs; false if the token cannot be here.
bool Exchanges::worst_rest(const OpenBlock& block, std::int32_t neighbour, std::int32_t offset,
                           std::int32_t target, bool towards_left, std::int64_t& rest) {
    if (neighbour < 0) {
        return true;
    }
    seen_ += block.count(neighbour);
    bool found = false;
    for (std::int32_t other = 0; other < block.offsets(); ++other) {
        if (!block.is_alive(neighbour, other)) {
            continue;
        }
        const bool beyond = towards_left ? other <= target : other >= target;
        const bool along = towards_left ? target < other && other <= offset
                                        : offset <= other && other < target;
        if (beyond || along) {
            const std::int64_t cost = beyond ? 0 : of_neighbour_[index(other)];
            rest = found ? std::max(rest, cost) : cost;
            found = true;
        }
    }
    return found;
}

// The most that moving one token can cost.
std::int64_t Exchanges::most(const OpenBlock& block, std::int32_t token, std::int32_t offset,
                             std::int32_t target) {
    seen_ += static_cast<std::int64_t>(links_.size());
    const StagedLink old = block.block().link(token, offset);
    const StagedLink next = block.block().link(token, target);
    std::int64_t crossings = 0;
    std::size_t place = 0;
    for (const Around& around : around_) {
        int most = around.may_be_free ? 0 : -1;
        for (; place < around.end; ++place) {
            most = std::max(most, crosses(next, links_[place]) - crosses(old, links_[place]));
        }
        crossings += most;
    }
    return block.cost(token, target) - block.cost(token, offset) + kCrossing * crossings;
}

// Lets tokens with one option left be fixed for the other blocks.
void Exchanges::settle(std::size_t number) {
    OpenBlock& block = blocks_[number];
    for (std::int32_t token = 0; token < block.tokens(); ++token) {
        if (block.count(token) != 1 || block.is_settled(token)) {
            continue;
        }
        block.settle(token);
        const StagedLink link = block.block().link(token, block.first(token));
        for (std::size_t place = 0; place < count_; ++place) {
            if (place != number) {
                blocks_[place].add_fixed(link);
            }
        }
    }
}

}  // namespace meteorscope
