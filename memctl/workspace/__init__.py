"""Where a memory lives: layout, reading, applying, journal, lock and ledgers.

`finding` tells which folder it is, `layout` where its parts are, and `discovery` finds those by
their names. `reading` says what stands there now, `drafting` what shall stand there, `applying`
writes it, and `journal` makes the writes of a job whole or undone.

may use: gate, cachefiles, formats, graph, resources, config, errors
pure: no
"""
