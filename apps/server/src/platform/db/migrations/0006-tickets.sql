-- Bought visits and all that comes of them. They are written in the transaction that completes the order.

create table reservations (
  id uuid primary key,
  site_key text not null,
  -- The newest completed order of it.
  order_id uuid not null unique references orders,
  -- For people: ten characters without I, O, 0, 1.
  number text not null,
  token_hash bytea not null unique,
  token_generation integer not null default 0,
  status text not null check (status in ('active', 'cancelled')),
  created_at timestamptz not null,
  -- When the tickets were mailed again, as far as it lies in the hour before the newest time, the oldest first.
  mailed_again_at timestamptz[] not null default '{}',
  -- The order whose visit the buyer was reminded of; a visit that is moved since has another order, and is reminded of once more.
  reminded_order_id uuid,
  -- When the mail of thanks was queued.
  thanked_at timestamptz,
  unique (site_key, number)
);

-- A change of time is an order for a reservation, which has an order itself.
alter table orders add foreign key (replaces) references reservations;

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

-- Tokens that opened a reservation before it was moved (410).
create table former_reservation_tokens (
  token_hash bytea primary key,
  reservation_id uuid not null references reservations,
  replaced_at timestamptz not null
);
create index former_reservation_tokens_by_reservation on former_reservation_tokens (reservation_id); -- for office/desk/order-events.ts

-- Tickets that a buyer handed on together, by a link (docs/decisions/0052).
create table shares (
  id uuid primary key,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- Hash of the token in the link.
  token_hash bytea not null unique,
  -- Hashes of the token that the receiver has, and of the key that their browser made up; null until they accept.
  holder_hash bytea unique,
  acceptance_hash bytea,
  created_at timestamptz not null,
  accepted_at timestamptz,
  taken_back_at timestamptz,
  check (num_nonnulls(accepted_at, holder_hash, acceptance_hash) in (0, 3))
);
create index shares_by_reservation on shares (reservation_id); -- for tickets/shares/list-shares.ts

-- A ticket of type gate admits a visitor; one of type set is exchanged for one unit of a set product.
create table tickets (
  reservation_id uuid not null references reservations,
  -- Number of the ticket inside its reservation, from 1.
  id integer not null check (id > 0),
  uid uuid not null default gen_random_uuid(),
  type text not null check (type in ('gate', 'set')),
  -- The product that it admits to, and when.
  product_id integer not null references products,
  time_span_id integer not null references time_spans,
  option_value_id integer references option_values,
  -- The price that was paid for it, so that a refund of one never recomputes the past.
  price integer not null check (price >= 0),
  -- 0: the code is made of the reservation and the ticket's number; from 1 on of the uid and this number.
  code_version integer not null default 0 check (code_version >= 0),
  code_hash bytea not null unique,
  -- The first entry that was not undone; the next two are the newest entry and exit.
  used_at timestamptz,
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- Its money went back; nobody enters with it.
  revoked_at timestamptz,
  -- Somebody else has it, by a link or a mail of the buyer.
  handed_on_at timestamptz,
  -- With whom it is; null with its buyer.
  share_id uuid references shares,
  -- When something changed that a gate without a connection must know of; null while there is nothing.
  changed_at timestamptz,
  -- Until when one of its former codes claims to admit: later than its own time only after a move.
  claimed_until timestamptz,
  primary key (reservation_id, id),
  check ((type = 'gate') = (option_value_id is not null)),
  check (share_id is null or handed_on_at is not null)
);
create unique index tickets_by_uid on tickets (uid);
-- Visitors that are expected at a time.
create index tickets_by_span on tickets (time_span_id); -- for gate/spans.ts
create index tickets_by_share on tickets (share_id) where share_id is not null; -- for tickets/held-tickets.ts
create index tickets_changed on tickets (changed_at) where changed_at is not null; -- for gate/read-offline-gate.ts
create index tickets_claimed on tickets (claimed_until) where claimed_until is not null; -- for gate/read-offline-gate.ts
create index tickets_revoked on tickets (revoked_at) where revoked_at is not null; -- for office/books/touched-visits.ts

-- A gate that was offline must hear of a change: a program that changes a ticket cannot forget to say so (docs/decisions/0053).
create function note_ticket_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  if new.time_span_id <> old.time_span_id then
    new.claimed_until := greatest(old.claimed_until, (select ends_at from time_spans where id = old.time_span_id));
  end if;
  return new;
