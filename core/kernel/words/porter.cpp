#include "words/porter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "text/surfaces.hpp"

namespace meteorscope {

namespace {

struct IrregularForm {
    std::string_view form;
    std::string_view stem;
};

constexpr std::array<IrregularForm, 16> irregular_stems{{
    {"sky", "sky"},         {"skies", "sky"},       {"dying", "die"},
    {"lying", "lie"},       {"tying", "tie"},       {"news", "news"},
    {"innings", "inning"},  {"inning", "inning"},   {"outings", "outing"},
    {"outing", "outing"},   {"cannings", "canning"}, {"canning", "canning"},
    {"howe", "howe"},       {"proceed", "proceed"}, {"exceed", "exceed"},
    {"succeed", "succeed"},
}};

// The replacement of an ending.
struct PorterRule {
    std::string_view ending;
    std::string_view replacement;
};

constexpr std::array<PorterRule, 4> plural_rules{{
    {"sses", "ss"}, {"ies", "i"}, {"ss", "ss"}, {"s", ""},
}};
constexpr std::array<PorterRule, 3> mending_rules{{
    {"at", "ate"}, {"bl", "ble"}, {"iz", "ize"},
}};
constexpr std::array<PorterRule, 22> double_suffix_rules{{
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
    {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},
    {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
    {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
    {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
    {"fulli", "ful"},   {"logi", "log"},
}};
constexpr std::array<PorterRule, 7> suffix_rules{{
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ful", ""},   {"ness", ""},
}};
constexpr std::array<std::string_view, 19> last_suffixes{
    "al",  "ance", "ence", "er",  "ic", "able", "ible", "ant", "ement", "ment",
    "ent", "ion",  "ou",   "ism", "ate", "iti", "ous",  "ive", "ize",
};

bool is_vowel(char32_t letter) {
    return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
}

// A word in the course of stemming, in code points: whatever is no vowel counts as a consonant.
class PorterWord {
public:
    explicit PorterWord(std::string_view lower_case) {
        letters_.reserve(lower_case.size() + 1);  // a rule may add a letter
        for (std::size_t at = 0; at < lower_case.size();) {
            at += append(lower_case, at);
        }
    }

    void stem() {
        cut_plural();
        cut_tense();
        turn_y();
        turn_double_suffix();
        const PorterRule* const rule = rule_for(suffix_rules);
        if (rule != nullptr && measure_before(rule->ending) > 0) {
            replace(*rule);
        }
        cut_last_suffix();
        cut_last_letters();
    }

    std::string bytes() const {
        const auto length = static_cast<std::int32_t>(size());
        return surface_bytes({letters_.data(), sizeof(char32_t), length}, {0, length});
    }

private:
    // Step 1a.
    void cut_plural() {
        if (size() == 4 && ends_with("ies")) {
            letters_.pop_back();
        } else if (const PorterRule* const rule = rule_for(plural_rules)) {
            replace(*rule);
        }
    }

    // Step 1b.
    void cut_tense() {
        if (ends_with("ied")) {
            replace({"ied", size() == 4 ? "ie" : "i"});
        } else if (ends_with("eed")) {
            if (measure_before("eed") > 0) {
                letters_.pop_back();
            }
        } else if (ends_with("ed") && has_vowel_before("ed")) {
            replace({"ed", ""});
            mend();
        } else if (ends_with("ing") && has_vowel_before("ing")) {
            replace({"ing", ""});
            mend();
        }
    }

    // What the tense leaves becomes a word again.
    void mend() {
        if (const PorterRule* const rule = rule_for(mending_rules)) {
            replace(*rule);
        } else if (ends_double_consonant()) {
            const char32_t last = letters_.back();
            if (last != 'l' && last != 's' && last != 'z') {
                letters_.pop_back();
            }
        } else if (ends_with("*d")) {
            // NLTK's name of the rule for double consonants, which it also takes for an ending.
            replace({"*d", "d"});
        } else if (measure(size()) == 1 && ends_short(size())) {
            letters_.push_back('e');
        }
    }

    // Step 1c.
    void turn_y() {
        if (size() > 2 && letters_.back() == 'y' && is_consonant(size() - 2)) {
            letters_.back() = 'i';
        }
    }

    // Step 2.
    void turn_double_suffix() {
        if (ends_with("alli") && measure_before("alli") > 0) {
            replace({"alli", "al"});
        }
        const PorterRule* const rule = rule_for(double_suffix_rules);
        if (rule == nullptr) {
            return;
        }
        // Short stems as "geo" count with the "l".
        const std::string_view behind = rule->ending == "logi" ? "ogi" : rule->ending;
        if (measure_before(behind) > 0) {
            replace(*rule);
        }
    }

    // Step 4.
    void cut_last_suffix() {
        for (const std::string_view suffix : last_suffixes) {
            if (!ends_with(suffix)) {
                continue;
            }
            const std::size_t rest = size() - suffix.size();
            const bool needs_letter = suffix == "ion";
            if (measure(rest) > 1 &&
                (!needs_letter || letters_[rest - 1] == 's' || letters_[rest - 1] == 't')) {
                letters_.resize(rest);
            }
            return;
        }
    }

    // Steps 5a and 5b.
    void cut_last_letters() {
        if (ends_with("e")) {
            const std::size_t rest = size() - 1;
            const int sequences = measure(rest);
            if (sequences > 1 || (sequences == 1 && !ends_short(rest))) {
                letters_.pop_back();
            }
        }
        if (ends_with("ll") && measure(size() - 1) > 1) {
            letters_.pop_back();
        }
    }

    std::size_t size() const { return letters_.size(); }

    bool ends_with(std::string_view ending) const {
        return size() >= ending.size() &&
               std::equal(ending.rbegin(), ending.rend(), letters_.rbegin(),
                          [](char one, char32_t other) {
                              return static_cast<char32_t>(one) == other;
                          });
    }

    // The first rule whose ending the word has.
    template <std::size_t kSize>
    const PorterRule* rule_for(const std::array<PorterRule, kSize>& rules) const {
        for (const PorterRule& rule : rules) {
            if (ends_with(rule.ending)) {
                return &rule;
            }
        }
        return nullptr;
    }

    void replace(const PorterRule& rule) {
        letters_.resize(size() - rule.ending.size());
        letters_.append(rule.replacement.begin(), rule.replacement.end());
    }

    // Calls ``visit`` with whether each of the first letters is a consonant; "y" is not one behind a
    // consonant.
    template <typename Visitor>
    void visit_consonants(std::size_t end, Visitor&& visit) const {
        bool consonant = false;
        for (std::size_t at = 0; at < end; ++at) {
            consonant = letters_[at] == 'y' ? at == 0 || !consonant : !is_vowel(letters_[at]);
            visit(consonant);
        }
    }

    bool is_consonant(std::size_t place) const {
        bool found = false;
        visit_consonants(place + 1, [&found](bool consonant) { found = consonant; });
        return found;
    }

    // How often a consonant follows a vowel among the first letters: Porter's m.
    int measure(std::size_t end) const {
        int sequences = 0;
        bool before = true;
        visit_consonants(end, [&sequences, &before](bool consonant) {
            sequences += static_cast<int>(consonant && !before);
            before = consonant;
        });
        return sequences;
    }

    int measure_before(std::string_view ending) const { return measure(size() - ending.size()); }

    bool has_vowel_before(std::string_view ending) const {
        bool found = false;
        visit_consonants(size() - ending.size(),
                         [&found](bool consonant) { found = found || !consonant; });
        return found;
    }

    bool ends_double_consonant() const {
        return size() >= 2 && letters_[size() - 1] == letters_[size() - 2] &&
               is_consonant(size() - 1);
    }

    // Whether the first letters are a vowel and a consonant, or end in a consonant, a vowel and a
    // consonant other than w, x and y.
    bool ends_short(std::size_t end) const {
        if (end == 2) {
            return !is_consonant(0) && is_consonant(1);
        }
        if (end < 3) {
            return false;
        }
        const char32_t last = letters_[end - 1];
        return is_consonant(end - 3) && !is_consonant(end - 2) && is_consonant(end - 1) &&
               last != 'w' && last != 'x' && last != 'y';
    }

    // Appends the code point whose bytes begin there; how many they are.
    std::size_t append(std::string_view bytes, std::size_t first) {
        const auto lead = static_cast<std::uint8_t>(bytes[first]);
        const std::size_t count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        std::uint32_t code_point = count == 1 ? lead : lead & (0x7fU >> count);
        for (std::size_t next = first + 1; next < std::min(first + count, bytes.size()); ++next) {
            code_point = code_point << 6 | (static_cast<std::uint8_t>(bytes[next]) & 0x3fU);
        }
        letters_.push_back(code_point);
        return count;
    }

    std::u32string letters_;
};

bool is_short(std::string_view word) {
    return std::count_if(word.begin(), word.end(), [](char byte) {
               return (static_cast<std::uint8_t>(byte) & 0xc0U) != 0x80U;
           }) <= 2;
}

}  // namespace

std::string porter_stem(std::string_view word, std::string_view lower_case) {
    for (const IrregularForm& irregular : irregular_stems) {
        if (irregular.form == lower_case) {
            return std::string(irregular.stem);
        }
    }
    if (is_short(word)) {
        return std::string(lower_case);
    }
    PorterWord letters(lower_case);
    letters.stem();
    return letters.bytes();
}

}  // namespace meteorscope
