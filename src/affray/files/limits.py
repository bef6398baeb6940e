"""How much a document may hold, whatever it is about."""

DEPTH = 20
"""Tables and lists inside each other, at most, the whole document counted."""

DIGITS = 100
"""Characters of an integer, at most; no field allows nearly as many."""
