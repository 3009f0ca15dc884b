-- Receipts (docs/decisions/0049). Expands: a program of migration 22 may go on selling beside one of this; a visit that it moves, or
-- tickets that it gives back, issue no further receipt.

-- The last number of a site in a year. Its row is locked by whoever issues, until the commit: numbers have no gaps.
create table receipt_numbers (
  site_key text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (site_key, year)
);

-- A document as it was issued. It is never changed: what happens to the visit afterwards issues a further one.
create table receipts (
  id uuid primary key,
  site_key text not null,
  reservation_id uuid not null references reservations,
  year smallint not null,
  number integer not null check (number > 0),
  -- The one that it replaces, which nothing else does.
  former_id uuid unique references receipts,
  -- To whom it is issued, as the buyer wrote it.
  addressee text not null,
  -- All that is printed besides, with names in every language that the venue wrote.
  document jsonb not null,
  issued_at timestamptz not null,
  unique (site_key, year, number)
);
create index receipts_by_reservation on receipts (reservation_id);
-- The addressee is entered once (S-14.06).
create unique index receipts_first on receipts (reservation_id) where former_id is null;
