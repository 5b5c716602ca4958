"""What members are told: a list on the site, and letters as each one's switches say."""
