#include "text/json_lines.hpp"

#include <array>

#include "base/at.hpp"

namespace meteorscope {

namespace {

// Of each byte whether it stands for itself, and is ASCII.
constexpr std::array<bool, 256> make_plain_bytes() {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}

constexpr std::array<bool, 256> plain_bytes = make_plain_bytes();

constexpr bool is_first_half(std::uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }

constexpr bool is_second_half(std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

}  // namespace

bool JsonLineReader::next() {
    line_.clear();
    end_ = LineEnd::none;
    is_ascii_ = true;
    while (!is_complete_ && at_ < json_.size()) {
        const std::size_t begun = at_;
        while (at_ < json_.size() && plain_bytes[static_cast<unsigned char>(json_[at_])]) {
            ++at_;
        }
        line_.append(json_, begun, at_ - begun);
        if (at_ == json_.size()) {
            return false;
        }
        const auto byte = static_cast<unsigned char>(json_[at_]);
        if (byte >= 0x80) {
            is_ascii_ = false;
            line_ += json_[at_++];
        } else if (byte == '"') {
            ++at_;
            is_complete_ = true;
            return !line_.empty();
        } else if (byte != '\\' || !read_escape()) {
            return false;
        }
        if (end_ != LineEnd::none) {
            return true;
        }
    }
    return false;
}

bool JsonLineReader::read_escape() {
    if (json_.size() - at_ < 2) {
        return false;
    }
    const char letter = json_[at_ + 1];
    if (letter == 'u') {
        return read_code_point();
    }
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const std::size_t which = letters.find(letter);
    if (which == std::string_view::npos) {
        return false;
    }
    at_ += 2;
    write(static_cast<unsigned char>(meanings[which]));
    return true;
}

bool JsonLineReader::read_code_point() {
    std::uint32_t unit = 0;
    std::uint32_t second = 0;
    if (!read_four_digits(at_ + 2, unit)) {
        return false;
    }
    at_ += 6;
    const bool has_second = is_first_half(unit) && json_.substr(at_, 2) == "\\u" &&
                            read_four_digits(at_ + 2, second) && is_second_half(second);
    if (has_second) {
        at_ += 6;
        unit = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
    }
    write(unit);
    return true;
}

bool JsonLineReader::read_four_digits(std::size_t begin, std::uint32_t& number) const {
    if (json_.size() < begin + 4) {
        return false;
    }
    number = 0;
    for (const char digit : json_.substr(begin, 4)) {
        std::uint32_t value = 0;
        if (digit >= '0' && digit <= '9') {
            value = static_cast<std::uint32_t>(digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            value = static_cast<std::uint32_t>(digit - 'a' + 10);
        } else if (digit >= 'A' && digit <= 'F') {
            value = static_cast<std::uint32_t>(digit - 'A' + 10);
        } else {
            return false;
        }
        number = number << 4 | value;
    }
    return true;
}

// Takes a character that was an escape; one that ends a line is no part of it.
void JsonLineReader::write(std::uint32_t code_point) {
    if (code_point == '\n') {
        end_ = LineEnd::lf;
        return;
    }
    if (code_point == '\r') {
        end_ = LineEnd::cr;
        std::uint32_t next = 0;
        if (json_.substr(at_, 2) == "\\n") {
            at_ += 2;
            end_ = LineEnd::crlf;
        } else if (json_.substr(at_, 2) == "\\u" && read_four_digits(at_ + 2, next) &&
                   next == '\n') {
            at_ += 6;
            end_ = LineEnd::crlf;
        }
        return;
    }
    const auto put = [this](std::uint32_t byte) { line_ += static_cast<char>(byte); };
    if (code_point < 0x80) {
        put(code_point);
        return;
    }
    is_ascii_ = false;
    if (code_point < 0x800) {
        put(0xc0 | code_point >> 6);
    } else {
        if (code_point < 0x10000) {
            put(0xe0 | code_point >> 12);
        } else {
            put(0xf0 | code_point >> 18);
            put(0x80 | (code_point >> 12 & 0x3f));
        }
        put(0x80 | (code_point >> 6 & 0x3f));
    }
    put(0x80 | (code_point & 0x3f));
}

}  // namespace meteorscope
