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
create index reseller_bookings_by_reference on reseller_bookings (site_key, reseller_reference)
  where reseller_reference is not null; -- for resellers/bookings/stored-booking.ts
create index reseller_bookings_by_uuid on reseller_bookings (uuid); -- for office/desk/find-orders.ts
-- A guest is found by the address that the reseller sent of the booking or of a unit, and lost some time after the visit.
create function guest_addresses(contact jsonb, unit_items jsonb) returns text[] language sql immutable as $$
  select array(select lower(address) from (
    select contact ->> 'emailAddress' union select item #>> '{contact,emailAddress}' from jsonb_array_elements(unit_items) as item
  ) as guests (address) where address is not null)
$$;
create index reseller_bookings_by_address on reseller_bookings using gin (guest_addresses(contact, unit_items))
  where emptied_at is null; -- for office/persons/find-person.ts
create index reseller_bookings_to_empty on reseller_bookings (updated_at) where emptied_at is null; -- for office/retention/rules.ts

-- Events that a reseller wishes to be told of, at an endpoint of the one sender of webhooks.
create table reseller_webhooks (
  site_key text not null,
  endpoint_id uuid primary key references webhook_endpoints,
  reseller_id uuid not null references resellers,
  -- Its messages are written with these.
  capabilities text[] not null,
  -- When availability was compared last with what it was told; null before the first time.
  looked_at timestamptz
);
create index reseller_webhooks_of_reseller on reseller_webhooks (reseller_id); -- for resellers/webhooks/change-webhooks.ts

-- The times of a day as an endpoint was told of them.
create table reseller_told_days (
  site_key text not null,
  endpoint_id uuid not null references reseller_webhooks,
  product_id integer not null,
  visit_date date not null,
  -- By time span: its state and its price.
  states jsonb not null,
  primary key (endpoint_id, product_id, visit_date)
);

-- Whatever changes a booking tells of it in its commit.
create function tell_of_booking(bought uuid) returns void language sql as $$
  select tell_endpoint(e.id, 'booking_update', b.uuid, jsonb_build_object('uuid', b.uuid))
    from reseller_bookings b join reseller_webhooks w on w.reseller_id = b.reseller_id
    join webhook_endpoints e on e.id = w.endpoint_id and e.removed_at is null and 'booking_update' = any(e.events)
   where b.order_id = bought
$$;

create function tell_of_booked_order() returns trigger language plpgsql as $$
begin
  perform tell_of_booking(new.id);
  return null;
end $$;
create trigger booked_orders_told after update of status on orders
  for each row when (new.channel = 'OTA' and new.status is distinct from old.status and new.status in ('completed', 'expired', 'cancelled')) execute function tell_of_booked_order();

-- Its words, its time, and that it was cancelled.
create function tell_of_changed_booking() returns trigger language plpgsql as $$
begin
  perform tell_of_booking(new.order_id);
  return null;
end $$;
create trigger reseller_bookings_told after update of updated_at on reseller_bookings
  for each row execute function tell_of_changed_booking();
create trigger booked_reservations_told after update of status on reservations
  for each row when (new.status is distinct from old.status) execute function tell_of_changed_booking();

-- A booking follows its visit to another time, at the prices of that: whoever moves it, in their commit.
create function move_booking() returns trigger language plpgsql as $$
begin
  update reseller_bookings b
     set order_id = new.order_id, updated_at = now(),
         unit_items = (select jsonb_agg(x.item || coalesce((
                                select jsonb_build_object('net', i.unit_price, 'retail', greatest(0, d.base_price + v.add_cost))
                                  from order_items i join option_values v on v.id = i.option_value_id
                                  join time_spans s on s.id = i.time_span_id
                                  join product_days d on d.product_id = s.product_id and d.visit_date = s.visit_date
                                 where i.order_id = new.order_id and i.kind = 'ticket_type'
                                   and i.option_value_id = (x.item ->> 'optionValueId')::integer), '{}') order by x.place)
                         from jsonb_array_elements(b.unit_items) with ordinality as x (item, place))
   where b.order_id = old.order_id;
  return null;
end $$;
create trigger booked_reservations_moved after update of order_id on reservations
  for each row when (new.order_id is distinct from old.order_id) execute function move_booking();

create function tell_of_booked_tickets() returns trigger language plpgsql as $$
begin
  if exists (select from reseller_webhooks where site_key = new.site_key) then
    perform tell_of_booking(r.order_id) from reservations r where r.id = new.reservation_id;
  end if;
  return null;
end $$;
create trigger booked_tickets_given_back_told after insert on refund_requests
  for each row execute function tell_of_booked_tickets();
create trigger booked_check_ins_told after insert or update of undone_at on check_ins
  for each row execute function tell_of_booked_tickets();
