// METEOR 1.5's beam where what it has to remember of a path fits into machine words, which is
// nearly always so. See beam_packed.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "beam_contest.hpp"
#include "compiler.hpp"
#include "masks.hpp"
#include "spans.hpp"

namespace meteorscope {

// Keeps its memory from segment to segment. ``Mask`` is a set of slots: a word, or two.
template <typename Mask>
class PackedBeam {
public:
    // Whether keys and origins fit into one integer, and all slots into another. To be asked first.
    bool fits(const BeamContest& contest, std::int64_t width);

    // Goes through the whole reference; the choices of the best path are then in ``best()``.
    void run(const BeamContest& contest, const std::vector<Candidate>& candidates,
             std::int32_t exact_stage);
    const std::vector<std::int32_t>& best() const { return best_; }
    std::int64_t steps() const { return steps_; }

private:
    // A path that is to be, in one number that sorts it: its key, the place of the path that it
    // comes from, and the number of its choice, or how many there are if it takes none.
    using Child = std::uint64_t;

    // An open candidate at the present token; the last one stands for taking none.
    struct Choice {
        Mask mask;           // of its words' slots
        Child gain;          // in units of the key, as is the distance
        Child distance;
        std::int32_t start;  // in the hypothesis
        std::int32_t end;
        std::int32_t resume;
        std::int32_t candidate;
    };
    struct Path {
        Child key;
        Mask used;
        std::int32_t end;     // in the hypothesis, of the open chunk's last match, or -1
        std::int32_t resume;  // it stands still at tokens before this one
        std::int32_t node;    // its last choice, or -1
    };
    // A path at a token with choices.
    struct Parent {
        Child child;       // if it took none of the choices so far
        Mask used;         // all words if it stands still
        std::int32_t end;  // -1, too, if it stands still

        friend bool operator<(const Parent& one, const Parent& other) {
            return one.child < other.child;
        }
    };
    // A choice that a path made, and the one before it.
    struct Node {
        std::int32_t candidate;
        std::int32_t before;
    };
    void take_choices(const BeamContest& contest, const std::vector<Candidate>& candidates,
                      const std::int32_t* first, const std::int32_t* last,
                      std::int32_t exact_stage);
    void branch(std::int32_t token, Mask expired);
    void line_up(std::int32_t token);
    template <bool may_go_on>
    void add_children(const Choice& choice, Child number);
    void add_others(Child number);
    void pass(std::int32_t token, std::int32_t start, std::int32_t end, std::int32_t resume);
    Child bound() const { return children_.size() < width_ ? ~Child{0} : children_.back(); }
    void merge(const std::vector<Child>& run, std::size_t run_size);
    void settle(std::int32_t token, Mask expired);
    void trace_best();

    std::size_t width_ = 0;
    unsigned choice_bits_ = 0;
    unsigned origin_bits_ = 0;
    Child chunk_ = 0;  // in units of the key, as are the next two
    Child word_ = 0;
    Child first_ = 0;  // large enough for keys never to be negative

    std::vector<Path> paths_;      // sorted, and at most as many as the beam is wide
    std::vector<Path> next_;
    std::vector<Choice> choices_;
    std::vector<Parent> parents_;  // sorted by child
    std::vector<Parent> closing_parents_;
    std::vector<Child> closing_;   // children that close a chunk
    std::vector<Child> going_on_;  // and that do not
    std::vector<Child> children_;  // the first of all so far, in order
    std::vector<Child> merged_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> best_;
    bool alike_ = true;  // all paths are at the same place: what follows is ``end_``
    std::int32_t end_ = -1;
    std::int64_t steps_ = 0;
};

extern template class PackedBeam<Word>;
extern template class PackedBeam<UnsignedInt128>;

}  // namespace meteorscope
