"""Peers that no package registry has: what they reached when they were built and run by hand."""

QUOTED = (
    ("PeteyPii/MexicanTrain (C++)", "a Mexican Train of its own", "3,000 to 5,800"),
    ("an All Fives engine in JavaScript", "All Fives for two", "2,100"),
)
"""Name, game, random rounds a second."""
