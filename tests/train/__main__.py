"""Trains what the search is shipped with: `python -m tests.train`.

The files are part of the package, and nothing is trained at run time.
"""

from companion.rulings.search.trained import INDEX_FILE, TRIGRAM_FILE
from tests.train.index import trained_index
from tests.train.trigrams import trained_trigrams

if __name__ == "__main__":
    INDEX_FILE.write_bytes(trained_index().to_bytes())
    TRIGRAM_FILE.write_bytes(trained_trigrams().to_bytes())
