// A text with a byte for each character, for loops over many characters at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/unset_vector.hpp"
#include "text/text.hpp"

namespace meteorscope {

// Keeps its memory from one text to the next.
class NarrowText {
public:
    // So many spaces follow the last character, so that nobody has to look for the end.
    static constexpr std::size_t room = 64;

    // Becomes the text. What is not ASCII is 0x80, whatever it is.
    void assign(const Text& text);

    const std::uint8_t* data() const { return bytes_.data(); }

private:
    UnsetVector<std::uint8_t> bytes_;
};

}  // namespace meteorscope
