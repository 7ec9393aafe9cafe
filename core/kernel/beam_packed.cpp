// The paths at a token are lined up once as if each closed its chunk. The children of a choice come
// in this order, but for those that go on with a chunk: two sorted runs, which are merged into the
// first children of all choices so far. As soon as the beam is full, most runs end early: where a
// word can be matched, those that leave it out are seldom among the first.
#include "beam_packed.hpp"

#include <algorithm>

#include "at.hpp"

namespace meteorscope {

namespace {

// Whether a product is below 2**62, beyond which keys would not fit into 64 bits.
bool product_fits(std::int64_t one, std::int64_t other) {
    return one == 0 || other <= (std::int64_t{1} << 62) / one;
}

unsigned bits_for(std::int64_t largest) {
    unsigned bits = 0;
    while (largest >> bits != 0) {
        ++bits;
    }
    return bits;
}

void sort_nearly_sorted(std::uint64_t* items, std::size_t size) {
    for (std::size_t next = 1; next < size; ++next) {
        if (items[next] < items[next - 1]) {
            const std::uint64_t item = items[next];
            std::size_t place = next;
            for (; place > 0 && item < items[place - 1]; --place) {
                items[place] = items[place - 1];
            }
            items[place] = item;
        }
    }
}

}  // namespace

template <typename Mask>
bool PackedBeam<Mask>::fits(const BeamContest& contest, std::int64_t width) {
    // A path has matched so many at most, and for one that is not free the gain of a choice is
    // taken off nevertheless, before it is known to be so.
    const std::int64_t words = 2 * (contest.hypothesis_length + contest.reference_length);
    if (contest.slots > static_cast<std::int32_t>(8 * sizeof(Mask)) ||
        width > std::int64_t{1} << 20 || contest.most_choices > 1 << 18) {
        return false;
    }
    choice_bits_ = bits_for(contest.most_choices);
    origin_bits_ = choice_bits_ + bits_for(width - 1);
    const std::int64_t chunk = contest.distance + 1;
    if (origin_bits_ > 40 || !product_fits(chunk, contest.reference_length + 2)) {
        return false;
    }
    const std::int64_t word = chunk * (contest.reference_length + 2);
    if (!product_fits(word, words + 2) ||
        !product_fits(word * (words + 2), std::int64_t{1} << origin_bits_)) {
        return false;
    }
    width_ = static_cast<std::size_t>(width);
    origins_ = (Child{1} << origin_bits_) - 1;
    chunk_ = static_cast<Child>(chunk) << origin_bits_;
    word_ = static_cast<Child>(word) << origin_bits_;
    first_ = word_ * static_cast<Child>(words + 1);
    return true;
}

template <typename Mask>
void PackedBeam<Mask>::run(const BeamContest& contest, const std::vector<Candidate>& candidates,
                           std::int32_t exact_stage) {
    nodes_.set_size(0);
    paths_.set_size(1);
    paths_.front() = {first_, 0, kNoEnd, 0, -1};
    alike_ = true;
    end_ = kNoEnd;
    steps_ = 0;
    const std::int32_t* open = contest.open.data();
    const std::int32_t* const last = open + contest.open.size();
    const auto tokens = static_cast<std::int32_t>(contest.reference_length);
    auto expiry = contest.expiries.begin();
    for (std::int32_t token = 0; token < tokens;) {
        const auto paths = static_cast<std::int64_t>(paths_.size());
        const std::int32_t definite = contest.definite_at[at(token)];
        std::int32_t next = token + 1;
        const std::int32_t* const first = open;
        while (open != last && candidates[at(*open)].reference_start == token) {
            ++open;
        }
        if (open != first) {
            take_choices(contest, candidates, first, open, exact_stage);
            Mask expired = 0;
            for (; expiry != contest.expiries.end() && expiry->token == token; ++expiry) {
                expired |= Mask{1} << expiry->slot;
            }
            branch(token, expired);
        } else if (definite >= 0) {
            const Candidate& match = candidates[at(definite)];
            next = match.reference_end();
            pass(token, match.hypothesis_start, match.hypothesis_end(), next);
        } else {
            pass(token, kNoEnd, kNoEnd, next);
        }
        steps_ += paths * (next - token);
        token = next;
    }
    trace_best();
}

template <typename Mask>
void PackedBeam<Mask>::take_choices(const BeamContest& contest,
                                    const std::vector<Candidate>& candidates,
                                    const std::int32_t* first, const std::int32_t* last,
                                    std::int32_t exact_stage) {
    choices_.clear();
    for (; first != last; ++first) {
        const Candidate& candidate = candidates[at(*first)];
        Mask mask = 0;
        for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
             ++word) {
            mask |= Mask{1} << contest.slot[at(word)];
        }
        choices_.push_back({mask,
                            static_cast<Child>(worth_in_beam(candidate, exact_stage)) * word_,
                            static_cast<Child>(candidate.distance()) << origin_bits_,
                            candidate.hypothesis_start, candidate.hypothesis_end(),
                            candidate.reference_end(), *first});
    }
}

