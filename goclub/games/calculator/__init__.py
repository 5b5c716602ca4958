"""The calculator: what two strengths could play, and what each result would do to both."""
