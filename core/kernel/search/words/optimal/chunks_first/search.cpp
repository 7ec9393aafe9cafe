#include "search/words/optimal/chunks_first/search.hpp"

#include <algorithm>
#include <numeric>

#include "base/integers.hpp"
#include "search/component.hpp"

namespace meteorscope {

namespace {

constexpr int kMaxSplitDepth = 12;
constexpr std::int64_t kNoChoice = -(std::int64_t{1} << 20U);  // adjacencies of no choice at all
constexpr std::size_t kNothingRemoved = ~std::size_t{0};
constexpr std::int64_t kFirstLength = 1024;
constexpr std::int64_t kLength = 512;
constexpr std::int64_t kFirstSweeps = 8;  // before the first pass
constexpr std::int64_t kFewestSweeps = 30;  // before another pass, and one for so many links:
constexpr std::int64_t kLinksASweep = 4;

// Adjacencies that reach a bound.
std::int64_t whole(std::int64_t bound) { return floor_divide(bound, kAdjacency); }

}  // namespace

void AdjacencySearch::run(AdjacencyLinks& links, std::vector<std::uint8_t>& known,
                          Effort& effort) {
    links_ = &links;
    known_ = &known;
    left_.clear();
    ties_.allow(nullptr, 0);
    graph_count_ = 0;
    fixed_.clear();
    bound_.forget_prices(links.slot_required.size());
    pool_.resize(index(links.size()));
    std::iota(pool_.begin(), pool_.end(), 0);
    ends_.clear();
    sum_ = close_parts({0, pool_.size()}, 0, effort);
    list_left();
}

void AdjacencySearch::list_left() {
    left_links_.clear();
    for (const LeftPart& left : left_) {
        for (const std::int32_t link : left.links) {
            if ((*known_)[index(link)]) {
                left_links_.push_back(link);
            }
        }
    }
}

void AdjacencySearch::choose_near(const std::vector<std::int64_t>& distances,
                                  std::int64_t allowed, Effort& effort) {
    ties_.allow(&distances, allowed);
    for (const LeftPart& left : left_) {
        part_.take(*links_, left.links.data(), left.links.size());
        effort.edges += part_.links();
        bound_.start(part_);
        const TieSearch::TieResult found =
            ties_.run(part_, bound_, left.sum.value, limits_.most_ties, false, effort);
        if (found.any) {
            make_best_known();
        }
    }
    list_left();
}

bool AdjacencySearch::close_left(const std::vector<std::int64_t>& distances,
                                 std::int64_t allowed, Effort& effort) {
    ties_.allow(&distances, allowed);
    std::size_t still_left = 0;
    for (std::size_t number = 0; number < left_.size(); ++number) {
        const LeftPart& left = left_[number];
        part_.take(*links_, left.links.data(), left.links.size());
        effort.edges += part_.links();
        bound_.start(part_);
        Sum sum = left.sum;
        if (pass(sum, sum.value, limits_.most_near_ties, true, effort)) {
            if (sum.upper < sum.value) {
                return false;
            }
            continue;
        }
        if (still_left != number) {
            left_[still_left] = left;
        }
        ++still_left;
    }
    left_.resize(still_left);
    list_left();
    return true;
}

// Splits links into independent parts and closes each.
AdjacencySearch::Sum AdjacencySearch::close_parts(Range links, int depth, Effort& effort) {
    const std::size_t pool_before = pool_.size();
    const std::size_t ends_before = ends_.size();
    split(links);
    const std::size_t ends_after = ends_.size();
    Sum sum{0, 0};
    std::size_t begin = pool_before;
    for (std::size_t part = ends_before; part < ends_after; ++part) {
        const std::size_t end = ends_[part];
        const Sum closed = close({begin, end}, depth, effort);
        sum.value += closed.value;
        sum.upper += closed.upper;
        begin = end;
    }
    pool_.resize(pool_before);
    ends_.resize(ends_before);
    return sum;
}

// Adds the parts of a range to the end of the pool, in the order of their first links. All links of
// a layer are of one part.
void AdjacencySearch::split(Range links) {
    const std::size_t count = links.end - links.begin;
    parent_.resize(links_->layer_required.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    last_layer_of_slot_.assign(links_->slot_required.size(), -1);
    std::int32_t joined = -1;  // the last layer that is known to be of one part with the next
    for (std::size_t place = links.begin; place < links.end; ++place) {
        const std::size_t link = index(pool_[place]);
        const std::int32_t layer = links_->layer[link];
        std::int32_t& last = last_layer_of_slot_[index(links_->slot[link])];
        if (last >= 0) {
            join(parent_.data(), last, layer);
        }
        last = layer;
        if (links_->next[link] >= 0 && joined != layer) {
            joined = layer;
            join(parent_.data(), layer, layer + 1);
        }
    }
    part_of_root_.assign(parent_.size(), -1);
    part_of_link_.resize(count);
    place_.clear();
    for (std::size_t number = 0; number < count; ++number) {
        const std::int32_t layer = links_->layer[index(pool_[links.begin + number])];
        std::int32_t& part = part_of_root_[index(root(parent_.data(), layer))];
        if (part < 0) {
            part = static_cast<std::int32_t>(place_.size());
            place_.push_back(0);
        }
        part_of_link_[number] = part;
        ++place_[index(part)];
    }
    std::size_t end = pool_.size();
    for (std::size_t& place : place_) {
        const std::size_t size = place;
        place = end;
        end += size;
        ends_.push_back(end);
    }
    pool_.resize(end);
    for (std::size_t number = 0; number < count; ++number) {
        pool_[place_[index(part_of_link_[number])]++] = pool_[links.begin + number];
    }
}

AdjacencySearch::Sum AdjacencySearch::close(Range links, int depth, Effort& effort) {
    take(links, effort);
    if (take_if_apart()) {
        const std::int64_t value = value_of_known();
        return {value, value};
    }
    Sum sum{value_of_known(), 0};
    bound_.start(part_);
    sum.upper = whole(bound_.value());
    read_off(sum, effort);
    if (depth == 0) {
        if (sum.value < sum.upper) {
            lower(sum, kFirstLength, kFirstSweeps, effort);
        }
        if (pass(sum, sum.value, limits_.most_ties, true, effort)) {
            return sum;
        }
    }
    if (close_by_bound(sum, links, depth, effort)) {
        return sum;
    }
    if (sum.upper < 0) {  // there is no choice at all
        return {kNoChoice, kNoChoice};
    }
    return leave(sum, effort);
}

// Lowers the bound, removes the links that it rules out, and closes the rest, until it is closed.
bool AdjacencySearch::close_by_bound(Sum& sum, Range links, int depth, Effort& effort) {
    std::int64_t width = limits_.width;
    std::int64_t length = depth == 0 ? kFirstLength : kLength;
    if (depth > 0 && reach_target(sum, width, effort)) {
        return true;
    }
    while (!effort.is_spent() && sum.upper >= 0) {
        const std::int64_t sweeps = kFewestSweeps + part_.links() / kLinksASweep;
        lower(sum, length, std::min(limits_.sweeps, sweeps), effort);
        length = kLength;
        if (sum.upper < 0) {
            break;
        }
        const std::size_t end = depth < kMaxSplitDepth ? remove(sum.upper, links) : kNothingRemoved;
        if (end == kNothingRemoved) {
            if (!ties_.fits() || (width >= limits_.most_ties && sum.value == sum.upper)) {
                break;
            }
            width *= limits_.wider;
        } else if (close_rest(sum, links, end, depth, effort)) {
            return true;
        }
        if (reach_target(sum, width, effort)) {
            return true;
        }
    }
    return false;
}

// Lowers the bound, and makes a choice known that it suggests then.
void AdjacencySearch::lower(Sum& sum, std::int64_t length, std::int64_t sweeps, Effort& effort) {
    bound_.improve(part_, sum.value, length, sweeps, effort);
    sum.upper = std::max(sum.value, std::min(sum.upper, whole(bound_.value())));
    read_off(sum, effort);
}

// Tries to find all choices as good as the bound; if there are none, of one less, and so on.
// Whether the part is closed.
bool AdjacencySearch::reach_target(Sum& sum, std::int64_t width, Effort& effort) {
    while (!effort.is_spent() && sum.upper >= 0) {
        const std::int64_t target = sum.upper;
        if (!pass(sum, target, width, false, effort)) {
            return false;
        }
        if (sum.upper >= target) {
            return true;
        }
    }
    return false;
}

void AdjacencySearch::take(Range links, Effort& effort) {
    part_.take(*links_, pool_.data() + links.begin, links.end - links.begin);
    effort.edges += part_.links();
}

// Tries to find all choices of a target; whether that was done. If there are none, a sum's upper
// bound is below the target then.
bool AdjacencySearch::pass(Sum& sum, std::int64_t target, std::int64_t width, bool to_stop,
                           Effort& effort) {
    const TieSearch::TieResult found = ties_.run(part_, bound_, target, width, to_stop, effort);
    if (found.any && (found.adjacencies > sum.value || found.complete)) {
        sum.value = found.adjacencies;
        make_best_known();
    }
    if (!found.complete) {
        sum.upper = std::min(
            sum.upper, std::max({sum.value, target - 1, whole(found.given_up)}));
        return false;
    }
    if (!found.any) {
        sum.upper = target - 1;
        return true;
    }
    if (graphs_.size() == graph_count_) {
        graphs_.emplace_back();
    }
    ties_.graph(part_, graphs_[graph_count_++]);
    sum.upper = sum.value;
    return true;
}

// Closes what was left of a part when all was removed that is in no choice as good as its upper
// bound. Returns whether that found its best choices, or all that can be found; if not, there is no
// choice that good, and all is as it was before.
bool AdjacencySearch::close_rest(Sum& sum, Range links, std::size_t end, int depth,
                                 Effort& effort) {
    const std::vector<std::int32_t> numbers = part_.name;
    const std::vector<LinkPart::Link> as_before = part_.link;
    const std::vector<std::int32_t> before = part_.before;
    std::vector<std::uint8_t> known_before;
    std::vector<std::int32_t> prices;
    for (const std::int32_t link : numbers) {
        known_before.push_back((*known_)[index(link)]);
        prices.push_back(bound_.price_of(links_->slot[index(link)]));
    }
    const std::size_t left_before = left_.size();
    const std::size_t graphs_before = graph_count_;
    const std::size_t fixed_before = fixed_.size();
    forget_removed(links, end);
    const Sum rest = has_required({links.begin, end})
                         ? close_parts({links.begin, end}, depth + 1, effort)
                         : Sum{kNoChoice, kNoChoice};
    if (rest.value >= sum.upper) {
        sum = {rest.value, rest.value};
        return true;
    }
    const bool refuted = rest.upper < sum.upper;
    if (!refuted && rest.value >= sum.value) {
        sum.value = rest.value;
        return true;
    }
    left_.resize(left_before);
    graph_count_ = graphs_before;
    fixed_.resize(fixed_before);
    const bool restore = rest.value <= sum.value;
    for (std::size_t number = 0; number < numbers.size(); ++number) {
        const std::size_t link = index(numbers[number]);
        pool_[links.begin + number] = numbers[number];
        const std::int32_t next = as_before[number].next;
        links_->next[link] = next < 0 ? -1 : numbers[index(next)];
        links_->before[link] = before[number] < 0 ? -1 : numbers[index(before[number])];
        if (restore) {
            (*known_)[link] = known_before[number];
        }
        bound_.set_price(links_->slot[link], prices[number]);
    }
    sum.value = std::max(sum.value, rest.value);
    take(links, effort);
    bound_.start(part_);
    if (!refuted) {
        sum = leave(sum, effort);
        return true;
    }
    --sum.upper;
    return false;
}

// Where no token has two links all are taken.
bool AdjacencySearch::take_if_apart() {
    if (part_.links() != part_.layers() || part_.links() != part_.slots()) {
        return false;
    }
    for (const std::int32_t link : part_.name) {
        (*known_)[index(link)] = 1;
        fixed_.push_back(link);
    }
    return true;
}

// The known choice of the part; none if it does not take all required tokens.
std::int64_t AdjacencySearch::value_of_known() const {
    std::int64_t value = 0;
    std::int32_t wanted = part_.required;
    for (std::int32_t layer = 0; layer < part_.layers(); ++layer) {
        for (std::int32_t e = part_.first[index(layer)]; e < part_.first[index(layer) + 1]; ++e) {
            if (!(*known_)[index(part_.name[index(e)])]) {
                continue;
            }
            const LinkPart::Link& its = part_.link[index(e)];
            value += its.worth / kAdjacency;
            value += its.next >= 0 && (*known_)[index(part_.name[index(its.next)])];
            wanted -= part_.layer_required[index(layer)];
            wanted -= part_.slot_required[index(its.slot)];
        }
    }
    return wanted == 0 ? value : kNoChoice;
}

// Makes a choice known that the bound suggests, if it is better.
void AdjacencySearch::read_off(Sum& sum, Effort& effort) {
    if (sum.value >= sum.upper || !bound_.read_off(part_, best_)) {
        return;
    }
    effort.edges += part_.links();
    std::int64_t value = 0;
    std::int32_t wanted = part_.required;
    for (std::size_t number = 0; number < best_.size(); ++number) {
        const std::size_t e = index(best_[number]);
        const bool continues =
            number > 0 && part_.link[index(best_[number - 1])].next == best_[number];
        value += part_.link[e].worth / kAdjacency + continues;
        wanted -= part_.slot_required[index(part_.link[e].slot)];
    }
    for (const std::uint8_t required : part_.layer_required) {
        wanted -= required;
    }
    if (wanted == 0 && value > sum.value) {
        sum.value = value;
        for (std::int32_t& link : best_) {
            link = part_.name[index(link)];
        }
        make_known();
    }
}

// Makes the best choice of the last pass known.
void AdjacencySearch::make_best_known() {
    ties_.best_links(part_, best_);
    make_known();
}

void AdjacencySearch::make_known() {
    for (const std::int32_t link : part_.name) {
        (*known_)[index(link)] = 0;
    }
    for (const std::int32_t link : best_) {
        (*known_)[index(link)] = 1;
    }
}

// Leaves a part at the best choice known, after a look for a better one.
AdjacencySearch::Sum AdjacencySearch::leave(Sum sum, Effort& effort) {
    if (sum.value < sum.upper) {
        pass_on_the_way_out(sum, effort);
    }
    left_.push_back({part_.name, sum});
    return sum;
}

void AdjacencySearch::pass_on_the_way_out(Sum& sum, Effort& effort) {
    const TieSearch::TieResult found =
        ties_.run(part_, bound_, sum.value + 1, limits_.width, false, effort);
    if (found.any && found.adjacencies > sum.value) {
        sum.value = found.adjacencies;
        make_best_known();
    }
}

// Removes what no choice with so many adjacencies has, so that the rest of the range lies at its
// beginning; returns where that ends.
std::size_t AdjacencySearch::remove(std::int64_t value, Range links) {
    bound_.rule_out(part_, value, link_out_, next_out_);
    bool any = false;
    for (std::size_t number = 0; number < part_.name.size(); ++number) {
        const std::int32_t next = part_.link[number].next;
        if (next >= 0 && (next_out_[number] || link_out_[number] || link_out_[index(next)])) {
            const std::int32_t link = part_.name[number];
            const std::int32_t next_link = part_.name[index(next)];
            links_->next[index(link)] = -1;
            links_->before[index(next_link)] = -1;
            any = true;
        }
    }
    std::size_t end = links.begin;
    for (std::size_t number = 0; number < part_.name.size(); ++number) {
        const std::int32_t link = part_.name[number];
        const bool is_idle = !links_->may_stop[index(link)] && links_->next[index(link)] < 0 &&
                             links_->before[index(link)] < 0;
        if (link_out_[number] || is_idle) {
            any = true;
        } else {
            pool_[end++] = link;
        }
    }
    return any ? end : kNothingRemoved;
}

// Whether links of a range could take all that is required of the part.
bool AdjacencySearch::has_required(Range links) {
    if (part_.required == 0) {
        return true;
    }
    std::int32_t found = 0;
    last_of_slot_.assign(links_->slot_required.size(), -1);
    std::int32_t layer = -1;
    for (std::size_t place = links.begin; place < links.end; ++place) {
        const std::size_t link = index(pool_[place]);
        if (links_->layer[link] != layer) {
            layer = links_->layer[link];
            found += links_->layer_required[index(layer)];
        }
        std::int32_t& last = last_of_slot_[index(links_->slot[link])];
        if (last < 0) {
            last = pool_[place];
            found += links_->slot_required[index(links_->slot[link])];
        }
    }
    return found == part_.required;
}

// Nothing that was removed is known any more.
void AdjacencySearch::forget_removed(Range links, std::size_t end) {
    std::size_t place = links.begin;
    for (const std::int32_t link : part_.name) {
        if (place < end && pool_[place] == link) {
            ++place;
        } else {
            (*known_)[index(link)] = 0;
        }
    }
}

}  // namespace meteorscope
