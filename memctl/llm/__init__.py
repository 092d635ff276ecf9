"""Who else can read: a model through litellm, asked by one prompt a file.

may use: cachefiles, rules, graph, safety, resources, errors, litellm, pydantic, json_repair
pure: no
"""
