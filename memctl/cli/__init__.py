"""How people call it: a file a command group; quick.py answers the hot path.

may use: mcp_server, web, jobs, graph, config, errors, typer, rich, textual
pure: no
"""
