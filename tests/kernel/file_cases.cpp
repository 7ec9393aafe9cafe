#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "files/xml/shapes.hpp"
#include "text/json_lines.hpp"
#include "text/utf8_lines.hpp"
#include "texts.hpp"

namespace meteorscope::fuzzing {

namespace {

struct Line {
    std::string text;  // in UTF-8
    LineEnd end;
};

bool is_line_end(std::uint32_t code_point) { return code_point == '\n' || code_point == '\r'; }

std::string in_utf8(std::uint32_t code_point) {
    if (code_point < 0x80) {
        return std::string(1, static_cast<char>(code_point));
    }
    const int more = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
    std::string bytes(1, static_cast<char>((0xff00 >> (more + 1) & 0xff) | code_point >> 6 * more));
    for (int left = more - 1; left >= 0; --left) {
        bytes += static_cast<char>(0x80 | (code_point >> 6 * left & 0x3f));
    }
    return bytes;
}

std::string four_digits(Dice& dice, std::uint32_t number) {
    const std::string digits = dice.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF";
    std::string written = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        written += digits[number >> shift & 0xf];
    }
    return written;
}

// One of the ways in which JSON may have a character.
std::string in_json(Dice& dice, std::uint32_t code_point) {
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\/bfnrt";
    const std::size_t which =
        code_point < 0x80 ? meanings.find(static_cast<char>(code_point)) : std::string_view::npos;
    if (which != std::string_view::npos && dice.one_in(2)) {
        return std::string("\\") + letters[which];
    }
    if (code_point >= 0x10000 && dice.one_in(2)) {
        const std::uint32_t rest = code_point - 0x10000;
        return four_digits(dice, 0xd800 + (rest >> 10)) + four_digits(dice, 0xdc00 + (rest & 0x3ff));
    }
    const bool has_to = code_point < 0x20 || code_point == '"' || code_point == '\\';
    if (code_point < 0x10000 && (has_to || dice.one_in(4))) {
        return four_digits(dice, code_point);
    }
    return in_utf8(code_point);
}

CodePoints whole_code_points(Dice& dice) {
    CodePoints code_points = random_code_points(dice);
    const auto is_half = [](std::uint32_t code_point) {
        return (code_point >= 0xd800 && code_point < 0xe000) || is_line_end(code_point);
    };
    code_points.erase(std::remove_if(code_points.begin(), code_points.end(), is_half),
                      code_points.end());
    return code_points;
}

void check_json_lines(Dice& dice) {
    std::string json = "\"";
    std::vector<Line> lines;
    for (std::int32_t left = dice.between(0, 4); left > 0; --left) {
        Line line{"", left == 1 && dice.one_in(2) ? LineEnd::none
                                                  : LineEnd{static_cast<std::uint8_t>(
                                                        dice.between(1, 3))}};
        for (const std::uint32_t code_point : whole_code_points(dice)) {
            line.text += in_utf8(code_point);
            json += in_json(dice, code_point);
        }
        // A line that begins with the second half of an end would be none.
        if (line.end == LineEnd::cr && left > 1) {
            line.end = LineEnd::crlf;
        }
        json += line.end == LineEnd::lf || line.end == LineEnd::none ? "" : in_json(dice, '\r');
        json += line.end == LineEnd::lf || line.end == LineEnd::crlf ? in_json(dice, '\n') : "";
        if (!line.text.empty() || line.end != LineEnd::none) {
            lines.push_back(std::move(line));
        }
    }
    const std::size_t behind = json.size() + 1;
    json += "\" and what follows";
    JsonLineReader reader(json, 1);
    for (const Line& line : lines) {
        require(reader.next() && reader.line() == line.text, "a line is what was written");
        require(reader.end() == line.end, "a line ends as it was written");
    }
    require(!reader.next() && reader.is_complete() && reader.behind() == behind,
            "the string ends behind its quote");
}

// Bytes that may be no JSON at all; whatever they are, they are read to their end at most.
void read_any_bytes(Dice& dice) {
    std::string json;
    for (std::int32_t left = dice.between(0, 40); left > 0; --left) {
        json += dice.one_of<std::string>({"\\", "u", "\"", "00", "d8", "\\ud83d", "\\ude00", "\\n",
                                          "\\r", "\xf0", "\x9f", "\n", "x", std::string(1, '\0')});
    }
    JsonLineReader reader(json, 0);
    std::size_t lines = 0;
    while (reader.next()) {
        ++lines;
    }
    require(lines <= json.size() && reader.behind() <= json.size(), "no more than there is");
    require(!is_utf8(json + '\xf0') && count_line_feeds(json) <= json.size(), "UTF-8 is complete");
}

// The same as lines: some of them, and all of them decoded, or refused where they are not UTF-8.
void read_any_lines(Dice& dice) {
    std::string bytes;
    for (std::int32_t left = dice.between(0, 40); left > 0; --left) {
        bytes += dice.one_of<std::string>({"\n", "x", "\xc3\xa9", "\xe2\x80\x9c",
                                           "\xf0\x9f\x91\xa9", dice.one_in(9) ? "\xf0" : "y"});
    }
    bytes += '\n';
    const std::size_t count = count_line_feeds(bytes);
    const FirstLines first = first_lines(bytes, static_cast<std::size_t>(dice.between(0, 9)));
    require(first.count <= count && first.end <= bytes.size(), "no more lines than there are");
    try {
        require(Utf8Lines(bytes).texts().size() == count && is_utf8(bytes), "a text for each line");
    } catch (const std::invalid_argument&) {
        require(!is_utf8(bytes), "UTF-8 is not refused");
    }
}

AlikePart some_part(Dice& dice) {
    switch (dice.between(0, 3)) {
        case 0: return {AlikePart::Kind::space, U"", false};
        case 1: return {AlikePart::Kind::text, U"", true};
        case 2: return {AlikePart::Kind::value, dice.one_in(2) ? U"\"" : U"'", dice.one_in(2)};
        default: return {AlikePart::Kind::literal, dice.one_in(2) ? U"<a>" : U"é=", false};
    }
}

CodePoints like(Dice& dice, const AlikePart& part) {
    CodePoints code_points;
    if (part.kind == AlikePart::Kind::literal) {
        code_points.assign(part.literal.begin(), part.literal.end());
    } else if (part.kind == AlikePart::Kind::space) {
        code_points = {' ', '\n'};
    } else {
        const std::string text = dice.one_of<std::string>({"x", "a &amp; b", "]]>", "&", "a\nb"});
        code_points.assign(text.begin(), text.end());
        code_points.push_back(dice.one_of<std::uint32_t>({'a', 0x1f600, 0xd800, 0xffff, 0}));
    }
    return code_points;
}

// Blocks of a shape, and others, in any text.
void check_alike(Dice& dice) {
    std::vector<AlikePart> parts{{AlikePart::Kind::literal, U"<", false}};
    for (std::int32_t left = dice.between(0, 4); left > 0; --left) {
        parts.push_back(some_part(dice));
    }
    parts.push_back({AlikePart::Kind::literal, U"/>", false});
    CodePoints code_points;
    for (std::int32_t blocks = dice.between(0, 4); blocks > 0; --blocks) {
        for (const AlikePart& part : parts) {
            const AlikePart& written = dice.one_in(20) ? dice.one_of(parts) : part;
            const CodePoints more = like(dice, written);
            code_points.insert(code_points.end(), more.begin(), more.end());
        }
    }
    const StoredText stored(code_points);
    const Text text = stored.any_kind(dice);
    const auto begin = static_cast<std::int64_t>(
        dice.between(0, static_cast<std::int32_t>(code_points.size())));
    const AlikeReader reader(parts);
    const AlikeBlocks found = reader.read(text, begin, 7, begin - 3);
    require(found.slots.size() == found.places.size() * reader.slots(), "each block has its slots");
    std::int64_t place = begin;
    for (const Stretch& slot : found.slots) {
        require(place <= slot.start && slot.start < slot.end, "slots follow each other");
        place = slot.end;
    }
    require(place <= found.position && found.position <= text.length, "blocks are in the text");
    const auto ends = std::count(code_points.begin() + begin,
                                 code_points.begin() + found.position, std::uint32_t{'\n'});
    require(found.line == 7 + ends, "lines are counted");
}

}  // namespace

void run_file_case(Dice& dice) {
    check_json_lines(dice);
    read_any_bytes(dice);
    read_any_lines(dice);
    check_alike(dice);
}

}  // namespace meteorscope::fuzzing
