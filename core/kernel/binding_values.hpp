// Values of Python made in one go, number by number, without the conversions of the binding layer.
// Only bindings include this; all of it needs the GIL, and may run any code of Python's.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

namespace meteorscope {

inline pybind11::object owned(PyObject* made) {
    if (made == nullptr) {
        throw pybind11::error_already_set();
    }
    return pybind11::reinterpret_steal<pybind11::object>(made);
}

// A tuple of what ``make`` returns for each index below ``size``.
template <typename Make>
pybind11::object tuple_of(std::size_t size, Make&& make) {
    pybind11::object tuple = owned(PyTuple_New(static_cast<Py_ssize_t>(size)));
    for (std::size_t index = 0; index < size; ++index) {
        pybind11::object item = make(index);
        PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(index), item.release().ptr());
    }
    return tuple;
}

// A tuple of integers of 32 bits.
template <typename Numbers>
pybind11::object tuple_of(const Numbers& numbers) {
    return tuple_of(numbers.size(), [&](std::size_t index) {
        return owned(PyLong_FromLong(numbers[index]));
    });
}

// Makes values of a frozen dataclass with slots, field by field: the same as its ``__init__``, which
// takes five times as long and is most of the time of scoring a short segment.
class ValueMaker {
public:
    // ``fields`` names all of them, in the order of the values.
    ValueMaker(pybind11::type type, const pybind11::tuple& fields) : type_(std::move(type)) {
        for (const pybind11::handle field : fields) {
            PyObject* name = pybind11::str(field).release().ptr();
            PyUnicode_InternInPlace(&name);  // the names of attributes are, and are found so
            names_.push_back(pybind11::reinterpret_steal<pybind11::object>(name));
        }
    }

    pybind11::object make(std::initializer_list<pybind11::object> values) const {
        return make(values.begin(), values.size());
    }
    pybind11::object make(const std::vector<pybind11::object>& values) const {
        return make(values.data(), values.size());
    }

private:
    pybind11::object make(const pybind11::object* values, std::size_t size) const {
        if (size != names_.size()) {
            throw std::logic_error("there has to be a value for each field");
        }
        pybind11::object made =
            owned(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type_.ptr()), 0));
        for (std::size_t field = 0; field < size; ++field) {
            if (PyObject_GenericSetAttr(made.ptr(), names_[field].ptr(), values[field].ptr()) != 0) {
                throw pybind11::error_already_set();
            }
        }
        return made;
    }

    pybind11::type type_;
    std::vector<pybind11::object> names_;
};

}  // namespace meteorscope
