// The searches as Python functions of the signature of core/meteor_core/search: rows of types and
// the keys of all types in; pairs, proof, gap and steps out.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "python/sequences.hpp"
#include "search/result.hpp"
#include "search/words/greedy.hpp"
#include "search/words/optimal/optimal.hpp"
#include "search/words/staged/search.hpp"

namespace nb = nanobind;

namespace meteorscope {

namespace {

// Tokens from which it is worth letting other threads run meanwhile.
constexpr std::size_t kLongSegment = 400;

std::vector<std::int64_t> integers(nb::handle sequence) {
    const auto fast = nb::steal<nb::object>(
        PySequence_Fast(sequence.ptr(), "a row has to be a sequence of integers"));
    if (!fast.is_valid()) {
        throw nb::python_error();
    }
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(fast.ptr());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(size));
    for (Py_ssize_t index = 0; index < size; ++index) {
        PyObject* const item = PySequence_Fast_GET_ITEM(fast.ptr(), index);
        if (!PyLong_Check(item)) {  // whose value is read without any code of its own
            throw nb::type_error(("a row has to be a sequence of integers, but has a " +
                                  std::string(Py_TYPE(item)->tp_name)).c_str());
        }
        const std::int64_t number = PyLong_AsLongLong(item);
        if (number == -1 && PyErr_Occurred() != nullptr) {
            throw nb::python_error();
        }
        numbers[static_cast<std::size_t>(index)] = number;
    }
    return numbers;
}

// Gives each number that it meets a small one, in order of appearance.
class Renumbering {
public:
    std::int32_t number(std::int64_t original) {
        return numbers_.try_emplace(original, static_cast<std::int32_t>(numbers_.size()))
            .first->second;
    }
    std::int32_t size() const { return static_cast<std::int32_t>(numbers_.size()); }

private:
    std::unordered_map<std::int64_t, std::int32_t> numbers_;
};

// The keys of the types of two rows, copied from the vocabulary's Python lists: all at once, or, as
// long as the GIL is held, those that a search asks for, which are few.
class CopiedKeys final : public Keys {
public:
    CopiedKeys(const std::vector<std::int64_t>& types, const nb::sequence& stages)
        : types_(types) {
        for (const nb::handle stage : stages) {
            stages_.emplace_back();
            stages_.back().identity = nb::cast<bool>(stage.attr("identity"));
            stages_.back().hypothesis = {stage.attr("hypothesis"), Lists(types.size())};
            stages_.back().reference = {stage.attr("reference"), Lists(types.size())};
        }
    }

    // Copies all keys, and numbers them anew from 0.
    void copy_all() {
        for (Stage& stage : stages_) {
            Renumbering renumbering;
            for (Side* side : {&stage.hypothesis, &stage.reference}) {
                for (std::size_t type = 0; type < types_.size() && !stage.identity; ++type) {
                    side->copied[type].emplace();
                    for (const std::int64_t key : integers(side->list_of(types_[type]))) {
                        side->copied[type]->push_back(renumbering.number(key));
                    }
                }
            }
            stage.key_count = renumbering.size();
        }
    }

    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override { return static_cast<std::int32_t>(types_.size()); }
    // Known when all keys were copied.
    std::int32_t key_count(std::int32_t stage) const override { return at(stage).key_count; }
    bool is_identity(std::int32_t stage) const override { return at(stage).identity; }
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override {
        return keys_of(at(stage).hypothesis, type);
    }
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override {
        return keys_of(at(stage).reference, type);
    }

private:
    using Lists = std::vector<std::optional<std::vector<std::int32_t>>>;

    struct Side {
        nb::object lists;
        mutable Lists copied;  // by type, once they were asked for

        nb::object list_of(std::int64_t type) const { return lists[nb::int_(type)]; }
    };
    struct Stage {
        bool identity = false;
        std::int32_t key_count = 0;
        Side hypothesis;
        Side reference;
    };

    const Stage& at(std::int32_t stage) const { return stages_[static_cast<std::size_t>(stage)]; }

