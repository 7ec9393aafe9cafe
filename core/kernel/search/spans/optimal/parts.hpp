// The rest of a component when only choices of some value are wanted, and how it falls apart.
//
// From the bound and a pass in the other direction follows, of each candidate, the best bound of a
// choice that has it: the best way to the place where it starts, what it brings, and the best way
// on, with all prices paid back. Where that is less than the wanted value, no wanted choice has the
// candidate. In the same way
//
// - no wanted choice has two candidates meet at a point if that is bounded by too little;
// - each takes a layer if what takes nothing there is;
// - each takes a slot if the whole bound without the slot's price is: it pays back a price that
//   was not paid.
//
// The rest splits into parts that share no layer, no slot and no point. A wanted choice is a
// choice of each part, and its value is the sum of theirs. The prices stay as they are, so that the
// bounds of all parts together are no more than that of the whole, but for required slots that
// nothing is left to take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/component.hpp"
#include "search/spans/optimal/bound.hpp"

namespace meteorscope {

// A component of candidates of a larger one, and their numbers there.
struct Part {
    Component component;
    std::vector<std::int32_t> candidates;
    Bound bound;  // by the prices that its slots have in the larger one
};

// Keeps its memory, and that of parts, from component to component.
class ComponentParts {
public:
    // Finds the candidates in choices of at least the value ``wanted``; returns their number.
    std::size_t rule_out(const Component& component, const Bound& bound, std::int64_t wanted);
    // Splits what ``rule_out`` has left, in order of their first candidates.
    void split(const Component& component, const Bound& bound);

    std::size_t size() const { return size_; }
    Part& operator[](std::size_t number) { return parts_[number]; }

private:
    void group(const Component& component);
    void fill(const Component& component, const Bound& bound, Part& part);

    std::vector<std::int64_t> to_layer_;  // the best that ends before it
    std::vector<std::int64_t> to_point_;  // the best that ends there
    std::vector<std::uint8_t> is_left_;   // of each candidate
    std::vector<std::uint8_t> point_is_left_;
    std::vector<std::uint8_t> layer_required_;
    std::vector<std::uint8_t> slot_required_;
    std::vector<std::int32_t> layer_of_;  // of each candidate
    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> of_layer_;
    std::vector<std::int32_t> of_slot_;
    std::vector<std::int32_t> of_point_;
    std::vector<std::int32_t> part_of_;
    std::vector<std::int32_t> layer_number_;
    std::vector<std::int32_t> slot_number_;
    std::vector<std::int32_t> point_number_;
    std::vector<Part> parts_;
    std::size_t size_ = 0;  // of the parts in use
};

}  // namespace meteorscope
