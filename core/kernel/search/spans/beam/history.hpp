// What the paths of a beam were after each token: from that follows which of two comes first where
// their keys are equal, as METEOR 1.5 sorts them again and again without changing the order of
// equals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"
#include "search/spans/beam/lanes.hpp"

namespace meteorscope {

// Where a path comes from, in one number: the place of the path before it, and the number of the
// choice that it took in the bits above.
class Origins {
public:
    explicit Origins(std::size_t places) {
        while (places >> bits_ != 0) {
            ++bits_;
        }
    }
    std::int32_t origin(std::size_t place, std::size_t number) const {
        return static_cast<std::int32_t>(place | number << bits_);
    }
    std::size_t place(std::int32_t origin) const {
        return static_cast<std::size_t>(origin) & ((std::size_t{1} << bits_) - 1);
    }
    std::size_t number(std::int32_t origin) const {
        return static_cast<std::size_t>(origin) >> bits_;
    }

private:
    unsigned bits_ = 0;
};

// Keeps its memory from segment to segment. A path is a place in a generation.
class BeamHistory {
public:
    // For so many paths.
    void clear(std::size_t places) {
        generations_.clear();
        keys_used_ = origins_used_ = 0;
        origin_ = Origins(places);
    }

    // Where the next generation has to be put before it is added.
    Key* next_keys(std::size_t most) { return room(keys_, keys_used_, most); }
    std::int32_t* next_origins(std::size_t most) { return room(origins_, origins_used_, most); }
    // Of paths that took choices, which are counted from ``first_choice``.
    void add(std::size_t size, std::size_t first_choice) {
        generations_.push_back({keys_used_, origins_used_, first_choice});
        keys_used_ += size;
        origins_used_ += size;
    }
    // Of the same paths, whose keys are others now.
    void add_same(std::size_t size) {
        std::int32_t* __restrict const origins = next_origins(size);
        for (std::size_t place = 0; place < size; ++place) {
            origins[place] = static_cast<std::int32_t>(place);
        }
        add(size, kNoChoice);
    }

    const Origins& origins() const { return origin_; }
    // Of the last generation, until there is room for the next.
    const Key* last_keys() const { return keys_.data() + generations_.back().keys; }
    Key* last_keys() { return keys_.data() + generations_.back().keys; }

    // Whether one path of the last generation was sorted before another.
    bool comes_before(std::size_t one, std::size_t other) const {
        for (auto generation = generations_.rbegin(); one != other; ++generation) {
            const Key key = keys_[generation->keys + one];
            const Key others = keys_[generation->keys + other];
            if (key != others) {
                return key < others;
            }
            const std::int32_t origin = origins_[generation->origins + one];
            const std::int32_t of_other = origins_[generation->origins + other];
            one = origin_.place(origin);
            other = origin_.place(of_other);
            if (one == other) {
                return origin < of_other;
            }
        }
        return false;
    }

    // Visits the choices of a path of the last generation, from the last token back; also that it
    // took none.
    template <typename Visitor>
    void for_each_choice(std::size_t place, Visitor&& visit) const {
        for (auto generation = generations_.rbegin(); generation != generations_.rend();
             ++generation) {
            const std::int32_t origin = origins_[generation->origins + place];
            if (generation->first_choice != kNoChoice) {
                visit(generation->first_choice + origin_.number(origin));
            }
            place = origin_.place(origin);
        }
    }

private:
    static constexpr std::size_t kNoChoice = ~std::size_t{0};

    // Where the numbers of a generation begin.
    struct Generation {
        std::size_t keys;
        std::size_t origins;
        std::size_t first_choice;  // or kNoChoice: each path comes from the one in its place
    };

    template <typename Number>
    static Number* room(UnsetVector<Number>& numbers, std::size_t used, std::size_t most) {
        if (numbers.size() < used + most) {
            numbers.resize(2 * (used + most));
        }
        return numbers.data() + used;
    }

    std::vector<Generation> generations_;
    UnsetVector<Key> keys_;
    UnsetVector<std::int32_t> origins_;
    std::size_t keys_used_ = 0;
    std::size_t origins_used_ = 0;
    Origins origin_{0};
};

}  // namespace meteorscope
