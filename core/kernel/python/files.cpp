// What Python sees of reading files: blocks that are written alike, and lines.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "files/xml/shapes.hpp"
#include "python/text.hpp"
#include "text/utf8_lines.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

AlikePart part_of(nb::handle given) {
    const auto kind = nb::cast<std::string>(given[0]);
    AlikePart part{AlikePart::Kind::literal, U"", nb::cast<bool>(given[2])};
    if (kind == "space") {
        part.kind = AlikePart::Kind::space;
    } else if (kind == "text") {
        part.kind = AlikePart::Kind::text;
    } else if (kind == "words") {
        part.kind = AlikePart::Kind::words;
    } else if (kind == "value") {
        part.kind = AlikePart::Kind::value;
    }
    const nb::object written = given[1];
    const Text text = text_of(written);
    with_code_points(text, [&](const auto* code_points) {
        part.literal.assign(code_points, code_points + text.length);
    });
    return part;
}

class Alike {
public:
    explicit Alike(const nb::iterable& parts) : reader_(parts_of(parts)) {}

    nb::tuple read(const nb::str& string, std::int64_t position, std::int64_t line,
                   std::int64_t line_start) const {
        const Text text = text_of(string);
        const AlikeBlocks found = reader_.read(text, position, line, line_start);
        return nb::make_tuple(slots_of(text, found), columns_of(found), found.position, found.line,
                              found.line_start, found.is_otherwise);
    }

private:
    static std::vector<AlikePart> parts_of(const nb::iterable& given) {
        std::vector<AlikePart> parts;
        for (const nb::handle one : given) {
            parts.push_back(part_of(one));
        }
        return parts;
    }

    nb::list slots_of(const Text& text, const AlikeBlocks& found) const {
        nb::list blocks;
        const std::size_t each = reader_.slots();
        auto slot = found.slots.begin();
        for (std::size_t block = 0; block < found.places.size(); ++block) {
            auto filled = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(each)));
            for (std::size_t number = 0; number < each; ++number, ++slot) {
                const TokenSpan span{static_cast<std::int32_t>(slot->start),
                                     static_cast<std::int32_t>(slot->end)};
                PyTuple_SET_ITEM(filled.ptr(), static_cast<Py_ssize_t>(number),
                                 string_of(text, span).release().ptr());
            }
            blocks.append(std::move(filled));
        }
        return blocks;
    }

    static nb::tuple columns_of(const AlikeBlocks& found) {
        std::array<nb::list, 4> columns;
        for (const BlockPlace& place : found.places) {
            columns[0].append(place.first_line);
            columns[1].append(place.first_column);
            columns[2].append(place.last_line);
            columns[3].append(place.last_column);
        }
        return nb::make_tuple(columns[0], columns[1], columns[2], columns[3]);
    }

    AlikeReader reader_;
};

std::optional<std::size_t> utf8_line_feeds(const nb::bytes& given) {
    const std::string_view bytes{given.c_str(), given.size()};
    const nb::gil_scoped_release others_may_run;
    return is_utf8(bytes) ? std::optional(count_line_feeds(bytes)) : std::nullopt;
}

std::pair<std::size_t, std::size_t> first_lines_from(const nb::bytes& given, std::size_t start,
                                                     std::size_t most) {
    const FirstLines found =
        first_lines(std::string_view{given.c_str(), given.size()}.substr(start), most);
    return {start + found.end, found.count};
}

}  // namespace

void bind_files(nb::module_& module) {
    nb::class_<Alike>(module, "Alike", "Reads blocks that have one shape.")
        .def(nb::init<const nb::iterable&>(), nb::arg("parts"))
        .def("read", &Alike::read, nb::arg("text"), nb::arg("position"), nb::arg("line"),
             nb::arg("line_start"),
             "The slots of blocks that follow each other, columns of their places, and offset, "
             "line and its start behind the last; whether any slot has an entity, or a unit's text "
             "a line break.");
    module.def("utf8_line_feeds", &utf8_line_feeds, nb::arg("data"),
               "The number of line feeds; None in bytes that are not UTF-8.");
    module.def("first_lines", &first_lines_from, nb::arg("data"), nb::arg("start"),
               nb::arg("most"),
               "The end of at most so many lines from there, which is behind a line feed, and how "
               "many they are.");
}

}  // namespace meteorscope
