-- Requests of one network to a limited route in a minute, of all processes. Unlogged: a crash of the database may forget a minute,
-- and writing these costs nothing to the orders beside them.
create unlogged table request_counts (
  -- Since 1970.
  minute integer not null,
  -- A keyed hash of route and network.
  subject bytea not null,
  requests integer not null,
  primary key (minute, subject)
);
