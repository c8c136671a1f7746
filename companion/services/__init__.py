"""Use cases of the application, independent of Flask and of user-facing text.

Higher layers import values and errors of the store only from here.
"""

from companion.store.errors import DamagedGameError as DamagedGameError
from companion.store.errors import DamagedRowError as DamagedRowError
from companion.store.errors import NoCodeLeftError as NoCodeLeftError
from companion.store.errors import NotSavedError as NotSavedError
from companion.store.errors import StoreError as StoreError
from companion.store.errors import StoreUnavailableError as StoreUnavailableError
from companion.store.errors import UnknownGameError as UnknownGameError
from companion.store.rows.drafts import DRAFT_LIMIT as DRAFT_LIMIT
from companion.store.rows.drafts import Draft as Draft
from companion.store.rows.groups import GroupMembership as GroupMembership
from companion.store.rows.keys import AccessKey as AccessKey
from companion.store.rows.keys import Kind as Kind
from companion.store.rows.lines import Line as Line
