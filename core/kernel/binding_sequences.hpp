// Python tuples and lists of things of the kernel. Only bindings include this; all of it needs the
// GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

namespace meteorscope {

// A tuple of what ``convert`` makes of each item.
template <typename Items, typename Convert>
nanobind::tuple tuple_of(const Items& items, Convert&& convert) {
    auto tuple = nanobind::steal<nanobind::tuple>(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
    if (!tuple.is_valid()) {
        throw nanobind::python_error();
    }
    for (std::size_t index = 0; index < items.size(); ++index) {
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(index),
                         nanobind::object(convert(items[index])).release().ptr());
    }
    return tuple;
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
