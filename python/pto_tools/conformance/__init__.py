"""Other projects' own examples and tests, executed on this simulator and judged by their own references."""
