-- Calls that hold or pay are done once for a key of their caller (docs/decisions/0078). Expands: a program of migration 36 knows no keys.

create table idempotency_keys (
  site_key text not null,
  -- SHA-256 of the key: whoever has the key gets the answer.
  key_hash bytea not null,
  -- SHA-256 of the call and of all that was sent with it.
  request_hash bytea not null,
  -- The id that an order is made with, so that the commit that holds says by itself for which key it does.
  subject uuid not null,
  -- Until then another request with the key is told to wait.
  leased_until timestamptz not null,
  -- Sealed; null until there is an answer.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (site_key, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
