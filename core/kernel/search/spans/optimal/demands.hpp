// Counting ahead: how many slots must stay free, and how many must not.
//
// A narrow pass that learns only at its end that its states cannot be completed has found nothing.
// These are Hall's conditions for two kinds of sets, those of tokens with the same neighbours and
// those of tokens that are connected:
//
// - required slots of a set can only be taken by the layers that can be matched with them, so no more
//   of them may be free than there are such layers left;
// - required layers of a set can only take the slots that they can be matched with, so no fewer of
//   those may be free than there are such layers left.
//
// A *wide* candidate takes more than one layer or slot. So a layer where such ones start may take
// several slots, and a required layer that one covers may take none of its own.
//
// The conditions are necessary, so they drop only states that no choice can complete.
#pragma once

#include <cstdint>
#include <vector>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

// After a layer, of the slots of a mask at least ``least`` and at most ``most`` must be free.
struct Demand {
    std::int32_t layer;
    std::size_t mask;  // where its limbs begin
    std::int32_t least;
    std::int32_t most;
};

// Lists that keep their memory, and that of each.
class ReusedLists {
public:
    void clear() { size_ = 0; }
    std::vector<std::int32_t>& add() {
        if (size_ == lists_.size()) {
            lists_.emplace_back();
        }
        lists_[size_].clear();
        return lists_[size_++];
    }
    void assign(std::size_t size) {
        for (clear(); size_ < size;) {
            add();
        }
    }
    std::size_t size() const { return size_; }
    std::vector<std::int32_t>& operator[](std::size_t number) { return lists_[number]; }
    const std::vector<std::int32_t>& operator[](std::size_t number) const {
        return lists_[number];
    }

private:
    std::vector<std::vector<std::int32_t>> lists_;
    std::size_t size_ = 0;
};

class Demands {
public:
    void compute(const Component& component);

    // The demands after a layer: a half-open range of ``demand``.
    std::size_t first(std::int32_t layer) const { return first_[static_cast<std::size_t>(layer)]; }
    const Demand& demand(std::size_t number) const { return demands_[number]; }
    const Limb* mask(const Demand& demand) const { return masks_.data() + demand.mask; }

private:
    // A candidate that takes more than one layer or slot, and the layer where it starts.
    struct Wide {
        std::int32_t layer;
        std::int32_t candidate;
    };

    void index_neighbours(const Component& component);
    void find_alike(const ReusedLists& neighbours);
    void connect();
    void of_slots(const Component& component, const std::vector<std::int32_t>& slots,
                  const std::vector<std::int32_t>& layers);
    void of_layers(const Component& component, const std::vector<std::int32_t>& layers);
    std::size_t find_room(const Component& component, const std::vector<std::int32_t>& slots,
                          const std::vector<std::int32_t>& layers);
    void add(std::int32_t layer, const std::vector<std::int32_t>& slots, std::size_t least,
             std::size_t most);
    void sort_by_layer(std::int32_t layers);

    std::size_t limbs_ = 1;
    ReusedLists layers_of_slot_;  // of candidates that are not wide; so is the next
    ReusedLists slots_of_layer_;
    std::vector<Wide> wide_;
    std::vector<std::uint8_t> in_wide_;  // of each layer, whether a wide candidate covers it
    std::vector<std::size_t> room_;      // of each layer
    std::vector<std::uint8_t> asked_;    // of each slot
    ReusedLists alike_;
    std::vector<std::int32_t> order_;
    ReusedLists connected_layers_;
    ReusedLists connected_slots_;
    std::vector<std::uint8_t> seen_layer_;
    std::vector<std::uint8_t> seen_slot_;
    std::vector<std::int32_t> wanted_;  // the required members of a set
    std::vector<std::int32_t> near_;    // what its members can be matched with
    std::vector<std::int32_t> takers_;
    std::vector<std::int32_t> open_;
    std::vector<Demand> demands_;
    std::vector<std::size_t> first_;
    std::vector<Limb> masks_;
};

}  // namespace meteorscope
