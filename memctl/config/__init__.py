"""Settings: flag over environment over memctl.toml over user file over default.

may use: errors
pure: no
"""
