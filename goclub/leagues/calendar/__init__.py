"""THE CALENDAR: when the club meets, who comes, and everything else that has a day."""
