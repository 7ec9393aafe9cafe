"""The version of the package and of the distribution (pyproject.toml reads it here)."""

VERSION = "0.1.0"
