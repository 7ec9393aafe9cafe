"""What a project asks for: settings, file patterns and the file ``meteor.toml``.

Knows files and meteor_core, and nothing of editors.
"""
