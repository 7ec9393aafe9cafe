#include "search/words/optimal/reduction.hpp"

#include <algorithm>
#include <numeric>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

// All bits of a negative number, none of another.
std::int32_t sign_of(std::int32_t number) { return number >> 31; }

// Of the types of one side, how many tokens are free where equal types match: all, but of two types
// with one token each. Settled are those that have a partner for each token, open all others.
void open_unmatched(const Row& row, const UnsetVector<std::int32_t>& other_counts,
                    const UnsetVector<std::int32_t>& same, UnsetVector<std::int32_t>& open,
                    std::vector<std::int32_t>& free, std::vector<std::uint8_t>& settled) {
    const std::size_t types = index(row.types());
    open.resize(types);
    std::size_t open_count = 0;
    // Plain pointers, which no store into another array can change.
    const std::int32_t* const counts = row.count.data();
    const std::int32_t* const others_of = other_counts.data();
    const std::int32_t* const same_of = same.data();
    std::int32_t* const opened = open.data();
    std::int32_t* const freed = free.data();
    std::uint8_t* const settled_now = settled.data();
    for (std::size_t type = 0; type < types; ++type) {
        const std::int32_t none = sign_of(same_of[type]);
        const std::int32_t tokens = counts[type];
        const std::int32_t others = others_of[same_of[type] & ~none] & ~none;
        opened[open_count] = static_cast<std::int32_t>(type);
        open_count += tokens > others;
        settled_now[type] = tokens <= others;
        freed[type] = tokens - (((tokens - 1) | (others - 1)) == 0);
    }
    open.resize(open_count);
}

void grow_lists(std::vector<std::vector<std::int32_t>>& lists, std::size_t size) {
    if (lists.size() < size) {
        lists.resize(size);
    }
}

}  // namespace

void Reduction::compute(const Rows& rows, const Keys& keys) {
    reset(rows);
    for (std::int32_t stage = 0; stage < keys.stages(); ++stage) {
        const bool identity = keys.is_identity(stage);
        if (stage == 0 && identity) {
            match_equal_types(rows);
            continue;
        }
        if (stage == 0) {
            open_all(rows);
        }
        const std::size_t first_new = edges_.size();
        all_new_alone_ = true;
        if (identity ? add_equal_types(rows, stage) : add_pairs(rows, keys, stage)) {
            if (all_new_alone_) {
                settle_alone(first_new);
            } else {
                augment();
                label();
            }
            if (stage + 1 < keys.stages()) {
                drop_settled();
            }
        }
    }
    const auto has_no_edge = [&](std::int32_t s) { return partners_[index(s)].empty(); };
    matched_types_.erase(
        std::remove_if(matched_types_.begin(), matched_types_.end(), has_no_edge),
        matched_types_.end());
    std::sort(matched_types_.begin(), matched_types_.end());
    note_alone();
}

void Reduction::reset(const Rows& rows) {
    const std::size_t hypothesis_types = index(rows.hypothesis().types());
    const std::size_t reference_types = index(rows.reference().types());
    for (const Edge& edge : edges_) {
        partners_[index(edge.hypothesis)].clear();
        sources_[index(edge.reference)].clear();
    }
    for (const std::int32_t s : active_hypothesis_) {
        is_active_hypothesis_[index(s)] = 0;
    }
    for (const std::int32_t t : active_reference_) {
        is_active_reference_[index(t)] = 0;
    }
    single_matches_.clear();
    edges_.clear();
    matched_types_.clear();
    active_hypothesis_.clear();
    active_reference_.clear();
    grow_lists(partners_, hypothesis_types);
    grow_lists(sources_, reference_types);
    if (is_active_hypothesis_.size() < hypothesis_types) {
        is_active_hypothesis_.resize(hypothesis_types, 0);
        even_hypothesis_.resize(hypothesis_types);
        odd_hypothesis_.resize(hypothesis_types);
        free_hypothesis_.resize(hypothesis_types);
        settled_hypothesis_.resize(hypothesis_types);
    }
    if (is_active_reference_.size() < reference_types) {
        is_active_reference_.resize(reference_types, 0);
        even_reference_.resize(reference_types);
        odd_reference_.resize(reference_types);
        free_reference_.resize(reference_types);
        settled_reference_.resize(reference_types);
    }
}