end $$;
create trigger tickets_note_change before update on tickets
  for each row when (
    new.code_version <> old.code_version or new.revoked_at is distinct from old.revoked_at
    or new.used_at is distinct from old.used_at or new.last_in_at is distinct from old.last_in_at
    or new.last_out_at is distinct from old.last_out_at or new.time_span_id <> old.time_span_id)
  execute function note_ticket_change();

-- Mails with the link of a share. What somebody wrote is emptied when the mail is sent; the rest counts for an hour.
create table share_mails (
  id uuid primary key,
  share_id uuid not null references shares,
  reservation_id uuid not null references reservations,
  -- A keyed hash of the mailbox.
  recipient_hash bytea not null,
  email text,
  giver_name text,
  message text,
  lang text not null,
  created_at timestamptz not null
);
create index share_mails_by_recipient on share_mails (recipient_hash, created_at); -- for tickets/shares/mail-share.ts
create index share_mails_by_reservation on share_mails (reservation_id, created_at); -- for tickets/shares/mail-share.ts
create index share_mails_by_age on share_mails (created_at); -- for tickets/shares/share-mails.ts

-- Wrong pairs of mail address and reservation number, counted in one row for each network, address and number (docs/decisions/0047).
create table inquiry_tries (
  site_key text not null,
  -- HMAC-SHA-256 of the network, the address or the number, with the secret of the deployment.
  subject_hash bytea not null,
  tries integer not null check (tries >= 0),
  -- When the first of them was counted; the count is over ten minutes later, and its row is swept.
  counted_from timestamptz not null,
  primary key (site_key, subject_hash)
);
create index inquiry_tries_by_time on inquiry_tries (counted_from); -- for tickets/inquiry-tries.ts

-- The last number of a receipt of a site in a year. Its row is locked by the one who issues, until the commit: numbers have no gaps.
create table receipt_numbers (
  site_key text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (site_key, year)
);

-- A document as it was issued (docs/decisions/0049). It is never changed: what happens to the visit afterwards issues a further one.
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
create index receipts_by_reservation on receipts (reservation_id); -- for tickets/receipts/find-receipts.ts
-- The addressee is entered once.
create unique index receipts_first on receipts (reservation_id) where former_id is null;
create index receipts_with_addressee on receipts (issued_at) where addressee <> ''; -- for office/retention/rules.ts

-- A ticket in the wallet of a phone, and in whose hands: a person who is given the ticket gets a pass of their own (docs/decisions/0065).
create table wallet_passes (
  -- The serial number of the pass.
  id uuid primary key,
  site_key text not null,
  wallet text not null check (wallet in ('apple', 'google')),
  reservation_id uuid not null,
  ticket_id integer not null,
  -- With whom the ticket was when it was put in; null: with its buyer.
  share_id uuid references shares,
  -- The language of its words.
  lang text not null,
  -- Hash of the token with which a phone asks for it.
  token_hash bytea not null,
  -- In whole seconds, each later than the one before: HTTP dates know nothing smaller.
  changed_at timestamptz not null,
  foreign key (reservation_id, ticket_id) references tickets,
  unique nulls not distinct (reservation_id, ticket_id, share_id, wallet)
);
create index wallet_passes_by_share on wallet_passes (share_id) where share_id is not null; -- for tickets/wallet/passes/queries.ts

-- A program that changes a ticket cannot forget its passes.
create function note_pass_change() returns trigger language plpgsql as $$
begin
  update wallet_passes
     set changed_at = greatest(date_trunc('second', clock_timestamp()), changed_at + interval '1 second')
   where reservation_id = new.reservation_id and ticket_id = new.id;
  return null;
end $$;
create trigger tickets_note_pass_change after update on tickets
  for each row when (new.changed_at is distinct from old.changed_at)
  execute function note_pass_change();

-- Phones that want to be told of a pass (Apple).
create table wallet_registrations (
  device_id text not null check (device_id <> ''),
  pass_id uuid not null references wallet_passes,
  -- Where the phone is told.
  push_token text not null check (push_token <> ''),
  primary key (device_id, pass_id)
);
create index wallet_registrations_by_pass on wallet_registrations (pass_id); -- for tickets/wallet/passes/queries.ts
create index wallet_registrations_by_push_token on wallet_registrations (push_token); -- for tickets/wallet/passes/queries.ts
