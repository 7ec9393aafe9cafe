"""The module that ``evaluate.load`` reads, in a folder of its own, as ``evaluate`` wants it."""
