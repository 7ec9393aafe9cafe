// Values of Python: sequences, instances of dataclasses, and objects that have a buffer. Only
// bindings include this; all of it needs the GIL, and may run any code of Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace meteorscope {

inline nanobind::object owned(PyObject* made) {
    if (made == nullptr) {
        throw nanobind::python_error();
    }
    return nanobind::steal<nanobind::object>(made);
}

// A tuple of what ``make`` returns for each index below ``size``.
template <typename Make>
nanobind::tuple tuple_of(std::size_t size, Make&& make) {
    nanobind::tuple tuple(owned(PyTuple_New(static_cast<Py_ssize_t>(size))));
    for (std::size_t index = 0; index < size; ++index) {
        nanobind::object item = make(index);
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(index), item.release().ptr());
    }
    return tuple;
}

// A tuple of integers of 32 bits.
template <typename Numbers>
nanobind::tuple tuple_of(const Numbers& numbers) {
    return tuple_of(numbers.size(), [&](std::size_t index) {
        return owned(PyLong_FromLong(numbers[index]));
    });
}

// A tuple of what ``convert`` makes of each item.
template <typename Items, typename Convert>
nanobind::tuple tuple_of(const Items& items, Convert&& convert) {
    return tuple_of(items.size(), [&](std::size_t index) { return convert(items[index]); });
}

// The same, as a list.
template <typename Items, typename Convert>
nanobind::list list_of(const Items& items, Convert&& convert) {
    nanobind::list list;
    for (const auto& item : items) {
        list.append(convert(item));
    }
    return list;
}

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

struct ReleaseBuffer {
    void operator()(Py_buffer* buffer) const {
        PyBuffer_Release(buffer);
        delete buffer;
    }
};
using Buffer = std::unique_ptr<Py_buffer, ReleaseBuffer>;

// The buffer of an object, without gaps; one that can be written to where that is asked for.
// Throws TypeError for an object without a buffer, and BufferError for another kind of buffer.
inline Buffer buffer_of(nanobind::handle object, bool writable = false) {
    auto buffer = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(object.ptr(), buffer.get(), writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO)) {
        throw nanobind::python_error();
    }
    return Buffer(buffer.release());
}

inline Py_ssize_t numbers_in(const Py_buffer& buffer) { return buffer.len / buffer.itemsize; }

}  // namespace meteorscope
