"""What programs read: members, rankings, games, records, tournaments and leagues as JSON.

Read-only.  A program that sends a key (``Authorization: Bearer …``) sees what the key's member
sees, within the key's scopes; one without sees what visitors see.  Lists come in pages: ``next`` is
the address of the following one, None at the end.  The description stands at
``/api/v1/openapi.json``; answers carry an ETag.
"""