// The first stage in one step: the side with fewer tokens of a type is covered by every maximum
// matching, the other side too if it has as many. Most types match one to one or not at all, and
// which of the two is unpredictable: the steps for all types have no branches.
void Reduction::match_equal_types(const Rows& rows) {
    const Row& hypothesis = rows.hypothesis();
    const Row& reference = rows.reference();
    if (hypothesis.types() == 0 || reference.types() == 0) {
        open_all(rows);
        return;
    }
    open_unmatched(hypothesis, reference.count, rows.same_in_reference(), open_hypothesis_,
                   free_hypothesis_, settled_hypothesis_);
    open_unmatched(reference, hypothesis.count, rows.same_in_hypothesis(), open_reference_,
                   free_reference_, settled_reference_);
    single_matches_.resize(index(hypothesis.types()));
    repeated_.resize(index(hypothesis.types()));
    std::size_t singles = 0;
    std::size_t repeated = 0;
    for (std::int32_t s = 0; s < hypothesis.types(); ++s) {
        const std::int32_t t = rows.same_in_reference(s);
        const bool is_single = free_hypothesis_[index(s)] == 0;
        single_matches_[singles] = {hypothesis.beginning[index(s)],
                                    reference.beginning[index(t & ~sign_of(t))], 0};
        singles += is_single;
        repeated_[repeated] = s;
        repeated += static_cast<std::size_t>(t >= 0) & static_cast<std::size_t>(!is_single);
    }
    single_matches_.resize(singles);
    repeated_.resize(repeated);
    for (const std::int32_t s : repeated_) {
        const std::int32_t t = rows.same_in_reference(s);
        add_edge(s, t, 0);
        if (free_hypothesis_[index(s)] != 0 || free_reference_[index(t)] != 0) {
            activate(s, t);
        }
    }
}

// Where equal types are not the first stage.
void Reduction::open_all(const Rows& rows) {
    const auto open_side = [](const Row& row, UnsetVector<std::int32_t>& open,
                              std::vector<std::int32_t>& free,
                              std::vector<std::uint8_t>& settled) {
        open.resize(index(row.types()));
        std::iota(open.begin(), open.end(), 0);
        std::copy(row.count.begin(), row.count.end(), free.begin());
        std::fill_n(settled.begin(), open.size(), std::uint8_t{0});
    };
    open_side(rows.hypothesis(), open_hypothesis_, free_hypothesis_, settled_hypothesis_);
    open_side(rows.reference(), open_reference_, free_reference_, settled_reference_);
}

// Without a branch on whether a type is settled.
void Reduction::drop_settled() {
    const auto drop = [](UnsetVector<std::int32_t>& open,
                         const std::vector<std::uint8_t>& settled) {
        std::size_t kept = 0;
        for (const std::int32_t type : open) {
            open[kept] = type;
            kept += settled[index(type)] == 0;
        }
        open.resize(kept);
    };
    drop(open_hypothesis_, settled_hypothesis_);
    drop(open_reference_, settled_reference_);
}

bool Reduction::add_equal_types(const Rows& rows, std::int32_t stage) {
    bool added = false;
    for (const std::int32_t s : open_hypothesis_) {
        const std::int32_t t = rows.same_in_reference(s);
        if (t >= 0 && !settled_reference_[index(t)]) {
            add_edge(s, t, stage);
            activate(s, t);
            added = true;
        }
    }
    return added;
}

bool Reduction::add_pairs(const Rows& rows, const Keys& keys, std::int32_t stage) {
    // Where equal types were matched first, an open type needs another to be matched with.
    const std::vector<TypePair>& pairs =
        shared_keys_.find(rows, keys, stage, IntegerSpan(open_hypothesis_),
                          IntegerSpan(open_reference_), keys.is_identity(0));
    for (const auto& [s, t] : pairs) {
        add_edge(s, t, stage);
        activate(s, t);
    }
    return !pairs.empty();
}

