#include "meteor15/paraphrases/compile.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace meteorscope {

namespace {

constexpr std::int32_t kRootNode = 0;
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::string_view kSpaces = " \t\n\r\f";  // what Java's StringTokenizer takes for space

std::int32_t checked(std::size_t number) {
    if (number >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        throw std::length_error("the paraphrase table is too large for numbers of 32 bits");
    }
    return static_cast<std::int32_t>(number);
}

bool is_ascii(std::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

bool ends_a_line(char letter) { return letter == '\n' || letter == '\r'; }

// Half as many bits, each of which depends on all.
std::uint32_t mixed(std::uint64_t key) {
    key ^= key >> 32;
    key *= 0x9E3779B97F4A7C15;  // the golden ratio, as Knuth recommends
    return static_cast<std::uint32_t>(key >> 32);
}

// Turns counts into where each begins, from ``first`` on; one more for the end of the last.
void accumulate(std::vector<std::int32_t>& counts, std::int32_t first) {
    std::int32_t begin = first;
    for (std::int32_t& count : counts) {
        begin += std::exchange(count, begin);
    }
    counts.push_back(begin);
}

}  // namespace

void NumbersByHash::grow() {
    std::vector<std::uint64_t> slots(std::max<std::size_t>(2 * slots_.size(), 1024));
    for (const std::uint64_t slot : slots_) {
        if (slot == 0) {
            continue;
        }
        std::size_t index = (slot >> 32) & (slots.size() - 1);
        while (slots[index] != 0) {
            index = (index + 1) & (slots.size() - 1);
        }
        slots[index] = slot;
    }
    slots_ = std::move(slots);
}

PhraseTableBuilder::PhraseTableBuilder(Spelling spelling)
    : spelling_(std::move(spelling)), nodes_{{-1, -1}} {}

void PhraseTableBuilder::feed(std::string_view block) {
    if (after_return_ && !block.empty()) {
        after_return_ = false;
        block.remove_prefix(block.front() == '\n' ? 1 : 0);
    }
    while (!block.empty()) {
        const auto end = static_cast<std::size_t>(
            std::find_if(block.begin(), block.end(), ends_a_line) - block.begin());
        if (end == block.size()) {
            rest_.append(block);
            return;
        }
        if (rest_.empty()) {
            read_line(block.substr(0, end));
        } else {
            read_line(rest_.append(block.substr(0, end)));
            rest_.clear();
        }
        const bool returned = block[end] == '\r';
        block.remove_prefix(end + 1);
        after_return_ = returned && block.empty();
        if (returned && !block.empty() && block.front() == '\n') {
            block.remove_prefix(1);
        }
    }
}

std::size_t PhraseTableBuilder::end() {
    if (!rest_.empty()) {
        read_line(rest_);
        rest_.clear();
    }
    return line_of_row_;
}

void PhraseTableBuilder::read_line(std::string_view line) {
    if (line_of_row_ == 1) {
        if (rows() == 0 || line != source_line_) {  // mostly it is that of the row before
            source_line_ = line;
            source_ = phrase_of(line);
        }
    } else if (line_of_row_ == 2) {
        checked(sources_.size());
        sources_.push_back(source_);
        targets_.push_back(phrase_of(line));
    }
    line_of_row_ = (line_of_row_ + 1) % 3;
}

std::int32_t PhraseTableBuilder::phrase_of(std::string_view line) {
    const std::int32_t fresh = checked(lines_.size());
    const std::int32_t number = line_numbers_.find_or_add(
        mixed(std::hash<std::string_view>()(line)), fresh,
        [&](std::int32_t other) { return lines_[static_cast<std::size_t>(other)].text == line; });
    if (number != fresh) {
        return lines_[static_cast<std::size_t>(number)].node;
    }
    std::int32_t node = kRootNode;
    for (std::size_t start = line.find_first_not_of(kSpaces); start != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kSpaces, start), line.size());
        node = child_of(node, word_of(line.substr(start, end - start)));
        start = line.find_first_not_of(kSpaces, end);
    }
    lines_.push_back({keep(line), node});
    return node;
}

std::int32_t PhraseTableBuilder::child_of(std::int32_t parent, std::int32_t word) {
    const std::uint64_t key = static_cast<std::uint64_t>(parent) << 32 |
                              static_cast<std::uint64_t>(word);
    const std::int32_t fresh = checked(nodes_.size());
    const std::int32_t node =
        node_numbers_.find_or_add(mixed(key), fresh, [&](std::int32_t other) {
            const Node& known = nodes_[static_cast<std::size_t>(other)];
            return known.parent == parent && known.word == word;
        });
    if (node == fresh) {
        nodes_.push_back({parent, word});
    }
    return node;
}

std::int32_t PhraseTableBuilder::word_of(std::string_view word) {
    const std::string seen(word);
    const auto known = words_.find(seen);
    if (known != words_.end()) {
        return known->second;
    }
    const std::string spelled = is_ascii(word) ? seen : spelling_(word);
    const std::int32_t number =
        spelled_.try_emplace(spelled, checked(spelled_.size())).first->second;
    words_.emplace(seen, number);
    return number;
}

