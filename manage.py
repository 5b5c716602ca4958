#!/usr/bin/env python
"""Django's command line for the Go club site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from goclub.common.environment import command_of, refusal

    if why := refusal(settings.SETTING_FAULTS, command_of(sys.argv)):
        sys.stderr.write(f"{why}\n")
        sys.exit(2)
    try:
        execute_from_command_line(sys.argv)
    except EOFError:
        sys.exit("This command asks questions. Run it in a terminal.")


if __name__ == "__main__":
    main()
