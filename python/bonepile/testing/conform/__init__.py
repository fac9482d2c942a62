"""Conformance: any engine against the rules."""
