// The keys of types, by which a search knows what matches: the border between words and searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/unset_vector.hpp"

namespace meteorscope {

// A borrowed run of integers.
class IntegerSpan {
public:
    IntegerSpan() = default;
    IntegerSpan(const std::int32_t* first, std::size_t size) : first_(first), size_(size) {}
    explicit IntegerSpan(const std::vector<std::int32_t>& numbers)
        : first_(numbers.data()), size_(numbers.size()) {}
    explicit IntegerSpan(const UnsetVector<std::int32_t>& numbers)
        : first_(numbers.data()), size_(numbers.size()) {}

    const std::int32_t* begin() const { return first_; }
    const std::int32_t* end() const { return first_ + size_; }
    std::int32_t operator[](std::size_t index) const { return first_[index]; }
    std::size_t size() const { return size_; }

private:
    const std::int32_t* first_ = nullptr;
    std::size_t size_ = 0;
};

// A key, and the place in a list of a type that has it.
struct KeyHolder {
    std::int32_t key;
    std::uint32_t place;
};

// Keeps its memory, and what was in it, when it gets shorter.
class KeyList {
public:
    void clear() { size_ = 0; }
    void add(KeyHolder holder) {
        make_room(size_ + 1);
        holders_[size_++] = holder;
    }
    // Room for that many, to be written at once; ``set_size`` says how many were.
    KeyHolder* make_room(std::size_t holders) {
        if (holders_.size() < holders) {
            holders_.resize(2 * holders);
        }
        return holders_.data();
    }
    void set_size(std::size_t holders) { size_ = holders; }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    KeyHolder* begin() { return holders_.data(); }
    KeyHolder* end() { return holders_.data() + size_; }
    const KeyHolder* begin() const { return holders_.data(); }
    const KeyHolder* end() const { return holders_.data() + size_; }

private:
    std::vector<KeyHolder> holders_;
    std::size_t size_ = 0;
};

// The keys of every type in every stage: two types match in a stage when a hypothesis key of the
// one is a reference key of the other.
class Keys {
public:
    Keys() = default;
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;
    virtual ~Keys() = default;

    virtual std::int32_t stages() const = 0;
    // Types and keys are numbered from 0, below these counts.
    virtual std::int32_t types() const = 0;
    virtual std::int32_t key_count(std::int32_t stage) const = 0;
    // Whether each type is its own and only key, on both sides.
    virtual bool is_identity(std::int32_t stage) const = 0;
    // Whether each type is known to have the same keys on both sides.
    virtual bool has_same_sides(std::int32_t /*stage*/) const { return false; }
    virtual IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const = 0;
    virtual IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const = 0;
    // All keys of some types on one side, in order. With ``shared_only`` those of a type may be
    // left out where it is known that no other type has one of them.
    virtual void list_keys(std::int32_t stage, bool of_hypothesis, IntegerSpan types,
                           bool /*shared_only*/, KeyList& keys) const {
        keys.clear();
        for (std::size_t place = 0; place < types.size(); ++place) {
            const std::int32_t type = types[place];
            for (const std::int32_t key :
                 of_hypothesis ? hypothesis_keys(stage, type) : reference_keys(stage, type)) {
                keys.add({key, static_cast<std::uint32_t>(place)});
            }
        }
    }
};

}  // namespace meteorscope
