#include "search/words/staged/blocks.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::size_t kMaxMappings = 4096;
constexpr std::int64_t kMaxNodes = 16 * kMaxMappings;
constexpr std::size_t kMaxDepth = 256;

void append_free(const Row& row, std::int32_t type, const std::vector<std::uint8_t>& taken,
                 std::vector<std::int32_t>& tokens) {
    for (const std::int32_t token : row.positions_of(type)) {
        if (!taken[index(token)]) {
            tokens.push_back(token);
        }
    }
}

// The mappings of a block whose tokens match only some of each other. Tokens and slots go by their
// places in the block.
class Mappings {
public:
    Mappings(const std::vector<std::int32_t>& tokens, const std::vector<std::int32_t>& slots,
             std::vector<std::vector<std::int32_t>> edges)
        : tokens_(tokens), slots_(slots), edges_(std::move(edges)) {}

    // A mapping with the most matches, made longer by one augmenting path after another.
    StagedLinks largest();
    // Every mapping of a size without matches to exchange; false if there are too many.
    bool list(std::size_t size, OtherBlock& mappings);
    std::int64_t nodes() const { return nodes_; }

private:
    bool extend(std::size_t number, OtherBlock& mappings);
    bool may_take(std::int32_t token, std::int32_t slot) const;
    bool are_partners(std::int32_t token, std::int32_t slot) const {
        const std::vector<std::int32_t>& partners = edges_[index(token)];
        return std::binary_search(partners.begin(), partners.end(), slot);
    }
    StagedLink link(StagedLink places) const {
        return {tokens_[index(places.hypothesis)], slots_[index(places.reference)]};
    }

    const std::vector<std::int32_t>& tokens_;
    const std::vector<std::int32_t>& slots_;
    std::vector<std::vector<std::int32_t>> edges_;  // slots of each token, ascending
    StagedLinks chosen_;
    std::size_t size_ = 0;
    std::int64_t nodes_ = 0;
};

StagedLinks Mappings::largest() {
    std::vector<std::int32_t> source(slots_.size(), -1);
    std::vector<std::int32_t> slot_of(tokens_.size(), -1);
    for (std::int32_t start = 0; index(start) < tokens_.size(); ++start) {
        std::vector<std::int32_t> came_from(slots_.size(), -1);
        std::vector<std::int32_t> queue{start};
        std::int32_t target = -1;
        for (std::size_t next = 0; next < queue.size() && target < 0; ++next) {
            const std::int32_t token = queue[next];
            for (const std::int32_t slot : edges_[index(token)]) {
                if (came_from[index(slot)] >= 0) {
                    continue;
                }
                came_from[index(slot)] = token;
                if (source[index(slot)] < 0) {
                    target = slot;
                    break;
                }
                queue.push_back(source[index(slot)]);
            }
        }
        while (target >= 0) {
            const std::int32_t token = came_from[index(target)];
            const std::int32_t before = token == start ? -1 : slot_of[index(token)];
            source[index(target)] = token;
            slot_of[index(token)] = target;
            target = before;
        }
    }
    StagedLinks links;
    for (std::int32_t token = 0; index(token) < tokens_.size(); ++token) {
        if (slot_of[index(token)] >= 0) {
            links.push_back(link({token, slot_of[index(token)]}));
        }
    }
    return links;
}

bool Mappings::list(std::size_t size, OtherBlock& mappings) {
    size_ = size;
    return tokens_.size() <= kMaxDepth && extend(0, mappings);
}

bool Mappings::may_take(std::int32_t token, std::int32_t slot) const {
    return std::all_of(chosen_.begin(), chosen_.end(), [&](StagedLink before) {
        return slot != before.reference &&
               !(slot < before.reference && are_partners(token, before.reference) &&
                 are_partners(before.hypothesis, slot));
    });
}

bool Mappings::extend(std::size_t number, OtherBlock& mappings) {
    ++nodes_;
    if (chosen_.size() + tokens_.size() - number < size_) {
        return true;
    }
    if (number == tokens_.size()) {
        mappings.emplace_back();
        for (const StagedLink places : chosen_) {
            mappings.back().push_back(link(places));
        }
        return mappings.size() <= kMaxMappings;
    }
    if (nodes_ > kMaxNodes) {
        return false;
    }
    const auto token = static_cast<std::int32_t>(number);
    for (const std::int32_t slot : edges_[number]) {
        if (may_take(token, slot)) {
            chosen_.push_back({token, slot});
            const bool goes_on = extend(number + 1, mappings);
            chosen_.pop_back();
            if (!goes_on) {
                return false;
            }
        }
    }
    return extend(number + 1, mappings);
}

}  // namespace

void StagedBlocks::take_apart(const Rows& rows, const Keys& keys, std::int32_t stage,
                              const std::vector<std::uint8_t>& hypothesis_taken,
                              const std::vector<std::uint8_t>& reference_taken) {
    hypothesis_taken_ = &hypothesis_taken;
    reference_taken_ = &reference_taken;
    forced_.clear();
    complete_count_ = 0;
    other_.clear();
    proved_ = true;
    steps_ = 0;
    list_free(rows.hypothesis(), hypothesis_taken, free_hypothesis_);
    if (keys.is_identity(stage)) {
        take_equal_types(rows);
        return;
    }
    list_free(rows.reference(), reference_taken, free_reference_);
    take_keys(rows, keys, stage);
}

// The types with free tokens, by the first of these.
void StagedBlocks::list_free(const Row& row, const std::vector<std::uint8_t>& taken,
                             std::vector<std::int32_t>& types) {
    types.clear();
    listed_.assign(index(row.types()), 0);
    for (std::size_t token = 0; token < taken.size(); ++token) {
        const std::int32_t type = row.type[token];
        if (!taken[token] && !listed_[index(type)]) {
            listed_[index(type)] = 1;
            types.push_back(type);
        }
    }
}

