#include "search/spans/beam/beam.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/integers.hpp"
#include "search/result.hpp"
#include "search/spans/beam/branch_points.hpp"
#include "search/spans/beam/packed.hpp"

namespace meteorscope {

namespace {

std::size_t index_of(std::int64_t number) { return static_cast<std::size_t>(number); }

// A choice that a path made, and the one before it.
struct Node {
    std::int32_t candidate;
    std::int32_t before;
};

// The tokens of the hypothesis of an open candidate at the present token.
struct Span {
    std::int32_t start;
    std::int32_t end;
};

// The tokens of the hypothesis that every path uses.
class UsedTokens {
public:
    void begin(const BranchPoints& points) {
        limbs_ = limbs_for(index_of(points.hypothesis_length));
        present_.assign(limbs_, 0);
    }
    bool is_free(std::size_t path, const Span& span) const {
        for (std::int32_t token = span.start; token < span.end; ++token) {
            if ((present_[path * limbs_ + limb_of(token)] & bit_of(token)) != 0) {
                return false;
            }
        }
        return true;
    }
    void clear_next() { next_.clear(); }
    void inherit(std::size_t path) {
        const auto first = present_.begin() + static_cast<std::ptrdiff_t>(path * limbs_);
        next_.insert(next_.end(), first, first + static_cast<std::ptrdiff_t>(limbs_));
    }
    void use(const Span& span) {
        for (std::int32_t token = span.start; token < span.end; ++token) {
            next_[next_.size() - limbs_ + limb_of(token)] |= bit_of(token);
        }
    }
    void go_on() { present_.swap(next_); }

private:
    std::size_t limbs_ = 1;
    std::vector<Limb> present_;
    std::vector<Limb> next_;
};

// Keys of any size.
class GeneralKeys {
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

    void begin(const BranchPoints& points) { word_ = points.reference_length + 2; }
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
class GeneralBeam {
public:
    // Goes through the whole reference; the choices of the best path are then in ``best()``.
    void run(const BranchPoints& points, const Candidates& candidates, std::int64_t width);
    const std::vector<std::int32_t>& best() const { return best_; }
    std::int64_t steps() const { return steps_; }

private:
    using Key = GeneralKeys::Key;
    using Child = GeneralKeys::Child;

    // An open candidate at the present token.
    struct Choice : Span {
        Key gain;
        Key distance;
        std::int32_t resume;
        std::int32_t candidate;
    };
    struct Path {
        Key key;
        std::int32_t end;     // in the hypothesis, of the open chunk's last match, or kNoEnd
        std::int32_t resume;  // it waits at tokens before this one
        std::int32_t node;    // its last choice, or -1
    };

    void pass(std::int32_t token, std::int32_t start, std::int32_t end, std::int32_t resume);
    void take_choices(std::int32_t token, const BeamChoice* first, const BeamChoice* none);
    void branch(std::int32_t token, std::size_t width);
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

