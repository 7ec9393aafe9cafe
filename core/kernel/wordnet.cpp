#include "wordnet.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace meteorscope {

namespace {

struct Detachment {
    std::size_t part_of_speech;
    std::string_view ending;
    std::string_view replacement;
};

constexpr std::string_view letters_of_parts_of_speech = "nvar";
constexpr std::size_t noun = 0;
constexpr std::size_t verb = 1;
constexpr std::size_t adjective = 2;
constexpr std::size_t identifier_size = 9;  // eight digits and the part of speech

// morphy(7WN); the noun's "ves" to "f" is an addition of NLTK's.
constexpr std::array<Detachment, 21> detachments{{
    {noun, "s", ""},     {noun, "ses", "s"},     {noun, "ves", "f"},     {noun, "xes", "x"},
    {noun, "zes", "z"},  {noun, "ches", "ch"},   {noun, "shes", "sh"},   {noun, "men", "man"},
    {noun, "ies", "y"},  {verb, "s", ""},        {verb, "ies", "y"},     {verb, "es", "e"},
    {verb, "es", ""},    {verb, "ed", "e"},      {verb, "ed", ""},       {verb, "ing", "e"},
    {verb, "ing", ""},   {adjective, "er", ""},  {adjective, "est", ""}, {adjective, "er", "e"},
    {adjective, "est", "e"},
}};

constexpr std::uint32_t no_sense = (std::uint32_t{1} << 30) - 1;
constexpr std::size_t expected_lemmas = 120'000;  // of WordNet 3.0: 112,378
constexpr std::size_t slot_count = std::size_t{1} << 18;

char lower(char letter) {
    return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::uint32_t hash_in_lower_case(std::string_view word) {  // FNV-1a
    std::uint32_t hash = 2166136261U;
    for (const char letter : word) {
        hash = (hash ^ static_cast<unsigned char>(lower(letter))) * 16777619U;
    }
    return hash ^ hash >> 15;
}

// Whether some rule of detachment could apply, which for most words this tells already.
bool has_last_letter_of_an_ending(std::string_view word) {
    return !word.empty() && std::string_view("sndgrt").find(word.back()) != std::string_view::npos;
}

bool ends_with(std::string_view word, std::string_view ending) {
    return word.size() >= ending.size() &&
           word.compare(word.size() - ending.size(), ending.size(), ending) == 0;
}

// Calls ``visit`` with each part between separators.
template <typename Visit>
void split(std::string_view text, char separator, Visit visit) {
    for (;;) {
        const std::size_t end = text.find(separator);
        visit(text.substr(0, end));
        if (end == std::string_view::npos) {
            return;
        }
        text.remove_prefix(end + 1);
    }
}

// Calls ``visit`` with the number of each part of speech and its line.
template <typename Visit>
void split_by_part_of_speech(std::string_view block, std::size_t parts_of_speech, Visit visit) {
    std::size_t part_of_speech = 0;
    split(block, '\n', [&](std::string_view line) {
        if (part_of_speech == parts_of_speech) {
            throw std::invalid_argument("WordNet's data has a line for a fifth part of speech");
        }
        visit(part_of_speech++, line);
    });
    if (part_of_speech != parts_of_speech) {
        throw std::invalid_argument("WordNet's data lacks a line for a part of speech");
    }
}

template <typename Value>
std::size_t bytes_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

}  // namespace

SynsetIndex::SynsetIndex(std::string content) : content_(std::move(content)), slots_(slot_count) {
    std::vector<std::string_view> blocks;
    std::string_view rest = content_;
    for (std::size_t end = rest.find("\n\n"); end != std::string_view::npos;
         end = rest.find("\n\n")) {
        blocks.push_back(rest.substr(0, end));
        rest.remove_prefix(end + 2);
    }
    blocks.push_back(rest);
    if (blocks.size() != 3 || content_.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument("WordNet's data is three blocks of text, not " +
                                    std::to_string(blocks.size()));
    }
    lemmas_.reserve(expected_lemmas);
    index_rows(blocks[0]);
    index_alone(blocks[1]);
    index_exceptions(blocks[2]);
}

void SynsetIndex::append_synsets(std::string_view word, std::vector<std::int32_t>& numbers) const {
    const std::size_t start = numbers.size();
    const Lemma* itself = find(word);
    const auto irregular = irregular_.find(word);
    const bool may_be_inflected = has_last_letter_of_an_ending(word);
    std::string form;
    for (std::size_t part = 0; part < parts_of_speech; ++part) {
        if (itself != nullptr) {
            append_senses(*itself, part, start, numbers);
        }
        const auto append_base = [&](std::string_view base) {
            if (const Lemma* lemma = find(base)) {
                append_senses(*lemma, part, start, numbers);
            }
        };
        if (irregular != irregular_.end() && irregular->second[part].data() != nullptr) {
            split(irregular->second[part], '+', append_base);
            continue;
        }
        if (!may_be_inflected) {
            continue;
        }
        for (const Detachment& rule : detachments) {
            if (rule.part_of_speech == part && ends_with(word, rule.ending)) {
                form.assign(word.substr(0, word.size() - rule.ending.size()));
                form.append(rule.replacement);
                append_base(form);
            }
        }
    }
}

std::string SynsetIndex::row(std::int32_t number) const {
    const std::uint32_t place = row_places_.at(static_cast<std::size_t>(number));
    const std::string_view from_here = std::string_view(content_).substr(place);
    if (static_cast<std::size_t>(number) < first_alone_[0]) {
        return std::string(from_here.substr(0, from_here.find('\n')));
    }
    const std::string word(from_here.substr(0, from_here.find_first_of(" \n")));
    std::size_t part = parts_of_speech - 1;
    while (static_cast<std::size_t>(number) < first_alone_[part]) {
        --part;
    }
    return word + '.' + letters_of_parts_of_speech[part] + ' ' + word;
}

std::size_t SynsetIndex::memory() const {
    const std::size_t node = sizeof(std::pair<std::string_view, Bases>) + 2 * sizeof(void*);
    return content_.capacity() + bytes_of(slots_) + bytes_of(lemmas_) + bytes_of(senses_) +
           bytes_of(row_places_) + irregular_.size() * node +
           irregular_.bucket_count() * sizeof(void*);
}

void SynsetIndex::index_rows(std::string_view rows) {
    split(rows, '\n', [this](std::string_view row) {
        const std::size_t part_of_speech = row.size() > identifier_size
                                               ? letters_of_parts_of_speech.find(row[8])
                                               : std::string_view::npos;
        if (part_of_speech == std::string_view::npos) {
            throw std::invalid_argument("no synset in WordNet's data: '" + std::string(row) + "'");
        }
        const auto synset = static_cast<std::int32_t>(row_places_.size());
        row_places_.push_back(place_of(row));
        std::string_view lemmas = row.substr(identifier_size + 1);
        for (std::size_t end = 0; end != std::string_view::npos;) {
            end = lemmas.find_first_of(" |");
            add_sense(lemmas.substr(0, end), synset, part_of_speech);
            lemmas.remove_prefix(end == std::string_view::npos ? lemmas.size() : end + 1);
        }
    });
}

void SynsetIndex::index_alone(std::string_view alone) {
    split_by_part_of_speech(
        alone, parts_of_speech, [this](std::size_t part, std::string_view line) {
            first_alone_[part] = row_places_.size();
            split(line, ' ', [this, part](std::string_view word) {
                const auto synset = static_cast<std::int32_t>(row_places_.size());
                row_places_.push_back(place_of(word));
                add_sense(word, synset, part);
            });
        });
}

void SynsetIndex::index_exceptions(std::string_view exceptions) {
    split_by_part_of_speech(
        exceptions, parts_of_speech, [this](std::size_t part, std::string_view line) {
            split(line, ' ', [this, part](std::string_view entry) {
                const std::size_t end = entry.find('=');
                if (end == std::string_view::npos) {
                    throw std::invalid_argument("no irregular form in WordNet's data: '" +
                                                std::string(entry) + "'");
                }
                irregular_[entry.substr(0, end)][part] = entry.substr(end + 1);
            });
        });
}

void SynsetIndex::add_sense(std::string_view lemma, std::int32_t synset,
                            std::size_t part_of_speech) {
    const std::uint32_t hash = hash_in_lower_case(lemma);
    const std::size_t slot = slot_of(lemma, hash);
    const auto added = static_cast<std::uint32_t>(senses_.size());
    if (slots_[slot] == 0) {
        if (2 * lemmas_.size() >= slots_.size() || senses_.size() >= no_sense) {
            throw std::invalid_argument("WordNet's data has more words than WordNet");
        }
        lemmas_.push_back({place_of(lemma), static_cast<std::uint32_t>(lemma.size()), hash, added});
        slots_[slot] = static_cast<std::uint32_t>(lemmas_.size());
    } else {
        std::uint32_t last = lemmas_[slots_[slot] - 1].first;
        while (senses_[last].next != no_sense) {
            last = senses_[last].next;
        }
        if (senses_[last].synset == synset) {  // a lemma in two spellings: Polish, polish
            return;
        }
        senses_[last].next = added & no_sense;
    }
    senses_.push_back({synset, static_cast<std::uint32_t>(part_of_speech) & 3U, no_sense});
}

const SynsetIndex::Lemma* SynsetIndex::find(std::string_view word) const {
    const std::uint32_t found = slots_[slot_of(word, hash_in_lower_case(word))];
    return found == 0 ? nullptr : &lemmas_[found - 1];
}

// Where the word is, or the empty slot where it belongs.
std::size_t SynsetIndex::slot_of(std::string_view word, std::uint32_t hash) const {
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
        const Lemma& lemma = lemmas_[slots_[slot] - 1];
        if (lemma.hash == hash && lemma.length == word.size() &&
            std::equal(word.begin(), word.end(), content_.begin() + lemma.place,
                       [](char one, char other) { return lower(one) == lower(other); })) {
            break;
        }
    }
    return slot;
}

void SynsetIndex::append_senses(const Lemma& lemma, std::size_t part_of_speech, std::size_t start,
                                std::vector<std::int32_t>& numbers) const {
    for (std::uint32_t at = lemma.first; at != no_sense; at = senses_[at].next) {
        const Sense& sense = senses_[at];
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(start);
        if (sense.part_of_speech == part_of_speech &&
            std::find(first, numbers.end(), sense.synset) == numbers.end()) {
            numbers.push_back(sense.synset);
        }
    }
}

std::uint32_t SynsetIndex::place_of(std::string_view part) const {
    return static_cast<std::uint32_t>(part.data() - content_.data());
}

}  // namespace meteorscope
