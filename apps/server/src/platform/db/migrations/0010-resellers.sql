-- Companies that sell for a venue by the OCTO API (docs/resellers.md).

create table resellers (
  id uuid primary key,
  site_key text not null,
  -- In commands, in the books and in the log.
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (name <> ''),
  -- SHA-256 of its key; null once it is revoked.
  key_hash bytea unique,
  -- Its key as it was before the newest rotation: taken until then.
  former_key_hash bytea unique,
  former_key_ends_at timestamptz,
  -- The products that it sells; null for all that are sold on the channel.
  product_ids integer[],
  -- The venue's part of the price of the day, in percent; of kinds that are named here, yen a unit by their codes.
  net_percent smallint not null check (net_percent between 0 and 100),
  net_units jsonb not null default '{}',
  -- Until so many hours before a visit it cancels a confirmed booking.
  cancellation_hours integer not null check (cancellation_hours >= 0),
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((former_key_hash is null) = (former_key_ends_at is null)),
  check (revoked_at is null or (key_hash is null and former_key_hash is null)),
  unique (site_key, code)
);

-- A booking of a reseller, by the UUID of the caller, who may send the same request as often as they wish.
create table reseller_bookings (
  site_key text not null,
  reseller_id uuid not null references resellers,
  uuid uuid not null,
  -- The order that holds its places. Without a foreign key: the booking is claimed before there is one.
  order_id uuid not null unique,
  -- While there is no order: until then somebody is at it.
  leased_until timestamptz not null,
  -- A keyed hash of the request that made it.
  request_hash bytea not null,
  reseller_reference text,
  contact jsonb not null default '{}',
  notes text,
  -- [{uuid, unitId, optionValueId, retail, net, resellerReference, contact}] in the order of the request; yen.
  unit_items jsonb not null,
  cancelled_at timestamptz,
  cancel_reason text,
  -- When it lost what it knew of its guests.
  emptied_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_key, reseller_id, uuid)
);
create index reseller_bookings_by_reference on reseller_bookings (reseller_id, reseller_reference)
  where reseller_reference is not null; -- for resellers/bookings/stored-booking.ts
-- A guest is found by the address that the reseller sent, and lost some time after the visit.
create index reseller_bookings_by_address on reseller_bookings (site_key, lower(contact ->> 'emailAddress'))
  where contact ->> 'emailAddress' is not null; -- for office/persons/find-person.ts
create index reseller_bookings_to_empty on reseller_bookings (updated_at) where emptied_at is null; -- for office/retention/rules.ts