template <typename Mask>
void PackedBeam<Mask>::branch(std::int32_t token, Mask expired) {
    const std::uint64_t ends = line_up(token);
    children_.set_size(0);
    const std::size_t none = choices_.size();
    choices_.push_back({0, 0, 0, kNoEnd, kNoEnd, token + 1, kNoEnd});
    for (std::size_t number = 0; number < none; ++number) {
        const Choice& choice = choices_[number];
        if ((ends >> (static_cast<unsigned>(choice.start) % 64U) & 1) != 0) {
            add_children<true>(choice, number);
        } else {
            add_children<false>(choice, number);
        }
    }
    add_others(none);
    settle(token, expired);
}

// Sorts the paths as if each took no choice. Those that close a chunk come in the order in which
// they stand, and so do the others. Returns bits of where chunks may go on.
template <typename Mask>
std::uint64_t PackedBeam<Mask>::line_up(std::int32_t token) {
    const std::size_t size = paths_.size();
    parents_.set_size(size);
    lined_up_.set_size(size);
    closing_.set_size(size + 1);
    going_on_.set_size(size + 1);
    Parent* const parents = parents_.data();
    const Path* const paths = paths_.data();
    if (alike_) {
        const Child closed = end_ != kNoEnd ? chunk_ : 0;
        for (std::size_t place = 0; place < size; ++place) {
            lined_up_[place] = paths[place].key + closed + (place << choice_bits_);
            parents[place] = {paths[place].used, end_};
        }
        return std::uint64_t{1} << (static_cast<unsigned>(end_) % 64U);
    }
    Child* const closing = closing_.data();
    Child* const others = going_on_.data();
    std::size_t closed = 0;
    std::size_t other = 0;
    std::uint64_t ends = 0;
    for (std::size_t place = 0; place < size; ++place) {
        const Path& path = paths[place];
        const bool stands = path.resume > token;
        const bool closes = (path.end != kNoEnd) & !stands;
        const Child child = path.key + (closes ? chunk_ : 0) + (place << choice_bits_);
        const std::int32_t end = stands ? kNoEnd : path.end;
        others[other] = child;
        closing[closed] = child;
        other += !closes;
        closed += closes;
        parents[place] = {path.used | (stands ? ~Mask{0} : Mask{0}), end};
        ends |= std::uint64_t{1} << (static_cast<unsigned>(end) % 64U);
    }
    merge(others, other, closing, closed, lined_up_.data(), size);
    return ends;
}

template <typename Mask>
template <bool may_go_on>
void PackedBeam<Mask>::add_children(const Choice& choice, Child number) {
    const Child most = bound();
    const Child less = choice.gain - number;
    const Child saved = may_go_on ? chunk_ : 0;
    const Child distance = choice.distance;
    const Mask mask = choice.mask;
    Child* const closing = closing_.data();
    Child* const going_on = going_on_.data();
    std::size_t closed = 0;
    std::size_t gone_on = 0;
    Child* lined_up = lined_up_.begin();
    Child* const end = lined_up_.end();
    for (; lined_up != end && *lined_up - less - saved < most; ++lined_up) {
        const Parent& parent = parent_of(*lined_up);
        const bool is_free = (parent.used & mask) == 0;
        const Child child = *lined_up - less;
        if constexpr (may_go_on) {
            const bool goes_on = is_free & (parent.end == choice.start);
            going_on[gone_on] = child - chunk_;
            gone_on += goes_on;
            closing[closed] = child;
            closed += is_free & !goes_on & (child < most);
        } else {
            closing[closed] = child;
            closed += is_free;
        }
        *lined_up += is_free ? distance : 0;
    }
    if (distance != 0) {
        for (; lined_up != end; ++lined_up) {
            *lined_up += (parent_of(*lined_up).used & mask) == 0 ? distance : 0;
        }
        if (number + 2 < choices_.size()) {  // after the last, nearly all are dropped
            sort_nearly_sorted(lined_up_.data(), lined_up_.size());
        }
    }
    add_run(closing_, closed);
    if constexpr (may_go_on) {
        add_run(going_on_, gone_on);
    }
}

// The children that take no choice, and the paths that stand still.
template <typename Mask>
void PackedBeam<Mask>::add_others(Child number) {
    const Child most = bound();
    Child* const closing = closing_.data();
    std::size_t size = 0;
    for (const Child lined_up : lined_up_) {
        const Child child = lined_up + number;
        closing[size] = child;
        size += child < most;
    }
    sort_nearly_sorted(closing, size);
    add_run(closing_, size);
}

