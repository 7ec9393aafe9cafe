#include "meteor15/normalizer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "base/compiler.hpp"

namespace meteorscope {

namespace {

// The kinds of characters that the rules distinguish. The first two and the last of these end a
// piece of text that goes through the rules: these put spaces around every mark.
enum class Kind : std::uint8_t {
    mark,         // a token by itself, or a space of Unicode
    white_space,  // of StringTokenizer
    letter,
    digit,
    dot,
    comma,
    apostrophe,
    hyphen,
    vertical_tab,  // white space to some rules, and part of a word in the end
};

constexpr unsigned bit(Kind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned parts_of_words = bit(Kind::letter) | bit(Kind::digit);
constexpr unsigned leaning = bit(Kind::comma) | bit(Kind::apostrophe);

constexpr bool is_between(std::uint32_t code_point, std::uint32_t first, std::uint32_t last) {
    return code_point >= first && code_point <= last;
}

constexpr Kind kind_by_ranges(std::uint32_t code_point) {
    switch (code_point) {
        case ' ':
        case '\t':
        case '\n':
        case '\r':
        case '\f':
            return Kind::white_space;
        case '\v':
            return Kind::vertical_tab;
        case '.':
            return Kind::dot;
        case ',':
            return Kind::comma;
        case '-':
            return Kind::hyphen;
        case '\'':
        case '`':
        case 0x2018:
        case 0x2019:
            return Kind::apostrophe;
        case 0xd7:  // the signs for multiplied and divided, between letters
        case 0xf7:
            return Kind::mark;
        default:
            break;
    }
    if (is_between(code_point, '0', '9')) {
        return Kind::digit;
    }
    const bool is_letter = is_between(code_point, 'A', 'Z') || is_between(code_point, 'a', 'z') ||
                           is_between(code_point, 0xc0, 0x17e) ||
                           is_between(code_point, 0x400, 0x527) ||
                           is_between(code_point, 0xa640, 0xa66e) ||
                           is_between(code_point, 0xa67e, 0xa697) ||
                           is_between(code_point, 0x1d00, 0x1d7f);
    return is_letter ? Kind::letter : Kind::mark;
}

constexpr std::size_t table_size = 0x530;  // Latin and Cyrillic

constexpr std::array<Kind, table_size> make_table() {
    std::array<Kind, table_size> table{};
    for (std::uint32_t code_point = 0; code_point < table_size; ++code_point) {
        table[code_point] = kind_by_ranges(code_point);
    }
    return table;
}

constexpr std::array<Kind, table_size> kinds = make_table();

Kind kind_of(std::uint32_t code_point) {
    return code_point < table_size ? kinds[code_point] : kind_by_ranges(code_point);
}

bool is_letter(std::uint32_t code_point) { return kind_of(code_point) == Kind::letter; }
bool is_no_letter(std::uint32_t code_point) { return !is_letter(code_point); }
bool is_digit(std::uint32_t code_point) { return is_between(code_point, '0', '9'); }
bool is_no_digit(std::uint32_t code_point) { return !is_digit(code_point); }
bool is_letter_or_digit(std::uint32_t code_point) {
    return (bit(kind_of(code_point)) & parts_of_words) != 0;
}
bool is_no_letter_or_digit(std::uint32_t code_point) { return !is_letter_or_digit(code_point); }
bool is_letter_digit_or_dot(std::uint32_t code_point) {
    return is_letter_or_digit(code_point) || code_point == '.';
}
bool is_small_s(std::uint32_t code_point) { return code_point == 's'; }

bool is_unicode_space(std::uint32_t code_point) {
    return code_point == 0xa0 || is_between(code_point, 0x2000, 0x200a) || code_point == 0x202f ||
           code_point == 0x205f || code_point == 0x3000;
}

// What String.trim takes away.
bool is_control(std::uint32_t code_point) { return code_point <= ' '; }

// What a mark becomes.
std::uint32_t written(std::uint32_t mark) {
    switch (mark) {
        case 0x201c:
        case 0x201d:
            return '"';
        case 0x2013:
            return '-';
        default:
            return mark;
    }
}

constexpr TracedCharacter space{' ', {0, 0}};
constexpr std::string_view dots_mark = "DOTMULTI";  // what the program puts for a first dot

bool is_at(const TracedText& text, std::size_t at, std::string_view characters) {
    if (text.size() - at < characters.size()) {
        return false;
    }
    return std::equal(characters.begin(), characters.end(),
                      text.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char character, const TracedCharacter& traced) {
                          return static_cast<std::uint32_t>(character) == traced.character;
                      });
}

// How often the characters are repeated there.
std::size_t count_at(const TracedText& text, std::size_t at, std::string_view characters) {
    std::size_t count = 0;
    while (is_at(text, at + count * characters.size(), characters)) {
        ++count;
    }
    return count;
}

bool contains(const TracedText& text, std::string_view characters) {
    for (std::size_t at = 0; at + characters.size() <= text.size(); ++at) {
        if (is_at(text, at, characters)) {
            return true;
        }
    }
    return false;
}

// Appends characters that replace ``size`` others, ``times`` times.
void write(TracedText& to, std::string_view characters, std::size_t times,
           const TracedCharacter* others, std::size_t size) {
    const TokenSpan origin{others[0].origin.start, others[size - 1].origin.end};
    for (; times > 0; --times) {
        for (const char character : characters) {
            to.push_back({static_cast<std::uint32_t>(character), origin});
        }
    }
}

void replace(TracedText& text, TracedText& scratch, std::string_view characters,
             std::string_view by) {
    scratch.clear();
    for (std::size_t at = 0; at < text.size();) {
        if (is_at(text, at, characters)) {
            write(scratch, by, 1, &text[at], characters.size());
            at += characters.size();
        } else {
            scratch.push_back(text[at++]);
        }
    }
    text.swap(scratch);
}

void mark_first_dots(TracedText& text, TracedText& scratch) {
    scratch.clear();
    for (std::size_t at = 0; at < text.size();) {
        if (!is_at(text, at, "..")) {
            scratch.push_back(text[at++]);
            continue;
        }
        scratch.push_back(space);
        write(scratch, dots_mark, 1, &text[at++], 1);
        for (; text[at].character == '.'; ++at) {  // a space follows at last
            scratch.push_back(text[at]);
        }
    }
    text.swap(scratch);
}

// The number of dots after a mark of dots at that place; 0 without such a mark.
std::size_t dots_of_mark(const TracedText& text, std::size_t at) {
    return is_at(text, at, dots_mark) ? count_at(text, at + dots_mark.size(), ".") : 0;
}

// Adds letters for a mark and the dots that follow it, and returns where they end.
std::size_t write_mark(TracedText& to, const TracedText& text, std::size_t at, std::size_t dots) {
    const std::size_t size = dots_mark.size() + dots;
    write(to, "DOT", dots, &text[at], size);
    write(to, dots_mark, 1, &text[at], size);
    return at + size;
}

// The program's marks for dots that belong together, letter by letter. Only a text that has these
// letters by itself needs that: elsewhere such dots end up as a token by themselves.
void mark_dots(TracedText& text, TracedText& scratch) {
    mark_first_dots(text, scratch);
    scratch.clear();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t dots = dots_of_mark(text, at);
        if (dots == 0) {
            scratch.push_back(text[at++]);
            continue;
        }
        at = write_mark(scratch, text, at, dots);
        scratch.push_back(space);
        if (dots_of_mark(text, at) == dots) {
            at = write_mark(scratch, text, at, dots);
        }
    }
    text.swap(scratch);
}

void unmark_dots(TracedText& text, TracedText& scratch) {
    scratch.clear();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t dots = count_at(text, at, "DOT");
        const std::size_t size = 3 * dots + 5;
        if (dots == 0) {
            scratch.push_back(text[at++]);
        } else if (is_at(text, at + 3 * dots, "MULTI")) {
            write(scratch, ".", dots, &text[at], size);
            at += size;
        } else {
            for (const std::size_t end = at + 3 * dots; at < end; ++at) {
                scratch.push_back(text[at]);
            }
        }
    }
    text.swap(scratch);
}

