"""Example of an own box's TOML file: number cards, wild cards, and a card of its own."""

OWN_BOX_TOML = """
name = { en = "Our old box", fr = "Notre vieille boîte" }
recognise = { en = "A taped lid", fr = "Un couvercle recollé" }
box_count = 86
rulings_like = "classic-108"

[colours]
blue = {}
green = {}
red = {}
yellow = {}

[lots.numbers]

[cards.wild]
count = 4

[cards.thunder]
kind = "action"
points = 30
count = 6
sign = "special"
name = { en = "Thunder", fr = "Tonnerre" }
spoken = { en = ["thunder", "storm"], fr = ["tonnerre", "orage"] }
"""
