#include "text/text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace meteorscope {

namespace {

constexpr std::size_t kBlockBytes = 16;

}  // namespace

void NarrowText::assign(const Text& text) {
    const auto length = static_cast<std::size_t>(text.length);
    if (bytes_.size() < length + room) {
        bytes_.resize(2 * length + room);
    }
    std::uint8_t* const bytes = bytes_.data();
    with_code_points(text, [=](const auto* code_points) {
        using CodePoint = std::remove_cv_t<std::remove_reference_t<decltype(*code_points)>>;
        const auto narrowed = [=](std::size_t at) {
            constexpr CodePoint other = 0x80;
            return static_cast<std::uint8_t>(std::min(code_points[at], other));
        };
        const auto narrow_block = [=](std::size_t first) {
            std::array<std::uint8_t, kBlockBytes> block;
            for (std::size_t at = 0; at < kBlockBytes; ++at) {
                block[at] = narrowed(first + at);
            }
            std::memcpy(bytes + first, block.data(), kBlockBytes);
        };
        for (std::size_t first = 0; first + kBlockBytes <= length; first += kBlockBytes) {
            narrow_block(first);
        }
        // The last block begins in the one before, as how much is left of it is as good as random.
        if (length >= kBlockBytes) {
            narrow_block(length - kBlockBytes);
        } else {
            for (std::size_t at = 0; at < length; ++at) {
                bytes[at] = narrowed(at);
            }
        }
    });
    std::memset(bytes + length, ' ', room);
}

}  // namespace meteorscope