using Condition = bool (*)(std::uint32_t);

// Puts spaces beside ``separator`` where its neighbours meet the conditions. A match takes its
// three characters away from the next one, as in the program.
template <Condition before, Condition after, bool space_before, bool space_after>
void set_apart(TracedText& text, TracedText& scratch, std::uint32_t separator) {
    scratch.clear();
    std::size_t at = 0;
    while (at + 2 < text.size()) {
        if (text[at + 1].character != separator || !before(text[at].character) ||
            !after(text[at + 2].character)) {
            scratch.push_back(text[at++]);
            continue;
        }
        scratch.push_back(text[at]);
        if constexpr (space_before) {
            scratch.push_back(space);
        }
        scratch.push_back(text[at + 1]);
        if constexpr (space_after) {
            scratch.push_back(space);
        }
        scratch.push_back(text[at + 2]);
        at += 3;
    }
    for (; at < text.size(); ++at) {
        scratch.push_back(text[at]);
    }
    text.swap(scratch);
}

void set_commas_apart(TracedText& text, TracedText& scratch) {
    set_apart<is_no_digit, is_no_digit, true, true>(text, scratch, ',');
    set_apart<is_digit, is_no_digit, true, true>(text, scratch, ',');
    set_apart<is_no_digit, is_digit, true, true>(text, scratch, ',');
}

