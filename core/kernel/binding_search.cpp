// The searches as Python functions of the signature of core/meteor_core/search: rows of types and
// the keys of all types in; pairs, proof, gap and steps out.

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "greedy.hpp"
#include "optimal.hpp"
#include "search.hpp"

namespace py = pybind11;

namespace meteorscope {

namespace {

// Tokens from which it is worth letting other threads run meanwhile.
constexpr std::size_t kLongSearch = 400;

std::vector<std::int64_t> integers(py::handle sequence) {
    const auto fast = py::reinterpret_steal<py::object>(
        PySequence_Fast(sequence.ptr(), "a row has to be a sequence of integers"));
    if (!fast) {
        throw py::error_already_set();
    }
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(fast.ptr());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(size));
    for (Py_ssize_t index = 0; index < size; ++index) {
        PyObject* const item = PySequence_Fast_GET_ITEM(fast.ptr(), index);
        const std::int64_t number = PyLong_AsLongLong(item);
        if (number == -1 && PyErr_Occurred() != nullptr) {
            throw py::error_already_set();
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

// The keys of the types of two rows, copied from the vocabulary's Python lists. The types have
// been checked to be in range.
class CopiedKeys final : public Keys {
public:
    CopiedKeys(const std::vector<std::int64_t>& types, py::handle stages) : types_(types.size()) {
        for (const py::handle stage : stages) {
            Stage copied;
            copied.identity = py::cast<bool>(stage.attr("identity"));
            if (!copied.identity) {
                Renumbering renumbering;
                copied.hypothesis.copy(types, stage.attr("hypothesis"), renumbering);
                copied.reference.copy(types, stage.attr("reference"), renumbering);
                copied.count = renumbering.size();
            }
            stages_.push_back(std::move(copied));
        }
    }

    std::int32_t stages() const override { return static_cast<std::int32_t>(stages_.size()); }
    std::int32_t types() const override { return static_cast<std::int32_t>(types_); }
    std::int32_t key_count(std::int32_t stage) const override { return at(stage).count; }
    bool is_identity(std::int32_t stage) const override { return at(stage).identity; }
    IntegerSpan hypothesis_keys(std::int32_t stage, std::int32_t type) const override {
        return at(stage).hypothesis.of(type);
    }
    IntegerSpan reference_keys(std::int32_t stage, std::int32_t type) const override {
        return at(stage).reference.of(type);
    }

private:
    struct Side {
        std::vector<std::int32_t> keys;
        std::vector<std::size_t> first{0};

        void copy(const std::vector<std::int64_t>& types, const py::object& lists,
                  Renumbering& renumbering) {
            for (const std::int64_t type : types) {
                for (const std::int64_t key : integers(lists[py::int_(type)])) {
                    keys.push_back(renumbering.number(key));
                }
                first.push_back(keys.size());
            }
        }
        IntegerSpan of(std::int32_t type) const {
            const auto index = static_cast<std::size_t>(type);
            return {keys.data() + first[index], first[index + 1] - first[index]};
        }
    };
    struct Stage {
        bool identity = false;
        std::int32_t count = 0;
        Side hypothesis;
        Side reference;
    };

    const Stage& at(std::int32_t stage) const { return stages_[static_cast<std::size_t>(stage)]; }

    std::size_t types_;
    std::vector<Stage> stages_;
};

// Two rows whose types are numbered from 0, and the types' numbers in the vocabulary.
struct Segment {
    std::vector<std::int32_t> hypothesis;
    std::vector<std::int32_t> reference;
    std::vector<std::int64_t> types;

    Segment(py::handle hypothesis_types, py::handle reference_types) {
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

py::tuple as_tuple(const SearchResult& result) {
    py::tuple pairs(result.pairs.size());
    for (std::size_t index = 0; index < result.pairs.size(); ++index) {
        const Pair& pair = result.pairs[index];
        pairs[index] = py::make_tuple(pair.hypothesis, pair.reference, pair.stage);
    }
    return py::make_tuple(pairs, result.optimal, result.chunk_gap, result.steps);
}

template <typename Search>
py::tuple run(const Segment& segment, Search&& search) {
    SearchResult result;
    if (segment.hypothesis.size() + segment.reference.size() >= kLongSearch) {
        const py::gil_scoped_release others_may_run;
        search(result);
    } else {
        search(result);
    }
    return as_tuple(result);
}

py::tuple search_optimally(py::handle hypothesis, py::handle reference, py::handle stages,
                           std::int64_t budget, const Limits& limits) {
    thread_local OptimalSearch search;
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(segment.types, stages);
    search.set_limits(limits);
    return run(segment, [&](SearchResult& result) {
        search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, budget,
                   result);
    });
}

py::tuple search_greedily(py::handle hypothesis, py::handle reference, py::handle stages) {
    thread_local GreedySearch search;
    const Segment segment(hypothesis, reference);
    const CopiedKeys keys(segment.types, stages);
    return run(segment, [&](SearchResult& result) {
        search.run(IntegerSpan(segment.hypothesis), IntegerSpan(segment.reference), keys, result);
    });
}

}  // namespace

void bind_search(py::module_& module) {
    py::class_<Limits>(module, "Limits")
        .def(py::init([](std::int64_t everything, std::int64_t first_width, std::int64_t width,
                         std::int64_t wider, std::int64_t sweeps, std::int64_t edges_a_step) {
                 return Limits{everything, first_width, width, wider, sweeps, edges_a_step};
             }),
             py::kw_only(), py::arg("everything"), py::arg("first_width"), py::arg("width"),
             py::arg("wider"), py::arg("sweeps"), py::arg("edges_a_step"));
    module.def("search_optimally", &search_optimally, py::arg("hypothesis"), py::arg("reference"),
               py::arg("keys"), py::kw_only(), py::arg("budget"), py::arg("limits"));
    module.def("search_greedily", &search_greedily, py::arg("hypothesis"), py::arg("reference"),
               py::arg("keys"));
}

}  // namespace meteorscope
