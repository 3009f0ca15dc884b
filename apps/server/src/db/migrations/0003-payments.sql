-- One attempt is one reference at a provider. It is written before the first call (payments: write order).

create table payment_attempts (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null references orders,
  -- SHA-256 of the payment number the browser sees.
  payment_number_hash bytea not null unique,
  provider text not null,
  method text not null,
  purpose text not null check (purpose in ('order', 'spot_order', 'time_change')),
  provider_order_ref text not null unique check (provider_order_ref ~ '^[A-Za-z0-9-]{1,27}$'),
  amount integer not null check (amount >= 0),
  currency text not null,
  tax_amount integer not null check (tax_amount >= 0),
  state text not null check (state in (
    'created', 'executing', 'action_required', 'pending', 'authorized', 'captured',
    'partially_refunded', 'refunded', 'voided', 'failed', 'expired', 'refund_failed')),
  -- The operation that was decided or asked for, until its answer is stored: what a crash leaves standing.
  operation text check (operation in ('start', 'resume', 'capture', 'void', 'refund')),
  -- Opaque references at the provider; secret parts are encrypted before they get here.
  provider_refs jsonb not null default '{}',
  -- What the visitor must do next, while action_required.
  browser_step jsonb,
  -- Why it failed, for staff: provider codes and class, never words of a visitor.
  failure jsonb,
  deadline timestamptz not null,
  -- When the reconciler looks next; null when nothing is open.
  check_at timestamptz,
  checks integer not null default 0,
  -- Set when only a person can end it.
  needs_person boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_attempts_one_open on payment_attempts (order_id)
  where state in ('created', 'executing', 'action_required', 'pending', 'authorized');
create index payment_attempts_due on payment_attempts (check_at) where check_at is not null;
create index payment_attempts_by_order on payment_attempts (order_id);

-- Money moved by an attempt, as double entries: every order sums to zero.
create table ledger_entries (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
  account text not null check (account in ('provider', 'sales')),
  -- Yen; a capture is +provider −sales, a refund the reverse.
  amount integer not null,
  kind text not null check (kind in ('capture', 'refund')),
  -- One capture or refund is written once, whoever repeats it.
  operation_key text not null,
  created_at timestamptz not null,
  unique (operation_key, account)
);
create index ledger_entries_by_order on ledger_entries (order_id);

-- Provider notifications, stored before they are acknowledged; hints only.
create table provider_events (
  provider text not null,
  dedupe_key text not null,
  attempt_id uuid,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (provider, dedupe_key)
);
