"""The games for those who train: many at once over the compiled twins, and as environments of other libraries.

`septet.batch` needs the extra `search`; the environments need the extra of their library. Nothing here is imported
before somebody asks for it.
"""