void join_apostrophes(TracedText& text, TracedText& scratch) {
    if (contains(text, "''")) {
        replace(text, scratch, "''", "\"");
        scratch.clear();
        for (const TracedCharacter& character : text) {
            if (character.character == '"') {
                scratch.insert(scratch.end(), {space, character, space});
            } else {
                scratch.push_back(character);
            }
        }
        text.swap(scratch);
    }
}

void split_at_hyphens(TracedText& text, TracedText& scratch) {
    replace(text, scratch, "--", "-");
    // In place: what goes is as long as what comes.
    for (std::size_t at = 0; at + 2 < text.size();) {
        if (text[at + 1].character == '-' && is_letter_digit_or_dot(text[at].character) &&
            is_letter_or_digit(text[at + 2].character)) {
            text[at + 1] = space;
            at += 3;
        } else {
            ++at;
        }
    }
}

void set_apostrophes_apart(TracedText& text, TracedText& scratch,
                           MeteorNormalizer::Apostrophes apostrophes) {
    using Apostrophes = MeteorNormalizer::Apostrophes;
    if (apostrophes == Apostrophes::alone) {
        scratch.clear();
        for (const TracedCharacter& character : text) {
            if (character.character == '\'') {
                scratch.insert(scratch.end(), {space, character, space});
            } else {
                scratch.push_back(character);
            }
        }
        text.swap(scratch);
        return;
    }
    set_apart<is_no_letter, is_no_letter, true, true>(text, scratch, '\'');
    if (apostrophes == Apostrophes::with_what_follows) {
        set_apart<is_no_letter_or_digit, is_letter, true, true>(text, scratch, '\'');
        set_apart<is_letter, is_no_letter, true, true>(text, scratch, '\'');
        set_apart<is_letter, is_letter, true, false>(text, scratch, '\'');
        set_apart<is_digit, is_small_s, true, false>(text, scratch, '\'');
    } else {
        set_apart<is_no_letter, is_letter, true, true>(text, scratch, '\'');
        set_apart<is_letter, is_no_letter, true, true>(text, scratch, '\'');
        set_apart<is_letter, is_letter, false, true>(text, scratch, '\'');
    }
}

// Deletes the dots; the character before them, or else the first that stays, covers them.
void drop_dots(TracedText& word) {
    const std::int32_t start = word.front().origin.start;
    std::size_t kept = 0;
    for (const TracedCharacter character : word) {
        if (character.character != '.') {
            word[kept++] = character;
        } else if (kept != 0) {
            word[kept - 1].origin.end = character.origin.end;
        }
    }
    word.resize(kept);
    word.front().origin.start = start;
}

template <typename CodePoint>
const CodePoint* find_letter(const CodePoint* text, const CodePoint* end, char letter) {
    if constexpr (sizeof(CodePoint) == 1) {
        const void* const found = std::memchr(text, letter, static_cast<std::size_t>(end - text));
        return found == nullptr ? end : static_cast<const CodePoint*>(found);
    } else {
        return std::find(text, end, static_cast<CodePoint>(letter));
    }
}

