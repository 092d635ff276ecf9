"""Whose settings do we stand in: the schedulers' and the assistants' own files.

may use: errors
pure: no
"""
