-- Expands, so that a program of migration 8 may go on selling beside one of this (docs/decisions/0023-expand-then-contract.md): new
-- columns are null or have a default, and the two old tables of lines are views of the new one. `kippu database --contract`
-- ends that.

-- At once, so that what waits for one of them waits for all; a circle with a purchase ends as any deadlock does, and is tried again.
lock table payment_attempts, refunds, reservations, tickets, products, orders, order_lines, order_sets in access exclusive mode;

-- One table of lines: options, extras and set products.
alter table order_lines rename to order_items;
alter table order_items rename column type to kind;
alter table order_items drop constraint order_lines_type_check;
alter table order_items
  alter column option_value_id drop not null,
  alter column base_price drop not null,
  alter column add_cost drop not null,
  -- The view of set products cannot give its rows a kind; every other writer names it.
  alter column kind set default 'set',
  add check (kind in ('ticket_type', 'extra', 'set')),
  add check ((kind = 'set') = (option_value_id is null)),
  -- What is bought and when. Null on the lines of a visit that an older program wrote: those of its order then.
  add column product_id integer references products,
  add column time_span_id integer references time_spans,
  -- Percent of consumption tax that the price contains (S-14.05).
  add column tax_rate smallint not null default 10 check (tax_rate between 0 and 100),
  add check (kind <> 'set' or (product_id is not null and time_span_id is not null));
alter table order_items drop constraint order_lines_pkey;

insert into order_items (order_id, position, kind, product_id, time_span_id, quantity, unit_price, coupon_discount, method_discount)
select order_id, position, 'set', product_id, time_span_id, quantity, unit_price, coupon_discount, method_discount from order_sets;
drop table order_sets;
alter table order_items add primary key (order_id, kind, position);

-- Set products are counted from 0 beside the others.
create unique index order_items_position on order_items (order_id, (kind = 'set'), position);

create view order_lines as
  select order_id, position, kind as type, option_value_id, quantity, base_price, add_cost, unit_price, membership_discount,
         coupon_discount, method_discount
  from order_items where kind <> 'set';
create view order_sets as
  select order_id, position, product_id, time_span_id, quantity, unit_price, coupon_discount, method_discount
  from order_items where kind = 'set';

alter table products add column tax_rate smallint not null default 10 check (tax_rate between 0 and 100);

alter table orders
  add column kind text not null default 'visit' check (kind in ('visit', 'time_change')),
  -- The reservation that a change of date is for, and the yen paid for it and not given back.
  add column replaces uuid references reservations,
  add column credit integer not null default 0 check (credit >= 0),
  -- The buyer's address as it is compared; the answers say how it was typed.
  add column email text,
  -- Raised by every writer.
  add column version integer not null default 0,
  add check ((kind = 'time_change') = (replaces is not null)),
  add check (kind = 'time_change' or credit = 0);
create index orders_by_email on orders (site_key, email) where email is not null;
create index orders_by_replaced on orders (replaces) where replaces is not null;

alter table payment_attempts
  add column version integer not null default 0,
  alter column purpose set default 'order';

alter table tickets
  add column uid uuid,
  -- 0: the code is made of the reservation and the ticket's number; from 1 on of the uid and this number.
  add column code_version integer not null default 0 check (code_version >= 0),
  -- With `time_span_id`: what the ticket admits to, and when. Null where an older program wrote it.
  add column product_id integer references products;
alter table tickets alter column uid set default gen_random_uuid();
create unique index tickets_by_uid on tickets (uid);

alter table reservations add column token_generation integer not null default 0;

-- Tokens that opened a reservation before it was moved (410).
create table former_reservation_tokens (
  token_hash bytea primary key,
  reservation_id uuid not null references reservations,
  replaced_at timestamptz not null
);

-- The money of a reservation, payment by payment. `reservations.attempt_id` stands for the one of an older program.
create table reservation_payments (
  reservation_id uuid not null references reservations,
  attempt_id uuid not null unique references payment_attempts,
  -- Yen that were charged.
  amount integer not null check (amount >= 0),
  created_at timestamptz not null,
  primary key (reservation_id, attempt_id)
);

-- An amount that goes back to a buyer, spread over the payments of the reservation: each part is a row of `refunds`.
create table refund_requests (
  id uuid primary key,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- What it is for: tickets that are revoked, or the difference to a cheaper visit.
  purpose text not null check (purpose in ('tickets', 'difference')),
  ticket_ids integer[] not null,
  -- Yen.
  amount integer not null check (amount >= 0),
  -- Why, in the words of who asked for it.
  reason text not null,
  created_at timestamptz not null
);
create index refund_requests_by_reservation on refund_requests (reservation_id);
alter table refunds add column request_id uuid references refund_requests;
create index refunds_by_request on refunds (request_id) where request_id is not null;