template <typename CodePoint>
bool has_dots_mark(const CodePoint* text, const CodePoint* end) {
    const auto is_letter_of_mark = [](char letter, CodePoint code_point) {
        return static_cast<std::uint32_t>(letter) == code_point;
    };
    constexpr auto size = static_cast<std::ptrdiff_t>(dots_mark.size());
    while (end - text >= size) {
        text = find_letter(text, end - size + 1, dots_mark[0]);
        if (text > end - size) {
            return false;
        }
        if (std::equal(dots_mark.begin(), dots_mark.end(), text, is_letter_of_mark)) {
            return true;
        }
        ++text;
    }
    return false;
}

}  // namespace

// One text on its way through the rules.
template <typename CodePoint>
class NormalizerRun {
public:
    NormalizerRun(const MeteorNormalizer& normalizer, const CodePoint* text, std::int32_t length,
                  NormalizedTokens& found)
        : normalizer_(normalizer),
          text_(text),
          length_(length),
          found_(found),
          marks_are_letters_(has_dots_mark(text, text + length)),
          rules_are_few_(normalizer.keep_punctuation_ && !marks_are_letters_) {}

    void run() {
        list_parts();
        for (std::int32_t at = 0; at < length_;) {
            const std::int32_t end = end_of_parts(at);
            if (end != at && rules_are_few_) {
                at = add_word(at, end);
                continue;
            }
            const Kind kind = kind_at(at);
            if (kind == Kind::white_space) {
                ++at;
            } else if (kind == Kind::mark) {
                add_mark(at++);
            } else if (kind == Kind::dot && dots_begin(at)) {
                at = add_dots(at);
            } else {
                at = add_piece(at);
            }
        }
        meet('\0');
        trim_end();
    }

private:
    Kind kind_at(std::int32_t at) const { return kind_of(text_[at]); }

    // A bit for each letter and digit, and no more bits.
    void list_parts() {
        std::vector<std::uint64_t>& parts = found_.parts_;
        parts.resize(static_cast<std::size_t>(length_) / 64 + 1);
        for (std::size_t block = 0; block < parts.size(); ++block) {
            const CodePoint* const first = text_ + 64 * block;
            const std::int32_t size = std::min(64, length_ - static_cast<std::int32_t>(64 * block));
            std::uint64_t bits = 0;
            std::int32_t at = 0;
            for (; at + 8 <= size; at += 8) {
                std::uint64_t few = 0;
                for (std::int32_t next = 0; next < 8; ++next) {
                    few |= std::uint64_t{is_letter_or_digit(first[at + next])} << next;
                }
                bits |= few << at;
            }
            for (; at < size; ++at) {
                bits |= std::uint64_t{is_letter_or_digit(first[at])} << at;
            }
            parts[block] = bits;
        }
    }

    // Where the letters and digits end that begin there, if any do.
    std::int32_t end_of_parts(std::int32_t at) const {
        auto block = static_cast<std::size_t>(at) / 64;
        std::uint64_t others = ~found_.parts_[block] >> (at % 64);
        if (others != 0) {
            return at + lowest_bit(others);
        }
        do {
            others = ~found_.parts_[++block];
        } while (others == 0);
        return static_cast<std::int32_t>(64 * block) + lowest_bit(others);
    }

    // Whether the character ends a piece.
    bool ends_piece(std::int32_t at) const {
        if (at == length_) {
            return true;
        }
        const Kind kind = kind_at(at);
        return kind == Kind::white_space || kind == Kind::mark ||
               (kind == Kind::dot && dots_begin(at));
    }

    // A word of letters and digits, with what most often follows: nothing, one mark and white
    // space, or one mark and more of a word. All else is a piece that goes through the rules.
    // Returns where what was added ends.
    std::int32_t add_word(std::int32_t start, std::int32_t end) {
        if (ends_piece(end)) {
            meet(text_[start]);
            add_as_in_text({start, end});
            return end;
        }
        const std::int32_t after = end + 1;
        switch (kind_at(end)) {
            case Kind::comma:
                if (ends_piece(after) && !leans_across(after)) {
                    meet(text_[start]);
                    add_as_in_text({start, end});
                    add_as_in_text({end, after});
                    return after;
                }
                break;
            case Kind::dot:
                if (ends_piece(after)) {
                    meet(text_[start]);
                    for (std::int32_t at = start; at < after; ++at) {
                        found_.with_dot_.push_back({text_[at], {at, at + 1}});
                    }
                    return after;
                }
                break;
            case Kind::hyphen:
            case Kind::apostrophe:
                return add_two(start, end);
            default:
                break;
        }
        return add_piece(start);
    }