// Brings all paths beyond a token at which there is no choice: there is a definite match from
// ``start`` to ``end``, or nothing.
template <typename Mask>
void PackedBeam<Mask>::pass(std::int32_t token, std::int32_t start, std::int32_t end,
                            std::int32_t resume) {
    if (alike_) {
        end_ = end;
        return;
    }
    const std::size_t size = paths_.size();
    closing_.set_size(size + 1);
    going_on_.set_size(size + 1);
    children_.set_size(size);
    std::size_t closed = 0;
    std::size_t gone_on = 0;
    for (std::size_t place = 0; place < size; ++place) {
        const Path& path = paths_[place];
        const bool closes =
            (path.resume <= token) & (path.end != kNoEnd) & (path.end != start);
        const Child child = path.key + (place << choice_bits_);
        closing_[closed] = child + chunk_;
        closed += closes;
        going_on_[gone_on] = child;
        gone_on += !closes;
    }
    merge(going_on_.data(), gone_on, closing_.data(), closed, children_.data(), size);
    choices_.assign(1, {0, 0, 0, kNoEnd, end, resume, kNoEnd});
    settle(token, 0);
}

// Adds a sorted run, behind which there is room for one more, to the children.
template <typename Mask>
void PackedBeam<Mask>::add_run(KeptItems<Child>& run, std::size_t run_size) {
    if (run_size == 0) {
        return;
    }
    if (children_.size() == 0) {
        children_.set_size(run_size + 1);
        std::copy_n(run.data(), run_size, children_.data());
        children_.set_size(run_size);
        return;
    }
    const std::size_t size = std::min(width_, children_.size() + run_size);
    merged_.set_size(size + 1);
    merge(children_.data(), children_.size(), run.data(), run_size, merged_.data(), size);
    merged_.set_size(size);
    children_.swap(merged_);
}

// The first of two sorted runs, behind each of which there is room for one more. There is no branch
// on which of two is less, as that is as good as random.
template <typename Mask>
void PackedBeam<Mask>::merge(Child* one, std::size_t one_size, Child* two, std::size_t two_size,
                             Child* out, std::size_t size) {
    one[one_size] = kNone;
    two[two_size] = kNone;
    for (Child* const stop = out + size; out != stop; ++out) {
        const bool second = *two < *one;
        *out = second ? *two : *one;
        one += !second;
        two += second;
    }
}

// Makes paths of the children.
template <typename Mask>
void PackedBeam<Mask>::settle(std::int32_t token, Mask expired) {
    const Child numbers = (Child{1} << choice_bits_) - 1;
    const std::size_t none = choices_.size() - 1;
    const std::int32_t resume = choices_.back().resume;
    next_.set_size(children_.size());
    std::size_t nodes = nodes_.size();
    nodes_.set_size(nodes + children_.size());
    Path* path = next_.data();
    std::int32_t last = 0;
    std::int32_t different = 0;
    for (const Child child : children_) {
        const Path& parent = paths_[(child & origins_) >> choice_bits_];
        const std::size_t number = child & numbers;
        const Choice& choice = choices_[number];
        const bool takes = number < none;
        nodes_[nodes] = {choice.candidate, parent.node};
        path->key = child & ~origins_;
        path->used = (parent.used | choice.mask) & ~expired;
        path->end = choice.end;
        path->resume = choice.resume;
        path->node = takes ? static_cast<std::int32_t>(nodes) : parent.node;
        nodes += takes;
        if (!takes && !alike_ && parent.resume > token) {
            path->end = parent.end;
            path->resume = parent.resume;
        }
        last = std::max(last, path->resume);
        different |= path->end ^ next_.front().end;
        ++path;
    }
    nodes_.set_size(nodes);
    alike_ = different == 0 && last <= resume;
    end_ = alike_ ? next_.front().end : kNoEnd;
    paths_.swap(next_);
}

template <typename Mask>
void PackedBeam<Mask>::trace_best() {
    const Path* best = nullptr;
    Child least = 0;
    for (const Path& path : paths_) {
        const Child key = path.key + (!alike_ && path.end != kNoEnd ? chunk_ : 0);
        if (best == nullptr || key < least) {
            best = &path;
            least = key;
        }
    }
    best_.clear();
    for (std::int32_t node = best->node; node >= 0; node = nodes_[at(node)].before) {
        best_.push_back(nodes_[at(node)].candidate);
    }
}

template class PackedBeam<Word>;
template class PackedBeam<UnsignedInt128>;

}  // namespace meteorscope
