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
#include "text/utf8_lines.hpp"
#include "texts.hpp"

namespace meteorscope::fuzzing {

namespace {

// Reads bytes as lines: some of them, and all of them decoded, or rejected where they are not UTF-8.
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
    read_any_lines(dice);
    check_alike(dice);
}

}  // namespace meteorscope::fuzzing
