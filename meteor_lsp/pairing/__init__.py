"""Which texts belong together, and why: by ``meteor.toml``, by their names, or in one file."""
