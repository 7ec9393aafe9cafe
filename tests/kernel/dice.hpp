// Random numbers that are the same everywhere: a seed is all that a failure needs to come again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace meteorscope::fuzzing {

// SplitMix64.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t any() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }
    // From ``least`` to ``most``, both included.
    std::int32_t between(std::int32_t least, std::int32_t most) {
        const auto count = static_cast<std::uint64_t>(std::int64_t{most} - least + 1);
        return static_cast<std::int32_t>(least + static_cast<std::int64_t>(any() % count));
    }
    bool one_in(std::int32_t count) { return between(1, count) == 1; }
    template <typename Value>
    const Value& one_of(const std::vector<Value>& values) {
        return values[any() % values.size()];
    }

private:
    std::uint64_t state_;
};

// What is not as it has to be.
class Failure : public std::logic_error {
    using std::logic_error::logic_error;
};

inline void require(bool holds, const char* what) {
    if (!holds) {
        throw Failure(what);
    }
}

// Requires that a call is refused with that kind of error.
template <typename Error, typename Call>
void require_refused(Call&& call, const char* what) {
    try {
        call();
    } catch (const Error&) {
        return;
    }
    throw Failure(std::string("was not refused: ") + what);
}

}  // namespace meteorscope::fuzzing
