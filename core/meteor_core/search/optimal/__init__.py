"""What the optimal searches over words and over spans share: how one component is searched.

Each of the two turns its rows into components, independent small problems of one form. What makes
an alignment best is in the values of a component alone.

    component      the form
    disjoint_sets  groups open matches
    solve          searches a component within a budget, and says what is proved
    layered        goes through it layer by layer; completely if it is small
    bound          says what a search of a larger one need not look at
    parts          what is left of it for choices near the bound, and how that falls apart
    demands        says which states no choice can complete

Their reductions stay two on purpose: over words, most matches stage by stage become constraints on
pairs of types; over spans, where matches overlap, candidates are compared with their rivals.
"""