    // Two words with a hyphen or an apostrophe between, if they are there.
    std::int32_t add_two(std::int32_t start, std::int32_t joint) {
        const std::int32_t second = joint + 1;
        const std::int32_t end = second < length_ ? end_of_parts(second) : second;
        if (end == second || !ends_piece(end)) {
            return add_piece(start);
        }
        const bool hyphen = kind_at(joint) == Kind::hyphen;
        const bool apostrophe =
            text_[joint] == '\'' && is_letter(text_[joint - 1]) && is_letter(text_[second]) &&
            normalizer_.apostrophes_ == MeteorNormalizer::Apostrophes::with_what_follows;
        if (!hyphen && !apostrophe) {
            return add_piece(start);
        }
        meet(text_[start]);
        add_as_in_text({start, joint});
        add_as_in_text({hyphen ? second : joint, end});
        return end;
    }

    bool dots_begin(std::int32_t at) const {
        return !marks_are_letters_ && at + 1 < length_ && text_[at + 1] == '.';
    }

    void add_mark(std::int32_t at) {
        const std::uint32_t mark = text_[at];
        const std::uint32_t form = written(mark);
        meet(form);
        if (!normalizer_.keep_punctuation_ || is_unicode_space(mark)) {
            return;
        }
        const TracedCharacter character{form, {at, at + 1}};
        add(&character, &character + 1);
    }

    // Two dots or more are a token everywhere. To the word before them they begin with
    // a letter, though not a small one.
    std::int32_t add_dots(std::int32_t start) {
        std::int32_t end = start;
        while (end < length_ && text_[end] == '.') {
            ++end;
        }
        meet('D');
        if (normalizer_.keep_punctuation_) {
            add_as_in_text({start, end});
        }
        return end;
    }

    // Adds the text between marks and white space. A comma or an apostrophe may look for a space
    // that the one before it has taken away, so two of them are not parted.
    std::int32_t add_piece(std::int32_t start) {
        unsigned has = 0;
        std::int32_t end = end_of_piece(start, has);
        if ((has & ~parts_of_words) == 0 && !marks_are_letters_) {
            meet(text_[start]);
            add_as_in_text({start, end});
            return end;
        }
        while (leans_across(end)) {
            end = end_of_piece(end + 1, has);
        }
        apply_rules(start, end, has);
        add_words();
        return end;
    }

    std::int32_t end_of_piece(std::int32_t at, unsigned& has) const {
        for (; at < length_; ++at) {
            const Kind kind = kind_at(at);
            if (kind == Kind::white_space || kind == Kind::mark ||
                (kind == Kind::dot && dots_begin(at))) {
                break;
            }
            has |= bit(kind);
        }
        return at;
    }

    bool leans_across(std::int32_t at) const {
        return at + 1 < length_ && kind_at(at) == Kind::white_space &&
               (bit(kind_at(at - 1)) & leaning) != 0 && (bit(kind_at(at + 1)) & leaning) != 0;
    }

    // Makes of a piece words with spaces between; dots are still part of what they follow.
    void apply_rules(std::int32_t start, std::int32_t end, unsigned has) {
        TracedText& piece = found_.piece_;
        TracedText& scratch = found_.scratch_;
        load(start, end);
        if ((has & bit(Kind::dot)) != 0 && marks_are_letters_) {
            mark_dots(piece, scratch);
        }
        if ((has & bit(Kind::comma)) != 0) {
            set_commas_apart(piece, scratch);
        }
        if ((has & bit(Kind::apostrophe)) != 0) {
            join_apostrophes(piece, scratch);
        }
        if ((has & bit(Kind::hyphen)) != 0) {
            split_at_hyphens(piece, scratch);
        }
        if ((has & bit(Kind::apostrophe)) != 0) {
            set_apostrophes_apart(piece, scratch, normalizer_.apostrophes_);
        }
    }

    void load(std::int32_t start, std::int32_t end) {
        TracedText& piece = found_.piece_;
        piece.clear();
        piece.push_back(space);
        for (std::int32_t at = start; at < end; ++at) {
            const Kind kind = kind_at(at);
            const std::uint32_t character = kind == Kind::apostrophe    ? '\''
                                            : kind == Kind::white_space ? ' '
                                                                        : text_[at];
            piece.push_back({character, {at, at + 1}});
        }
        piece.push_back(space);
    }

