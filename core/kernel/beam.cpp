#include "beam.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include "masks.hpp"
#include "sorted_runs.hpp"

namespace meteorscope {

namespace {

constexpr std::int32_t kNone = -1;

// Up to these, children are sorted by merging runs, for which there has to be room.
constexpr std::size_t kFewChoices = 7;
constexpr std::size_t kNarrow = 1024;

std::size_t index_of(std::int64_t number) { return static_cast<std::size_t>(number); }

// Whether a product is below 2**62, beyond which keys would not fit into 64 bits.
bool product_fits(std::int64_t one, std::int64_t other) {
    return one == 0 || other <= (std::int64_t{1} << 62) / one;
}

// What is known of a segment before its paths are.
struct Contest {
    DefiniteMatches definite;
    std::vector<std::int32_t> definite_at;  // by token of the reference, a candidate or -1
    std::vector<std::int32_t> open;         // candidates that are not definite, in order
    std::vector<std::int32_t> slot;         // of a hypothesis word that an open one covers, or -1
    std::int32_t slots = 0;
    std::int64_t distance = 0;       // of all open candidates
    std::int64_t most_choices = 0;   // at one token
    std::int64_t reference_length = 0;

    void find(const std::vector<Candidate>& candidates, std::int32_t hypothesis_tokens,
              std::int32_t reference_tokens);

private:
    void give_slots(const Candidate& candidate);
};

void Contest::find(const std::vector<Candidate>& candidates, std::int32_t hypothesis_tokens,
                   std::int32_t reference_tokens) {
    definite.find(candidates, hypothesis_tokens, reference_tokens);
    definite_at.assign(index_of(reference_tokens), -1);
    slot.assign(index_of(hypothesis_tokens), -1);
    open.clear();
    slots = 0;
    distance = most_choices = 0;
    reference_length = reference_tokens;
    std::int64_t choices = 0;
    std::int32_t token = -1;
    for (std::size_t index = 0; index < candidates.size(); ++index) {
        const Candidate& candidate = candidates[index];
        if (definite.contains(candidate)) {
            definite_at[index_of(candidate.reference_start)] = static_cast<std::int32_t>(index);
            continue;
        }
        open.push_back(static_cast<std::int32_t>(index));
        give_slots(candidate);
        distance += candidate.distance();
        choices = candidate.reference_start == token ? choices + 1 : 1;
        token = candidate.reference_start;
        most_choices = std::max(most_choices, choices);
    }
}

void Contest::give_slots(const Candidate& candidate) {
    for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
         ++word) {
        if (slot[index_of(word)] < 0) {
            slot[index_of(word)] = slots++;
        }
    }
}

// A choice that a path made, and the one before it.
struct Node {
    std::int32_t candidate;
    std::int32_t before;
};

// Of an open candidate at the present token, the words of the hypothesis.
struct Span {
    Word mask;           // of its words' slots, where all slots fit into it
    std::int32_t start;  // in the hypothesis
    std::int32_t end;
};

// The used words of every path, where one machine word has room for all slots.
class FewSlots {
public:
    void begin(const Contest&) { present_.assign(1, 0); }
    bool is_free(std::size_t path, const Span& span) const {
        return (present_[path] & span.mask) == 0;
    }
    void clear_next() { next_.clear(); }
    void inherit(std::size_t path) { next_.push_back(present_[path]); }
    void use(const Span& span) { next_.back() |= span.mask; }
    void go_on() { present_.swap(next_); }

private:
    std::vector<Word> present_;
    std::vector<Word> next_;
};

// The same for any number of slots.
class ManySlots {
public:
    void begin(const Contest& contest) {
        slot_ = contest.slot.data();
        words_ = words_for(index_of(contest.slots));
        present_.assign(words_, 0);
    }
    bool is_free(std::size_t path, const Span& span) const {
        for (std::int32_t word = span.start; word < span.end; ++word) {
            const std::int32_t slot = slot_[word];
            if ((present_[path * words_ + word_of(slot)] & bit_of(slot)) != 0) {
                return false;
            }
        }
        return true;
    }
    void clear_next() { next_.clear(); }
    void inherit(std::size_t path) {
        const auto first = present_.begin() + static_cast<std::ptrdiff_t>(path * words_);
        next_.insert(next_.end(), first, first + static_cast<std::ptrdiff_t>(words_));
    }
    void use(const Span& span) {
        for (std::int32_t word = span.start; word < span.end; ++word) {
            const std::int32_t slot = slot_[word];
            next_[next_.size() - words_ + word_of(slot)] |= bit_of(slot);
        }
    }
    void go_on() { present_.swap(next_); }

private:
    const std::int32_t* slot_ = nullptr;
    std::size_t words_ = 1;
    std::vector<Word> present_;
    std::vector<Word> next_;
};

// Keys in one integer, and a child with its origin in another: nothing else has to be compared.
class PackedKeys {
public:
    using Key = std::int64_t;
    using Child = std::uint64_t;
    static constexpr Child worst() { return std::numeric_limits<Child>::max(); }

