"""Results to take home, as pictures and texts that need no server.

A picture is a square SVG drawn by the server. A script on the phone turns it into a PNG, and
without scripts it is a link. It includes all its symbols and always uses the light colours.
"""
