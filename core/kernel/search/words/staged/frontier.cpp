#include "search/words/staged/frontier.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace meteorscope {

namespace {

constexpr std::size_t kWidths[] = {16, 256, 4096, 65536, std::size_t{1} << 62};

std::int64_t count_crossings(const StagedLinks& one, const StagedLinks& other) {
    std::int64_t crossings = 0;
    for (const StagedLink ours : one) {
        for (const StagedLink theirs : other) {
            crossings += crosses(ours, theirs);
        }
    }
    return crossings;
}

// A key for a map: the options of live places as bytes.
std::string key_of(const std::vector<std::size_t>& options) {
    return {reinterpret_cast<const char*>(options.data()), options.size() * sizeof(std::size_t)};
}

}  // namespace

void FrontierSearch::open(const std::vector<OpenBlock>& blocks, std::size_t count,
                          const std::vector<OtherBlock>& others, const StagedLinks& fixed) {
    variables_.clear();
    for (std::size_t number = 0; number < count; ++number) {
        const OpenBlock& block = blocks[number];
        for (std::int32_t token = 0; token < block.tokens(); ++token) {
            if (block.count(token) == 1) {
                continue;
            }
            Variable variable;
            variable.block = static_cast<std::int64_t>(number);
            variable.token = token;
            for (std::int32_t offset = 0; offset < block.offsets(); ++offset) {
                if (block.is_alive(token, offset)) {
                    variable.options.push_back({block.block().link(token, offset)});
                    variable.costs.push_back(block.cost(token, offset));
                    variable.offsets.push_back(offset);
                }
            }
            variables_.push_back(std::move(variable));
        }
    }
    for (const OtherBlock& mappings : others) {
        Variable variable;
        variable.options = mappings;
        for (const StagedLinks& mapping : mappings) {
            std::int64_t cost = kCrossing * (count_crossings(mapping, mapping) / 2);
            for (const StagedLink link : mapping) {
                cost += cost_beside(fixed, link);
            }
            variable.costs.push_back(cost);
        }
        variables_.push_back(std::move(variable));
    }
    for (Variable& variable : variables_) {
        variable.first = variable.options[0][0].hypothesis;
        for (const StagedLinks& links : variable.options) {
            for (const StagedLink link : links) {
                variable.first = std::min(variable.first, link.hypothesis);
            }
        }
    }
    std::stable_sort(variables_.begin(), variables_.end(),
                     [](const Variable& one, const Variable& other) {
                         return one.first < other.first;
                     });
}

bool FrontierSearch::choose(std::int64_t budget) {
    std::int64_t entries = 0;
    std::int64_t options = 0;
    for (const Variable& variable : variables_) {
        const auto size = static_cast<std::int64_t>(variable.options.size());
        entries += options * size;
        options += size;
    }
    steps_ = entries / kOptionsAStep;
    if (steps_ > budget) {
        return false;
    }
    links_.clear();
    proved_ = true;
    make_tables();
    std::vector<std::size_t> group(variables_.size());
    for (std::size_t number = 0; number < group.size(); ++number) {
        group[number] = number;
    }
    for (const Table& table : tables_) {
        const std::size_t from = std::max(group[table.one], group[table.other]);
        const std::size_t to = std::min(group[table.one], group[table.other]);
        std::replace(group.begin(), group.end(), from, to);
    }
    for (std::size_t first = 0; first < group.size(); ++first) {
        if (group[first] != first) {
            continue;
        }
        std::vector<std::size_t> members;
        for (std::size_t number = first; number < group.size(); ++number) {
            if (group[number] == first) {
                members.push_back(number);
            }
        }
        search(members, budget - steps_);
        steps_ += searched_;
    }
    return true;
}

// The tables of the variables that depend on each other; those of others go to the costs.
void FrontierSearch::make_tables() {
    tables_.clear();
    for (std::size_t one = 0; one < variables_.size(); ++one) {
        for (std::size_t other = one + 1; other < variables_.size(); ++other) {
            std::vector<std::int64_t> costs;
            if (make_table(variables_[one], variables_[other], costs)) {
                fold_or_keep(one, other, std::move(costs));
            }
        }
    }
}

