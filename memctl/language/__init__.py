"""How a sentence is read: tokens, names, dates and statements, in English and Chinese.

may use: errors, pypinyin
pure: yes
"""
