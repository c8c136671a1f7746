"""What the application does, whoever asks for it: without Flask, without words for people.

Rooms above know nothing of the store but these values and errors, by this name.
"""

from companion.store.errors import DamagedGameError as DamagedGameError
from companion.store.errors import DamagedRowError as DamagedRowError
from companion.store.errors import NoCodeLeftError as NoCodeLeftError
from companion.store.errors import NotSavedError as NotSavedError
from companion.store.errors import StoreError as StoreError
from companion.store.errors import StoreUnavailableError as StoreUnavailableError
from companion.store.errors import UnknownGameError as UnknownGameError
from companion.store.protocols import DRAFT_LIMIT as DRAFT_LIMIT
from companion.store.protocols import AccessKey as AccessKey
from companion.store.protocols import Draft as Draft
from companion.store.protocols import Kind as Kind
from companion.store.protocols import Line as Line
from companion.store.protocols import Place as Place