    bool fits(const Contest& contest, std::int64_t width) {
        const std::int64_t words = contest.slots + contest.reference_length;
        if (!product_fits(width, 2 * (contest.most_choices + 1))) {
            return false;
        }
        const std::int64_t origins = width * 2 * (contest.most_choices + 1);
        origin_bits_ = 0;
        while (origins >> origin_bits_ != 0) {
            ++origin_bits_;
        }
        chunk_ = contest.distance + 1;
        if (!product_fits(chunk_, contest.reference_length + 2)) {
            return false;
        }
        word_ = chunk_ * (contest.reference_length + 2);
        if (!product_fits(word_, words + 1) || origin_bits_ > 40 ||
            !product_fits(word_ * (words + 1), std::int64_t{1} << origin_bits_)) {
            return false;
        }
        first_ = word_ * words;
        return true;
    }
    void begin(const Contest&) {}
    Key first() const { return first_; }
    Key words(std::int64_t count) const { return count * word_; }
    Key chunks(bool one) const { return one ? chunk_ : 0; }
    static Key distance(std::int64_t tokens) { return tokens; }
    Child child(Key key, std::int64_t origin) const {
        return static_cast<Child>(key) << origin_bits_ | static_cast<Child>(origin);
    }
    Key key(Child child) const { return static_cast<Key>(child >> origin_bits_); }
    std::size_t origin(Child child) const {
        return static_cast<std::size_t>(child & ((Child{1} << origin_bits_) - 1));
    }

private:
    Key chunk_ = 0;
    Key word_ = 0;
    Key first_ = 0;  // large enough for keys never to be negative
    unsigned origin_bits_ = 0;
};

// The same for measures of any size.
class WideKeys {
public:
    struct Key {
        std::int64_t words_and_chunks;
        std::int64_t distance;

        Key& operator+=(const Key& other) {
            words_and_chunks += other.words_and_chunks;
            distance += other.distance;
            return *this;
        }
        friend Key operator+(Key one, const Key& other) { return one += other; }
        friend Key operator-(const Key& one, const Key& other) {
            return {one.words_and_chunks - other.words_and_chunks, one.distance - other.distance};
        }
        friend bool operator<(const Key& one, const Key& other) {
            return one.words_and_chunks != other.words_and_chunks
                       ? one.words_and_chunks < other.words_and_chunks
                       : one.distance < other.distance;
        }
    };
    struct Child {
        Key key;
        std::int64_t origin;

        friend bool operator<(const Child& one, const Child& other) {
            return one.key < other.key || (!(other.key < one.key) && one.origin < other.origin);
        }
    };
    static constexpr Child worst() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        return {{most, most}, most};
    }

    void begin(const Contest& contest) { word_ = contest.reference_length + 2; }
    static Key first() { return {0, 0}; }
    Key words(std::int64_t count) const { return {count * word_, 0}; }
    static Key chunks(bool one) { return {one ? 1 : 0, 0}; }
    static Key distance(std::int64_t tokens) { return {0, tokens}; }
    static Child child(const Key& key, std::int64_t origin) { return {key, origin}; }
    static Key key(const Child& child) { return child.key; }
    static std::size_t origin(const Child& child) { return index_of(child.origin); }

private:
    std::int64_t word_ = 0;
};

