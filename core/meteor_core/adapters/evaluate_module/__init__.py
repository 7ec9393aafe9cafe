"""The module that ``evaluate.load`` reads, which has to be in its own folder."""
