"""What must not come in: secrets and foreign instructions.

may use: language, errors, expressions
pure: yes
"""
