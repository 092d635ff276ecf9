"""Where a memory lives: layout, reading, applying, journal, lock and ledgers.

may use: cachefiles, formats, graph, resources, config, errors
pure: no
"""
