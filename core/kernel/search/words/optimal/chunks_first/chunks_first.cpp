#include "search/words/optimal/chunks_first/chunks_first.hpp"

#include <algorithm>

#include "base/integers.hpp"

namespace meteorscope {

namespace {

constexpr int kNearRounds = 4;

}  // namespace

void ChunksFirst::begin(const WordComponent& component, std::int64_t budget) {
    effort_ = {budget, edges_a_step_, 0, 0};
    groups_.find(component);
    effort_.edges += component.candidates();
    whole_.assign(index(groups_.size()), 0);
    links_.list(component, groups_, whole_);
    known_.assign(index(links_.size()), 0);
}

bool ChunksFirst::try_once(const WordComponent& component) {
    search_.run(links_, known_, effort_);
    bool possible = distance_.run(component, groups_, links_, search_, whole_, effort_);
    proved_ = search_.is_proved() && distance_.is_proved();
    const auto may_close = [&] {
        return possible && search_.is_proved() && !proved_ && !search_.left_links().empty() &&
               !effort_.is_spent();
    };
    std::int64_t allowed = may_close() ? distance_.allowed() + 1 : 0;
    for (int round = 0; round < kNearRounds && may_close() && distance_.allowed() < allowed;
         ++round) {
        allowed = distance_.allowed();
        search_.choose_near(distance_.reduced(), allowed, effort_);
        possible = distance_.look(whole_, effort_);
        proved_ = distance_.is_proved();
    }
    if (may_close()) {
        if (!search_.close_left(distance_.reduced(), distance_.allowed(), effort_)) {
            proved_ = true;
        } else {
            possible = distance_.look(whole_, effort_);
            proved_ = distance_.is_proved();
        }
    }
    return possible;
}

// With all edges of the groups that could not be completed. What was found of all others is known
// to be possible, beside what a choice that takes all that is required takes of these.
void ChunksFirst::begin_again(const WordComponent& component, const Choice& choice) {
    is_chosen_.assign(index(component.candidates()), 0);
    for (const std::int32_t link : distance_.links()) {
        if (!whole_[index(groups_.of_layer(links_.layer[index(link)]))]) {
            is_chosen_[index(links_.edge[index(link)])] = 1;
        }
    }
    for (const std::int32_t e : choice.candidates) {
        if (whole_[index(groups_.of_slot(component.first_slot[index(e)]))]) {
            is_chosen_[index(e)] = 1;
        }
    }
    links_.list(component, groups_, whole_);
    known_.resize(index(links_.size()));
    for (std::int32_t link = 0; link < links_.size(); ++link) {
        known_[index(link)] = is_chosen_[index(links_.edge[index(link)])];
    }
}

ChunksFirst::Solution ChunksFirst::finish(const WordComponent& component, Choice& choice) const {
    choice.candidates = distance_.edges();
    const std::int64_t gap = search_.is_proved() ? 0 : gap_of(component, choice);
    return {proved_, gap, effort_.steps()};
}

// How many adjacencies a choice, whose edges ascend, may lack.
std::int64_t ChunksFirst::gap_of(const WordComponent& component, const Choice& choice) const {
    std::int64_t adjacencies = 0;
    for (const std::int32_t e : choice.candidates) {
        const std::int32_t next = component.end_point[index(e)];
        adjacencies += component.certain_neighbours[index(e)];
        adjacencies += next >= 0 && std::binary_search(choice.candidates.begin(),
                                                       choice.candidates.end(), next);
    }
    return std::max<std::int64_t>(0, search_.upper() - adjacencies);
}

}  // namespace meteorscope
