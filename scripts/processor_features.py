"""Prints what NumPy uses of this processor beyond what all have, for NPY_DISABLE_CPU_FEATURES."""

from numpy._core._multiarray_umath import (  # type: ignore[attr-defined]  # NumPy's own tests use it
    __cpu_dispatch__,
    __cpu_features__,
)

if __name__ == "__main__":
    print(*(name for name in __cpu_dispatch__ if __cpu_features__.get(name)))
