"""A ladder: members on rungs, who move by challenging those above (house rules H-ladder-…)."""