// A new edge takes at once the flow that is free at its ends.
void Reduction::add_edge(std::int32_t s, std::int32_t t, std::int32_t stage) {
    const auto number = static_cast<std::int32_t>(edges_.size());
    const std::int32_t amount = std::min(free_hypothesis_[index(s)], free_reference_[index(t)]);
    free_hypothesis_[index(s)] -= amount;
    free_reference_[index(t)] -= amount;
    edges_.push_back({s, t, stage, amount, false});
    all_new_alone_ = all_new_alone_ && partners_[index(s)].empty() && sources_[index(t)].empty();
    if (partners_[index(s)].empty()) {
        // A type whose edges were all dropped is settled and gets no others.
        matched_types_.push_back(s);
    }
    partners_[index(s)].push_back(number);
    sources_[index(t)].push_back(number);
}

void Reduction::activate(std::int32_t s, std::int32_t t) {
    if (!is_active_hypothesis_[index(s)]) {
        is_active_hypothesis_[index(s)] = 1;
        active_hypothesis_.push_back(s);
    }
    if (!is_active_reference_[index(t)]) {
        is_active_reference_[index(t)] = 1;
        active_reference_.push_back(t);
    }
}

// What ``augment`` and ``label`` would do where each new edge is the only one of both its types:
// all flow is on it, and all else is as it was.
void Reduction::settle_alone(std::size_t first_edge) {
    for (std::size_t number = first_edge; number < edges_.size(); ++number) {
        const Edge& edge = edges_[number];
        settled_hypothesis_[index(edge.hypothesis)] = free_hypothesis_[index(edge.hypothesis)] == 0;
        settled_reference_[index(edge.reference)] = free_reference_[index(edge.reference)] == 0;
    }
}

void Reduction::note_alone() {
    for (const std::int32_t s : matched_types_) {
        const std::vector<std::int32_t>& numbers = partners_[index(s)];
        for (const std::int32_t number : numbers) {
            Edge& own = edges_[index(number)];
            own.alone = numbers.size() == 1 && sources_[index(own.reference)].size() == 1;
        }
    }
}

// Makes the flow maximal, by shortest augmenting paths.
void Reduction::augment() {
    came_from_.resize(std::max(came_from_.size(), sources_.size()));
    reached_by_.resize(std::max(reached_by_.size(), partners_.size()));
    std::sort(active_hypothesis_.begin(), active_hypothesis_.end());
    for (const std::int32_t source : active_hypothesis_) {
        while (free_hypothesis_[index(source)] != 0 && augment_from(source)) {
        }
    }
}

bool Reduction::augment_from(std::int32_t source) {
    ++path_epoch_;
    queue_.assign(1, source);
    reached_by_[index(source)] = {-1, path_epoch_};
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        for (const std::int32_t forward : partners_[index(queue_[next])]) {
            const std::int32_t t = edges_[index(forward)].reference;
            if (came_from_[index(t)].epoch == path_epoch_) {
                continue;
            }
            came_from_[index(t)] = {forward, path_epoch_};
            if (free_reference_[index(t)] != 0) {
                apply_path(source, t);
                return true;
            }
            for (const std::int32_t back : sources_[index(t)]) {
                const Edge& edge = edges_[index(back)];
                if (reached_by_[index(edge.hypothesis)].epoch != path_epoch_ && edge.quota != 0) {
                    reached_by_[index(edge.hypothesis)] = {back, path_epoch_};
                    queue_.push_back(edge.hypothesis);
                }
            }
        }
    }
    return false;
}

