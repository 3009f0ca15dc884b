-- A bought visit moves to another day or time: an order of kind `time_change`. Expands: a program of migration 18 may go on selling
-- beside one of this, and makes no such orders.

alter table orders
  -- The order that was the newest one of its reservation when the change was made: what the visit moves from.
  add column moves_from uuid references orders,
  -- The mail server refused the address of the buyer; null once another one was stored.
  add column email_refused_at timestamptz,
  add check (kind = 'time_change' or moves_from is null);

-- One change of a reservation is under way at a time (S-11.02, S-11.03).
create unique index orders_one_change on orders (replaces)
  where kind = 'time_change' and status in ('ready_checkout', 'payment_pending', 'payment_3ds');

alter table order_items
  -- How the units of a line stand in the stock of its time span. `held`: the order holds them. `carried`: the order that the visit
  -- moves from holds them, and they pass over when the change is complete. `none`: they are not counted (D-05).
  add column stock text not null default 'held' check (stock in ('held', 'carried', 'none')),
  -- On a line of a change: yen that its units cost before.
  add column former_price integer check (former_price >= 0),
  add check (kind = 'set' or stock = 'held');

alter table products
  -- Which reservations of it may be moved: all, all but those sold on site (S-11.20), or none (S-11.13).
  add column time_changes text not null default 'not_spot' check (time_changes in ('all', 'not_spot', 'none'));

-- Somebody else has it, by a link or a mail of the buyer.
alter table tickets add column handed_on_at timestamptz;

alter table refund_requests
  -- The change to a cheaper visit that it is for.
  add column order_id uuid unique references orders,
  -- False until it is spread over the payments: one of them may not be captured yet, or is giving back something else.
  add column is_spread boolean not null default true;
create index refund_requests_waiting on refund_requests (created_at) where not is_spread;

create index former_reservation_tokens_by_reservation on former_reservation_tokens (reservation_id);
