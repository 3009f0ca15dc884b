-- What was bought. Written in the same transaction that completes the order (S-1.06).

create table reservations (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null unique references orders,
  -- For people: ten characters without I, O, 0, 1 (S-8.02).
  number text not null,
  token_hash bytea not null unique,
  status text not null check (status in ('active', 'cancelled')),
  created_at timestamptz not null,
  unique (site_key, number)
);

create table tickets (
  reservation_id uuid not null references reservations,
  -- Number of the ticket inside its reservation, from 1 (R-2.45).
  id integer not null check (id > 0),
  type text not null check (type in ('gate', 'set')),
  option_value_id integer not null references option_values,
  -- What this ticket cost, so that a refund of one never recomputes the past.
  price integer not null check (price >= 0),
  code_hash bytea not null unique,
  used_at timestamptz,
  primary key (reservation_id, id)
);
