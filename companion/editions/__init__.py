"""Boxes of cards as data: cards, names, and facts with their leaflet lines."""

from companion.datafiles.text import Lines as Lines
from companion.datafiles.text import LocalizedText as LocalizedText
from companion.editions.edition import CardFace as CardFace
from companion.editions.edition import Colour as Colour
from companion.editions.edition import Edition as Edition
from companion.editions.edition import Leaflet as Leaflet
from companion.editions.edition import by_group as by_group
from companion.editions.edition import facts_of as facts_of
from companion.editions.inventory import CardGroup as CardGroup
from companion.editions.inventory import Inventory as Inventory
from companion.editions.inventory import card_groups as card_groups
from companion.editions.inventory import inventory as inventory
from companion.editions.loader import InvalidBoxError as InvalidBoxError
from companion.editions.loader import load_boxes as load_boxes
from companion.editions.loader import load_sound_boxes as load_sound_boxes
from companion.editions.recognition import NONE as NONE
from companion.editions.recognition import Question as Question
from companion.editions.recognition import candidates as candidates
from companion.editions.recognition import question as question
