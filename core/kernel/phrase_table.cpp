#include "phrase_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "at.hpp"
#include "compiler.hpp"
#include "masks.hpp"
#include "spans.hpp"

namespace meteorscope {

namespace {

// The head of the file, as layout.py packs it.
struct Head {
    char magic[8];
    std::int32_t version;
    std::int32_t description;  // in bytes
    std::int32_t text;         // in bytes
    std::int32_t words;
    std::int32_t nodes;
    std::int32_t rows;
};
static_assert(sizeof(Head) == 32, "the head has no gaps");

constexpr char kMagic[] = "METEORPH";
constexpr std::int32_t kVersion = 1;
constexpr std::int32_t kRoot = 0;  // the phrase of no words
constexpr std::size_t kNumber = sizeof(std::int32_t);
constexpr std::size_t kAhead = 4;  // how many phrases before its turn a list is fetched

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::uint64_t numbers_of(std::int32_t bytes) {
    return (static_cast<std::uint64_t>(bytes) + kNumber - 1) / kNumber;
}

Head checked_head(const void* content, std::size_t size, const std::string& path) {
    Head head{};
    if (size < sizeof(Head)) {
        throw DamagedTable(path, "too short");
    }
    std::memcpy(&head, content, sizeof(Head));
    if (std::memcmp(head.magic, kMagic, sizeof(head.magic)) != 0) {
        throw DamagedTable(path, "not a compiled paraphrase table");
    }
    if (head.version != kVersion) {
        throw DamagedTable(path, "of format " + std::to_string(head.version) + ", not " +
                           std::to_string(kVersion));
    }
    if (std::min({head.description, head.text, head.words, head.rows}) < 0 || head.nodes < 1) {
        throw DamagedTable(path, "its head is damaged");
    }
    return head;
}

}  // namespace

void RowPhrases::clear() {
    words_ = 0;
    by_start_.clear();
    marks_.fill(0);
}

void RowPhrases::index() {
    next_.resize(by_start_.size());
    // From the end, so that each chain is in order of starts.
    for (std::size_t place = by_start_.size(); place-- > 0;) {
        const std::size_t of_phrase = slot(by_start_[place].phrase);
        next_[place] = is_marked(of_phrase) ? first_[of_phrase] : -1;
        first_[of_phrase] = static_cast<std::int32_t>(place);
        mark(of_phrase);
    }
}

template <typename Visitor>
void RowPhrases::for_each_place(std::int32_t phrase, Visitor&& visit) const {
    for (std::int32_t number = first_[slot(phrase)]; number >= 0;) {
        const PhrasePlace& place = by_start_[static_cast<std::size_t>(number)];
        if (place.phrase == phrase) {
            visit(place);
        }
        number = next_[static_cast<std::size_t>(number)];
    }
}

PhraseTable::PhraseTable(std::shared_ptr<const void> content, std::size_t size, std::string path)
    : content_(std::move(content)), path_(std::move(path)), serial_(next_serial()) {
    const Head head = checked_head(content_.get(), size, path_);
    word_count_ = head.words;
    node_count_ = head.nodes;
    row_count_ = head.rows;
    // Where the parts begin, in numbers; 64 bits hold the sum of any that a head can name.
    const auto nodes = static_cast<std::uint64_t>(head.nodes);
    const auto words = static_cast<std::uint64_t>(head.words);
    const std::uint64_t roots =
        sizeof(Head) / kNumber + numbers_of(head.description) + words + 1 + numbers_of(head.text);
    const std::uint64_t places = roots + words + nodes;
    const std::uint64_t targets = places + 2 * (nodes + 1);
    if ((targets + static_cast<std::uint64_t>(head.rows)) * kNumber != size) {
        throw DamagedTable(path_, "it is cut off or has something behind its end");
    }
    const auto* const numbers = static_cast<const std::int32_t*>(content_.get());
    roots_ = numbers + roots;
    node_words_ = roots_ + words;
    places_ = numbers + places;
    targets_ = numbers + targets;
}

std::int32_t KnownSteps::find(const Place& place) {
    unsigned found = 0;  // a bit for each place; of those that nothing was put into, perhaps many
    for (unsigned number = 0; number < kPlaces; ++number) {
        found |= static_cast<unsigned>(place.line->marks[number] == place.mark) << number;
    }
    return found != 0 ? place.line->children[at(lowest_bit(found))] : kUnknown;
}

void KnownSteps::add(const Place& place, std::int32_t child) {
    Line& line = *place.line;
    std::copy_backward(line.marks.begin(), line.marks.end() - 1, line.marks.end());
    std::copy_backward(line.children.begin(), line.children.end() - 1, line.children.end());
    line.marks.front() = place.mark;
    line.children.front() = child;
}

void PhraseTable::find_phrases(IntegerSpan words, RowPhrases& row, KnownSteps* known) const {
    if (key_of(node_count_, 0) >> KnownSteps::kKeyBits != 0) {
        known = nullptr;
    }
    row.clear();
    row.words_ = static_cast<std::int32_t>(words.size());
    // What is looked up comes from memory meanwhile, for all words at once.
    row.roots_.resize(words.size());
    for (std::size_t start = words.size(); start-- > 0;) {
        row.roots_[start] = root_of(words[start]);
        if (known != nullptr && start + 1 < words.size()) {
            prefetch(known->place(key_of(row.roots_[start], words[start + 1])).line);
        }
    }
    for (std::int32_t start = 0; start < row.words_; ++start) {
        std::int32_t phrase = row.roots_[static_cast<std::size_t>(start)];
        for (std::int32_t end = start + 1; phrase >= 0; ++end) {
            prefetch(places_ + 2 * static_cast<std::size_t>(phrase));
            row.by_start_.push_back({phrase, start, end - start});
            if (end == row.words_) {
                break;
            }
            phrase = child_of(phrase, words[static_cast<std::size_t>(end)], known);
        }
    }
    row.index();
}

void PhraseTable::append_matches(const RowPhrases& sources, const RowPhrases& targets,
                                 std::vector<PhraseMatch>& matches) const {
    const std::vector<PhrasePlace>& places = sources.by_start_;
    for (std::size_t number = 0; number < places.size(); ++number) {
        const PhrasePlace& source = places[number];
        if (number + kAhead < places.size()) {
            prefetch(targets_of(places[number + kAhead].phrase).begin());
        }
        for (const std::int32_t target : targets_of(source.phrase)) {
            if (target == kRoot) {  // it is everywhere, and in no list
                for (std::int32_t start = 0; start < targets.words_; ++start) {
                    matches.push_back({source.start, source.length, start, 0});
                }
            } else if (targets.may_have(target)) {
                targets.for_each_place(target, [&](const PhrasePlace& place) {
                    matches.push_back({source.start, source.length, place.start, place.length});
                });
            } else {
                continue;
            }
            if (matches.size() > kMostCandidates) {
                return;
            }
        }
    }
}

std::int32_t PhraseTable::root_of(std::int32_t word) const {
    if (word < 0 || word >= word_count_) {
        return -1;
    }
    const std::int32_t phrase = roots_[word];
    if (phrase < -1 || phrase >= node_count_) {
        refuse();
    }
    return phrase;
}

std::int32_t PhraseTable::child_of(std::int32_t phrase, std::int32_t word) const {
    const std::int32_t* const place = places_ + 2 * static_cast<std::size_t>(phrase);
    const std::int32_t low = place[0];
    const std::int32_t end = place[2];
    if (low < 0 || low > end || end > node_count_) {
        refuse();
    }
    // The last child whose word is not greater, found without branches that nobody can predict.
    const std::int32_t* child = node_words_ + low;
    for (std::int32_t size = end - low; size > 1;) {
        const std::int32_t half = size / 2;
        child += child[half] <= word ? half : 0;
        size -= half;
    }
    return low < end && *child == word ? static_cast<std::int32_t>(child - node_words_) : -1;
}

std::int32_t PhraseTable::child_of(std::int32_t phrase, std::int32_t word,
                                   KnownSteps* known) const {
    if (word < 0 || word >= word_count_) {
        return -1;
    }
    if (known == nullptr) {
        return child_of(phrase, word);
    }
    const KnownSteps::Place place = known->place(key_of(phrase, word));
    std::int32_t child = KnownSteps::find(place);
    if (child == KnownSteps::kUnknown) {
        child = child_of(phrase, word);
        KnownSteps::add(place, child);
    }
    return child;
}

IntegerSpan PhraseTable::targets_of(std::int32_t phrase) const {
    const std::int32_t* const place = places_ + 2 * static_cast<std::size_t>(phrase);
    const std::int32_t first = place[1];
    const std::int32_t end = place[3];
    if (first < 0 || first > end || end > row_count_) {
        refuse();
    }
    return {targets_ + first, static_cast<std::size_t>(end - first)};
}

void PhraseTable::refuse() const { throw DamagedTable(path_, "its content is damaged"); }

void TablePhrases::find(const std::vector<std::int32_t>& reference,
                        const std::vector<std::int32_t>& hypothesis,
                        std::vector<PhraseMatch>& from_reference,
                        std::vector<PhraseMatch>& from_hypothesis) {
    table_.find_phrases(IntegerSpan(reference), reference_, &known_);
    table_.find_phrases(IntegerSpan(hypothesis), hypothesis_, &known_);
    table_.append_matches(reference_, hypothesis_, from_reference);
    table_.append_matches(hypothesis_, reference_, from_hypothesis);
}

}  // namespace meteorscope
