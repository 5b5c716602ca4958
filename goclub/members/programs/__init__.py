"""Keys for programs that read the site in a member's name (:mod:`goclub.api`)."""