void Reduction::apply_path(std::int32_t source, std::int32_t target) {
    std::int32_t amount = std::min(free_hypothesis_[index(source)], free_reference_[index(target)]);
    for (std::int32_t t = target;;) {
        const std::int32_t s = edges_[index(came_from_[index(t)].edge)].hypothesis;
        if (s == source) {
            break;
        }
        const Edge& back = edges_[index(reached_by_[index(s)].edge)];
        amount = std::min(amount, back.quota);
        t = back.reference;
    }
    for (std::int32_t t = target;;) {
        Edge& forward = edges_[index(came_from_[index(t)].edge)];
        forward.quota += amount;
        if (forward.hypothesis == source) {
            break;
        }
        Edge& back = edges_[index(reached_by_[index(forward.hypothesis)].edge)];
        back.quota -= amount;
        t = back.reference;
    }
    free_hypothesis_[index(source)] -= amount;
    free_reference_[index(target)] -= amount;
}

// Settles the odd and unreachable types and drops the edges that no best matching uses.
void Reduction::label() {
    for (const std::int32_t s : active_hypothesis_) {
        even_hypothesis_[index(s)] = odd_hypothesis_[index(s)] = 0;
    }
    for (const std::int32_t t : active_reference_) {
        even_reference_[index(t)] = odd_reference_[index(t)] = 0;
    }
    reach_from_hypothesis();
    reach_from_reference();
    drop_useless_edges();
    for (const std::int32_t t : active_reference_) {
        if (!even_reference_[index(t)] && (!sources_[index(t)].empty() || odd_reference_[index(t)])) {
            settled_reference_[index(t)] = 1;
        }
    }
}

void Reduction::reach_from_hypothesis() {
    queue_.clear();
    for (const std::int32_t s : active_hypothesis_) {
        if (free_hypothesis_[index(s)] != 0) {
            even_hypothesis_[index(s)] = 1;
            queue_.push_back(s);
        }
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        for (const std::int32_t across : partners_[index(queue_[next])]) {
            const std::int32_t t = edges_[index(across)].reference;
            if (odd_reference_[index(t)]) {
                continue;
            }
            odd_reference_[index(t)] = 1;
            for (const std::int32_t back : sources_[index(t)]) {
                const Edge& edge = edges_[index(back)];
                if (!even_hypothesis_[index(edge.hypothesis)] && edge.quota != 0) {
                    even_hypothesis_[index(edge.hypothesis)] = 1;
                    queue_.push_back(edge.hypothesis);
                }
            }
        }
    }
}

void Reduction::reach_from_reference() {
    queue_.clear();
    for (const std::int32_t t : active_reference_) {
        if (free_reference_[index(t)] != 0) {
            even_reference_[index(t)] = 1;
            queue_.push_back(t);
        }
    }
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        for (const std::int32_t across : sources_[index(queue_[next])]) {
            const std::int32_t s = edges_[index(across)].hypothesis;
            if (odd_hypothesis_[index(s)]) {
                continue;
            }
            odd_hypothesis_[index(s)] = 1;
            for (const std::int32_t back : partners_[index(s)]) {
                const Edge& edge = edges_[index(back)];
                if (!even_reference_[index(edge.reference)] && edge.quota != 0) {
                    even_reference_[index(edge.reference)] = 1;
                    queue_.push_back(edge.reference);
                }
            }
        }
    }
}

void Reduction::drop_useless_edges() {
    for (const std::int32_t s : active_hypothesis_) {
        if (!even_hypothesis_[index(s)]) {
            settled_hypothesis_[index(s)] = 1;
        }
        std::vector<std::int32_t>& kept = partners_[index(s)];
        const auto is_useless = [&](std::int32_t number) {
            const std::int32_t t = edges_[index(number)].reference;
            const bool odd = odd_hypothesis_[index(s)] || odd_reference_[index(t)];
            const bool even = even_hypothesis_[index(s)] || even_reference_[index(t)];
            if (!odd || even) {
                return false;
            }
            std::vector<std::int32_t>& sources = sources_[index(t)];
            sources.erase(std::find(sources.begin(), sources.end(), number));
            return true;
        };
        kept.erase(std::remove_if(kept.begin(), kept.end(), is_useless), kept.end());
    }
}

}  // namespace meteorscope
