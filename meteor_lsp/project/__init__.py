"""The configuration of a project: settings, file patterns and ``meteor.toml``.

Independent of editors.
"""