bool FrontierSearch::make_table(const Variable& one, const Variable& other,
                                std::vector<std::int64_t>& costs) {
    if (one.block < 0 || one.block != other.block) {
        for (const StagedLinks& ours : one.options) {
            for (const StagedLinks& theirs : other.options) {
                costs.push_back(kCrossing * count_crossings(ours, theirs));
            }
        }
        return true;
    }
    const std::int32_t step = other.token - one.token;
    if (step != 1 && step != -1) {
        return false;  // tokens between them keep the order
    }
    for (const std::int32_t ours : one.offsets) {
        for (const std::int32_t theirs : other.offsets) {
            costs.push_back((theirs - ours) * step < 0 ? kNever : 0);
        }
    }
    return true;
}

void FrontierSearch::fold_or_keep(std::size_t one, std::size_t other,
                                  std::vector<std::int64_t> costs) {
    std::vector<std::int64_t>& ours = variables_[one].costs;
    std::vector<std::int64_t>& theirs = variables_[other].costs;
    const std::size_t width = theirs.size();
    const std::int64_t corner = costs[0];
    for (std::size_t x = 1; x < ours.size(); ++x) {
        for (std::size_t y = 1; y < width; ++y) {
            if (costs[x * width + y] - costs[y] - costs[x * width] + corner != 0) {
                tables_.push_back({one, other, std::move(costs)});
                return;
            }
        }
    }
    for (std::size_t x = 0; x < ours.size(); ++x) {
        ours[x] += costs[x * width] - corner;
    }
    for (std::size_t y = 0; y < width; ++y) {
        theirs[y] += costs[y];
    }
}

void FrontierSearch::search(const std::vector<std::size_t>& members, std::int64_t budget) {
    set_up(members);
    bool gave_up = true;
    for (const std::size_t width : kWidths) {
        gave_up = pass(members, width, budget);
        if (!gave_up || searched_ >= budget) {
            break;
        }
    }
    proved_ = proved_ && !gave_up;
    collect(members, best_.chain, links_);
}

void FrontierSearch::set_up(const std::vector<std::size_t>& members) {
    const std::size_t size = members.size();
    earlier_.assign(size, {});
    live_.assign(size, {});
    least_after_.assign(size, 0);
    std::vector<std::size_t> last(size);
    for (std::size_t place = 0; place < size; ++place) {
        last[place] = place;
        for (std::size_t before = 0; before < place; ++before) {
            for (const Table& table : tables_) {
                if (table.one == members[before] && table.other == members[place]) {
                    earlier_[place].push_back({before, &table});
                    last[before] = place;
                }
            }
        }
    }
    for (std::size_t place = 0; place < size; ++place) {
        for (std::size_t before = 0; before <= place; ++before) {
            if (last[before] > place) {
                live_[place].push_back(before);
            }
        }
    }
    std::int64_t after = 0;
    for (std::size_t place = size; place-- > 0;) {
        least_after_[place] = after;
        const std::vector<std::int64_t>& costs = variables_[members[place]].costs;
        std::int64_t least = kNever;
        for (std::size_t y = 0; y < costs.size(); ++y) {
            std::int64_t cost = costs[y];
            for (const Dependence& dependence : earlier_[place]) {
                const std::vector<std::int64_t>& table = dependence.table->costs;
                std::int64_t column = table[y];
                for (std::size_t entry = y; entry < table.size(); entry += costs.size()) {
                    column = std::min(column, table[entry]);
                }
                cost += column;
            }
            least = std::min(least, cost);
        }
        after += least;
    }
    searched_ = 0;
    nodes_.clear();
    has_best_ = false;
}