// The paths at one token of the reference, sorted, and at most as many as the beam is wide.
template <typename Ranking, typename Slots>
class Beam {
public:
    Ranking& ranking() { return ranking_; }

    // Goes through the whole reference; the choices of the best path are then in ``best()``.
    void run(const Contest& contest, const std::vector<Candidate>& candidates,
             std::int32_t exact_stage, std::int64_t width);
    const std::vector<std::int32_t>& best() const { return best_; }
    std::int64_t steps() const { return steps_; }

private:
    using Key = typename Ranking::Key;
    using Child = typename Ranking::Child;

    // An open candidate at the present token.
    struct Choice : Span {
        Key gain;
        Key distance;
        std::int32_t resume;
        std::int32_t candidate;
    };
    struct Path {
        Key key;
        std::int32_t end;     // in the hypothesis, of the open chunk's last match, or kNone
        std::int32_t resume;  // it stands still at tokens before this one
        std::int32_t node;    // its last choice, or -1
    };

    void pass(std::int32_t token, std::int32_t start, std::int32_t end, std::int32_t resume);
    void take_choices(const std::vector<Candidate>& candidates, const std::int32_t* first,
                      const std::int32_t* last, std::int32_t exact_stage, const Contest& contest);
    void branch(std::int32_t token, std::size_t width);
    void branch_in_runs(std::int32_t token, std::size_t width);
    void branch_in_crowd(std::int32_t token, std::size_t width);
    template <typename Visitor>
    void for_each_child(std::int32_t token, Visitor&& visit);
    void clear_choices() {
        choices_.clear();
        choice_bits_ = 0;
    }
    // Of a child: its parent, and the number of its choice, or how many there are if it took none.
    std::int64_t origin_of(std::size_t place, std::size_t choice) const {
        return static_cast<std::int64_t>(place << choice_bits_ | choice);
    }
    void keep(std::size_t width);
    void settle(std::int32_t token, std::int32_t end, std::int32_t resume);
    void trace_best();

    Ranking ranking_;
    Slots used_;
    std::vector<Path> paths_;
    std::vector<Path> next_;
    std::vector<Choice> choices_;
    unsigned choice_bits_ = 0;
    std::vector<Child> children_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> best_;
    SortedRuns<Child> runs_;
    bool alike_ = true;            // all paths are at the same place: what follows is ``end_``
    std::int32_t end_ = kNone;
    std::int64_t steps_ = 0;
};

template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::run(const Contest& contest, const std::vector<Candidate>& candidates,
                            std::int32_t exact_stage, std::int64_t width) {
    ranking_.begin(contest);
    used_.begin(contest);
    nodes_.clear();
    paths_.assign(1, Path{ranking_.first(), kNone, 0, -1});
    alike_ = true;
    end_ = kNone;
    steps_ = 0;
    const std::int32_t* open = contest.open.data();
    const std::int32_t* const last = open + contest.open.size();
    const auto tokens = static_cast<std::int32_t>(contest.reference_length);
    for (std::int32_t token = 0; token < tokens;) {
        const std::int32_t definite = contest.definite_at[index_of(token)];
        std::int32_t next = token + 1;
        if (open != last && candidates[index_of(*open)].reference_start == token) {
            const std::int32_t* const first = open;
            while (open != last && candidates[index_of(*open)].reference_start == token) {
                ++open;
            }
            steps_ += static_cast<std::int64_t>(paths_.size());
            take_choices(candidates, first, open, exact_stage, contest);
            branch(token, index_of(width));
        } else {
            if (definite >= 0) {
                const Candidate& match = candidates[index_of(definite)];
                next = match.reference_end();
                steps_ += static_cast<std::int64_t>(paths_.size()) * (next - token);
                pass(token, match.hypothesis_start, match.hypothesis_end(), next);
            } else {
                steps_ += static_cast<std::int64_t>(paths_.size());
                pass(token, kNone, kNone, next);
            }
        }
        token = next;
    }
    trace_best();
}

