"""Results as they are taken home: pictures and words that need no server any more.

A picture is one square SVG, drawn by the server; the phone turns it into a PNG, and without a
script it is a link. It stands alone, so it brings its signs along and is drawn in the light
colours, whatever the phone shows.
"""
