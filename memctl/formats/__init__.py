"""How a memory is spelled: text to values and back, dialects, edits of a document.

may use: graph, errors, expressions, yaml, frontmatter, pydantic_core
pure: yes
"""
