"""When files change: hints that something moved, never what.

may use: errors, watchdog
pure: no
"""
