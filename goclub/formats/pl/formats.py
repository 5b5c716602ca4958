"""Polish: 20 listopada 2026, short 20.11.2026; four digits stay together, more are spaced."""

DATE_FORMAT = "j E Y"
SHORT_DATE_FORMAT = "d.m.Y"
DATETIME_FORMAT = "j E Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j E"
YEAR_MONTH_FORMAT = "F Y"
THOUSAND_SEPARATOR = "\u202f"
NUMBER_GROUPING = 3