    void add_words() {
        const TracedText& piece = found_.piece_;
        const TracedCharacter* const end = piece.data() + piece.size();
        const auto is_space = [](const TracedCharacter& traced) { return traced.character == ' '; };
        for (const TracedCharacter* word = piece.data();;) {
            word = std::find_if_not(word, end, is_space);
            if (word == end) {
                return;
            }
            const TracedCharacter* const word_end = std::find_if(word, end, is_space);
            meet(word->character);
            if (word_end - word > 1 && word_end[-1].character == '.') {
                found_.with_dot_.assign(word, word_end);
            } else {
                add_cleaned(word, word_end);
            }
            word = word_end;
        }
    }

    // Now that it is known how the next word begins, or that the text ends, a word with a dot at
    // its end can be settled.
    void meet(std::uint32_t first_of_next) {
        if (!found_.with_dot_.empty()) {
            settle_dot(first_of_next);
            found_.with_dot_.clear();
        }
    }

    void settle_dot(std::uint32_t first_of_next) {
        TracedText& word = found_.with_dot_;
        const auto dot = word.end() - 1;
        const auto is_dot = [](const TracedCharacter& traced) { return traced.character == '.'; };
        const auto is_traced_letter = [](const TracedCharacter& traced) {
            return is_letter(traced.character);
        };
        const TracedCharacter* const end = word.data() + word.size();
        if (std::any_of(word.begin(), dot, is_dot) &&
            std::any_of(word.begin(), dot, is_traced_letter)) {  // U.S.
            drop_dots(word);
            add_cleaned(word.data(), word.data() + word.size());
        } else if (keeps_dot(first_of_next)) {
            add_cleaned(word.data(), end);
        } else {
            add_cleaned(word.data(), end - 1);
            add_cleaned(end - 1, end);
        }
    }

    bool keeps_dot(std::uint32_t first_of_next) const {
        if (is_between(first_of_next, 'a', 'z')) {
            return true;
        }
        const std::int32_t prefix = prefix_before_dot();
        return prefix == MeteorNormalizer::always ||
               (prefix == MeteorNormalizer::before_number && is_digit(first_of_next));
    }

    std::int32_t prefix_before_dot() const {
        if (normalizer_.prefixes_.size() == 0) {
            return SurfaceTable::unknown;
        }
        // Forms are made at the end of this vector, and so is the word that is looked for.
        std::vector<std::uint32_t>& forms = found_.rewritten_;
        const std::size_t start = forms.size();
        append_characters(found_.with_dot_.data(),
                          found_.with_dot_.data() + found_.with_dot_.size() - 1);
        const Text text{forms.data() + start, 4, static_cast<std::int64_t>(forms.size() - start)};
        const std::int32_t prefix =
            normalizer_.prefixes_.find(text, {0, static_cast<std::int32_t>(text.length)});
        forms.resize(start);
        return prefix;
    }

    void append_characters(const TracedCharacter* start, const TracedCharacter* end) const {
        for (; start != end; ++start) {
            found_.rewritten_.push_back(start->character);
        }
    }

    // A word as the rules have it becomes a token, or several without the punctuation in it.
    void add_cleaned(const TracedCharacter* start, const TracedCharacter* end) {
        TracedText unmarked;
        if (end - start >= static_cast<std::ptrdiff_t>(dots_mark.size())) {
            unmarked.assign(start, end);
            if (contains(unmarked, dots_mark)) {
                TracedText scratch;
                unmark_dots(unmarked, scratch);
                start = unmarked.data();
                end = start + unmarked.size();
            }
        }
        if (normalizer_.keep_punctuation_) {
            add(start, end);
            return;
        }
        const auto is_kept = [](const TracedCharacter& traced) {
            return is_letter_or_digit(traced.character);
        };
        for (start = std::find_if(start, end, is_kept); start != end;
             start = std::find_if(start, end, is_kept)) {
            const TracedCharacter* const word_end = std::find_if_not(start, end, is_kept);
            add(start, word_end);
            start = word_end;
        }
    }

