"""CHALLENGES: one member proposes a game to another, who accepts, proposes other terms, or not."""
