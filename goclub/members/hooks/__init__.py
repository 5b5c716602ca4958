"""Webhooks: what happens in the club, told to the addresses that the chair has entered.

A fact writes its deliveries in its own transaction (:mod:`.services.keeping`); the worker that
sends the letters posts them afterwards (:mod:`.services.sending`).  What is told of a fact is read
when it is sent, as a visitor would see it then; a room above says it (``AppConfig.hooks``).
"""
