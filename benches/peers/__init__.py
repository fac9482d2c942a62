"""Other engines of domino games, each behind its own public interface; any may be missing."""
