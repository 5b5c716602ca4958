"""Dates that nobody can misread: members come from everywhere."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
