// Values of Python made in one go, number by number, without the conversions of the binding layer.
// Only bindings include this; all of it needs the GIL, and may run any code of Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

#include "python/sequences.hpp"

namespace meteorscope {

// Makes values of a frozen dataclass with slots, field by field: the same as its ``__init__``, which
// takes five times as long and is most of the time of scoring a short segment.
class ValueMaker {
public:
    // ``fields`` names all of them, in the order of the values.
    ValueMaker(nanobind::type_object type, const nanobind::tuple& fields) : type_(std::move(type)) {
        for (const nanobind::handle field : fields) {
            PyObject* name = nanobind::str(field).release().ptr();
            PyUnicode_InternInPlace(&name);  // the names of attributes are, and are found so
            names_.push_back(nanobind::steal<nanobind::object>(name));
        }
    }

    nanobind::object make(std::initializer_list<nanobind::object> values) const {
        return make(values.begin(), values.size());
    }
    nanobind::object make(const std::vector<nanobind::object>& values) const {
        return make(values.data(), values.size());
    }

private:
    nanobind::object make(const nanobind::object* values, std::size_t size) const {
        if (size != names_.size()) {
            throw std::logic_error("there has to be a value for each field");
        }
        nanobind::object made =
            owned(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type_.ptr()), 0));
        for (std::size_t field = 0; field < size; ++field) {
            if (PyObject_GenericSetAttr(made.ptr(), names_[field].ptr(), values[field].ptr()) != 0) {
                throw nanobind::python_error();
            }
        }
        return made;
    }

    nanobind::type_object type_;
    std::vector<nanobind::object> names_;
};

}  // namespace meteorscope
