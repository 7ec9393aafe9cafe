// The memory of Python objects that have a buffer. Only bindings include this; all of it needs the
// GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

namespace meteorscope {

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
