"""How a sentence is read: tokens, names, dates and statements.

In English, in Chinese, and in whatever language a lexicon has tables of.

may use: errors, expressions, pypinyin
pure: yes
"""
