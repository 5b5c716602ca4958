"""Japanese: 2026年11月22日, short 2026/11/22; half-width figures, a comma from 1,000."""

DATE_FORMAT = "Y年n月j日"
SHORT_DATE_FORMAT = "Y/m/d"
DATETIME_FORMAT = "Y年n月j日 H:i"
SHORT_DATETIME_FORMAT = "Y/m/d H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "n月j日"
YEAR_MONTH_FORMAT = "Y年n月"
NUMBER_GROUPING = 3
