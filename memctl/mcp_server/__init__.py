"""How agents call it: a few tools and resources over the Model Context Protocol.

may use: jobs, graph, resources, errors, mcp, mcp_types, anyio, pydantic
pure: no
"""
