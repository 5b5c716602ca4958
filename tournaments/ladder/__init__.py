"""A ladder: members on rungs, who move by challenging those above (house rules H-ladder-1 to 9)."""
