-- What happens to reservations is told to third parties (docs/decisions/0079). Expands: the rows are written by the database, so that a
-- program of migration 36 beside this one tells of what it does too.

create table webhook_endpoints (
  id uuid primary key,
  site_key text not null,
  url text not null,
  -- What it is told of.
  events text[] not null check (cardinality(events) > 0),
  -- Sealed; the former one signs too until then.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((former_secret is null) = (former_until is null))
);
create index webhook_endpoints_of_site on webhook_endpoints (site_key);

create table webhook_events (
  -- In their order.
  id bigint generated always as identity primary key,
  -- The name that receivers know it by.
  uid uuid not null unique default gen_random_uuid(),
  site_key text not null,
  type text not null check (type in ('order.completed', 'order.changed', 'order.refunded', 'ticket.checked_in', 'webhook.test')),
  reservation_id uuid not null,
  -- Numbers, ids and moments; no personal data.
  data jsonb not null,
  at timestamptz not null default now()
);
create index webhook_events_by_age on webhook_events (at);

create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints,
  event_id bigint not null references webhook_events on delete cascade,
  reservation_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null default 0,
  -- When it is tried next; while it is tried, when it is thought to have died.
  next_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (endpoint_id, event_id),
  check ((state = 'waiting') = (ended_at is null))
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, reservation_id, event_id) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

create table webhook_tries (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  event_id bigint not null,
  at timestamptz not null default now(),
  -- Null where there was no answer.
  status integer,
  -- Null where it was taken.
  fault text,
  foreign key (endpoint_id, event_id) references webhook_deliveries on delete cascade
);
create index webhook_tries_of_endpoint on webhook_tries (endpoint_id, id);
create index webhook_tries_of_event on webhook_tries (event_id);

create function tell_webhooks(site text, kind text, reservation uuid, details jsonb) returns void language plpgsql as $$
declare
  event bigint;
begin
  if not exists (select from webhook_endpoints where site_key = site and removed_at is null and kind = any(events)) then
    return;
  end if;
  insert into webhook_events (site_key, type, reservation_id, data) values (site, kind, reservation, details) returning id into event;
  insert into webhook_deliveries (endpoint_id, event_id, reservation_id)
    select id, event, reservation from webhook_endpoints
     where site_key = site and removed_at is null and kind = any(events);
end $$;

create function webhook_facts(reservation uuid, number text, bought uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'reservation_id', reservation, 'reservation_number', number, 'order_id', o.id, 'channel', o.channel, 'product_uuid', p.uuid,
    'quantity', o.quantity, 'price', o.price - o.method_discount,
    'visit_from', to_char(s.starts_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"'),
    'visit_to', to_char(s.ends_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"'))
    from orders o join products p on p.id = o.product_id join time_spans s on s.id = o.time_span_id
   where o.id = bought
$$;

create function tell_of_reservation() returns trigger language plpgsql as $$
declare
  kind text := case when tg_op = 'INSERT' then 'order.completed' else 'order.changed' end;
begin
  if exists (select from webhook_endpoints where site_key = new.site_key and removed_at is null and kind = any(events)) then
    perform tell_webhooks(new.site_key, kind, new.id, webhook_facts(new.id, new.number, new.order_id));
  end if;
  return null;
end $$;
create trigger reservations_told after insert on reservations for each row execute function tell_of_reservation();
create trigger reservations_moved_told after update of order_id on reservations
  for each row when (new.order_id is distinct from old.order_id) execute function tell_of_reservation();

create function tell_of_refund() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where site_key = new.site_key and removed_at is null) then
    perform tell_webhooks(r.site_key, 'order.refunded', r.id,
              jsonb_build_object('reservation_id', r.id, 'reservation_number', r.number, 'order_id', new.order_id,
                                 'refund_id', new.id, 'amount', new.amount))
      from reservations r
     where r.id in (select p.reservation_id from reservation_payments p where p.attempt_id = new.attempt_id);
  end if;
  return null;
end $$;
create trigger refunds_told after update of state on refunds
  for each row when (new.state = 'done' and old.state <> 'done') execute function tell_of_refund();
create trigger new_refunds_told after insert on refunds for each row when (new.state = 'done') execute function tell_of_refund();

create function tell_of_check_in() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where site_key = new.site_key and removed_at is null) then
    perform tell_webhooks(new.site_key, 'ticket.checked_in', r.id,
              jsonb_build_object('reservation_id', r.id, 'reservation_number', r.number, 'ticket_id', new.ticket_id,
                                 'at', to_char(new.at at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"')))
      from reservations r where r.id = new.reservation_id;
  end if;
  return null;
end $$;
create trigger check_ins_told after insert on check_ins for each row when (new.direction = 'in') execute function tell_of_check_in();