    GeneralKeys ranking_;
    UsedTokens used_;
    std::vector<Path> paths_;
    std::vector<Path> next_;
    std::vector<Choice> choices_;
    unsigned choice_bits_ = 0;
    std::vector<Child> children_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> best_;
    bool alike_ = true;            // all paths are at the same place: what follows is ``end_``
    std::int32_t end_ = kNoEnd;
    std::int64_t steps_ = 0;
};

void GeneralBeam::run(const BranchPoints& points, const Candidates& candidates,
                      std::int64_t width) {
    ranking_.begin(points);
    used_.begin(points);
    nodes_.clear();
    paths_.assign(1, Path{ranking_.first(), kNoEnd, 0, -1});
    alike_ = true;
    end_ = kNoEnd;
    steps_ = 0;
    const BranchPoints::Branching* branching = points.branchings.data();
    const auto tokens = static_cast<std::int32_t>(points.reference_length);
    for (std::int32_t token = 0; token < tokens;) {
        const std::int32_t definite = points.definite_at[index_of(token)];
        std::int32_t next = token + 1;
        if (branching->token == token) {
            steps_ += static_cast<std::int64_t>(paths_.size());
            const BeamChoice* const first = points.choices.data() + branching->first_choice;
            ++branching;
            take_choices(token, first, points.choices.data() + branching->first_choice - 1);
            branch(token, index_of(width));
        } else {
            if (definite >= 0) {
                const Candidate& match = candidates[index_of(definite)];
                next = match.reference_end();
                steps_ += static_cast<std::int64_t>(paths_.size()) * (next - token);
                pass(token, match.hypothesis_start, match.hypothesis_end(), next);
            } else {
                steps_ += static_cast<std::int64_t>(paths_.size());
                pass(token, kNoEnd, kNoEnd, next);
            }
        }
        token = next;
    }
    trace_best();
}

// Brings all paths beyond a token at which there is no choice: there is a definite match from
// ``start`` to ``end``, or nothing.
void GeneralBeam::pass(std::int32_t token, std::int32_t start, std::int32_t end,
                    std::int32_t resume) {
    if (alike_) {
        end_ = end;
        return;
    }
    clear_choices();
    children_.clear();
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        const bool closes = path.resume <= token && path.end != kNoEnd && path.end != start;
        children_.push_back(
            ranking_.child(path.key + ranking_.chunks(closes), origin_of(place, 0)));
    }
    std::sort(children_.begin(), children_.end());
    settle(token, end, resume);
}

void GeneralBeam::take_choices(std::int32_t token, const BeamChoice* first,
                               const BeamChoice* none) {
    clear_choices();
    for (; first != none; ++first) {
        choices_.push_back({{first->start, first->end},
                            ranking_.words(first->worth),
                            GeneralKeys::distance(first->distance),
                            token + first->length,
                            first->candidate});
    }
    while (choices_.size() >> choice_bits_ != 0) {
        ++choice_bits_;
    }
}

// Many children, most of which are dropped before there are too many of them.
void GeneralBeam::branch(std::int32_t token, std::size_t width) {
    children_.clear();
    Child bound = GeneralKeys::worst();  // none from here on is among the first
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
    settle(token, kNoEnd, token + 1);
}

// Visits the children of all paths: key, parent, number of the choice, whether a chunk is closed.
template <typename Visitor>
void GeneralBeam::for_each_child(std::int32_t token, Visitor&& visit) {
    const std::size_t none = choices_.size();
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        if (!alike_ && path.resume > token) {
            visit(path.key, place, none, false);
            continue;
        }
        const std::int32_t end = alike_ ? end_ : path.end;
        const bool is_open = end != kNoEnd;
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

// Drops all children but the first ``width``, in any order.
void GeneralBeam::keep(std::size_t width) {
    if (children_.size() > width) {
        std::nth_element(children_.begin(),
                         children_.begin() + static_cast<std::ptrdiff_t>(width), children_.end());
        children_.resize(width);
    }
}

// Makes paths of the children. Those that took no choice, and do not wait, end at ``end``.
void GeneralBeam::settle(std::int32_t token, std::int32_t end, std::int32_t resume) {
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
    end_ = alike ? next_.front().end : kNoEnd;
    paths_.swap(next_);
    used_.go_on();
}

void GeneralBeam::trace_best() {
    children_.clear();
    for (std::size_t place = 0; place < paths_.size(); ++place) {
        const Path& path = paths_[place];
        const bool closes = !alike_ && path.end != kNoEnd;
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
    BranchPoints points;
    PackedBeam packed;
    GeneralBeam general;
};

BeamSearch::BeamSearch() : memory_(std::make_unique<Memory>()) {}

BeamSearch::~BeamSearch() = default;

void BeamSearch::run(const Candidates& candidates, std::int32_t hypothesis_length,
                     std::int32_t reference_length, std::int32_t exact_stage, std::int64_t width,
                     SpanResult& result) {
    if (width < 1) {
        throw std::invalid_argument("the beam's width is " + std::to_string(width) +
                                    "; it must be at least 1");
    }
    width = std::min<std::int64_t>(width, std::numeric_limits<std::int32_t>::max());
    BranchPoints& points = memory_->points;
    points.find(candidates, hypothesis_length, reference_length, exact_stage);
    // By first token in the hypothesis: the match, or -1.
    std::vector<std::int32_t>& match_at = points.definite_from;
    const auto take = [&](const auto& beam) {
        for (const std::int32_t match : beam.best()) {
            match_at[index_of(candidates[index_of(match)].hypothesis_start)] = match;
        }
        result.steps = beam.steps();
    };
    if (memory_->packed.fits(points, width) && memory_->packed.run(points, candidates)) {
        take(memory_->packed);
    } else {
        memory_->general.run(points, candidates, width);
        take(memory_->general);
    }
    std::size_t matches = 0;  // in order, each in the place of one that was read before
    for (std::size_t word = 0; word < index_of(hypothesis_length); ++word) {
        const std::int32_t match = match_at[word];
        match_at[matches] = match;
        matches += static_cast<std::size_t>(match >= 0);
    }
    result.links.resize(matches);
    for (std::size_t number = 0; number < matches; ++number) {
        result.links[number] = link_of(candidates[index_of(match_at[number])]);
    }
    result.optimal = false;
    result.chunk_gap = gap_without_proof(count_link_chunks(result.links));
}

}  // namespace meteorscope
