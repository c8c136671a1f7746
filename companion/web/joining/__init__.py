"""Pages for joining a game: seats that players take themselves, and televisions."""

from companion.web.joining import arrivals, join, tv
from companion.web.ui import polling

blueprints = tuple(module.bp for module in (arrivals, join, tv))
join.bp.before_request(polling.answer_unchanged)
join.bp.after_request(polling.add_interval)
