#include "words/lexicon/wordnet.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "words/lexicon/crc32.hpp"

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

// morphy(7WN); the noun's "ves" to "f" is an addition of NLTK's.
constexpr std::array<Detachment, 21> detachments{{
    {noun, "s", ""},     {noun, "ses", "s"},     {noun, "ves", "f"},     {noun, "xes", "x"},
    {noun, "zes", "z"},  {noun, "ches", "ch"},   {noun, "shes", "sh"},   {noun, "men", "man"},
    {noun, "ies", "y"},  {verb, "s", ""},        {verb, "ies", "y"},     {verb, "es", "e"},
    {verb, "es", ""},    {verb, "ed", "e"},      {verb, "ed", ""},       {verb, "ing", "e"},
    {verb, "ing", ""},   {adjective, "er", ""},  {adjective, "est", ""}, {adjective, "er", "e"},
    {adjective, "est", "e"},
}};

constexpr std::string_view magic = "METEORWN";
constexpr std::size_t head_size = 11;  // numbers, with the two of ``magic``
constexpr std::size_t number_size = sizeof(std::uint32_t);
constexpr std::uint32_t most_bucket_bits = 24;

// Of a sense: whether it is one of a base of an irregular form, and its part of speech.
constexpr std::uint32_t of_a_base = 4;
constexpr std::uint32_t part_of_speech_bits = 3;
constexpr std::uint32_t bits_below_synset = 3;
constexpr std::uint32_t bits_below_place = 4;  // of a word

// Of a synset's line, with the space behind it.
constexpr std::size_t identifier_size = 10;

bool is_end_of_word(char letter) {
    return letter == ' ' || letter == '|' || letter == '=' || letter == '\n';
}

char lower(char letter) {
    return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Whether some rule of detachment could apply, which for most words this tells already.
bool has_last_letter_of_an_ending(std::string_view word) {
    return !word.empty() && std::string_view("sndgrt").find(word.back()) != std::string_view::npos;
}

// Both have a letter at least.
bool ends_with(std::string_view word, std::string_view ending) {
    return word.back() == ending.back() && word.size() >= ending.size() &&
           word.compare(word.size() - ending.size(), ending.size(), ending) == 0;
}

void append_once(std::uint32_t synset, std::size_t start, std::vector<std::int32_t>& numbers) {
    const auto number = static_cast<std::int32_t>(synset);
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(start);
    if (std::find(first, numbers.end(), number) == numbers.end()) {
        numbers.push_back(number);
    }
}

}  // namespace

SynsetIndex::SynsetIndex(std::string_view content) {
    if (content.size() < head_size * number_size || content.substr(0, magic.size()) != magic) {
        throw std::invalid_argument("this is not WordNet's data");
    }
    const Numbers head(content.data());
    bucket_bits_ = head[2];
    word_count_ = head[3];
    sense_count_ = head[4];
    synset_count_ = head[5];
    for (std::size_t part = 0; part < parts_of_speech; ++part) {
        first_alone_[part] = head[7 + part];
    }
    const std::uint64_t bucket_count =
        bucket_bits_ <= most_bucket_bits ? std::uint64_t{1} << bucket_bits_ : 0;
    std::uint64_t end = head_size;  // 64 bits hold the sum of any sizes that a head can name
    const auto next = [&end, content](std::uint64_t size) {
        const std::uint64_t start = end * number_size;
        end += size;
        return Numbers(content.data() + std::min<std::uint64_t>(start, content.size()));
    };
    buckets_ = next(bucket_count + 1);
    hashes_ = next(word_count_);
    places_ = next(word_count_);
    first_senses_ = next(std::uint64_t{word_count_} + 1);
    senses_ = next(sense_count_);
    synset_places_ = next(synset_count_);
    if (bucket_count == 0 || end * number_size + head[6] != content.size()) {
        throw std::invalid_argument("WordNet's data is cut off or has something behind its end");
    }
    text_ = content.substr(end * number_size);
}