void StagedBlocks::take_equal_types(const Rows& rows) {
    const Row& hypothesis = rows.hypothesis();
    const Row& reference = rows.reference();
    for (const std::int32_t s : free_hypothesis_) {
        const std::int32_t t = rows.same_in_reference(s);
        if (t < 0) {
            continue;
        }
        if (hypothesis.count[index(s)] == 1 && reference.count[index(t)] == 1) {
            const std::int32_t j = reference.positions_of(t)[0];
            if (!(*reference_taken_)[index(j)]) {
                forced_.push_back({hypothesis.positions_of(s)[0], j});
            }
            continue;
        }
        tokens_.clear();
        slots_.clear();
        append_free(hypothesis, s, *hypothesis_taken_, tokens_);
        append_free(reference, t, *reference_taken_, slots_);
        add_complete();
    }
}

void StagedBlocks::take_keys(const Rows& rows, const Keys& keys, std::int32_t stage) {
    if (!find_edges(rows, keys, stage)) {
        return;
    }
    const std::int32_t hypothesis_types = rows.hypothesis().types();
    parent_.resize(index(hypothesis_types + rows.reference().types()));
    partners_.assign(index(hypothesis_types), 0);
    for (const TypePair& edge : edges_) {
        parent_[index(edge.hypothesis)] = edge.hypothesis;
        const std::int32_t node = hypothesis_types + edge.reference;
        parent_[index(node)] = node;
        ++partners_[index(edge.hypothesis)];
    }
    for (const TypePair& edge : edges_) {
        const std::int32_t one = root_of(edge.hypothesis);
        const std::int32_t other = root_of(hypothesis_types + edge.reference);
        if (one != other) {
            parent_[index(std::max(one, other))] = std::min(one, other);
        }
    }
    done_.assign(parent_.size(), 0);
    for (const TypePair& edge : edges_) {  // in the order of hypothesis types
        const std::int32_t root = root_of(edge.hypothesis);
        if (!done_[index(root)]) {
            done_[index(root)] = 1;
            add_block(rows, root);
        }
    }
}

bool StagedBlocks::find_edges(const Rows& rows, const Keys& keys, std::int32_t stage) {
    // Where equal types were matched first, a free type needs another to be matched with.
    edges_ = shared_keys_.find(rows, keys, stage, IntegerSpan(free_hypothesis_),
                               IntegerSpan(free_reference_), keys.is_identity(0));
    return !edges_.empty();
}

std::int32_t StagedBlocks::root_of(std::int32_t node) {
    while (parent_[index(node)] != node) {
        node = parent_[index(node)] = parent_[index(parent_[index(node)])];
    }
    return node;
}

void StagedBlocks::add_block(const Rows& rows, std::int32_t root) {
    tokens_.clear();
    slots_.clear();
    std::int32_t types = 0;
    std::int32_t edges = 0;
    std::int32_t reference_types = 0;
    std::int32_t last = -1;
    std::vector<std::uint8_t> seen(index(rows.reference().types()), 0);
    for (const TypePair& edge : edges_) {
        if (root_of(edge.hypothesis) != root) {
            continue;
        }
        ++edges;
        if (edge.hypothesis != last) {  // a type's edges are side by side
            last = edge.hypothesis;
            ++types;
            append_free(rows.hypothesis(), last, *hypothesis_taken_, tokens_);
        }
        if (!seen[index(edge.reference)]) {
            seen[index(edge.reference)] = 1;
            ++reference_types;
            append_free(rows.reference(), edge.reference, *reference_taken_, slots_);
        }
    }
    std::sort(tokens_.begin(), tokens_.end());
    std::sort(slots_.begin(), slots_.end());
    if (edges == types * reference_types) {
        add_complete();
    } else {
        add_other(rows);
    }
}

void StagedBlocks::add_complete() {
    if (tokens_.size() == slots_.size()) {
        for (std::size_t place = 0; place < tokens_.size(); ++place) {
            forced_.push_back({tokens_[place], slots_[place]});
        }
        return;
    }
    if (tokens_.empty() || slots_.empty()) {
        return;
    }
    if (complete_count_ == complete_.size()) {
        complete_.emplace_back();
    }
    CompleteBlock& block = complete_[complete_count_++];
    block.from_hypothesis = tokens_.size() < slots_.size();
    block.shorter = block.from_hypothesis ? tokens_ : slots_;
    block.longer = block.from_hypothesis ? slots_ : tokens_;
}

void StagedBlocks::add_other(const Rows& rows) {
    std::vector<std::vector<std::int32_t>> edges(tokens_.size());
    for (std::size_t token = 0; token < tokens_.size(); ++token) {
        const std::int32_t s = rows.hypothesis().type[index(tokens_[token])];
        for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
            const std::int32_t t = rows.reference().type[index(slots_[slot])];
            if (std::any_of(edges_.begin(), edges_.end(), [&](const TypePair& edge) {
                    return edge.hypothesis == s && edge.reference == t;
                })) {
                edges[token].push_back(static_cast<std::int32_t>(slot));
            }
        }
    }
    Mappings mappings(tokens_, slots_, std::move(edges));
    const StagedLinks largest = mappings.largest();
    OtherBlock found;
    if (!mappings.list(largest.size(), found)) {
        found = {largest};
        proved_ = false;
    }
    steps_ += mappings.nodes();
    if (found.size() == 1) {
        forced_.insert(forced_.end(), found[0].begin(), found[0].end());
    } else {
        other_.push_back(std::move(found));
    }
}

}  // namespace meteorscope
