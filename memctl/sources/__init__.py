"""Who else has notes: conversations with assistants, as other programs keep them.

may use: graph, formats, errors, expressions
pure: yes
"""
