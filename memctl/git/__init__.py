"""How a memory is versioned: state of the repository and commits.

may use: graph, formats, errors
pure: no
"""
