"""The post: letters are put into an outbox with what they tell of, and a worker sends them.

The libraries for this mark letters as sent when a whole batch is through, so that a worker that is
killed sends again what was sent; ours marks each letter on its way.
"""
