"""Pictures of a board, drawn on the server as SVG.

:mod:`.board_svg` draws a position, large or as a thumbnail, with links on its points;
:mod:`.numbered` cuts a game into numbered diagrams; :mod:`.svg` is the type of everything
drawn here, which templates print as it is.
"""
