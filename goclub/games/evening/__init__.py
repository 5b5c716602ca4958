"""An evening of the club as its organiser enters it: many results, many
confirmations at once."""
