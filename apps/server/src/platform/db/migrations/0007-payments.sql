-- Money that comes and goes.

-- One attempt is one reference at a provider. It is written before the first call.
create table payment_attempts (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null references orders,
  -- SHA-256 of the payment number the browser sees.
  payment_number_hash bytea not null unique,
  provider text not null,
  -- Which account of its provider it was made with: no other one is ever asked about it.
  provider_account text,
  method text not null,
  provider_order_ref text not null unique check (provider_order_ref ~ '^[A-Za-z0-9-]{1,27}$'),
  amount integer not null check (amount >= 0),
  currency text not null,
  tax_amount integer not null check (tax_amount >= 0),
  -- The discount of the method, off the amount of this attempt.
  method_discount integer not null default 0 check (method_discount >= 0),
  state text not null check (state in (
    'created', 'executing', 'action_required', 'pending', 'authorized', 'captured',
    'partially_refunded', 'refunded', 'voided', 'failed', 'expired', 'refund_failed')),
  -- The operation that was decided or asked for, until its answer is stored: what a crash leaves standing.
  operation text check (operation in ('start', 'resume', 'capture', 'void', 'refund')),
  -- Raised by every writer.
  version integer not null default 0,
  -- Opaque references at the provider; secret parts are encrypted before they get here.
  provider_refs jsonb not null default '{}',
  -- The next step of the visitor, while action_required.
  browser_step jsonb,
  -- SHA-256 of the name that the visitor's browser gives a payment when it comes back from 3-D Secure.
  md_hash bytea unique,
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
create index payment_attempts_due on payment_attempts (check_at) where check_at is not null; -- for payments/attempts/attempt-queries.ts
create index payment_attempts_by_order on payment_attempts (order_id); -- for orders/life/clear-unpaid.ts
-- Payments that a person must look at, and those that are under way: for staff and for the metrics. Payments by their state have an index already.
create index payment_attempts_at_work on payment_attempts (id) where needs_person or operation is not null; -- for payments/watched/queries.ts
-- News of disputes names a payment by its intent alone.
create index payment_attempts_by_intent on payment_attempts ((provider_refs ->> 'intent'))
  where provider_refs ->> 'intent' is not null; -- for payments/attempts/find-attempts.ts

create trigger payment_attempts_raise_version before update on payment_attempts
  for each row when (new.version = old.version) execute function raise_version();

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
  -- One capture or refund is written once, however often it is repeated.
  operation_key text not null,
  created_at timestamptz not null,
  unique (operation_key, account)
);
create index ledger_entries_by_order on ledger_entries (order_id); -- for orders/life/clear-unpaid.ts
-- Reports ask for the money of some days. Rows are only added to this and to reservation_payments, in the order of time: a summary of each
-- part of the table is enough to find a day, and costs a purchase nothing.
create index ledger_entries_by_time on ledger_entries using brin (created_at); -- for office/books/touched-visits.ts

-- The money of a reservation, payment by payment.
create table reservation_payments (
  reservation_id uuid not null references reservations,
  attempt_id uuid not null unique references payment_attempts,
  -- Yen that were charged.
  amount integer not null check (amount >= 0),
  created_at timestamptz not null,
  primary key (reservation_id, attempt_id)
);
create index reservation_payments_by_time on reservation_payments using brin (created_at); -- for office/books/touched-visits.ts

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
create index provider_events_by_attempt on provider_events (attempt_id) where attempt_id is not null; -- for payments/addresses/event-queries.ts
-- News is deleted by its age.
create index provider_events_by_age on provider_events (received_at); -- for office/retention/rules.ts

-- An amount that goes back to a buyer, spread over the payments of the reservation: each part is a row of `refunds`.
create table refund_requests (
  id uuid primary key,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- Its reason: tickets that are revoked, or the difference to a cheaper visit.
  purpose text not null check (purpose in ('tickets', 'difference')),
  ticket_ids integer[] not null,
  -- Yen.
  amount integer not null check (amount >= 0),
  -- Why, in the words of who asked for it.
  reason text not null,
  -- The change to a cheaper visit that it is for.
  order_id uuid unique references orders,
  -- False until it is spread over the payments: one of them may not be captured yet, or is giving back something else.
  is_spread boolean not null default true,
  -- The letter about a cancelled visit says what goes back: no other mail tells of this refund.
  is_told_otherwise boolean not null default false,
  created_at timestamptz not null
);
create index refund_requests_by_reservation on refund_requests (reservation_id); -- for office/books/money-checks.ts
create index refund_requests_by_time on refund_requests (site_key, created_at); -- for office/books/touched-visits.ts
create index refund_requests_waiting on refund_requests (created_at) where not is_spread; -- for payments/refunds/spread-request.ts
create index refund_requests_with_words on refund_requests (created_at) where reason <> ''; -- for office/retention/rules.ts

-- Money that staff give back for tickets that are no longer valid: written before the provider is asked, one row for
-- each refund, so that no crash and no repeat gives anything back twice.
create table refunds (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
  request_id uuid references refund_requests,
  -- Yen.
  amount integer not null check (amount > 0),
  -- Why, in the words of who asked for it.
  reason text not null,
  state text not null check (state in ('requested', 'done', 'failed')),
  -- Provider codes and class.
  failure jsonb,
  -- When the reconciler looks next; null when it is over.
  check_at timestamptz,
  checks integer not null default 0,
  -- How often a person took it up again after it had failed.
  retries integer not null default 0,
  needs_person boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One refund of an attempt is under way at a time: what was given back before it is then known.
create unique index refunds_one_open on refunds (attempt_id) where state = 'requested';
create index refunds_due on refunds (check_at) where check_at is not null; -- for payments/refunds/refund-queries.ts
create index refunds_by_order on refunds (order_id); -- for orders/life/clear-unpaid.ts
-- Every refund of a payment asks what was given back of it before.
create index refunds_by_attempt on refunds (attempt_id); -- for payments/refunds/refund-queries.ts
create index refunds_by_request on refunds (request_id) where request_id is not null; -- for payments/refunds/refund-queries.ts
create index refunds_at_work on refunds (id) where needs_person or state = 'requested'; -- for payments/watched/queries.ts
create index refunds_with_words on refunds (created_at) where reason <> ''; -- for office/retention/rules.ts

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
