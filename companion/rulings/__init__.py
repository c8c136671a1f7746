"""Rulings as data, one file per topic, with the answers of each box's leaflet."""

from companion.rulings.ruling import Ruling as Ruling
from companion.rulings.ruling import Rulings as Rulings
