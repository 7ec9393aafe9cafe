"""``meteor_core.adapters`` under the installed name."""
