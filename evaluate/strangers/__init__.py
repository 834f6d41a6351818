"""Honest documents by programs, and after treatments, that no rule was written with."""
