"""What stands in the rows of every engine: values, checksums and new keys.

An engine finds rows and writes them. What a row says and whether it is as it was written is the
same in all of them, so a game keeps its checksums when it moves from one engine to another. A
row of a game, and one read together with it, has the id of the game in its column `id`.
"""
