"""METEOR 1.5: the parts that reproduce that program's numbers without Java.

Its word lists, tables and stemmers are read from its own files, which come with the extra
``meteor-1.5`` or with the program (see ``home``); none of them is part of this package. What the
program does to text, and how it counts, is written anew here and tested against it.
"""
