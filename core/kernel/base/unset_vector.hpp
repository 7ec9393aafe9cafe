// Vectors whose new numbers are unset: for numbers that are written at once. Setting them first takes a
// call for each of the short arrays that a segment needs, and so does a longer size of a standard
// vector.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace meteorscope {

// What std::vector has of the same names, but for what the new values of ``resize`` are.
template <typename Value>
class UnsetVector {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>,
                  "values are copied as bytes");

public:
    using value_type = Value;

    UnsetVector() = default;
    UnsetVector(const UnsetVector& other) { assign(other.begin(), other.end()); }
    UnsetVector(UnsetVector&& other) noexcept { swap(other); }
    UnsetVector& operator=(const UnsetVector& other) {
        if (this != &other) {
            assign(other.begin(), other.end());
        }
        return *this;
    }
    UnsetVector& operator=(UnsetVector&& other) noexcept {
        swap(other);
        return *this;
    }
    ~UnsetVector() { release(); }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    Value* data() { return values_; }
    const Value* data() const { return values_; }
    Value* begin() { return values_; }
    const Value* begin() const { return values_; }
    Value* end() { return values_ + size_; }
    const Value* end() const { return values_ + size_; }
    Value& operator[](std::size_t index) { return values_[index]; }
    const Value& operator[](std::size_t index) const { return values_[index]; }
    Value& front() { return values_[0]; }
    const Value& front() const { return values_[0]; }
    Value& back() { return values_[size_ - 1]; }
    const Value& back() const { return values_[size_ - 1]; }

    void clear() { size_ = 0; }
    void reserve(std::size_t size) {
        if (size > capacity_) {
            grow(size);
        }
    }
    void resize(std::size_t size) {
        reserve(size);
        size_ = size;
    }
    void assign(std::size_t size, const Value& value) {
        const Value own = value;
        resize(size);
        std::fill_n(values_, size, own);
    }
    template <typename Iterator, typename = std::enable_if_t<!std::is_integral_v<Iterator>>>
    void assign(Iterator first, Iterator last) {
        size_ = 0;
        resize(static_cast<std::size_t>(last - first));
        std::copy(first, last, values_);
    }
    void push_back(const Value& value) {
        const Value own = value;
        resize(size_ + 1);
        back() = own;
    }
    void pop_back() { --size_; }
    void swap(UnsetVector& other) noexcept {
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

private:
    void grow(std::size_t size) {
        const std::size_t capacity = std::max(size, 2 * capacity_);
        Value* const values = std::allocator<Value>().allocate(capacity);
        if (size_ != 0) {
            std::memcpy(static_cast<void*>(values), values_, size_ * sizeof(Value));
        }
        release();
        values_ = values;
        capacity_ = capacity;
    }
    void release() {
        if (values_ != nullptr) {
            std::allocator<Value>().deallocate(values_, capacity_);
        }
    }

    Value* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace meteorscope
