"""Results as they are taken home: pictures and words that need no server any more.

A picture is one square SVG, drawn by the server; the phone turns it into a PNG, and without a
script it is a link. It stands alone, so it brings its signs along and is drawn in the light
colours, whatever the phone shows.
"""

from companion.web.ui.pictures.frame import picture_response
from companion.web.ui.pictures.podium import podium_of, podium_picture
from companion.web.ui.pictures.ranking import Ranking, Row, ranking_picture
from companion.web.ui.pictures.taken_home import TakenHome

__all__ = [
    "Ranking",
    "Row",
    "TakenHome",
    "picture_response",
    "podium_of",
    "podium_picture",
    "ranking_picture",
]
