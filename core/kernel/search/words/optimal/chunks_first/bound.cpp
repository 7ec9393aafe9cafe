#include "search/words/optimal/chunks_first/bound.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr std::int64_t kAdjacencyStepUnit = 1024;
constexpr std::int64_t kSmallestAdjacencyStep = 16;
constexpr int kPatience = 8;
constexpr std::int32_t kFine = 16;  // what a direction is multiplied by
constexpr std::int32_t kDearest = 16 * kAdjacency;

}  // namespace

void LinkPart::take(const AdjacencyLinks& all, const std::int32_t* numbers, std::size_t count) {
    name.assign(numbers, numbers + count);
    link.resize(count);
    before.resize(count);
    first.clear();
    layer_required.clear();
    slot_name.clear();
    first_layer.clear();
    last_layer.clear();
    slot_required.clear();
    required = 0;
    if (number_of_link_.size() < all.edge.size() + 1) {
        number_of_link_.resize(all.edge.size() + 1);
        number_of_link_[0] = -1;  // a placeholder
    }
    if (number_of_slot_.size() < all.slot_required.size()) {
        number_of_slot_.resize(all.slot_required.size(), -1);
    }
    std::int32_t layer = -1;
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t its = index(name[number]);
        number_of_link_[its + 1] = static_cast<std::int32_t>(number);
        if (all.layer[its] != layer) {
            layer = all.layer[its];
            first.push_back(static_cast<std::int32_t>(number));
            layer_required.push_back(all.layer_required[index(layer)]);
            required += layer_required.back();
        }
        const std::int32_t now = static_cast<std::int32_t>(first.size()) - 1;
        std::int32_t& slot_number = number_of_slot_[index(all.slot[its])];
        if (slot_number < 0 || slot_number >= slots() ||
            slot_name[index(slot_number)] != all.slot[its]) {
            slot_number = slots();
            slot_name.push_back(all.slot[its]);
            first_layer.push_back(now);
            last_layer.push_back(now);
            slot_required.push_back(all.slot_required[index(all.slot[its])]);
            required += slot_required.back();
        }
        last_layer[index(slot_number)] = now;
        link[number] = {slot_number, -1, kAdjacency * all.gain[its],
                        all.may_stop[its] != 0 ? 0 : kNoWay};
    }
    first.push_back(static_cast<std::int32_t>(count));
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t its = index(name[number]);
        link[number].next = number_of_link_[index(all.next[its] + 1)];
        before[number] = number_of_link_[index(all.before[its] + 1)];
    }
}

void AdjacencyBound::start(const LinkPart& part) {
    prices_.resize(index(part.slots()));
    for (std::size_t slot = 0; slot < prices_.size(); ++slot) {
        prices_[slot] = all_prices_[index(part.slot_name[slot])];
    }
    best_of_layer_.resize(index(part.layers()) + 1);
    going_on_.resize(index(part.links()) + 1);
    sweep(part);
}

void AdjacencyBound::sweep(const LinkPart& part) {
    const LinkPart::Link* const link = part.link.data();
    const std::int32_t* const prices = prices_.data();
    // The entry before the first link is a placeholder.
    std::int32_t* const going_on = going_on_.data() + 1;
    going_on[-1] = kNoWay;
    std::int32_t after = 0;
    std::int32_t layer = part.layers();
    best_of_layer_[index(layer)] = beginning(0, -1);
    std::int32_t end = part.links();
    while (layer-- > 0) {
        const std::int32_t begin = part.first[index(layer)];
        std::int64_t best = beginning(part.layer_required[index(layer)] ? kNoWay : after, -1);
        for (std::int32_t e = begin; e < end; ++e) {
            const LinkPart::Link& its = link[e];
            const std::int32_t own = its.worth - prices[its.slot];
            const std::int32_t further = going_on[its.next];
            going_on[e] = own + std::max(after, further) + kAdjacency;
            best = std::max(best, beginning(own + std::max(after + its.stopping, further), e));
        }
        best_of_layer_[index(layer)] = best;
        after = bound_of(best);
        end = begin;
    }
    std::int32_t sum = 0;
    for (const std::int32_t price : prices_) {
        sum += price;
    }
    sum_ = sum;
    value_ = after + sum;
}

// The best that a link of a layer and all after it can add where it continues none.
std::int32_t AdjacencyBound::beginning_with(const LinkPart& part, std::int32_t link,
                                            std::int32_t layer) const {
    const LinkPart::Link& its = part.link[index(link)];
    return its.worth - prices_[index(its.slot)] +
           std::max(from_layer(layer + 1) + its.stopping, going_on(its.next));
}

// Adds to the excess how often a sequence that attains the bound takes each slot. Of equal ways to
// go on it takes the one that continues a run, else none, else the first link.
void AdjacencyBound::count_uses(const LinkPart& part) {
    std::int32_t continuing = -1;
    bool must = false;
    for (std::int32_t layer = 0; layer < part.layers(); ++layer) {
        std::int32_t chosen = -1;
        if (continuing >= 0 &&
            (must || going_on(continuing) >= from_layer(layer))) {
            chosen = continuing;
            must = false;
        } else {
            chosen = link_of(best_of_layer_[index(layer)]);
            must = chosen >= 0 && !part.link[index(chosen)].may_stop();
        }
        continuing = -1;
        if (chosen >= 0) {
            ++excess_[index(part.link[index(chosen)].slot)];
            continuing = part.link[index(chosen)].next;
        }
    }
}

