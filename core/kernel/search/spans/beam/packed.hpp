// METEOR 1.5's beam where what it has to remember of a path fits into a few short numbers, which is
// nearly always so. See packed.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/spans/beam/branch_points.hpp"
#include "search/spans/beam/history.hpp"
#include "search/spans/beam/lanes.hpp"
#include "search/spans/beam/avx2_lists.hpp"
#include "search/spans/links.hpp"

namespace meteorscope {

// Keeps its memory from segment to segment.
class PackedBeam {
public:
    // Whether keys fit into their integer, or those of one token do if paths are not too different,
    // and all children into some memory. To be asked first.
    bool fits(const BranchPoints& points, std::int64_t width);

    // Goes through the whole reference; the choices of the best path are then in ``best()``. Returns
    // false where keys of one token did not fit.
    bool run(const BranchPoints& points, const Candidates& candidates);
    const std::vector<std::int32_t>& best() const { return best_; }
    std::int64_t steps() const { return steps_; }

private:
    using Bits = std::uint32_t;  // a set of slots, of which each number has 32
    template <typename Number>
    using Lane = UnsetVector<Number>;  // a number for each path, in whole blocks

    using Range = KeyBounds;
    // A child whose key is the last one that the beam has room for.
    struct Equal {
        std::int32_t place;
        std::int32_t origin;
    };

#ifdef METEORSCOPE_HAS_AVX2_LISTS
    METEORSCOPE_AVX2 bool run_avx2(const BranchPoints& points, const Candidates& candidates);
#endif
    // Functions that are inlined into this are compiled for its processor.
    template <typename Lists>
    METEORSCOPE_INLINED bool run_with(const BranchPoints& points, const Candidates& candidates);
    METEORSCOPE_INLINED bool bring_keys_near();
    void begin(const BranchPoints& points);
    METEORSCOPE_INLINED void go_on_to(const BranchPoints& points, const Candidates& candidates,
                                      std::int32_t token, std::int32_t end);
    METEORSCOPE_INLINED void take_choices(const BranchPoints& points, std::size_t branching);
    template <typename Lists>
    METEORSCOPE_INLINED void branch(std::int32_t token);
    template <typename Lists>
    METEORSCOPE_INLINED ChildKeys find_children();
    METEORSCOPE_INLINED const Bits* busy_bits(std::size_t number, Bits& bits);
    template <typename Lists>
    METEORSCOPE_INLINED bool take_best(const ChildKeys& all);
    bool comes_before(const Equal& one, const Equal& other) const;
    template <typename Lists>
    METEORSCOPE_INLINED void select_children(const ChildKeys& all);
    METEORSCOPE_INLINED void narrow(Range& range) const;
    template <typename Lists>
    METEORSCOPE_INLINED std::size_t list_children(Key most, const ChildList& list);
    void drop_equals(Key key, std::size_t kept);
    void drop(std::size_t size, std::size_t kept, Key* keys);
    template <typename Lists>
    METEORSCOPE_INLINED void settle(std::int32_t token);
    void find_waiting(std::int32_t token);
    METEORSCOPE_INLINED void find_whether_alike();
    METEORSCOPE_INLINED void pass(std::int32_t token, std::int32_t start, std::int32_t end,
                                  std::int32_t resume);
    void trace_best(const BranchPoints& points);
    std::size_t best_path();

    bool are_relative_ = false;  // keys, to some key of their token
    std::size_t width_ = 0;
    std::size_t count_ = 0;   // of paths
    std::size_t lanes_ = 0;   // the same in whole blocks; no path that follows can take anything
    std::size_t stride_ = 0;  // from one number of a path's slots to the next
    std::size_t words_ = 0;   // how many of these there are
    Lane<Bits> used_;           // first numbers of all paths first
    Lane<std::int32_t> ends_;   // in the hypothesis, of the open chunk's last match, or kNoEnd
    Lane<std::int32_t> resumes_;  // a path waits at tokens before; known if some do
    bool alike_ = true;         // all paths are at the same place: what follows is ``end_``
    bool knows_whether_alike_ = true;
    bool some_wait_ = false;
    std::int32_t end_ = kNoEnd;
    Lane<Bits> next_used_;
    Lane<std::int32_t> next_ends_;
    Lane<std::int32_t> next_resumes_;
    BeamHistory history_;

    TokenChoices choices_;     // of the present token
    std::size_t first_choice_ = 0;  // of the points's
    bool some_are_long_ = false;
    std::vector<Bits> kept_bits_;  // slots that are not free again after it

    Lane<Key> key_;       // of each path, and what it costs not to take choices before
    Lane<Key> closing_;   // what it costs each path to close its chunk
    Lane<Bits> waits_;   // all bits, if the path waits
    Lane<Bits> busy_;
    Lane<Key> children_;  // of each choice, for each path; kNoKey without one
    Lane<Key> best_child_;  // the least key of the children of each path
    Lane<Key> listed_;       // those that may go on
    Lane<std::int32_t> listed_origins_;
    Lane<Bits> listed_used_;
    Lane<std::int32_t> listed_ends_;
    std::size_t listed_size_ = 0;
    UnsetVector<Equal> equals_;
    Key* keys_ = nullptr;  // of the next generation
    std::int32_t* origins_ = nullptr;

    bool takes_best_ = false;           // after the present token nothing can be taken
    std::int32_t next_start_ = kNoEnd;  // of the match that follows it, in the hypothesis
    std::int32_t best_origin_ = -1;     // of the best child then, or -1
    std::vector<std::int32_t> best_;
    std::int64_t steps_ = 0;
};

}  // namespace meteorscope
