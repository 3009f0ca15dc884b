-- The books of a venue (docs/decisions/0072, 0073). Expands: a program of migration 30 may go on selling beside one of this.

-- What is asked of the money of some days. Rows are only added to these two, in the order of time: a summary of each part of the table
-- is enough to find a day, and costs a purchase nothing.
create index reservation_payments_by_time on reservation_payments using brin (created_at);
create index ledger_entries_by_time on ledger_entries using brin (created_at);
create index refund_requests_by_time on refund_requests (site_key, created_at);
create index tickets_revoked on tickets (revoked_at) where revoked_at is not null;
-- The visits of a day, those that were moved away from it too. `status` is in the condition of other indexes already.
create index orders_completed_by_span on orders (time_span_id) where status = 'completed';
create index orders_refused_address on orders (site_key, email_refused_at) where email_refused_at is not null;

-- A month whose books are closed.
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
  -- Of several lines of one file that are equal, the first, the second …
  occurrence smallint not null check (occurrence > 0),
  imported_at timestamptz not null,
  primary key (site_key, provider, reference, amount, paid_on, occurrence)
);

-- Days whose summary was mailed to the venue.
create table mailed_summaries (
  site_key text not null,
  day date not null,
  mailed_at timestamptz not null,
  primary key (site_key, day)
);
