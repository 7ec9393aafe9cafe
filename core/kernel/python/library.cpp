// The part of nanobind that is not in its headers, compiled into the extension.

#include <nb_combined.cpp>
