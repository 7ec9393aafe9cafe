// METEOR 1.5's beam where what it has to remember of a path fits into machine words, which is
// nearly always so. See beam_packed.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "beam_contest.hpp"
#include "compiler.hpp"
#include "masks.hpp"
#include "spans.hpp"

namespace meteorscope {

// Items whose memory stays, and what was in it, when there are fewer.
template <typename Item>
class KeptItems {
public:
    void set_size(std::size_t size) {
        size_ = size;
        if (items_.size() < size) {
            items_.resize(2 * size);
        }
    }
    std::size_t size() const { return size_; }
    Item* data() { return items_.data(); }
    Item* begin() { return items_.data(); }
    Item* end() { return items_.data() + size_; }
    Item& operator[](std::size_t index) { return items_[index]; }
    Item& front() { return items_.front(); }
    Item& back() { return items_[size_ - 1]; }
    void swap(KeptItems& other) {
        items_.swap(other.items_);
        std::swap(size_, other.size_);
    }

private:
    std::vector<Item> items_;
    std::size_t size_ = 0;
};

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
    // What a choice asks of a path.
    struct Parent {
        Mask used;         // all words if it stands still
        std::int32_t end;  // -1, too, if it stands still
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
    std::uint64_t line_up(std::int32_t token);
    const Parent& parent_of(Child child) {
        return parents_[(child & origins_) >> choice_bits_];
    }
    template <bool may_go_on>
    void add_children(const Choice& choice, Child number);
    void add_others(Child number);
    void pass(std::int32_t token, std::int32_t start, std::int32_t end, std::int32_t resume);
    Child bound() { return children_.size() < width_ ? kNone : children_.back(); }
    void add_run(KeptItems<Child>& run, std::size_t run_size);
    static void merge(Child* one, std::size_t one_size, Child* two, std::size_t two_size,
                      Child* out, std::size_t size);
    void settle(std::int32_t token, Mask expired);
    void trace_best();

    static constexpr Child kNone = ~Child{0};  // after all children

    std::size_t width_ = 0;
    unsigned choice_bits_ = 0;
    unsigned origin_bits_ = 0;
    Child origins_ = 0;  // the bits of a child's origin
    Child chunk_ = 0;  // in units of the key, as are the next two
    Child word_ = 0;
    Child first_ = 0;  // large enough for keys never to be negative

    KeptItems<Path> paths_;  // sorted, and at most as many as the beam is wide
    KeptItems<Path> next_;
    std::vector<Choice> choices_;
    KeptItems<Parent> parents_;   // of each path
    KeptItems<Child> lined_up_;   // of each path, if it took none of the choices so far; sorted
    KeptItems<Child> closing_;    // children that close a chunk
    KeptItems<Child> going_on_;   // and that do not
    KeptItems<Child> children_;   // the first of all so far, in order
    KeptItems<Child> merged_;
    KeptItems<Node> nodes_;
    std::vector<std::int32_t> best_;
    bool alike_ = true;  // all paths are at the same place: what follows is ``end_``
    std::int32_t end_ = -1;
    std::int64_t steps_ = 0;
};

extern template class PackedBeam<Word>;
extern template class PackedBeam<UnsignedInt128>;

}  // namespace meteorscope
