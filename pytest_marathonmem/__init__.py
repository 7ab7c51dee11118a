"""Measures the long-term memory of any AI agent through its ordinary chat."""