    IntegerSpan keys_of(const Side& side, std::int32_t type) const {
        const auto index = static_cast<std::size_t>(type);
        std::optional<std::vector<std::int32_t>>& copied = side.copied[index];
        if (!copied) {
            std::vector<std::int32_t> keys;
            for (const std::int64_t key : integers(side.list_of(types_[index]))) {
                keys.push_back(checked(key));
            }
            copied = std::move(keys);
        }
        return IntegerSpan(*copied);
    }

    static std::int32_t checked(std::int64_t key) {
        if (key < 0 || key > std::numeric_limits<std::int32_t>::max()) {
            throw std::invalid_argument("a key is " + std::to_string(key) +
                                        ", but keys go from 0 to 2147483647");
        }
        return static_cast<std::int32_t>(key);
    }

    const std::vector<std::int64_t>& types_;
    std::vector<Stage> stages_;
};

// Two rows whose types are numbered from 0, and the types' numbers in the vocabulary.
struct Segment {
    std::vector<std::int32_t> hypothesis;
    std::vector<std::int32_t> reference;
    std::vector<std::int64_t> types;

    Segment(nb::handle hypothesis_types, nb::handle reference_types) {
        Renumbering renumbering;
        for (auto [row, numbers] : {std::pair{hypothesis_types, &hypothesis},
                                    std::pair{reference_types, &reference}}) {
            for (const std::int64_t type : integers(row)) {
                const std::int32_t number = renumbering.number(type);
                if (static_cast<std::size_t>(number) == types.size()) {
                    types.push_back(type);
                }
                numbers->push_back(number);
            }
        }
    }
};

nb::tuple as_tuple(const SearchResult& result) {
    const auto pairs = tuple_of(result.pairs, [](const Pair& pair) {
        return nb::make_tuple(pair.hypothesis, pair.reference, pair.stage);
    });
    return nb::make_tuple(pairs, result.optimal, result.chunk_gap, result.steps);
}

bool is_long(const Segment& segment) {
    return segment.hypothesis.size() + segment.reference.size() >= kLongSegment;
}

// Runs a search that asks for keys as it needs them.
template <typename Search>
nb::tuple run_search(Search& search, nb::handle hypothesis, nb::handle reference,
                     const nb::sequence& stages, std::int64_t budget) {
    const Segment segment(hypothesis, reference);
    CopiedKeys keys(segment.types, stages);
    SearchResult result;
    const auto run = [&] {
        search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, budget,
                   result);
    };
    if (is_long(segment)) {
        keys.copy_all();
        const nb::gil_scoped_release others_may_run;
        run();
    } else {
        run();
    }
    return as_tuple(result);
}

nb::tuple search_optimally(nb::handle hypothesis, nb::handle reference,
                           const nb::sequence& stages, std::int64_t budget,
                           const Limits& limits) {
    thread_local OptimalSearch search;
    search.set_limits(limits);
    return run_search(search, hypothesis, reference, stages, budget);
}

nb::tuple search_stage_after_stage(nb::handle hypothesis, nb::handle reference,
                                   const nb::sequence& stages, std::int64_t budget) {
    thread_local StagedSearch search;
    return run_search(search, hypothesis, reference, stages, budget);
}

nb::tuple search_greedily(nb::handle hypothesis, nb::handle reference,
                          const nb::sequence& stages) {
    thread_local GreedySearch search;
    const Segment segment(hypothesis, reference);
    CopiedKeys keys(segment.types, stages);
    keys.copy_all();  // the search sets up an array by key
    SearchResult result;
    search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, result);
    return as_tuple(result);
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Limits>(module, "Limits")
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                      std::int64_t, std::int64_t>(),
             nb::kw_only(), nb::arg("few_candidates"), nb::arg("everything"),
             nb::arg("first_width"), nb::arg("width"), nb::arg("wider"), nb::arg("sweeps"),
             nb::arg("edges_a_step"));
    module.def("search_optimally", &search_optimally, nb::arg("hypothesis"), nb::arg("reference"),
               nb::arg("keys"), nb::kw_only(), nb::arg("budget"), nb::arg("limits"));
    module.def("search_stage_after_stage", &search_stage_after_stage, nb::arg("hypothesis"),
               nb::arg("reference"), nb::arg("keys"), nb::kw_only(), nb::arg("budget"));
    module.def("search_greedily", &search_greedily, nb::arg("hypothesis"), nb::arg("reference"),
               nb::arg("keys"));
}

}  // namespace meteorscope
