"""Find out which texts belong together: by ``meteor.toml``, by names, or within one file."""
