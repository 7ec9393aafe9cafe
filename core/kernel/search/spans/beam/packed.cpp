// Paths are not sorted. The keys of all children are computed choice by choice, a few at a time by
// one instruction, and those children go on whose key is no greater than the last that the beam has
// room for. This key is looked for by counting, among the children up to the greatest of each
// path's best: first which chunk it is in, then where in the chunk. Where some of equal keys have no
// room, the history of their paths tells which they are.
#include "search/spans/beam/packed.hpp"

#include <algorithm>

#include "base/integers.hpp"
#include "search/spans/beam/lanes.hpp"

namespace meteorscope {

namespace {

constexpr std::size_t kSlots = static_cast<std::size_t>(kSlotsOfNumber);
constexpr std::int64_t kMaxChildren = std::int64_t{1} << 20;
constexpr std::int64_t kMaxPaths = std::int64_t{1} << 22;

bool product_fits(std::int64_t one, std::int64_t other, std::int64_t most) {
    return one == 0 || other <= most / one;
}

// How far keys of a token may be from zero, so that those of their children fit.
constexpr std::int64_t kMaxAtToken = static_cast<std::int64_t>(kNoKey) / 4;

template <typename Vector>
void make_room(Vector& vector, std::size_t size) {
    if (vector.size() < size) {
        vector.resize(2 * size);
    }
}

}  // namespace

bool PackedBeam::fits(const BranchPoints& points, std::int64_t width) {
    if (!product_fits(width, points.most_choices, kMaxChildren) ||
        !product_fits(width, points.reference_length + 1, kMaxPaths)) {
        return false;
    }
    const std::int64_t chunk = points.distance + 1;
    const std::int64_t chunks = points.reference_length + 2;
    if (!product_fits(chunk, chunks, kMaxAtToken)) {
        return false;
    }
    // Half of what fits, since the gain of a choice is taken off once more before it is known to
    // be free.
    are_relative_ = !product_fits(chunk * chunks, points.words + 2, 2 * kMaxAtToken);
    // From one token with choices to the next, a key loses what the longest choice is worth at most,
    // and gains less than two words: the distances of choices, and all chunks that are closed.
    if (are_relative_ && !product_fits(chunk * chunks, points.longest + 2, kMaxAtToken)) {
        return false;
    }
    width_ = static_cast<std::size_t>(width);
    choices_.chunk = static_cast<Key>(chunk);
    choices_.word = static_cast<Key>(chunk * chunks);
    return true;
}

bool PackedBeam::run(const BranchPoints& points, const Candidates& candidates) {
#ifdef METEORSCOPE_HAS_AVX2_LISTS
    static const bool has_avx2 = has_avx2_lists();
    if (has_avx2) {
        return run_avx2(points, candidates);
    }
#endif
    return run_with<ScalarLists>(points, candidates);
}

#ifdef METEORSCOPE_HAS_AVX2_LISTS
bool PackedBeam::run_avx2(const BranchPoints& points, const Candidates& candidates) {
    return run_with<Avx2Lists>(points, candidates);
}
#endif

template <typename Lists>
bool PackedBeam::run_with(const BranchPoints& points, const Candidates& candidates) {
    begin(points);
    auto expiry = points.expiries.begin();
    std::int32_t token = 0;
    for (std::size_t number = 0; number < points.branching_count; ++number) {
        const BranchPoints::Branching& branching = points.branchings[number];
        go_on_to(points, candidates, token, branching.token);
        token = branching.token;
        if (are_relative_ && !bring_keys_near()) {
            return false;
        }
        take_choices(points, number);
        kept_bits_[0] = branching.kept;
        if (words_ > 1) {
            std::fill(kept_bits_.begin(), kept_bits_.end(), ~Bits{0});
            for (; expiry != points.expiries.end() && expiry->token == token; ++expiry) {
                kept_bits_[index(expiry->slot) / kSlots] &= ~(Bits{1} << index(expiry->slot) % kSlots);
            }
        }
        steps_ += static_cast<std::int64_t>(count_);
        const bool is_last = number + 1 == points.branching_count;
        takes_best_ = is_last && !some_wait_ && !some_are_long_;
        next_start_ = kNoEnd;
        if (takes_best_ && token + 1 < points.reference_length) {
            const std::int32_t next = points.definite_at[index(token + 1)];
            next_start_ = next >= 0 ? candidates[index(next)].hypothesis_start : kNoEnd;
        }
        branch<Lists>(token);
        ++token;
    }
    go_on_to(points, candidates, token, static_cast<std::int32_t>(points.reference_length));
    trace_best(points);
    return true;
}

// Takes the least key of all paths from each, if any is far from zero. Only keys of one token are
// ever compared. Returns false where paths are too different.
bool PackedBeam::bring_keys_near() {
    constexpr auto most = static_cast<Key>(kMaxAtToken);
    Key* const keys = history_.last_keys();
    const KeyRange all = range_of(keys, lanes_ / kLaneBlock);
    if (all.least >= -most && all.greatest <= most) {
        return true;
    }
    const auto [first, last] = std::minmax_element(keys, keys + count_);
    const Key least = *first;
    if (std::int64_t{*last} - least > most) {
        return false;
    }
    for (std::size_t path = 0; path < count_; ++path) {
        keys[path] -= least;
    }
    return true;
}

// Passes tokens where there is no choice. As soon as all paths are alike, nothing changes but where
// they end.
void PackedBeam::go_on_to(const BranchPoints& points, const Candidates& candidates,
                               std::int32_t token, std::int32_t end) {
    steps_ += static_cast<std::int64_t>(count_) * (end - token);
    while (token < end && !alike_) {
        const std::int32_t definite = points.definite_at[index(token)];
        if (definite >= 0) {
            const Candidate& match = candidates[index(definite)];
            pass(token, match.hypothesis_start, match.hypothesis_end(), match.reference_end());
            token = match.reference_end();
        } else {
            pass(token, kNoEnd, kNoEnd, token + 1);
            ++token;
        }
    }
    if (alike_ && token < end) {
        end_ = points.end_before[index(end)];
    }
}

void PackedBeam::begin(const BranchPoints& points) {
    words_ = points.numbers_of_slots();
    stride_ = (lane_blocks(width_) + 2) * kLaneBlock;
    for (Lane<Key>* lane : {&key_, &closing_, &best_child_}) {
        make_room(*lane, stride_);
    }
    for (Lane<std::int32_t>* lane : {&ends_, &resumes_, &next_ends_, &next_resumes_}) {
        make_room(*lane, stride_);
    }
    for (Lane<Bits>* lane : {&waits_, &busy_}) {
        make_room(*lane, stride_);
    }
    for (Lane<Bits>* lane : {&used_, &next_used_}) {
        make_room(*lane, words_ * stride_);
    }
    kept_bits_.resize(words_);
    history_.clear(stride_);
    count_ = 1;
    lanes_ = kLaneBlock;
    std::fill_n(history_.next_keys(2 * kLaneBlock), kLaneBlock, Key{0});
    history_.add_same(kLaneBlock);
    for (std::size_t word = 0; word < words_; ++word) {
        std::fill_n(used_.data() + word * stride_, kLaneBlock, ~Bits{0});
        used_[word * stride_] = 0;
    }
    alike_ = true;
    some_wait_ = false;
    end_ = kNoEnd;
    best_origin_ = -1;
    steps_ = 0;
}

void PackedBeam::take_choices(const BranchPoints& points, std::size_t branching) {
    first_choice_ = points.branchings[branching].first_choice;
    choices_.choices = points.choices.data() + first_choice_;
    choices_.takes = points.branchings[branching + 1].first_choice - first_choice_ - 1;
    choices_.bits = points.bits.data() + first_choice_;
    choices_.stride = points.choice_count();
    some_are_long_ = false;
    for (std::size_t number = 0; points.some_are_long && number < choices_.takes; ++number) {
        some_are_long_ = some_are_long_ || choices_.choices[number].length > 1;
    }
}

template <typename Lists>
void PackedBeam::branch(std::int32_t token) {
    for (std::size_t path = 0; some_wait_ && path < lanes_; ++path) {
        waits_[path] = resumes_[path] > token ? ~Bits{0} : 0;
    }
    const ChildKeys all = find_children<Lists>();
    if (takes_best_ && take_best<Lists>(all)) {
        return;
    }
    select_children<Lists>(all);
    settle<Lists>(token);
}

// After the last choices only the best child is asked for, when it has closed its chunk if that
// does not go on. It has room in the beam unless too many children come before it, which then close
// theirs: then nothing is taken. No key is less than that of a best child that closes its own.
template <typename Lists>
bool PackedBeam::take_best(const ChildKeys& all) {
    const auto closing_of = [this](std::size_t number) {
        const std::int32_t end = choices_.choices[number].end;
        return end != kNoEnd && end != next_start_ ? choices_.chunk : Key{0};
    };
    Key best = kNoKey;  // with what it closes
    Key closing = 0;
    for (std::size_t number = 0; number <= choices_.takes; ++number) {
        const Key* const keys = children_.data() + number * lanes_;
        const Key least = range_of(keys, lanes_ / kLaneBlock).least;
        const Key its_closing = closing_of(number);
        if (least != kNoKey && (least + its_closing < best ||
                                (least + its_closing == best && its_closing > closing))) {
            best = least + its_closing;
            closing = its_closing;
        }
    }
    const Key key = best - closing;
    if (closing == 0 && all.found > width_ &&
        count_up_to(key, children_.data(), (choices_.takes + 1) * lanes_ / kLaneBlock) > width_) {
        return false;
    }
    make_room(equals_, (choices_.takes + 1) * lanes_);
    std::size_t size = 0;
    for (std::size_t number = 0; number <= choices_.takes; ++number) {
        const Key* const keys = children_.data() + number * lanes_;
        for (std::size_t path = 0; closing_of(number) == closing && path < count_; ++path) {
            equals_[size].origin = history_.origins().origin(path, number);
            size += static_cast<std::size_t>(keys[path] == key);
        }
    }
    best_origin_ =
        std::min_element(equals_.begin(), equals_.begin() + static_cast<std::ptrdiff_t>(size),
                         [this](const Equal& one, const Equal& other) {
                             return comes_before(one, other);
                         })
            ->origin;
    count_ = std::min(all.found, width_);
    alike_ = true;
    return true;
}

// Of two children with equal keys.
bool PackedBeam::comes_before(const Equal& one, const Equal& other) const {
    const std::size_t parent = history_.origins().place(one.origin);
    const std::size_t parent_of_other = history_.origins().place(other.origin);
    return parent == parent_of_other ? one.origin < other.origin
                                     : history_.comes_before(parent, parent_of_other);
}

// The keys of all children, choice after choice.
template <typename Lists>
ChildKeys PackedBeam::find_children() {
    make_room(children_, (choices_.takes + 1) * (lanes_ + kLaneBlock) + kLaneBlock);
    const std::size_t blocks = lanes_ / kLaneBlock;
    std::copy_n(history_.last_keys(), lanes_, key_.data());
    if (alike_) {
        std::fill_n(closing_.data(), lanes_, end_ != kNoEnd ? choices_.chunk : 0);
    } else {
        find_closing(ends_.data(), kNoEnd, choices_.chunk, closing_.data(), blocks);
        for (std::size_t path = 0; some_wait_ && path < lanes_; ++path) {
            closing_[path] = waits_[path] != 0 ? 0 : closing_[path];
        }
    }
    std::fill_n(best_child_.data(), lanes_, kNoKey);
    Key* child = children_.data();
    std::size_t all = count_;
    for (std::size_t number = 0; number < choices_.takes; ++number) {
        const BeamChoice& choice = choices_.choices[number];
        const Key gain = choice.worth * choices_.word;
        const Key distance = choice.distance;
        Bits bits = 0;
        const Bits* const used = busy_bits(number, bits);
        Key found;
        if (alike_) {
            const Key less = gain - (choice.start != end_ ? closing_[0] : 0);
            found = add_children(used, bits, less, distance, key_.data(), best_child_.data(), child,
                                 blocks);
        } else {
            found = add_children(used, bits, gain, distance, choice.start, ends_.data(),
                                 closing_.data(), key_.data(), best_child_.data(), child, blocks);
        }
        all += static_cast<std::size_t>(found);
        child += lanes_;
    }
    add_children(key_.data(), closing_.data(), best_child_.data(), child, blocks);
    std::fill_n(child + count_, kLaneBlock, kNoKey);
    std::fill_n(best_child_.data() + count_, kLaneBlock, best_child_[0]);
    const KeyRange best = range_of(best_child_.data(), blocks);
    return {all, best.least, best.greatest};
}

// A path cannot take the choice if it has any of the bits that are returned.
const typename PackedBeam::Bits* PackedBeam::busy_bits(std::size_t number, Bits& bits) {
    const BeamChoice& choice = choices_.choices[number];
    const Bits* const its = choices_.bits + number;
    if (!some_wait_ && choice.end_number - choice.first_number == 1) {
        bits = its[choice.first_number * choices_.stride];
        return used_.data() + choice.first_number * stride_;
    }
    bits = ~Bits{0};
    for (std::size_t path = 0; path < lanes_; ++path) {
        busy_[path] = some_wait_ ? waits_[path] : 0;
    }
    std::fill_n(busy_.data() + count_, kLaneBlock, ~Bits{0});
    for (std::size_t word = choice.first_number; word < choice.end_number; ++word) {
        const Bits* const used = used_.data() + word * stride_;
        for (std::size_t path = 0; path < lanes_; ++path) {
            busy_[path] |= used[path] & its[word * choices_.stride];
        }
    }
    return busy_.data();
}

// The children that the beam has room for become the next generation.
template <typename Lists>
void PackedBeam::select_children(const ChildKeys& all) {
    const std::size_t most = std::max(all.found, width_) + 2 * kLaneBlock;
    keys_ = history_.next_keys(most);
    origins_ = history_.next_origins(most);
    const ChildList next{keys_, origins_, next_used_.data(), next_ends_.data()};
    if (all.found <= width_) {
        count_ = list_children<Lists>(kNoKey - 1, next);
        return;
    }
    // If there are as many paths as the beam has room for, the best child of each is an answer.
    const Key bound = count_ == width_ ? all.greatest_best : kNoKey - 1;
    make_room(listed_, most);
    make_room(listed_origins_, most);
    make_room(listed_used_, most);
    make_room(listed_ends_, most);
    const ChildList listed{listed_.data(), listed_origins_.data(), listed_used_.data(),
                                listed_ends_.data()};
    listed_size_ = list_children<Lists>(bound, listed);
    std::fill_n(listed_.data() + listed_size_, kLaneBlock, kNoKey);
    Range range{all.least - 1, bound, 0, listed_size_};
    if (count_ != width_) {
        range.most = greatest_key(range.low, listed_.data(), lane_blocks(listed_size_));
    }
    narrow(range);
    if (range.many != width_) {
        drop_equals(range.most, width_ - range.few);
    }
    count_ = Lists::keep(range.most, listed, lane_blocks(listed_size_) * kLaneBlock, next);
    knows_whether_alike_ = false;
}

// Finds the last key that the beam has room for among those that are listed: first in which chunk
// it is, which are counted from the least key, and again from the next after three with too few.
void PackedBeam::narrow(Range& range) const {
    const Key* const listed = listed_.data();
    const std::size_t blocks = lane_blocks(listed_size_);
    Key step = choices_.chunk;
    while (range.most - range.low > 1 && range.many != width_) {
        step = std::max<Key>(1, std::min(step, (range.most - range.low) / 4));
        const Key pivots[] = {range.low, range.low + step, range.low + 2 * step,
                              range.low + 3 * step, range.most};
        const ThreeCounts up_to = count_up_to(pivots[1], pivots[2], pivots[3], listed, blocks);
        const std::size_t counts[] = {range.few, up_to.first, up_to.second, up_to.third,
                                      range.many};
        const int too_few = (counts[1] < width_) + (counts[2] < width_) + (counts[3] < width_);
        // No branches: which it is is as good as random.
        range = {pivots[too_few], pivots[too_few + 1], counts[too_few], counts[too_few + 1]};
        if (too_few == 3) {
            range.low = least_key_after(range.low, listed, blocks) - 1;
            step = choices_.chunk;
        }
    }
}

// Lists all children up to a key, and tells whether they end at one place; returns how many there
// are.
template <typename Lists>
std::size_t PackedBeam::list_children(Key most, const ChildList& list) {
    ChoiceChildren children{children_.data(), 0, used_.data(), 0, kept_bits_[0], 0};
    std::size_t size = 0;
    std::int32_t end = kNoEnd;  // of the first
    std::uint32_t different = 0;
    for (std::size_t number = 0; number <= choices_.takes; ++number) {
        children.origin = history_.origins().origin(0, number);
        children.bits = choices_.bits[number];
        children.end = choices_.choices[number].end;
        const std::size_t before = size;
        size = Lists::add(most, children, lanes_, size, list);
        end = choose(mask_if(before == 0), children.end, end);
        different |= static_cast<std::uint32_t>(children.end ^ end) & mask_if(size != before);
        children.keys += lanes_;
    }
    alike_ = different == 0;
    end_ = end;
    knows_whether_alike_ = true;
    return size;
}

// Of equal keys that are listed, only so many of the first go on.
void PackedBeam::drop_equals(Key key, std::size_t kept) {
    make_room(equals_, listed_size_ + 1);
    std::size_t size = 0;
    for (std::size_t each = 0; each < listed_size_; ++each) {
        equals_[size] = {static_cast<std::int32_t>(each), listed_origins_[each]};
        size += static_cast<std::size_t>(listed_[each] == key);
    }
    drop(size, kept, listed_.data());
}

// Of so many equals only some go on.
void PackedBeam::drop(std::size_t size, std::size_t kept, Key* keys) {
    Equal* const first = equals_.data();
    Equal* const end = first + size;
    const auto before = [this](const Equal& one, const Equal& other) {
        return comes_before(one, other);
    };
    // Mostly there are two or three, of which one goes on or one does not.
    if (kept == 1) {
        std::iter_swap(first, std::min_element(first, end, before));
    } else if (kept + 1 == size) {
        std::iter_swap(end - 1, std::max_element(first, end, before));
    } else {
        std::nth_element(first, first + kept, end, before);
    }
    for (const Equal* dropped = first + kept; dropped != end; ++dropped) {
        keys[dropped->place] = kNoKey;
    }
}

// Makes paths of the next generation.
template <typename Lists>
void PackedBeam::settle(std::int32_t token) {
    lanes_ = lane_blocks(count_) * kLaneBlock;
    const Origins of = history_.origins();
    const std::int32_t* __restrict origins = origins_;
    std::fill_n(keys_ + count_, kLaneBlock, Key{0});
    std::fill_n(origins_ + count_, kLaneBlock, origins[0]);
    if constexpr (!Lists::kListsSlotsAndEnds) {
        std::int32_t* __restrict ends = next_ends_.data();
        for (std::size_t path = 0; path < count_; ++path) {
            ends[path] = choices_.choices[of.number(origins[path])].end;
        }
    }
    std::fill_n(next_ends_.data() + count_, kLaneBlock, next_ends_[0]);
    for (std::size_t word = Lists::kListsSlotsAndEnds ? 1 : 0; word < words_; ++word) {
        const Bits* __restrict used = used_.data() + word * stride_;
        const Bits* __restrict more = choices_.bits + word * choices_.stride;
        Bits* __restrict next = next_used_.data() + word * stride_;
        const Bits kept = kept_bits_[word];
        for (std::size_t path = 0; path < count_; ++path) {
            const std::int32_t origin = origins[path];
            next[path] = (used[of.place(origin)] | more[of.number(origin)]) & kept;
        }
    }
    for (std::size_t word = 0; word < words_; ++word) {
        std::fill_n(next_used_.data() + word * stride_ + count_, kLaneBlock, ~Bits{0});
    }
    if (some_wait_ || some_are_long_) {
        find_waiting(token);
        knows_whether_alike_ = false;
    }
    history_.add(lanes_, first_choice_);
    used_.swap(next_used_);
    ends_.swap(next_ends_);
    if (!knows_whether_alike_) {
        find_whether_alike();
    }
}

// Finds the paths of the next generation that wait after a token, and where they end.
void PackedBeam::find_waiting(std::int32_t token) {
    std::int32_t last = 0;
    for (std::size_t path = 0; path < lanes_; ++path) {
        const std::size_t parent = history_.origins().place(origins_[path]);
        const std::size_t number = history_.origins().number(origins_[path]);
        next_resumes_[path] = token + choices_.choices[number].length;
        if (some_wait_ && number == choices_.takes && waits_[parent] != 0) {
            next_ends_[path] = ends_[parent];
            next_resumes_[path] = resumes_[parent];
        }
        last = std::max(last, next_resumes_[path]);
    }
    resumes_.swap(next_resumes_);
    some_wait_ = last > token + 1;
}

void PackedBeam::find_whether_alike() {
    const std::int32_t* const ends = ends_.data();
    const std::int32_t first = ends[0];
    std::int32_t different = 0;
    for (std::size_t path = 0; path < lanes_ / kLaneBlock * kLaneBlock; ++path) {
        different |= ends[path] ^ first;
    }
    alike_ = different == 0 && !some_wait_;
    end_ = alike_ ? first : kNoEnd;
}

// Brings all paths beyond a token at which there is no choice: there is a definite match from
// ``start`` to ``end``, or nothing.
void PackedBeam::pass(std::int32_t token, std::int32_t start, std::int32_t end,
                           std::int32_t resume) {
    Key* const next = history_.next_keys(lanes_ + kLaneBlock);
    std::copy_n(history_.last_keys(), lanes_, next);
    if (!some_wait_) {
        close_chunks(ends_.data(), kNoEnd, start, choices_.chunk, next, lanes_ / kLaneBlock);
        history_.add_same(lanes_);
        alike_ = true;
        end_ = end;
        return;
    }
    std::int32_t last = 0;
    for (std::size_t path = 0; path < lanes_; ++path) {
        const bool waits = resumes_[path] > token;
        const bool closes = !waits && ends_[path] != kNoEnd && ends_[path] != start;
        next[path] += closes ? choices_.chunk : 0;
        ends_[path] = waits ? ends_[path] : end;
        resumes_[path] = waits ? resumes_[path] : resume;
        last = std::max(last, resumes_[path]);
    }
    some_wait_ = last > resume;
    history_.add_same(lanes_);
    find_whether_alike();
}

void PackedBeam::trace_best(const BranchPoints& points) {
    best_.clear();
    const auto add = [&](std::size_t choice) {
        if (points.choices[choice].candidate >= 0) {
            best_.push_back(points.choices[choice].candidate);
        }
    };
    std::size_t place = 0;
    if (best_origin_ >= 0) {
        add(first_choice_ + history_.origins().number(best_origin_));
        place = history_.origins().place(best_origin_);
    } else {
        place = best_path();
    }
    history_.for_each_choice(place, add);
}

std::size_t PackedBeam::best_path() {
    std::copy_n(history_.last_keys(), lanes_, key_.data());
    if (!alike_) {
        close_chunks(ends_.data(), kNoEnd, kNoEnd, choices_.chunk, key_.data(),
                     lanes_ / kLaneBlock);
    }
    const Key least = *std::min_element(key_.data(), key_.data() + count_);
    std::size_t best = count_;
    for (std::size_t path = 0; path < count_; ++path) {
        if (key_[path] == least && (best == count_ || history_.comes_before(path, best))) {
            best = path;
        }
    }
    return best;
}

}  // namespace meteorscope
