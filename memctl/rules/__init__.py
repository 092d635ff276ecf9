"""What should happen: a graph, candidates and a day in, a plan out.

may use: graph, language, safety, errors, expressions, rapidfuzz
pure: yes
"""
