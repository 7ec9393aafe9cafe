// Python tuples and lists of things of the kernel. Only bindings include this; all of it needs the
// GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

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

}  // namespace meteorscope
