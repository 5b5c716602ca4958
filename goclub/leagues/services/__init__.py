"""What people do with competitions, by topic.

``events`` create and edit; ``registration``; ``rounds`` pair, publish, undo; ``seating`` changes by
hand, ``seat_list`` many at once; ``results``; ``claims`` results from the players; ``closing``;
``corrections`` of posted games carried back; ``exchange`` files.
"""