    // Control characters at the ends of a text are trimmed. At its start that is done here, and at
    // its end when it is known where it is.
    void add(const TracedCharacter* start, const TracedCharacter* end) {
        const auto is_trimmed = [](const TracedCharacter& traced) {
            return is_control(traced.character);
        };
        if (found_.tokens_.empty()) {
            start = std::find_if_not(start, end, is_trimmed);
            if (start == end) {
                return;
            }
        }
        found_.tokens_.push_back(token_of(start, end));
        if (!is_trimmed(end[-1])) {
            visible_ = found_.tokens_.size();
            is_visible_to_its_end_ = true;
            return;
        }
        while (end != start && is_trimmed(end[-1])) {
            --end;
        }
        if (end != start) {
            visible_ = found_.tokens_.size();
            is_visible_to_its_end_ = false;
            visible_part_ = token_of(start, end);
        }
    }

    void add_as_in_text(TokenSpan span) {
        found_.tokens_.push_back({span, {NormalizedToken::as_in_text, 0}});
        visible_ = found_.tokens_.size();
        is_visible_to_its_end_ = true;
    }

    void trim_end() {
        found_.tokens_.resize(visible_);
        if (!is_visible_to_its_end_) {
            found_.tokens_.back() = visible_part_;
        }
    }

    NormalizedToken token_of(const TracedCharacter* start, const TracedCharacter* end) {
        const TokenSpan span{start->origin.start, end[-1].origin.end};
        const auto is_here = [](const TracedCharacter& traced, CodePoint code_point) {
            return traced.character == code_point;
        };
        if (std::equal(start, end, text_ + span.start, text_ + span.end, is_here)) {
            return {span, {NormalizedToken::as_in_text, 0}};
        }
        const auto form_start = static_cast<std::int32_t>(found_.rewritten_.size());
        append_characters(start, end);
        return {span, {form_start, static_cast<std::int32_t>(found_.rewritten_.size())}};
    }

    const MeteorNormalizer& normalizer_;
    const CodePoint* text_;
    std::int32_t length_;
    NormalizedTokens& found_;
    bool marks_are_letters_;  // the text has the program's mark for dots
    bool rules_are_few_;      // that matter to words

    std::size_t visible_ = 0;  // how many tokens end with the last that is more than controls
    bool is_visible_to_its_end_ = true;
    NormalizedToken visible_part_{};  // of that last token
};

bool NormalizedTokens::is_as_written(const NormalizedToken& token, const Text& text) const {
    if (token.is_text()) {
        return true;
    }
    const std::uint32_t* const form = rewritten_.data() + token.form.start;
    return token.form.end - token.form.start == token.span.end - token.span.start &&
           with_code_points(text, [&](const auto* code_points) {
               return std::equal(code_points + token.span.start, code_points + token.span.end,
                                 form);
           });
}

MeteorNormalizer::MeteorNormalizer(Apostrophes apostrophes, bool keep_punctuation)
    : apostrophes_(apostrophes), keep_punctuation_(keep_punctuation) {}

void MeteorNormalizer::add_prefix(std::string_view word, bool before_number_only) {
    prefixes_.find_or_add(word, before_number_only ? before_number : always);
}

void MeteorNormalizer::tokens(const Text& text, NormalizedTokens& found) const {
    check_length(text);
    found.tokens_.clear();
    found.rewritten_.clear();
    found.with_dot_.clear();
    with_code_points(text, [this, &text, &found](const auto* code_points) {
        using CodePoint = std::remove_const_t<std::remove_pointer_t<decltype(code_points)>>;
        NormalizerRun<CodePoint>(*this, code_points, static_cast<std::int32_t>(text.length), found)
            .run();
    });
}

void java_white_space_spans(const Text& text, std::vector<TokenSpan>& spans) {
    check_length(text);
    spans.clear();
    with_code_points(text, [&text, &spans](const auto* code_points) {
        const auto length = static_cast<std::int32_t>(text.length);
        const auto is_white = [code_points](std::int32_t at) {
            return code_points[at] <= ' ' && kinds[code_points[at]] == Kind::white_space;
        };
        for (std::int32_t at = 0; at < length; ++at) {
            if (is_white(at)) {
                continue;
            }
            const std::int32_t start = at;
            while (at < length && !is_white(at)) {
                ++at;
            }
            spans.push_back({start, at});
        }
    });
}

}  // namespace meteorscope
