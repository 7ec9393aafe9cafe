#include "meteor15/paraphrases/index.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "base/compiler.hpp"
#include "base/integers.hpp"
#include "search/spans/links.hpp"

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
constexpr std::size_t kCopiedAtOnce = 8;  // paraphrases, of which most phrases have no more

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

// From ``by_length_``.
void RowPhrases::sort_by_start() {
    ends_.assign(index(words_), 0);
    for (const PhrasePlace& place : by_length_) {
        ++ends_[index(place.start)];
    }
    std::int32_t end = 0;
    for (std::int32_t& of_start : ends_) {
        end += of_start;
        of_start = end;
    }
    by_start_.resize(by_length_.size());
    for (std::size_t number = by_length_.size(); number-- > 0;) {
        const PhrasePlace place = by_length_[number];
        by_start_[index(--ends_[index(place.start)])] = place;
    }
}

void RowPhrases::make_index() {
    marks_.fill(0);
    next_.resize(by_start_.size());
    // From the end, so that each chain is in order of starts.
    for (std::size_t place = by_start_.size(); place-- > 0;) {
        const std::size_t of_phrase = slot(by_start_[place].phrase);
        next_[place] = is_marked(of_phrase) ? first_[of_phrase] : -1;
        first_[of_phrase] = static_cast<std::int32_t>(place);
        mark(of_phrase);
    }
    if (!is_marked(slot(kRoot))) {
        first_[slot(kRoot)] = -1;
        mark(slot(kRoot));
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
    text_size_ = head.text;
    // Where the parts begin, in numbers; 64 bits hold the sum of any that a head can name.
    const auto nodes = static_cast<std::uint64_t>(head.nodes);
    const auto words = static_cast<std::uint64_t>(head.words);
    const std::uint64_t starts = sizeof(Head) / kNumber + numbers_of(head.description);
    const std::uint64_t text = starts + words + 1;
    const std::uint64_t roots = text + numbers_of(head.text);
    const std::uint64_t places = roots + words + nodes;
    const std::uint64_t targets = places + 2 * (nodes + 1);
    if ((targets + static_cast<std::uint64_t>(head.rows)) * kNumber != size) {
        throw DamagedTable(path_, "it is cut off or has something behind its end");
    }
    const auto* const numbers = static_cast<const std::int32_t*>(content_.get());
    word_starts_ = numbers + starts;
    text_ = reinterpret_cast<const char*>(numbers + text);
    roots_ = numbers + roots;
    node_words_ = roots_ + words;
    places_ = numbers + places;
    targets_ = numbers + targets;
}

std::int32_t PhraseTable::word_number(std::string_view wanted) const {
    std::int32_t low = 0;
    for (std::int32_t high = word_count_; low < high;) {
        const std::int32_t middle = low + (high - low) / 2;
        if (word(middle) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < word_count_ && word(low) == wanted ? low : -1;
}

std::string_view PhraseTable::word(std::int32_t number) const {
    const std::int32_t start = word_starts_[number];
    const std::int32_t end = word_starts_[number + 1];
    if (start < 0 || start > end || end > text_size_) {
        refuse();
    }
    return {text_ + start, static_cast<std::size_t>(end - start)};
}

std::int32_t KnownSteps::find(const Place& place) {
    unsigned found = 0;  // a bit for each place; of those that nothing was put into, perhaps many
    for (unsigned number = 0; number < kPlaces; ++number) {
        found |= static_cast<unsigned>(place.line->marks[number] == place.mark) << number;
    }
    return found != 0 ? place.line->children[index(lowest_bit(found))] : kUnknown;
}

void KnownSteps::add(const Place& place, std::int32_t child) {
    Line& line = *place.line;
    std::copy_backward(line.marks.begin(), line.marks.end() - 1, line.marks.end());
    std::copy_backward(line.children.begin(), line.children.end() - 1, line.children.end());
    line.marks.front() = place.mark;
    line.children.front() = child;
}

bool KnownRows::find(IntegerSpan words) {
    std::uint64_t mixed = words.size();
    for (const std::int32_t word : words) {
        mixed = (mixed ^ static_cast<std::uint32_t>(word)) * 0x9e3779b97f4a7c15U;
        mixed ^= mixed >> 32U;
    }
    const auto hash = static_cast<std::uint32_t>(mixed) | 1U;  // 0 is of an empty slot
    Slot* const first = &slots_[hash % (kSlots - kProbes)];
    Slot* const end = first + kProbes;
    ++misses_;
    found_ = std::find_if(first, end, [hash](const Slot& slot) { return slot.hash == hash; });
    if (found_ == end) {
        Slot* const empty =
            std::find_if(first, end, [](const Slot& slot) { return slot.hash == 0; });
        *(empty == end ? first : empty) = {hash, kNowhere};
        found_ = nullptr;
        return false;
    }
    if (found_->place == kNowhere) {
        return false;
    }
    const std::int32_t* const kept = numbers_.data() + found_->place;
    const std::int32_t* const own = kept + kCounts;
    if (!std::equal(words.begin(), words.end(), own, own + kept[0])) {
        found_ = nullptr;
        return false;
    }
    misses_ = 0;
    constexpr std::size_t kLine = 64 / sizeof(std::int32_t);
    for (std::size_t at_line = 0; at_line < size_of(kept); at_line += kLine) {
        prefetch(kept + at_line);
    }
    return true;
}

void KnownRows::load(RowPhrases& row) const {
    const std::int32_t* const kept = numbers_.data() + found_->place;
    const std::int32_t* const places = kept + kCounts + kept[0];
    const std::int32_t* const ends = places + kPlaceNumbers * index(kept[1]);
    row.words_ = kept[0];
    row.by_start_.resize(index(kept[1]));
    std::memcpy(row.by_start_.data(), places, row.by_start_.size() * sizeof(PhrasePlace));
    row.first_listed_ = 0;
    row.end_listed_ = row.by_start_.size();
    row.target_ends_.assign(ends, ends + kept[1]);
    row.targets_.assign(ends + kept[1], ends + kept[1] + kept[2]);
    row.make_index();
}

std::size_t KnownRows::size_of(const std::int32_t* counts) {
    return kCounts + index(counts[0]) + (kPlaceNumbers + 1) * index(counts[1]) + index(counts[2]);
}

void KnownRows::add(IntegerSpan words, const RowPhrases& row) {
    const bool all_listed = row.first_listed_ == 0 && row.end_listed_ == row.by_start_.size();
    if (found_ == nullptr || row.by_start_.empty() || !all_listed) {
        return;
    }
    const std::int32_t counts[kCounts] = {row.words_,
                                          static_cast<std::int32_t>(row.by_start_.size()),
                                          static_cast<std::int32_t>(row.targets_.size())};
    const std::size_t size = size_of(counts);
    numbers_.reserve(kMaxNumbers);  // pages that are never written take no memory
    if (numbers_.size() + size > kMaxNumbers) {
        if (misses_ > kSlots) {
            numbers_.clear();
            slots_.assign(kSlots, {});
        }
        return;
    }
    found_->place = static_cast<std::uint32_t>(numbers_.size());
    numbers_.insert(numbers_.end(), counts, counts + kCounts);
    numbers_.insert(numbers_.end(), words.begin(), words.end());
    for (const PhrasePlace& place : row.by_start_) {
        numbers_.insert(numbers_.end(), {place.phrase, place.start, place.length});
    }
    numbers_.insert(numbers_.end(), row.target_ends_.begin(), row.target_ends_.end());
    numbers_.insert(numbers_.end(), row.targets_.begin(), row.targets_.end());
}

void PhraseTable::find_phrases(IntegerSpan words, RowPhrases& row, KnownSteps* known) const {
    if (key_of(node_count_, 0) >> KnownSteps::kKeyBits != 0) {
        known = nullptr;
    }
    find_places(words, row, known);
    find_targets(row, 0);
    row.make_index();
}

// Phrases of one word, then of two, and so on: the entry of one comes from memory while
// the others are looked at.
void PhraseTable::find_places(IntegerSpan words, RowPhrases& row, KnownSteps* known) const {
    row.words_ = static_cast<std::int32_t>(words.size());
    UnsetVector<PhrasePlace>& places = row.by_length_;
    places.resize(words.size());
    std::size_t size = 0;
    for (std::int32_t start = 0; start < row.words_; ++start) {
        const std::int32_t root = root_of(words[index(start)]);
        prefetch(places_ + 2 * index(std::max(root, 0)));
        places[size] = {root, start, 1};
        size += root >= 0;
    }
    for (std::size_t begin = 0; begin < size;) {
        list_steps(places.data() + begin, places.data() + size, words, row, known);
        begin = size;
        places.resize(size + row.steps_.size());
        for (const RowPhrases::Step& step : row.steps_) {
            const std::int32_t child = child_of(step, known);
            prefetch(places_ + 2 * index(std::max(child, 0)));
            places[size] = {child, step.longer.start, step.longer.length};
            size += child >= 0;
        }
    }
    places.resize(size);
    row.sort_by_start();
}

// From phrases to those that are a word longer.
void PhraseTable::list_steps(const PhrasePlace* begin, const PhrasePlace* end, IntegerSpan words,
                             RowPhrases& row, KnownSteps* known) const {
    UnsetVector<RowPhrases::Step>& steps = row.steps_;
    steps.resize(static_cast<std::size_t>(end - begin));
    std::size_t size = 0;
    for (; begin != end; ++begin) {
        const std::int32_t* const place = places_ + 2 * index(begin->phrase);
        const std::int32_t low = place[0];
        const std::int32_t targets = place[1];
        if (low < 0 || low > place[2] || place[2] > node_count_ || targets < 0 ||
            targets > row_count_) {
            refuse();
        }
        prefetch(targets_ + targets);
        const std::int32_t children = place[2] - low;
        const std::int32_t next = begin->start + begin->length;
        if (next == row.words_) {
            continue;
        }
        const std::int32_t word = words[index(next)];
        RowPhrases::Step& step = steps[size];
        step = {begin->phrase, word, low, children, {0, begin->start, begin->length + 1}};
        size += static_cast<std::size_t>(children > 0) & (word >= 0) & (word < word_count_);
        if (known == nullptr || has_few(step)) {
            prefetch(node_words_ + low);
            prefetch(node_words_ + low + children);
        } else {
            prefetch(known->place(key_of(begin->phrase, word)).line);
        }
    }
    steps.resize(size);
}

// Lists one after the other, copied from all over the table: those of the phrases from ``first``
// on, as many as are good to have at a time.
void PhraseTable::find_targets(RowPhrases& row, std::size_t first) const {
    const std::size_t phrases = row.by_start_.size();
    row.target_ends_.resize(phrases);
    row.first_listed_ = row.end_listed_ = first;
    std::int32_t end = 0;
    while (row.end_listed_ < phrases && end <= kMaxTargets) {
        const IntegerSpan targets = targets_of(row.by_start_[row.end_listed_].phrase);
        end += static_cast<std::int32_t>(targets.size());
        row.target_ends_[row.end_listed_++] = end;
    }
    row.targets_.resize(index(end) + kCopiedAtOnce);
    std::int32_t* to = row.targets_.data();
    for (std::size_t number = first; number < row.end_listed_; ++number) {
        const IntegerSpan targets = targets_of(row.by_start_[number].phrase);
        const std::int32_t* from = targets.begin();
        if (targets_ + row_count_ - targets.end() < static_cast<std::ptrdiff_t>(kCopiedAtOnce)) {
            to = std::copy(from, targets.end(), to);
            continue;
        }
        std::int32_t* const to_end = to + targets.size();
        do {
            std::memcpy(to, from, kCopiedAtOnce * kNumber);
            from += kCopiedAtOnce;
            to += kCopiedAtOnce;
        } while (to < to_end);
        to = to_end;
    }
    row.targets_.resize(index(end));
}

void PhraseTable::append_matches(RowPhrases& sources, const RowPhrases& targets,
                                 std::vector<PhraseMatch>& matches) const {
    sources.append_matches(targets, matches);
    while (sources.end_listed_ < sources.by_start_.size() && matches.size() <= kMaxCandidates) {
        find_targets(sources, sources.end_listed_);
        sources.append_matches(targets, matches);
    }
}

// Of the phrases whose paraphrases are listed.
void RowPhrases::append_matches(const RowPhrases& targets, std::vector<PhraseMatch>& matches) {
    // Which paraphrases the other row may have, without a branch on each: few of them.
    hits_.resize(targets_.size() + 1);
    std::size_t size = 0;
    for (std::size_t number = 0; number < targets_.size(); ++number) {
        hits_[size] = static_cast<std::int32_t>(number);
        size += targets.may_have(targets_[number]);
    }
    std::size_t phrase = first_listed_;
    for (std::size_t hit = 0; hit < size && matches.size() <= kMaxCandidates; ++hit) {
        while (target_ends_[phrase] <= hits_[hit]) {
            ++phrase;
        }
        const PhrasePlace& source = by_start_[phrase];
        const std::int32_t target = targets_[index(hits_[hit])];
        if (target == kRoot) {  // it is everywhere, and in no list
            for (std::int32_t start = 0; start < targets.words_; ++start) {
                matches.push_back({source.start, source.length, start, 0});
            }
        } else {
            targets.for_each_place(target, [&](const PhrasePlace& place) {
                matches.push_back({source.start, source.length, place.start, place.length});
            });
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

std::int32_t PhraseTable::child_of(const RowPhrases::Step& step, KnownSteps* known) const {
    if (has_few(step)) {
        return child_among_few(step);
    }
    if (known == nullptr) {
        return child_among_many(step);
    }
    const KnownSteps::Place place = known->place(key_of(step.phrase, step.word));
    std::int32_t child = KnownSteps::find(place);
    if (child == KnownSteps::kUnknown) {
        child = child_among_many(step);
        KnownSteps::add(place, child);
    }
    return child;
}

// Compares all of them at once: one more than the number of the child with the word, or 0.
std::int32_t PhraseTable::child_among_few(const RowPhrases::Step& step) const {
    const std::int32_t* const words = node_words_ + step.first_child;
    std::int32_t found = 0;
    for (std::int32_t child = 0; child < kFew; ++child) {
        const bool is_it = (words[child] == step.word) & (child < step.children);
        found |= is_it ? child + 1 : 0;
    }
    if (found > step.children) {  // two have the word
        refuse();
    }
    return found == 0 ? -1 : step.first_child + found - 1;
}

std::int32_t PhraseTable::child_among_many(const RowPhrases::Step& step) const {
    // The last child whose word is not greater, found without unpredictable branches.
    const std::int32_t* child = node_words_ + step.first_child;
    for (std::int32_t size = step.children; size > 1;) {
        const std::int32_t half = size / 2;
        child += child[half] <= step.word ? half : 0;
        size -= half;
    }
    return *child == step.word ? static_cast<std::int32_t>(child - node_words_) : -1;
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
    const bool is_known = known_references_.find(IntegerSpan(reference));
    table_.find_phrases(IntegerSpan(hypothesis), hypothesis_, &known_);
    if (is_known) {
        known_references_.load(reference_);
    } else {
        table_.find_phrases(IntegerSpan(reference), reference_, &known_);
        known_references_.add(IntegerSpan(reference), reference_);
    }
    table_.append_matches(reference_, hypothesis_, from_reference);
    table_.append_matches(hypothesis_, reference_, from_hypothesis);
}

}  // namespace meteorscope
