"""METEOR 1.5's Trainer: which of a grid of settings agrees best with what people said.

The program aligns every segment once, by settings of its own, and keeps the statistics; then it
scores them anew by each setting of a grid and prints how well the scores agree. Here the settings
are scored many at a time, in the program's steps and in its order, so that no bit differs. NumPy
is needed; the extra ``widget`` installs it.
"""