void SynsetIndex::append_synsets(std::string_view word, std::vector<std::int32_t>& numbers) const {
    const std::size_t start = numbers.size();
    const std::uint32_t itself = find(word);
    const Senses own = senses_of(itself);
    if (!has_last_letter_of_an_ending(word)) {
        for (std::uint32_t at = own.first; at < own.end; ++at) {
            append_once(senses_[at] >> bits_below_synset, start, numbers);
        }
        return;
    }
    const std::uint32_t irregular = itself == no_word ? 0 : places_[itself];
    const auto* rule = detachments.begin();  // those of a part of speech follow those of another
    std::string form;
    for (std::uint32_t part = 0; part < parts_of_speech; ++part) {
        for (std::uint32_t at = own.first; at < own.end; ++at) {
            if ((senses_[at] & part_of_speech_bits) == part) {
                append_once(senses_[at] >> bits_below_synset, start, numbers);
            }
        }
        const bool is_irregular = (irregular >> part & 1) != 0;
        for (; rule != detachments.end() && rule->part_of_speech == part; ++rule) {
            if (is_irregular || !ends_with(word, rule->ending)) {
                continue;
            }
            form.assign(word.substr(0, word.size() - rule->ending.size()));
            form.append(rule->replacement);
            const Senses of_base = senses_of(find(form));
            for (std::uint32_t at = of_base.first; at < of_base.end; ++at) {
                if ((senses_[at] & (of_a_base | part_of_speech_bits)) == part) {
                    append_once(senses_[at] >> bits_below_synset, start, numbers);
                }
            }
        }
    }
}

std::string SynsetIndex::row(std::int32_t number) const {
    if (number < 0 || static_cast<std::uint32_t>(number) >= synset_count_) {
        throw std::out_of_range("there is no synset " + std::to_string(number));
    }
    const auto synset = static_cast<std::uint32_t>(number);
    const std::string_view from_here =
        text_.substr(std::min<std::size_t>(synset_places_[synset], text_.size()));
    if (synset < first_alone_[0]) {
        return std::string(from_here.substr(0, from_here.find('\n')));
    }
    const std::string word(from_here.substr(0, from_here.find_first_of(" \n")));
    std::size_t part = parts_of_speech - 1;
    while (part > 0 && synset < first_alone_[part]) {
        --part;
    }
    return word + '.' + letters_of_parts_of_speech[part] + ' ' + word;
}

bool SynsetIndex::has_lemma(std::int32_t number, std::string_view word) const {
    if (number < 0 || static_cast<std::uint32_t>(number) >= synset_count_) {
        return false;
    }
    const auto synset = static_cast<std::uint32_t>(number);
    const bool is_alone = synset >= first_alone_[0];
    std::size_t place = std::uint64_t{synset_places_[synset]} + (is_alone ? 0 : identifier_size);
    while (place < text_.size()) {
        const bool is_alike = text_.compare(place, word.size(), word) == 0;
        std::size_t end = place;
        while (end < text_.size() && !is_end_of_word(text_[end])) {
            ++end;
        }
        if (is_alike && end - place == word.size()) {
            return true;
        }
        if (is_alone || end == text_.size() || text_[end] != ' ') {
            return false;
        }
        place = end + 1;
    }
    return false;
}

std::uint32_t SynsetIndex::Numbers::operator[](std::size_t index) const {
    std::uint32_t number = 0;
    std::memcpy(&number, first_ + index * number_size, number_size);
    return number;
}

std::uint32_t SynsetIndex::find(std::string_view word) const {
    const std::uint32_t hash = crc32(word);
    const auto bucket = static_cast<std::size_t>(std::uint64_t{hash} >> (32 - bucket_bits_));
    const std::uint32_t end = std::min(buckets_[bucket + 1], word_count_);
    for (std::uint32_t number = buckets_[bucket]; number < end; ++number) {
        if (hashes_[number] == hash && is_at(places_[number] >> bits_below_place, word)) {
            return number;
        }
    }
    return no_word;
}

bool SynsetIndex::is_at(std::uint32_t place, std::string_view word) const {
    const std::size_t end = place + word.size();
    return end < text_.size() && is_end_of_word(text_[end]) &&
           std::equal(word.begin(), word.end(), text_.begin() + place,
                      [](char one, char other) { return one == lower(other); });
}

SynsetIndex::Senses SynsetIndex::senses_of(std::uint32_t word) const {
    if (word == no_word) {
        return {};
    }
    return {first_senses_[word], std::min(first_senses_[word + 1], sense_count_)};
}

}  // namespace meteorscope
