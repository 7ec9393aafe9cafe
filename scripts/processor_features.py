"""Prints what NumPy uses of this processor beyond what all have, for NPY_DISABLE_CPU_FEATURES."""

import numpy as np

if __name__ == "__main__":
    print(*np.show_config(mode="dicts")["SIMD Extensions"].get("found", ()))
