-- The work of the venue's office: books, cancelled visits, imports of the catalogue.

-- A month whose books are closed (docs/decisions/0072, 0073).
create table closed_months (
  site_key text not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  booking text not null check (booking in ('sale', 'visit')),
  closed_at timestamptz not null,
  -- Name of the staff.
  closed_by text not null,
  entries integer not null check (entries >= 0),
  primary key (site_key, month)
);

-- The journal of a closed month as it was then: accounts by the names of that day. A reference is a reservation number, or that of a
-- payment at its provider.
create table journal_entries (
  site_key text not null,
  month text not null,
  entry integer not null check (entry > 0),
  line smallint not null check (line > 0),
  day date not null,
  kind text not null check (kind in ('sale', 'change', 'refund', 'release', 'visit', 'unplaced')),
  document text not null,
  reference text not null,
  debit_kind text not null,
  debit_account text not null,
  credit_kind text not null,
  credit_account text not null,
  yen integer not null check (yen > 0),
  tax_rate smallint check (tax_rate between 0 and 100),
  tax integer not null check (tax >= 0),
  primary key (site_key, month, entry, line),
  -- At the commit: the month is written after its lines.
  foreign key (site_key, month) references closed_months deferrable initially deferred
);

create function refuse_change_of_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'a closed month never changes';
end
$$;
create trigger closed_months_are_kept before update or delete on closed_months
  for each row execute function refuse_change_of_closed_month();
create trigger closed_months_are_not_emptied before truncate on closed_months
  for each statement execute function refuse_change_of_closed_month();
create trigger journal_entries_are_kept before update or delete on journal_entries
  for each row execute function refuse_change_of_closed_month();
create trigger journal_entries_are_not_emptied before truncate on journal_entries
  for each statement execute function refuse_change_of_closed_month();

-- Lines of what a provider paid out, as its file says them.
create table payout_lines (
  site_key text not null,
  provider text not null,
  -- As the provider names the payment: our reference, or its own.
  reference text not null,
  -- Yen; money that goes back is negative.
  amount integer not null,
  fee integer not null,
  paid_on date not null,
  -- Among equal lines of one file: the first, the second …
  occurrence smallint not null check (occurrence > 0),
  imported_at timestamptz not null,
  primary key (site_key, provider, reference, amount, paid_on, occurrence)
);

-- Sales of days that can't change any more, so that reports read no history of them (docs/decisions/0099).
create table sold_days (
  site_key text not null,
  day date not null,
  -- Of its payments, less what went back.
  yen bigint not null,
  -- What is alike in product, channel and method, together (office/books/sold-sums.ts).
  sums jsonb not null,
  summed_at timestamptz not null,
  primary key (site_key, day)
);

-- Days whose summary was mailed to the venue.
create table mailed_summaries (
  site_key text not null,
  day date not null,
  mailed_at timestamptz not null,
  primary key (site_key, day)
);

-- Visits that do not take place: what the house cancelled (docs/decisions/0071).
create table visit_cancellations (
  id bigint generated always as identity primary key,
  site_key text not null,
  -- Stopped with it: no visit of them is sold any more.
  span_ids integer[] not null,
  from_date date not null,
  to_date date not null,
  -- refund: the money goes back. move: the buyer may choose another day.
  way text not null check (way in ('refund', 'move')),
  -- Until then a visit may be moved, whatever the terms of the site say.
  moves_until timestamptz,
  -- In the words of the person who cancelled them.
  reason text not null,
  staff text not null,
  created_at timestamptz not null,
  -- Null: workers look at it.
  ended_at timestamptz,
  check ((way = 'move') = (moves_until is not null))
);
create index visit_cancellations_of_site on visit_cancellations (site_key, id); -- for office/visits/read-cancellation.ts
create index visit_cancellations_open on visit_cancellations (id) where ended_at is null; -- for office/visits/work-cancellations.ts

-- The reservations that a cancellation touches, and what became of each.
create table visit_cancellation_items (
  -- The id of the job of its letter too.
  id uuid primary key,
  cancellation_id bigint not null references visit_cancellations,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- The order that had given the reservation its day. One that moves to another day has another one.
  order_id uuid not null references orders,
  state text not null check (state in ('waiting', 'refunding', 'done', 'failed', 'needs_person')),
  -- The outcome, or why there is none yet: words of ours.
  code text,
  -- The content of its one letter; null: none is queued.
  letter text check (letter in ('refund', 'move', 'contact')),
  refund_request_id uuid references refund_requests,
  tries smallint not null default 0,
  check_at timestamptz not null,
  unique (cancellation_id, reservation_id)
);
create index visit_cancellation_items_due on visit_cancellation_items (check_at) where state = 'waiting'; -- for office/visits/item-queries.ts
create index visit_cancellation_items_by_reservation on visit_cancellation_items (reservation_id); -- for office/persons/obstacles.ts
create index visit_cancellation_items_by_order on visit_cancellation_items (order_id); -- for office/visits/item-queries.ts
create index visit_cancellation_items_by_refund on visit_cancellation_items (refund_request_id) where refund_request_id is not null; -- for office/visits/item-queries.ts

create index visit_cancellation_items_for_person on visit_cancellation_items (site_key) where state in ('failed', 'needs_person'); -- for console/today/read-today.ts

-- The catalogue as sheets (docs/decisions/0069).
create table catalogue_imports (
  id bigint generated always as identity primary key,
  site_key text not null,
  at timestamptz not null,
  staff text not null,
  -- The language of its headings: it is spoken of in it when it is taken back.
  language text not null default 'en' check (language in ('en', 'ja')),
  -- Each row before and after, by sheet. Null once it is taken back, or too long ago; of a machine from the beginning.
  changes jsonb,
  undone_at timestamptz
);
create index catalogue_imports_of_site on catalogue_imports (site_key, id); -- for office/catalogue/undo-import.ts
create index catalogue_imports_to_undo on catalogue_imports (at) where changes is not null; -- for office/retention/rules.ts

-- The door of the staff's console: who may come in, and who is in.

-- The way in for somebody who has no passkey yet: once, within a day. A newer one of the same person takes its place.
create table staff_invitations (
  staff text primary key references staff,
  -- The token is made of it.
  id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  ends_at timestamptz not null
);

-- A passkey of a person. What it signs is judged by its public half; nothing here opens anything.
create table staff_passkeys (
  -- The authenticator names it so, base64url.
  id text primary key,
  staff text not null references staff,
  label text not null check (label <> ''),
  public_key bytea not null,
  -- The authenticator's count, where it counts.
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index staff_passkeys_of_person on staff_passkeys (staff); -- for console/sign-in/passkeys.ts

-- Ten words for somebody who lost their passkeys, each for one time.
create table staff_recovery_codes (
  staff text not null references staff,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff, code_hash)
);

-- Somebody who is signed in. The browser has the token, this has its hash.
create table staff_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  staff text not null references staff,
  passkey_id text not null references staff_passkeys,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When the passkey was shown last.
  proved_at timestamptz not null,
  ended_at timestamptz
);
create index staff_sessions_of_person on staff_sessions (staff, created_at); -- for console/sign-in/sessions.ts

-- Questions that a passkey has answered, until they would be too old anyway: an answer counts once.
create table staff_answered_questions (
  question text primary key,
  ends_at timestamptz not null
);
create index staff_answered_questions_by_end on staff_answered_questions (ends_at); -- for console/sign-in/questions.ts