std::string_view PhraseTableBuilder::keep(std::string_view line) {
    if (kept_.empty() || kept_.back().capacity() - kept_.back().size() < line.size()) {
        kept_.emplace_back().reserve(std::max(kPiece, line.size()));
    }
    std::string& piece = kept_.back();
    const std::size_t start = piece.size();
    piece.append(line);
    return std::string_view(piece).substr(start);
}

PhraseTableParts PhraseTableBuilder::compile() const {
    PhraseTableParts parts;
    const std::vector<std::int32_t> ranks = rank_words(parts);
    const std::vector<std::int32_t> numbers = number_nodes(ranks, parts);
    group_rows(numbers, parts);
    return parts;
}

// Sorts the words, and returns the rank of each.
std::vector<std::int32_t> PhraseTableBuilder::rank_words(PhraseTableParts& parts) const {
    std::vector<std::pair<std::string_view, std::int32_t>> sorted(spelled_.begin(), spelled_.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int32_t> ranks(sorted.size());
    parts.word_starts.push_back(0);
    for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
        ranks[static_cast<std::size_t>(sorted[rank].second)] = static_cast<std::int32_t>(rank);
        parts.text += sorted[rank].first;
        parts.word_starts.push_back(checked(parts.text.size()));
    }
    parts.roots.assign(sorted.size(), -1);
    return ranks;
}

// Numbers the nodes breadth first, each one's children by the rank of their words; returns the
// number of each.
std::vector<std::int32_t> PhraseTableBuilder::number_nodes(const std::vector<std::int32_t>& ranks,
                                                           PhraseTableParts& parts) const {
    // A parent came before its children.
    std::vector<std::vector<std::int32_t>> levels{{kRootNode}};
    std::vector<std::size_t> depths(nodes_.size());
    for (std::size_t node = 1; node < nodes_.size(); ++node) {
        depths[node] = depths[static_cast<std::size_t>(nodes_[node].parent)] + 1;
        levels.resize(std::max(levels.size(), depths[node] + 1));
        levels[depths[node]].push_back(static_cast<std::int32_t>(node));
    }
    std::vector<std::int32_t> numbers(nodes_.size());
    std::vector<std::int32_t> first_children(nodes_.size());
    parts.node_words.push_back(-1);
    std::vector<std::pair<std::uint64_t, std::int32_t>> sorted;  // by parent and word
    for (std::size_t depth = 1; depth < levels.size(); ++depth) {
        sorted.clear();
        for (const std::int32_t node : levels[depth]) {
            const Node& entry = nodes_[static_cast<std::size_t>(node)];
            const std::int32_t parent = numbers[static_cast<std::size_t>(entry.parent)];
            const std::int32_t rank = ranks[static_cast<std::size_t>(entry.word)];
            ++first_children[static_cast<std::size_t>(parent)];
            sorted.emplace_back(static_cast<std::uint64_t>(parent) << 32 |
                                    static_cast<std::uint64_t>(rank),
                                node);
        }
        std::sort(sorted.begin(), sorted.end());
        for (const auto& [key, node] : sorted) {
            const auto rank = static_cast<std::int32_t>(key & 0xFFFFFFFF);
            const auto number = static_cast<std::int32_t>(parts.node_words.size());
            numbers[static_cast<std::size_t>(node)] = number;
            parts.node_words.push_back(rank);
            if (depth == 1) {
                parts.roots[static_cast<std::size_t>(rank)] = number;
            }
        }
    }
    accumulate(first_children, kRootNode + 1);
    parts.places.resize(2 * first_children.size());
    for (std::size_t node = 0; node < first_children.size(); ++node) {
        parts.places[2 * node] = first_children[node];
    }
    return numbers;
}

// Puts the rows of each phrase together. Those whose phrase has no words are left out.
void PhraseTableBuilder::group_rows(const std::vector<std::int32_t>& numbers,
                                    PhraseTableParts& parts) const {
    std::vector<std::int32_t> first_rows(numbers.size());
    for (const std::int32_t source : sources_) {
        ++first_rows[static_cast<std::size_t>(numbers[static_cast<std::size_t>(source)])];
    }
    first_rows[kRootNode] = 0;
    accumulate(first_rows, 0);
    for (std::size_t node = 0; node < first_rows.size(); ++node) {
        parts.places[2 * node + 1] = first_rows[node];
    }
    parts.targets.resize(static_cast<std::size_t>(first_rows.back()));
    for (std::size_t row = 0; row < sources_.size(); ++row) {
        if (sources_[row] != kRootNode) {
            const std::int32_t source = numbers[static_cast<std::size_t>(sources_[row])];
            const std::int32_t place = first_rows[static_cast<std::size_t>(source)]++;
            parts.targets[static_cast<std::size_t>(place)] =
                numbers[static_cast<std::size_t>(targets_[row])];
        }
    }
}

}  // namespace meteorscope
