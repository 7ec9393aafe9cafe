// A signed number as an index. Only .cpp files include this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace meteorscope {

inline std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace meteorscope
