// What Python sees of writing rows of numbers.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/values.hpp"
#include "text/float_text.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

// See core/meteor_core/score/shortfall.py.
void fill_shortfalls(const nb::handle& reference_lengths, const nb::handle& scores,
                     const nb::handle& shortfalls) {
    const Buffer lengths = buffer_of(reference_lengths);
    const Buffer scored = buffer_of(scores);
    const Buffer filled = buffer_of(shortfalls, true);
    const Py_ssize_t size = numbers_in(*filled);
    for (const Buffer* const buffer : {&lengths, &scored, &filled}) {
        if ((*buffer)->itemsize != 8 || numbers_in(**buffer) != size) {
            throw nb::value_error("the columns are not of one length");
        }
    }
    for (Py_ssize_t row = 0; row < size; ++row) {
        const auto length = static_cast<double>(static_cast<const std::int64_t*>(lengths->buf)[row]);
        static_cast<double*>(filled->buf)[row] =
            length * (1 - static_cast<const double*>(scored->buf)[row]);
    }
}

}  // namespace

}  // namespace meteorscope

#ifdef METEORSCOPE_WRITES_FLOATS

namespace meteorscope {

namespace {

constexpr std::size_t kLongestInteger = 20;

// A column of 64-bit integers or floats, which Python owns.
class Column {
public:
    Column(nb::handle numbers, std::size_t size) : buffer_(buffer_of(numbers)) {
        if (buffer_->itemsize != 8 || numbers_in(*buffer_) != static_cast<Py_ssize_t>(size)) {
            throw nb::value_error("a column has other numbers than the first");
        }
        has_floats_ = nb::cast<std::string>(numbers.attr("format")) == "d";
    }

    std::int64_t integer(std::size_t row) const {
        return static_cast<const std::int64_t*>(buffer_->buf)[row];
    }
    char* write(std::size_t row, char* out) const {
        return has_floats_ ? write_float(static_cast<const double*>(buffer_->buf)[row], out)
                           : std::to_chars(out, out + kLongestInteger, integer(row)).ptr;
    }

private:
    Buffer buffer_;
    bool has_floats_;
};

struct Table {
    std::vector<std::string> pieces;
    std::string between;
    std::int64_t first;
    std::vector<Column> columns;
    std::vector<Column> truths;
    std::size_t rows;
};

std::string written(const Table& table) {
    std::size_t longest = table.between.size() + kLongestInteger;
    for (const std::string& piece : table.pieces) {
        longest += piece.size();
    }
    longest += table.columns.size() * kLongestFloat;
    longest += table.truths.size() * std::string_view("false").size();
    std::string text(table.rows * longest, '\0');
    char* out = text.data();
    const auto write = [&out](std::string_view part) {
        out = std::copy(part.begin(), part.end(), out);
    };
    for (std::size_t row = 0; row < table.rows; ++row) {
        if (row > 0) {
            write(table.between);
        }
        auto piece = table.pieces.begin();
        write(*piece++);
        out = std::to_chars(out, out + kLongestInteger,
                            table.first + static_cast<std::int64_t>(row)).ptr;
        for (const Column& column : table.columns) {
            write(*piece++);
            out = column.write(row, out);
        }
        for (const Column& truth : table.truths) {
            write(*piece++);
            write(truth.integer(row) != 0 ? "true" : "false");
        }
        write(*piece);
    }
    text.resize(static_cast<std::size_t>(out - text.data()));
    return text;
}

std::string segment_rows(std::vector<std::string> pieces, std::string between, std::int64_t first,
                         const nb::list& numbers, const nb::list& truths) {
    const std::size_t rows = nb::len(truths) > 0 ? nb::len(nb::object(truths[0])) : 0;
    Table table{std::move(pieces), std::move(between), first, {}, {}, rows};
    for (const nb::handle column : numbers) {
        table.columns.emplace_back(column, rows);
    }
    for (const nb::handle column : truths) {
        table.truths.emplace_back(column, rows);
    }
    if (table.pieces.size() != table.columns.size() + table.truths.size() + 2) {
        throw nb::value_error("there has to be a piece of text on each side of a number");
    }
    const nb::gil_scoped_release others_may_run;
    return written(table);
}

}  // namespace

void bind_segment_rows(nb::module_& module) {
    module.def("segment_rows", &segment_rows, nb::arg("pieces"), nb::arg("between"),
               nb::arg("first"), nb::arg("numbers"), nb::arg("truths"),
               "Rows of a running number, columns of numbers and columns of truths, with pieces "
               "of text before, between and behind them, and another text between rows.");
}

}  // namespace meteorscope

#endif

namespace meteorscope {

void bind_rows(nb::module_& module) {
    module.def("fill_shortfalls", &fill_shortfalls, nb::arg("reference_lengths"),
               nb::arg("scores"), nb::arg("shortfalls"),
               "Fill a column by how many words segments fall short of a perfect score.");
#ifdef METEORSCOPE_WRITES_FLOATS
    bind_segment_rows(module);
#endif
}

}  // namespace meteorscope
