"""What a memory is: entities, facts, notes, plans, problems and reports, as values.

may use: errors, expressions
pure: yes
"""
