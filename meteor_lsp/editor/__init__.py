"""One editor: what it can do, how it is spoken to, and what happens when nobody asks."""
