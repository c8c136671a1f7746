"""The released steps of a database's schema, each frozen with all that it needs.

A step runs on databases of any age, long after the row classes have changed. So a released step is
never changed, and imports nothing of the store. It is SQL, or a function of the connection if it
must compute something, such as the checksums of rows over one more column.

SQL runs while servers of the previous version go on working, so it only adds what these neither
query nor write. A column needs a default for the rows that they insert, and no checksum may cover
it. A function runs while no server has the database open (`leases.require_none`), so it may change
anything. In both cases a server of the previous version does not start any more, and one that has
lost its lease does not go on (`leases.Lease`).

Every table of a game has a primary key that starts with the game. A time is stored as whole
microseconds since 1970 in UTC.
"""

from collections.abc import Callable, Mapping
from typing import Any

import psycopg

Step = str | Callable[[psycopg.Connection[dict[str, Any]]], None]

# Every database records these names, so they never change.
STEPS: Mapping[str, Step] = {
    "journals": """
    CREATE TABLE games (
        id text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        version integer NOT NULL,
        seal bytea NOT NULL,
        created bigint NOT NULL,
        changed bigint NOT NULL,
        deleted bigint,
        heading bytea NOT NULL
    );
    CREATE INDEX games_by_change ON games (changed DESC, number DESC) WHERE deleted IS NULL;
    CREATE INDEX games_by_deletion ON games (deleted, id) WHERE deleted IS NOT NULL;
    CREATE TABLE lines (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        version integer NOT NULL,
        at bigint NOT NULL,
        body bytea NOT NULL,
        request_id bytea,
        fingerprint bytea,
        "by" bytea,
        seal bytea NOT NULL,
        request bytea,
        PRIMARY KEY (game, version)
    );
    CREATE UNIQUE INDEX lines_by_request ON lines (game, request) WHERE request IS NOT NULL;
    CREATE TABLE purged (digest bytea PRIMARY KEY);
""",
    "keys": """
    CREATE TABLE keys (
        "key" text COLLATE "C" PRIMARY KEY,
        game text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        "table" integer,
        seal bytea NOT NULL
    );
    CREATE INDEX keys_by_game ON keys (game);
""",
    "drafts": """
    CREATE TABLE counts (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        "table" integer NOT NULL,
        count integer NOT NULL,
        PRIMARY KEY (game, "table")
    );
    CREATE TABLE drafts (
        game text COLLATE "C" NOT NULL REFERENCES games ON DELETE CASCADE,
        "table" integer NOT NULL,
        seat integer NOT NULL,
        round integer NOT NULL,
        text bytea NOT NULL,
        "by" bytea,
        count integer NOT NULL,
        seal bytea NOT NULL,
        PRIMARY KEY (game, "table", seat)
    );
""",
    "groups": """
    CREATE TABLE groups (
        id text COLLATE "C" PRIMARY KEY,
        "key" text COLLATE "C" NOT NULL UNIQUE,
        version integer NOT NULL,
        text bytea NOT NULL,
        seal bytea NOT NULL
    );
    CREATE TABLE places (
        game text COLLATE "C" PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        "group" text COLLATE "C",
        follows text COLLATE "C",
        is_counted integer NOT NULL,
        seal bytea NOT NULL
    );
    CREATE INDEX places_by_group ON places ("group") WHERE "group" IS NOT NULL;
    CREATE INDEX places_by_follows ON places (follows) WHERE follows IS NOT NULL;
""",
    "televisions": """
    CREATE TABLE televisions (
        television text COLLATE "C" PRIMARY KEY,
        code text COLLATE "C" UNIQUE,
        address text,
        "key" text COLLATE "C",
        at bigint NOT NULL,
        seal bytea NOT NULL
    );
    CREATE INDEX televisions_by_key ON televisions ("key") WHERE "key" IS NOT NULL;
""",
    "leases": """
    CREATE TABLE leases (
        holder text COLLATE "C" PRIMARY KEY,
        host text NOT NULL,
        is_exclusive boolean NOT NULL,
        renewed timestamptz NOT NULL
    );
""",
}
