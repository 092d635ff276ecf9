"""When it happens: one file a job, each a function that reads top to bottom.

may use: graph, formats, language, safety, rules, workspace, git, hosts, watching, sources, index,
    llm, schema, config, resources, gate, cachefiles, errors, expressions
pure: no
"""
