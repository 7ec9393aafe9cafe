// An upper bound on the adjacencies of a part of the links: prices of slots, and the links that
// they rule out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "search/words/optimal/chunks_first/links.hpp"

namespace meteorscope {

// What one adjacency is worth.
constexpr std::int32_t kAdjacency = 256;
constexpr std::int32_t kNoWay = -(1 << 29);

// Links of a part, by numbers of its own, in their order.
struct LinkPart {
    using Integers = std::vector<std::int32_t>;

    // What each step of the bound asks of a link, side by side.
    struct Link {
        std::int32_t slot;
        std::int32_t next;
        std::int32_t worth;     // of its certain neighbours
        std::int32_t stopping;  // what it adds to be taken for itself: ``kNoWay`` if it may not be
        bool may_stop() const { return stopping == 0; }
    };

    Integers name;  // of each link, what ``AdjacencyLinks`` call it
    std::vector<Link> link;
    Integers before;
    Integers first;  // of each layer, its first link; one more
    std::vector<std::uint8_t> layer_required;
    Integers slot_name;  // of each slot, what ``AdjacencyLinks`` call it
    Integers first_layer;
    Integers last_layer;
    std::vector<std::uint8_t> slot_required;
    std::int32_t required = 0;  // how many layers and slots are

    std::int32_t layers() const { return static_cast<std::int32_t>(first.size()) - 1; }
    std::int32_t links() const { return static_cast<std::int32_t>(name.size()); }
    std::int32_t slots() const { return static_cast<std::int32_t>(slot_name.size()); }
    // Takes the links with these numbers.
    void take(const AdjacencyLinks& all, const std::int32_t* numbers, std::size_t count);

private:
    Integers number_of_link_;
    Integers number_of_slot_;
};

class AdjacencyBound {
public:
    // Prices of slots by ``slot_name``; all are 0 to begin with.
    void forget_prices(std::size_t slots) { all_prices_.assign(slots, 0); }
    std::int32_t price_of(std::int32_t name) const {
        return all_prices_[static_cast<std::size_t>(name)];
    }
    void set_price(std::int32_t name, std::int32_t price) {
        all_prices_[static_cast<std::size_t>(name)] = price;
    }
    // The bound of a part with the prices that its slots have.
    void start(const LinkPart& part);
    // Lowers it, where ``known`` adjacencies are possible, by at most so many sweeps.
    std::int64_t improve(const LinkPart& part, std::int64_t known, std::int64_t length,
                         std::int64_t sweeps, Effort& effort);
    // Reads off a choice from left to right, by what the prices promise; false if a layer that is
    // required comes to nothing.
    bool read_off(const LinkPart& part, std::vector<std::int32_t>& links);
    // Marks links, and adjacencies of links with their next, that no choice of ``known``
    // adjacencies has. To be called when the bound is that of ``start``.
    void rule_out(const LinkPart& part, std::int64_t known, std::vector<std::uint8_t>& link_out,
                  std::vector<std::uint8_t>& next_out);

    std::int32_t value() const { return value_; }
    std::int32_t price(std::int32_t slot) const { return prices_[static_cast<std::size_t>(slot)]; }
    std::int32_t all_prices() const { return sum_; }
    // The best that a layer and all after it can add.
    std::int32_t from_layer(std::int32_t layer) const {
        return bound_of(best_of_layer_[static_cast<std::size_t>(layer)]);
    }
    // The best that a link and all after it can add, where it continues a run; that is part of it.
    std::int32_t going_on(std::int32_t link) const {
        return going_on_[static_cast<std::size_t>(link + 1)];
    }

private:
    using Integers = std::vector<std::int32_t>;

    // What a layer and all after it can add, and the link that it begins with or -1, as one number:
    // the greatest has the highest bound, then no link, then the first. So it is found without a
    // branch, which would be as good as random.
    static std::int64_t beginning(std::int32_t bound, std::int32_t link) {
        return static_cast<std::int64_t>(bound) * kLinks + (kLinks - 2 - link);
    }
    static std::int32_t bound_of(std::int64_t beginning) {
        return static_cast<std::int32_t>(beginning >> 32);
    }
    static std::int32_t link_of(std::int64_t beginning) {
        return static_cast<std::int32_t>(kLinks - 2 - (beginning & (kLinks - 1)));
    }
    static constexpr std::int64_t kLinks = std::int64_t{1} << 32;

    void sweep(const LinkPart& part);
    std::int32_t beginning_with(const LinkPart& part, std::int32_t link,
                                std::int32_t layer) const;
    void count_uses(const LinkPart& part);
    bool step(const LinkPart& part, std::int64_t known, std::int64_t length);

    Integers all_prices_;
    Integers prices_;
    Integers best_prices_;
    std::int32_t value_ = 0;
    std::int32_t sum_ = 0;
    std::vector<std::int64_t> best_of_layer_;  // and of none after the last
    Integers going_on_;  // of each link, after a placeholder
    Integers excess_;  // how often each slot is taken, less one
    Integers direction_;
    Integers least_price_;
    Integers passing_;
    std::vector<std::uint8_t> slot_taken_;
};

}  // namespace meteorscope
