"""The command line of METEOR 1.5: its options, what it reads, and what it prints, byte for byte.

What the program prints is taken from the jar of pycocoevalcap, which is not quite the program
whose source is published: it has no option ``-e``, and over standard input it takes ``SING``.
"""
