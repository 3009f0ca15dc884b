-- Orders and the stock they hold. Ids are random: no hot sequence (design §6).

create table orders (
  id uuid primary key,
  site_key text not null,
  channel text not null check (channel in ('web', 'pos', 'kiosk', 'OTA', 'spot')),
  -- SHA-256 of the token the buyer has; the token itself is derived, never stored.
  token_hash bytea not null unique,
  status text not null check (status in (
    'temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds',
    'completed', 'expired', 'cancelled', 'refunded', 'refund_failed')),
  lang text not null,
  product_id integer not null references products,
  time_span_id integer not null references time_spans,
  quantity integer not null check (quantity > 0),
  -- Prices are fixed when the order is created (S-1.16).
  subtotal integer not null check (subtotal >= 0),
  price integer not null check (price >= 0),
  -- Answers of the buyer form as [{key, value}].
  customer_info jsonb not null default '[]',
  -- Grows with each confirmation mail, so that only the newest link works (S-1.02).
  mail_generation integer not null default 0,
  mail_token_hash bytea unique,
  -- The newest generation whose mail is done with: taken by the mail server, or refused for good.
  mailed_generation integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index orders_due on orders (expires_at) where status in ('temporary', 'mail_sent', 'ready_checkout');

-- Lines and holds are written by the statement that writes their order, and orders are never deleted, so `order_id`
-- needs no foreign key here: checking one for every row costs a crowd half of its speed, and a server that has cached
-- the check's plan while the table was empty far more.
create table order_lines (
  order_id uuid not null,
  position smallint not null,
  option_value_id integer not null references option_values,
  quantity integer not null check (quantity > 0),
  -- Base price of the day and extra cost of the option, per ticket, as they were when the order was created.
  base_price integer not null check (base_price >= 0),
  add_cost integer not null,
  -- What one ticket costs: base price and extra cost, never below zero (R-3.104).
  unit_price integer not null check (unit_price >= 0),
  primary key (order_id, position)
);

-- Units of a time span that belong to an order. `expires_at` is null while the order is being paid and once it
-- is sold: such a hold never ends by itself. Giving stock back deletes the row and lowers `taken` by its units.
create table holds (
  order_id uuid not null,
  time_span_id integer not null references time_spans,
  units integer not null check (units > 0),
  expires_at timestamptz,
  primary key (order_id, time_span_id)
);
create index holds_ending on holds (time_span_id, expires_at) where expires_at is not null;
