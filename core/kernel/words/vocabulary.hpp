// The vocabulary turns words into integers: the border between text and matching. Python's analyses
// words; this one stores the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/keys.hpp"
#include "text/surfaces.hpp"
#include "text/text.hpp"

namespace meteorscope {

// The keys of one type in one stage; where the sides do not differ, the same numbers twice.
struct TypeKeys {
    IntegerSpan hypothesis;
    IntegerSpan reference;
};

// Surfaces to types, and of each type its keys in every stage and whether it is a function word.
//
// Many threads read while no thread writes. A reader holds ``reading()`` for the whole of a row or a
// batch, spans of keys included, for they move when the vocabulary grows; a writer holds
// ``writing()``. No member locks by itself. A thread must not wait for the GIL while it holds
// either; it may hold the GIL while it waits for them.
class Vocabulary final : public Keys {
public:
    static constexpr std::int32_t unknown = SurfaceTable::unknown;

    // For each stage, whether every type is its own and only key there; such a stage stores none.
    explicit Vocabulary(std::vector<bool> identity_by_stage);

    std::shared_lock<std::shared_mutex> reading() const;
    std::unique_lock<std::shared_mutex> writing();

    // The type of a token, or ``unknown``.
    std::int32_t find(const Text& text, TokenSpan token) const { return table_.find(text, token); }
    std::int32_t find(std::string_view surface) const { return table_.find(surface); }
    std::int32_t find(HashedSurface surface) const { return table_.find(surface); }
    // Of a row of tokens: ``types[i]`` becomes the type of token ``i``. Faster than one by one.
    void find(const Text& text, const NarrowText& narrow, const TokenSpan* tokens,
              std::size_t count, std::int32_t* types) const {
        table_.find(text, narrow, tokens, count, types);
    }

    // Adds the next type; its number is that of the types before it. ``keys`` has an entry for
    // each stage, of which those of identity stages are not read. Throws std::invalid_argument
    // for another number of stages or a negative key; then nothing is added.
    std::int32_t add_type(const std::vector<TypeKeys>& keys, bool is_function_word) {
        return add_type(keys, is_function_word, types());
    }
    // The same; types with equal word numbers count as one word (``word_numbers``).
    std::int32_t add_type(const std::vector<TypeKeys>& keys, bool is_function_word,
                          std::int32_t word_number);

    // Makes room for so many more surfaces.
    void reserve(std::size_t surfaces) { table_.reserve(surfaces); }
    // Makes room for so many keys of a stage, where that is known.
    void reserve_keys(std::int32_t stage, std::size_t count);
    // Says of which type a surface is. One that is known already stays what it is.
    // Throws std::invalid_argument for a type that is not there.
    void add_surface(std::string_view surface, std::int32_t type) {
        add_surface(hashed(surface), type);
    }
    void add_surface(HashedSurface surface, std::int32_t type);

    std::size_t surfaces() const { return table_.size(); }
    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override {
        return static_cast<std::int32_t>(is_function_word_.size());
    }
    std::int32_t key_count(std::int32_t stage) const override;  // highest key plus one
    bool is_identity(std::int32_t stage) const override;
    bool has_same_sides(std::int32_t stage) const override { return at(stage).reference.empty(); }
    // Empty in an identity stage, where the type is the key.
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override {
        return keys_of(stage, true, type);
    }
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override {
        return keys_of(stage, false, type);
    }
    void list_keys(std::int32_t stage, bool of_hypothesis, IntegerSpan types, bool shared_only,
                   KeyList& keys) const override;
    bool is_function_word(std::int32_t type) const {
        return is_function_word_[static_cast<std::size_t>(type)] != 0;
    }
    // By type; without other numbers each type is a word of its own.
    const std::int32_t* word_numbers() const { return word_numbers_.data(); }
    // By type: 1 where another type has the same number.
    const std::uint8_t* shares_word() const { return shares_word_.data(); }
    std::size_t memory() const;  // in bytes

private:
    // Where the keys of a type are, on one side.
    struct Range {
        std::int32_t start;  // in all keys of the stage; or the key itself, if it is the only one
        std::uint32_t count : 31;
        std::uint32_t shared : 1;  // whether another type has one of them, on either side
    };
    struct StageKeys {
        bool identity = false;
        std::int32_t key_count = 0;
        std::vector<std::int32_t> keys;  // of all types, each type's together, and some more
        std::vector<Range> hypothesis;   // by type, in ``keys``
        std::vector<Range> reference;    // the same; empty while the sides never differed
        // By key: one more than the first type that has it, or 0. Types whose number does not
        // fit are ``many_types``, and count as shared: few vocabularies have as many.
        std::vector<std::uint16_t> first_holder;

        const std::vector<Range>& ranges(bool of_hypothesis) const {
            return of_hypothesis || reference.empty() ? hypothesis : reference;
        }
    };
    static constexpr std::uint16_t many_types = 0xffff;
    void add_word(std::int32_t number);
    static void check(const TypeKeys& keys, const StageKeys& stage);
    static void add(const TypeKeys& keys, StageKeys& stage);
    static void note_holder(const IntegerSpan& keys, StageKeys& stage);
    static void note_shared(std::size_t type, std::uint32_t shared, StageKeys& stage);
    static Range append(const IntegerSpan& keys, StageKeys& stage);
    static IntegerSpan span(const StageKeys& stage, const Range& range) {
        return {range.count == 1 ? &range.start : stage.keys.data() + range.start, range.count};
    }

    // So many keys are copied at a time, and follow the last one, whatever they are: how many a
    // type has is as good as random, and mostly less.
    static constexpr std::size_t copied_at_once = 8;

    IntegerSpan keys_of(std::int32_t stage, bool of_hypothesis, std::int32_t type) const;
    const StageKeys& at(std::int32_t stage) const {
        return stages_[static_cast<std::size_t>(stage)];
    }

    mutable std::shared_mutex mutex_;
    SurfaceTable table_;
    std::vector<StageKeys> stages_;
    std::vector<std::uint8_t> is_function_word_;  // by type
    std::vector<std::int32_t> word_numbers_;      // by type
    std::vector<std::uint8_t> shares_word_;       // the same
    // The first type with each number, unless every type has its own.
    std::unordered_map<std::int32_t, std::size_t> type_of_word_;
};

}  // namespace meteorscope
