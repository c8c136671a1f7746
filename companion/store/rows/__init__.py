"""A module for each kind of row, with its columns, checksum, values and class.

Rows and checksums are the same in every engine, so a game's checksums stay valid when it moves from
one to another. Every call may raise `StoreUnavailableError`, every one that writes `NotSavedError`,
and every one that names a game `UnknownGameError` (if it does not exist or is in the trash). Text
that UTF-8 cannot encode (a lone surrogate) raises ValueError.
"""
