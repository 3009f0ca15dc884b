-- Visits that do not take place: what the house cancelled, and what became of each reservation that it touches.

create table visit_cancellations (
  id integer generated always as identity primary key,
  site_key text not null,
  -- Stopped with it: no visit of them is sold any more.
  span_ids integer[] not null,
  from_date date not null,
  to_date date not null,
  -- refund: the money goes back. move: the buyer may choose another day.
  way text not null check (way in ('refund', 'move')),
  -- Until then a visit may be moved, whatever the terms of the site say.
  moves_until timestamptz,
  -- In the words of whoever cancelled them.
  reason text not null,
  staff text not null,
  created_at timestamptz not null,
  -- Null: workers look at it.
  ended_at timestamptz,
  check ((way = 'move') = (moves_until is not null))
);

create index visit_cancellations_of_site on visit_cancellations (site_key, id);
create index visit_cancellations_open on visit_cancellations (id) where ended_at is null;

create table visit_cancellation_items (
  -- Of the job of its letter too.
  id uuid primary key,
  cancellation_id integer not null references visit_cancellations,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- The order that had given the reservation its day. One that moves to another day has another one.
  order_id uuid not null references orders,
  state text not null check (state in ('waiting', 'refunding', 'done', 'failed', 'needs_person')),
  -- What became of it, or why not yet: words of ours.
  code text,
  -- What its one letter says; null: none is queued.
  letter text check (letter in ('refund', 'move', 'contact')),
  refund_request_id uuid references refund_requests,
  tries smallint not null default 0,
  check_at timestamptz not null,
  unique (cancellation_id, reservation_id)
);

create index visit_cancellation_items_due on visit_cancellation_items (check_at) where state = 'waiting';
create index visit_cancellation_items_by_reservation on visit_cancellation_items (reservation_id);
create index visit_cancellation_items_by_order on visit_cancellation_items (order_id);
create index visit_cancellation_items_by_refund on visit_cancellation_items (refund_request_id) where refund_request_id is not null;

-- The letter about a cancelled visit says what goes back: no other mail tells of this refund.
alter table refund_requests add column is_told_otherwise boolean not null default false;
