"""What people do with competitions, by topic.

``events`` create and edit; ``registration``; ``rounds`` pair, publish, undo; ``seating`` changes by
hand; ``results``; ``claims`` results from the players; ``closing``; ``exchange`` files.
"""
