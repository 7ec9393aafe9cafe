#include "narrow_text.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace meteorscope {

void NarrowText::assign(const Text& text) {
    const auto length = static_cast<std::size_t>(text.length);
    if (bytes_.size() < length + room) {
        bytes_.resize(2 * length + room);
    }
    std::uint8_t* const bytes = bytes_.data();
    with_code_points(text, [=](const auto* code_points) {
        using CodePoint = std::remove_cv_t<std::remove_reference_t<decltype(*code_points)>>;
        constexpr CodePoint other = 0x80;
        for (std::size_t at = 0; at < length; ++at) {
            bytes[at] = static_cast<std::uint8_t>(std::min(code_points[at], other));
        }
    });
    std::memset(bytes + length, ' ', room);
}

}  // namespace meteorscope
