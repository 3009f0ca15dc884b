-- What the visitor's browser names a payment by when it comes back from 3-D Secure: SHA-256 of it.
alter table payment_attempts add column md_hash bytea unique;

-- Which account of its provider a payment was made with: no other one is ever asked about it. Null where it was not written
-- down yet.
alter table payment_attempts add column provider_account text;

-- Money that staff give back for tickets that are no longer valid: written before the provider is asked, one row for
-- each refund, so that no crash and no repeat gives anything back twice.
create table refunds (
  id uuid primary key,
  site_key text not null,
  order_id uuid not null references orders,
  attempt_id uuid not null references payment_attempts,
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
create index refunds_due on refunds (check_at) where check_at is not null;
create index refunds_by_order on refunds (order_id);

-- Which of the payments of an order paid for it; null where it was not written down yet.
alter table reservations add column attempt_id uuid references payment_attempts;

-- News of disputes names a payment by its intent alone.
create index payment_attempts_by_intent on payment_attempts ((provider_refs ->> 'intent'))
  where provider_refs ->> 'intent' is not null;

-- A ticket whose money went back; nobody enters with it.
alter table tickets add column revoked_at timestamptz;

create index provider_events_by_attempt on provider_events (attempt_id) where attempt_id is not null;
-- News is deleted by its age.
create index provider_events_by_age on provider_events (received_at);
