-- Every area stands on this. A row belongs to the site that its `site_key` names; money is whole yen.

-- A decision on a row is written only if the version of the row is still the same. Each writer raises it; should one forget, the
-- database does it.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- The people of the venues, and what each may do.
create table staff (
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{0,39}$'),
  role text not null check (role in ('owner', 'manager', 'planner', 'box_office', 'marketing', 'accountant', 'auditor')),
  -- Null: all sites of the deployment.
  site_keys text[],
  -- Where their invitation goes, and what owners have to know; null once they left.
  email text,
  -- The address that was theirs, until it is told so.
  former_email text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (site_keys is null or cardinality(site_keys) > 0),
  check (ended_at is null or email is null)
);

-- A line for everything that staff did.
create table staff_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: the action concerns no single site.
  site_key text,
  staff text not null,
  permission text not null,
  verb text not null,
  -- A number or an id, never the words of a visitor.
  subject text not null,
  details jsonb not null default '{}',
  reason text,
  via text not null default 'cli' check (via in ('cli', 'console'))
);
create index staff_actions_of_site on staff_actions (site_key, id); -- for platform/staff/list-actions.ts
create index staff_actions_of_subject on staff_actions (subject, id); -- for platform/staff/list-actions.ts
create index staff_actions_with_words on staff_actions (at) where reason is not null; -- for office/retention/rules.ts
create index staff_refunds_by_time on staff_actions (site_key, at) where verb = 'refund'; -- for payments/refunds/second-person.ts

-- A line is neither changed nor forgotten. Two things in it may be emptied, because they can be about a visitor: the words in which somebody
-- said why, and a detail that names an erased person; amounts beside it stay (docs/decisions/0080).
create function refuse_change_of_staff_actions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.reason is null or new.reason = old.reason)
       and to_jsonb(new) - 'reason' - 'details' = to_jsonb(old) - 'reason' - 'details'
       and (new.details = '{}' or not exists (
         select from jsonb_each(old.details) as former full join jsonb_each(new.details) as kept using (key)
          where former.value is null or kept.value is null or kept.value not in (former.value, 'null'))) then
      return new;
    end if;
  end if;
  raise exception 'staff_actions are only added to';
end
$$;
create trigger staff_actions_are_kept before update or delete on staff_actions
  for each row execute function refuse_change_of_staff_actions();
create trigger staff_actions_are_not_emptied before truncate on staff_actions
  for each statement execute function refuse_change_of_staff_actions();

-- An act that a second person agrees to: exactly this one, while what was seen is as it was.
create table staff_approvals (
  id uuid primary key,
  site_key text not null,
  verb text not null,
  -- A number or an id, never the words of a visitor.
  subject text not null,
  -- All that the verb was asked for but the reason, as JSON text.
  arguments text not null,
  -- A digest: the person who asked saw what it stands for.
  digest text not null,
  -- Numbers of it, for the person who agrees.
  shown jsonb not null,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Nobody else may agree at this site: it may be done from then on.
  waits_until timestamptz,
  decided_by text,
  decided_at timestamptz,
  is_given boolean,
  used_at timestamptz,
  check (decided_by <> asked_by),
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (is_given is null))
);
create index staff_approvals_of_site on staff_approvals (site_key, asked_at); -- for platform/staff/approvals.ts

-- Digests of these lines, made every hour with a key that is not here: who may write this table too is found out (kippu actions verify).
create table log_seals (
  id bigint generated always as identity primary key,
  sealed_at timestamptz not null,
  -- It has the lines behind the first through the second, and follows the seal that ends with the first.
  after_id bigint not null unique,
  through_id bigint not null unique,
  digests text not null,
  -- It stands for all that is sealed so far.
  root bytea not null
);

-- Names of work that must not run beside itself, and has no row of its own to lock (platform/db/lock-name.ts).
create table locked_names (
  name text primary key
);

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

-- Calls that hold or pay are done once for a key of their caller (docs/decisions/0078).
create table idempotency_keys (
  site_key text not null,
  -- SHA-256 of the key: a caller with the key gets the answer.
  key_hash bytea not null,
  -- A hash of the call and of all that was sent with it, keyed with the secret of the deployment.
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
create index idempotency_keys_by_age on idempotency_keys (created_at); -- for platform/idempotency/key-queries.ts
-- Whether an order that was written without an answer is that of a key.
create index idempotency_keys_by_subject on idempotency_keys (subject); -- for platform/idempotency/is-of-key.ts

-- Third parties are told what happens to reservations (docs/decisions/0079).
create table webhook_endpoints (
  id uuid primary key,
  site_key text not null,
  url text not null,
  -- The types of events that it is told of.
  events text[] not null check (cardinality(events) > 0),
  -- Sealed; the former one signs too until then.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check ((former_secret is null) = (former_until is null))
);
create index webhook_endpoints_of_site on webhook_endpoints (site_key); -- for platform/webhooks/endpoints.ts

create table webhook_events (
  -- In their order.
  id bigint generated always as identity primary key,
  -- The name that receivers know it by.
  uid uuid not null unique default gen_random_uuid(),
  site_key text not null,
  type text not null check (type in ('order.completed', 'order.changed', 'order.refunded', 'ticket.checked_in', 'webhook.test',
                                     'booking_update', 'availability_update')),
  -- A reservation, or what else the events of one are told about in their order.
  reservation_id uuid not null,
  -- Numbers, ids and moments; no personal data.
  data jsonb not null,
  at timestamptz not null default now()
);
create index webhook_events_by_age on webhook_events (at); -- for platform/webhooks/delivery-queries.ts

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
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, reservation_id, event_id) where state = 'waiting'; -- for platform/webhooks/delivery-queries.ts
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting'; -- for platform/webhooks/delivery-queries.ts
create index webhook_deliveries_of_event on webhook_deliveries (event_id); -- for platform/webhooks/delivery-queries.ts
-- The next event of an endpoint, in its order.
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, event_id) where state = 'waiting'; -- for platform/webhooks/delivery-queries.ts
create index webhook_deliveries_given_up on webhook_deliveries (endpoint_id) where state = 'dead'; -- for platform/webhooks/count-deliveries.ts

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
create index webhook_tries_of_endpoint on webhook_tries (endpoint_id, id); -- for platform/webhooks/endpoints.ts
create index webhook_tries_of_event on webhook_tries (event_id); -- for platform/webhooks/delivery-queries.ts

-- Events are written by the triggers of what they tell of, in its commit: no writer can forget them.
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

-- Tells one endpoint by a message that is written when it is sent: what waits and was not tried yet tells of this too, but not one that
-- somebody else has locked, who may commit before. Nobody waits here: callers hold locks of their own.
create function tell_endpoint(endpoint uuid, kind text, subject uuid, details jsonb) returns void language plpgsql as $$
declare
  event bigint;
begin
  perform from webhook_deliveries
   where endpoint_id = endpoint and reservation_id = subject and state = 'waiting' and tries = 0 for update skip locked;
  if found then
    return;
  end if;
  insert into webhook_events (site_key, type, reservation_id, data)
    select site_key, kind, subject, details from webhook_endpoints where id = endpoint and removed_at is null returning id into event;
  insert into webhook_deliveries (endpoint_id, event_id, reservation_id) select endpoint, event, subject where event is not null;
end $$;
