"""Searches over spans: what METEOR 1.5 aligns, where a phrase may match a phrase.

``candidates.py`` lists every match that the grounds allow, a search chooses among them. As in the
other searches integers go in and links come out, and no search sees a word.
"""
