"""Boxes of cards as data: cards, names, and facts with their leaflet lines."""

from companion.datafiles.text import LocalizedText as LocalizedText
from companion.editions.edition import CardFace as CardFace
from companion.editions.edition import Colour as Colour
from companion.editions.edition import Edition as Edition
from companion.editions.loader import load_boxes as load_boxes