// Brings all paths beyond a token at which there is no choice: there is a definite match from
// ``start`` to ``end``, or nothing.
template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::pass(std::int32_t token, std::int32_t start, std::int32_t end,
                             std::int32_t resume) {
    if (alike_) {
        end_ = end;
        return;
    }
    clear_choices();
    runs_.begin(2, paths_.size());
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        const bool closes = path.resume <= token && path.end != kNone && path.end != start;
        runs_.push(closes,
                   ranking_.child(path.key + ranking_.chunks(closes), origin_of(place, 0)));
    }
    runs_.merge(paths_.size(), children_);
    settle(token, end, resume);
}

template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::take_choices(const std::vector<Candidate>& candidates,
                                     const std::int32_t* first, const std::int32_t* last,
                                     std::int32_t exact_stage, const Contest& contest) {
    clear_choices();
    for (; first != last; ++first) {
        const Candidate& candidate = candidates[index_of(*first)];
        Word mask = 0;
        for (std::int32_t word = candidate.hypothesis_start; word < candidate.hypothesis_end();
             ++word) {
            mask |= bit_of(contest.slot[index_of(word)]);
        }
        const std::int64_t words =
            candidate.stage == exact_stage
                ? std::int64_t{candidate.reference_length} + candidate.hypothesis_length
                : candidate.reference_length / 2 + candidate.hypothesis_length / 2;
        choices_.push_back({{mask, candidate.hypothesis_start, candidate.hypothesis_end()},
                            ranking_.words(words),
                            Ranking::distance(candidate.distance()),
                            candidate.reference_end(),
                            *first});
    }
    while (choices_.size() >> choice_bits_ != 0) {
        ++choice_bits_;
    }
}

template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::branch(std::int32_t token, std::size_t width) {
    if (choices_.size() <= kFewChoices && width <= kNarrow) {
        branch_in_runs(token, width);
    } else {
        branch_in_crowd(token, width);
    }
    settle(token, kNone, token + 1);
}

// The children of one choice come in the order of their parents, but for the chunks that close, and
// for distances.
template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::branch_in_runs(std::int32_t token, std::size_t width) {
    runs_.begin(2 * choices_.size() + 2, paths_.size());
    for_each_child(token, [this](const Key& key, std::size_t place, std::size_t number, bool closes) {
        runs_.push(2 * number + closes, ranking_.child(key, origin_of(place, number)));
    });
    runs_.merge(width, children_);
}

// Many children, most of which are dropped before there are too many of them.
template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::branch_in_crowd(std::int32_t token, std::size_t width) {
    children_.clear();
    Child bound = Ranking::worst();  // none from here on is among the first
    for_each_child(token, [&](const Key& key, std::size_t place, std::size_t number, bool) {
        const Child child = ranking_.child(key, origin_of(place, number));
        if (child < bound) {
            children_.push_back(child);
            if (children_.size() > 4 * width) {
                keep(width);
                bound = *std::max_element(children_.begin(), children_.end());
            }
        }
    });
    keep(width);
    std::sort(children_.begin(), children_.end());
}

// Visits the children of all paths: key, parent, number of the choice, whether a chunk is closed.
template <typename Ranking, typename Slots>
template <typename Visitor>
void Beam<Ranking, Slots>::for_each_child(std::int32_t token, Visitor&& visit) {
    const std::size_t none = choices_.size();
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        if (!alike_ && path.resume > token) {
            visit(path.key, place, none, false);
            continue;
        }
        const std::int32_t end = alike_ ? end_ : path.end;
        const bool is_open = end != kNone;
        Key key = path.key;
        for (std::size_t number = 0; number < none; ++number) {
            const Choice& choice = choices_[number];
            if (used_.is_free(place, choice)) {
                const bool closes = is_open && choice.start != end;
                visit(key - choice.gain + ranking_.chunks(closes), place, number, closes);
                key += choice.distance;  // of those that do not take it
            }
        }
        visit(key + ranking_.chunks(is_open), place, none, is_open);
    }
}

