"""Thai: 21 พ.ย. 2026, long 21 พฤศจิกายน 2026; years as in records, times with น."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y H:i น."
SHORT_DATETIME_FORMAT = "j M Y H:i น."
TIME_FORMAT = "H:i น."
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
