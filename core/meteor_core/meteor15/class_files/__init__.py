"""Java class files, as far as METEOR's stemmers need them, read and translated without Java.

``reader`` takes a file apart, ``instructions`` lists a method's, ``static_tables`` runs the class
initializer for its constants, and ``translation`` turns methods into Python functions.
"""