// Drops all children but the first ``width``, which then stand in any order.
template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::keep(std::size_t width) {
    if (children_.size() > width) {
        std::nth_element(children_.begin(),
                         children_.begin() + static_cast<std::ptrdiff_t>(width), children_.end());
        children_.resize(width);
    }
}

// Makes paths of the children. Those that took no choice, and do not stand still, end at ``end``.
template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::settle(std::int32_t token, std::int32_t end, std::int32_t resume) {
    next_.clear();
    used_.clear_next();
    bool alike = true;
    for (const Child& child : children_) {
        const std::size_t origin = ranking_.origin(child);
        const std::size_t place = origin >> choice_bits_;
        const std::size_t number = origin & ((std::size_t{1} << choice_bits_) - 1);
        Path path = paths_[place];
        path.key = ranking_.key(child);
        used_.inherit(place);
        if (number < choices_.size()) {
            const Choice& choice = choices_[number];
            used_.use(choice);
            nodes_.push_back({choice.candidate, path.node});
            path.node = static_cast<std::int32_t>(nodes_.size()) - 1;
            path.end = choice.end;
            path.resume = choice.resume;
        } else if (alike_ || path.resume <= token) {
            path.end = end;
            path.resume = resume;
        }
        alike = alike && path.end == (next_.empty() ? path.end : next_.front().end) &&
                path.resume <= resume;
        next_.push_back(path);
    }
    alike_ = alike;
    end_ = alike ? next_.front().end : kNone;
    paths_.swap(next_);
    used_.go_on();
}

template <typename Ranking, typename Slots>
void Beam<Ranking, Slots>::trace_best() {
    children_.clear();
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        const bool closes = !alike_ && path.end != kNone;
        children_.push_back(
            ranking_.child(path.key + ranking_.chunks(closes), static_cast<std::int64_t>(place)));
    }
    const Child least = *std::min_element(children_.begin(), children_.end());
    best_.clear();
    for (std::int32_t node = paths_[ranking_.origin(least)].node; node >= 0;) {
        best_.push_back(nodes_[index_of(node)].candidate);
        node = nodes_[index_of(node)].before;
    }
}

}  // namespace

struct BeamSearch::Memory {
    Contest contest;
    Beam<PackedKeys, FewSlots> packed;
    Beam<WideKeys, ManySlots> wide;
    std::vector<std::int32_t> match_at;  // by first token in the hypothesis, a candidate or -1
};

BeamSearch::BeamSearch() : memory_(std::make_unique<Memory>()) {}

BeamSearch::~BeamSearch() = default;

void BeamSearch::run(const std::vector<Candidate>& candidates, std::int32_t hypothesis_length,
                     std::int32_t reference_length, std::int32_t exact_stage, std::int64_t width,
                     SpanResult& result) {
    if (width < 1) {
        throw std::invalid_argument("the beam's width is " + std::to_string(width) +
                                    "; it must be at least 1");
    }
    width = std::min<std::int64_t>(width, std::numeric_limits<std::int32_t>::max());
    Contest& contest = memory_->contest;
    contest.find(candidates, hypothesis_length, reference_length);
    std::vector<std::int32_t>& match_at = memory_->match_at;
    match_at.assign(index_of(hypothesis_length), -1);
    for (const std::int32_t match : contest.definite_at) {
        if (match >= 0) {
            match_at[index_of(candidates[index_of(match)].hypothesis_start)] = match;
        }
    }
    const auto search = [&](auto& beam) {
        beam.run(contest, candidates, exact_stage, width);
        for (const std::int32_t match : beam.best()) {
            match_at[index_of(candidates[index_of(match)].hypothesis_start)] = match;
        }
        result.steps = beam.steps();
    };
    if (contest.slots <= 64 && memory_->packed.ranking().fits(contest, width)) {
        search(memory_->packed);
    } else {
        search(memory_->wide);
    }
    result.links.clear();
    for (const std::int32_t match : match_at) {
        if (match >= 0) {
            result.links.push_back(link_of(candidates[index_of(match)]));
        }
    }
    result.optimal = false;
    result.chunk_gap = std::max<std::int64_t>(0, count_link_chunks(result.links) - 1);
}

}  // namespace meteorscope
