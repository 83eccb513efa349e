"""Connects alembic with our database: over the connection that the store hands it."""  # noqa: INP001 - run by alembic

from alembic import context

from kozyr.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