std::int64_t AdjacencyBound::improve(const LinkPart& part, std::int64_t known,
                                     std::int64_t length, std::int64_t sweeps, Effort& effort) {
    best_prices_ = prices_;
    least_price_.resize(prices_.size());
    for (std::size_t slot = 0; slot < prices_.size(); ++slot) {
        least_price_[slot] = part.slot_required[slot] ? -kDearest : 0;
    }
    std::int32_t best = value_;
    direction_.assign(prices_.size(), 0);
    excess_.assign(prices_.size(), -1);
    std::int64_t made = 0;
    int disappointments = 0;
    while (best > kAdjacency * known && length >= kSmallestAdjacencyStep && made < sweeps &&
           !effort.is_spent()) {
        if (!step(part, known, length)) {
            break;
        }
        ++made;
        effort.edges += part.links();
        sweep(part);
        if (value_ < best) {
            best = value_;
            best_prices_ = prices_;
            disappointments = 0;
        } else if (++disappointments == kPatience) {
            if (best < kAdjacency * (known + 1)) {  // the number is proved, and this is near it
                break;
            }
            length = length * 5 / 8;
            disappointments = 0;
        }
    }
    for (std::size_t slot = 0; slot < prices_.size(); ++slot) {
        all_prices_[index(part.slot_name[slot])] = best_prices_[slot];
    }
    start(part);
    return made;
}

// Goes one subgradient step further; false where the prices are already the best.
bool AdjacencyBound::step(const LinkPart& part, std::int64_t known, std::int64_t length) {
    count_uses(part);
    std::int64_t norm = 0;
    for (std::size_t slot = 0; slot < prices_.size(); ++slot) {
        const std::int32_t wanted = kFine * excess_[slot] + ((3 * direction_[slot]) >> 2);
        // No price goes below the least, unless that is so far that none comes there.
        const std::uint32_t stays = mask_if((prices_[slot] | least_price_[slot]) == 0);
        const std::int32_t move = choose(stays, std::max(wanted, 0), wanted);
        direction_[slot] = move;
        excess_[slot] = -1;
        norm += static_cast<std::int64_t>(move) * move;
    }
    if (norm == 0) {
        return false;
    }
    const std::int64_t gap =
        std::min<std::int64_t>(value_ - kAdjacency * known, 4 * kAdjacency);
    // A step is length * gap / norm, of whose fraction eight bits are kept. It is so short that no
    // price leaves the range of its numbers: no direction is longer than the root of the norm.
    const auto step = static_cast<std::int32_t>(
        std::max<std::int64_t>(1, length * gap * kFine * 256 / (kAdjacencyStepUnit * norm)));
    for (std::size_t slot = 0; slot < prices_.size(); ++slot) {
        const std::int32_t price = prices_[slot] + ((step * direction_[slot]) >> 8);
        prices_[slot] = std::max(std::min(std::max(price, -kDearest), kDearest),
                                 least_price_[slot]);
    }
    return true;
}

bool AdjacencyBound::read_off(const LinkPart& part, std::vector<std::int32_t>& links) {
    links.clear();
    slot_taken_.assign(prices_.size(), 0);
    const auto is_free = [&](std::int32_t e) {
        return e >= 0 && !slot_taken_[index(part.link[index(e)].slot)];
    };
    std::int32_t continuing = -1;
    bool must = false;
    for (std::int32_t layer = 0; layer < part.layers(); ++layer) {
        std::int32_t chosen = continuing;
        if (!must) {
            std::int32_t best = going_on(continuing);
            if (!part.layer_required[index(layer)] && from_layer(layer + 1) > best) {
                best = from_layer(layer + 1);
                chosen = -1;
            }
            for (std::int32_t e = part.first[index(layer)]; e < part.first[index(layer) + 1]; ++e) {
                const std::int32_t begun = beginning_with(part, e, layer);
                if (begun > best && is_free(e) &&
                    (part.link[index(e)].may_stop() || is_free(part.link[index(e)].next))) {
                    best = begun;
                    chosen = e;
                }
            }
        }
        must = chosen >= 0 && chosen != continuing && !part.link[index(chosen)].may_stop();
        continuing = -1;
        if (chosen >= 0) {
            const LinkPart::Link& its = part.link[index(chosen)];
            slot_taken_[index(its.slot)] = 1;
            links.push_back(chosen);
            continuing = is_free(its.next) ? its.next : -1;
        } else if (part.layer_required[index(layer)]) {
            return false;
        }
    }
    return true;
}

void AdjacencyBound::rule_out(const LinkPart& part, std::int64_t known,
                              std::vector<std::uint8_t>& link_out,
                              std::vector<std::uint8_t>& next_out) {
    const std::int64_t least = kAdjacency * known - sum_;
    link_out.assign(index(part.links()), 0);
    next_out.assign(index(part.links()), 0);
    passing_.resize(index(part.links()));
    std::int32_t until = 0;  // the best of all layers before
    for (std::int32_t layer = 0; layer < part.layers(); ++layer) {
        std::int32_t best = part.layer_required[index(layer)] ? kNoWay : until;
        for (std::int32_t e = part.first[index(layer)]; e < part.first[index(layer) + 1]; ++e) {
            const LinkPart::Link& its = part.link[index(e)];
            const std::int32_t own = its.worth - prices_[index(its.slot)];
            const std::int32_t before = part.before[index(e)];
            // With the adjacency before it, which is part of what goes on with it, too.
            const std::int32_t continued =
                before >= 0 ? passing_[index(before)] + kAdjacency : kNoWay;
            passing_[index(e)] = own + std::max(continued, until);
            best = std::max(best, its.may_stop() ? passing_[index(e)] : own + continued);
            const std::int32_t through =
                std::max(continued - kAdjacency + going_on(e),
                         until + beginning_with(part, e, layer));
            link_out[index(e)] = through < least;
            if (before >= 0) {
                next_out[index(before)] = continued - kAdjacency + going_on(e) < least;
            }
        }
        until = best;
    }
}

}  // namespace meteorscope
