"""Where a memory lives: layout, reading, applying, journal, lock and ledgers.

may use: gate, cachefiles, formats, graph, resources, config, errors
pure: no
"""
