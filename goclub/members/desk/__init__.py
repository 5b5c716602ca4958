"""The desk: what waits for somebody's decision in any room of the house, the gravest first.

A room declares what may wait in it: ``AppConfig.desk`` names modules with a tuple ``DESK`` of
:class:`~goclub.members.desk.queries.Source`.
"""
