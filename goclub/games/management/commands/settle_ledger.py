"""The earlier name of run_jobs: a site that an earlier release started asks for it until it is
stopped."""

from goclub.games.management.commands.run_jobs import Command

__all__ = ["Command"]
