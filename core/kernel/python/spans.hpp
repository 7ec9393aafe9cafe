// What both searches over spans take from Python and hand back. Only bindings include this; all of
// it needs the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "python/sequences.hpp"
#include "search/spans/links.hpp"

namespace meteorscope {

// Candidates from which it is worth letting other threads run meanwhile.
constexpr std::size_t kManyCandidates = 400;

inline std::int32_t length_of(std::int64_t tokens) {
    if (tokens < 0 || tokens > std::numeric_limits<std::int32_t>::max() / 2) {
        throw std::invalid_argument("a row has " + std::to_string(tokens) +
                                    " tokens, but rows have from 0 to 1073741823");
    }
    return static_cast<std::int32_t>(tokens);
}

inline nanobind::tuple as_tuple(const SpanResult& result) {
    const auto links = tuple_of(result.links, [](const Link& link) {
        return nanobind::make_tuple(link.hypothesis_start, link.hypothesis_end,
                                    link.reference_start, link.reference_end, link.stage);
    });
    return nanobind::make_tuple(links, result.optimal, result.chunk_gap, result.steps);
}

}  // namespace meteorscope
