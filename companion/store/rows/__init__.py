"""A module for each kind of row: its columns, its checksum, its values and its class.

What a row says and whether it is as it was written is the same in every engine, so a game keeps
its checksums when it moves from one to another. Every call may raise `StoreUnavailableError`, every
one that writes `NotSavedError`, and every one that names a game `UnknownGameError` (an unknown one,
or one in the trash). Text that UTF-8 cannot hold (half of a surrogate pair) is a ValueError.
"""