// One pass; whether it gave up any state.
bool FrontierSearch::pass(const std::vector<std::size_t>& members, std::size_t width,
                          std::int64_t budget) {
    const std::int64_t limit = has_best_ ? best_.cost : kNever - 1;
    states_.clear();
    states_.push_back({0, -1, {}});
    bool gave_up = false;
    for (std::size_t place = 0; place < members.size(); ++place) {
        expand(members, place, limit - least_after_[place]);
        const std::size_t kept = searched_ < budget ? width : 1;
        if (states_.size() > kept) {
            gave_up = true;
            std::stable_sort(states_.begin(), states_.end(),
                             [](const State& one, const State& other) {
                                 return one.cost < other.cost;
                             });
            states_.resize(kept);
        }
    }
    if (!states_.empty() &&
        (!has_best_ || is_better(members, states_[0].cost, states_[0].chain, best_))) {
        best_ = states_[0];
        has_best_ = true;
    }
    return gave_up;
}

void FrontierSearch::expand(const std::vector<std::size_t>& members, std::size_t place,
                            std::int64_t limit) {
    const std::vector<std::int64_t>& costs = variables_[members[place]].costs;
    const std::vector<std::size_t> before = place == 0 ? std::vector<std::size_t>{}
                                                       : live_[place - 1];
    std::vector<std::size_t> option_of(members.size());
    std::unordered_map<std::string, std::size_t> known;
    after_.clear();
    for (const State& state : states_) {
        searched_ += static_cast<std::int64_t>(costs.size());
        for (std::size_t index = 0; index < before.size(); ++index) {
            option_of[before[index]] = state.options[index];
        }
        for (std::size_t option = 0; option < costs.size(); ++option) {
            std::int64_t total = state.cost + costs[option];
            for (const Dependence& dependence : earlier_[place]) {
                total += dependence.table
                             ->costs[option_of[dependence.before] * costs.size() + option];
            }
            if (total > limit) {
                continue;
            }
            option_of[place] = option;
            std::vector<std::size_t> options;
            for (const std::size_t live : live_[place]) {
                options.push_back(option_of[live]);
            }
            const auto chain = static_cast<std::int64_t>(nodes_.size());
            nodes_.push_back({state.chain, place, option});
            const auto [entry, is_new] = known.try_emplace(key_of(options), after_.size());
            if (is_new) {
                after_.push_back({total, chain, std::move(options)});
            } else if (State& same = after_[entry->second];
                       is_better(members, total, chain, same)) {
                same.cost = total;
                same.chain = chain;
            }
        }
    }
    states_.swap(after_);
}

// Whether choices cost less than others, or as much with partners that are preferred.
bool FrontierSearch::is_better(const std::vector<std::size_t>& members, std::int64_t cost,
                               std::int64_t chain, const State& other) {
    if (cost != other.cost) {
        return cost < other.cost;
    }
    StagedLinks ours;
    StagedLinks theirs;
    collect(members, chain, ours);
    collect(members, other.chain, theirs);
    for (StagedLinks* const links : {&ours, &theirs}) {
        std::sort(links->begin(), links->end(), [](StagedLink one, StagedLink another) {
            return one.hypothesis < another.hypothesis;
        });
    }
    for (std::size_t index = 0; index < ours.size() && index < theirs.size(); ++index) {
        if (ours[index].hypothesis != theirs[index].hypothesis) {
            return ours[index].hypothesis > theirs[index].hypothesis;  // ours is unmatched there
        }
        if (ours[index].reference != theirs[index].reference) {
            return ours[index].reference < theirs[index].reference;
        }
    }
    return ours.size() < theirs.size();
}

void FrontierSearch::collect(const std::vector<std::size_t>& members, std::int64_t chain,
                             StagedLinks& links) {
    while (chain >= 0) {
        const Node& node = nodes_[static_cast<std::size_t>(chain)];
        const StagedLinks& chosen = variables_[members[node.place]].options[node.option];
        links.insert(links.end(), chosen.begin(), chosen.end());
        chain = node.chain;
    }
}

}  // namespace meteorscope
