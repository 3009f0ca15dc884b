-- Check-in at the gate (docs/decisions/0053). Expands: a program of migration 24 may go on selling beside one of this; it shows a ticket
-- that entered and may enter again as used.

alter table products
  -- How often a ticket admits within its time: once, once on each day, or any time.
  add column entry_policy text not null default 'once' check (entry_policy in ('once', 'daily', 'any')),
  -- How long after an exit the same ticket may enter again; null where who left stays outside.
  add column reentry_minutes integer check (reentry_minutes > 0),
  -- Whether visitors may check in by themselves at the code of the day, or only at the QR code of a gate (S-9.07, S-9.08).
  add column scan_mode text not null default 'tap_ticket' check (scan_mode in ('read_qr', 'tap_ticket'));

-- A kind that is shown at the gate together with something: a child with its age, a student with a card.
alter table option_values add column needs_proof boolean not null default false;

alter table tickets
  -- `used_at` is the first entry that was not undone; these are the newest entry and exit.
  add column last_in_at timestamptz,
  add column last_out_at timestamptz,
  -- When something changed that a gate without a connection must know of; null while there is nothing.
  add column changed_at timestamptz,
  -- Until when one of its former codes claims to admit: later than its own time only after a move.
  add column claimed_until timestamptz;
create index tickets_changed on tickets (changed_at) where changed_at is not null;
create index tickets_claimed on tickets (claimed_until) where claimed_until is not null;
-- Who is expected at a time. Tickets of an older program have it of their order alone, until they are filled.
create index tickets_by_span on tickets (time_span_id);
create index tickets_without_span on tickets (reservation_id) where time_span_id is null;

-- What a gate that was offline must hear: a program that changes a ticket cannot forget to say so.
create function note_ticket_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  if new.time_span_id <> old.time_span_id or (old.time_span_id is null and new.code_version <> old.code_version) then
    -- A ticket of an older program has the time of its order until it is filled: the latest of all that were paid for the reservation.
    new.claimed_until := greatest(old.claimed_until, case when old.time_span_id is not null
      then (select ends_at from time_spans where id = old.time_span_id)
      else (select max(s.ends_at)
              from (select attempt_id from reservation_payments where reservation_id = old.reservation_id
                    union select attempt_id from reservations where id = old.reservation_id) as paid
              join payment_attempts a on a.id = paid.attempt_id
              join orders o on o.id = a.order_id join time_spans s on s.id = o.time_span_id) end);
  end if;
  return new;
end $$;

create trigger tickets_note_change before update on tickets
  for each row when (
    new.code_version <> old.code_version or new.revoked_at is distinct from old.revoked_at
    or new.used_at is distinct from old.used_at or new.last_in_at is distinct from old.last_in_at
    or new.last_out_at is distinct from old.last_out_at
    -- Not when the time of a ticket of an older program is filled in.
    or (old.time_span_id is not null and new.time_span_id <> old.time_span_id))
  execute function note_ticket_change();

-- An entrance of a site. Visitors who check in by themselves read its code.
create table gates (
  id uuid primary key,
  site_key text not null,
  name text not null check (name <> ''),
  code_hash bytea not null unique,
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index gates_by_name on gates (site_key, name) where closed_at is null;

-- A device of the staff at a gate. It is enrolled once, by a code of minutes, and then has a key of its own.
create table gate_devices (
  id uuid primary key,
  site_key text not null,
  gate_id uuid not null references gates,
  name text not null check (name <> ''),
  enrolment_hash bytea not null unique,
  enrolment_ends_at timestamptz not null,
  key_hash bytea unique,
  created_at timestamptz not null,
  enrolled_at timestamptz,
  last_seen_at timestamptz,
  revoked_at timestamptz,
  check ((enrolled_at is null) = (key_hash is null))
);
create index gate_devices_by_gate on gate_devices (gate_id);

-- Keys that sign codes; the private part is made of the deployment's secret and stored nowhere.
create table gate_keys (
  site_key text not null,
  number smallint not null check (number between 1 and 255),
  -- Ed25519, 32 bytes.
  public_key bytea not null,
  created_at timestamptz not null,
  -- Codes that it signed are refused from then on.
  retired_at timestamptz,
  primary key (site_key, number)
);

-- Entries and exits, each ticket of a scan in a row. Whoever asks again with the same scan gets the same answer.
create table check_ins (
  scan_id uuid not null,
  ticket_id integer not null,
  reservation_id uuid not null,
  site_key text not null,
  -- For what time it was counted. Without a foreign key, as the next ones: a crowd would lock the one row of its time, gate and device.
  time_span_id integer not null,
  direction text not null check (direction in ('in', 'out')),
  mode text not null check (mode in ('read_qr', 'tap_ticket', 'staff')),
  -- Null where somebody checked in by the code of the day.
  gate_id uuid,
  device_id uuid,
  -- When it happened, and when it was written: later where a gate was offline.
  at timestamptz not null,
  recorded_at timestamptz not null,
  -- An offline gate let it in although it should not have: why not.
  fault text check (fault in ('used', 'invalid_time', 'invalid')),
  fault_reason text,
  undone_at timestamptz,
  undone_reason text,
  -- Which device undid it: not always the one that scanned.
  undone_device_id uuid,
  check ((undone_at is null) = (undone_reason is null)),
  -- The number of a ticket is one of its reservation.
  primary key (scan_id, reservation_id, ticket_id),
  foreign key (reservation_id, ticket_id) references tickets
);
create index check_ins_by_ticket on check_ins (reservation_id, ticket_id, at);
create index check_ins_by_span on check_ins (time_span_id, at);
create index check_ins_with_fault on check_ins (site_key, at) where fault is not null;
create index check_ins_undone on check_ins (site_key, at) where undone_at is not null;

-- Scans that let nobody in. They are no personal data, and go after some months.
create table gate_refusals (
  scan_id uuid primary key,
  site_key text not null,
  gate_id uuid,
  device_id uuid,
  at timestamptz not null,
  recorded_at timestamptz not null,
  -- An offline gate let somebody in with a code that leads to no ticket.
  was_admitted boolean not null default false,
  status text not null check (status in ('used', 'invalid_time', 'invalid')),
  reason text not null,
  -- What the store would have decided of what an offline gate refused: `success` where it sent somebody away who should have entered.
  judged text check (judged in ('success', 'used', 'invalid_time', 'invalid')),
  judged_reason text,
  -- Null where the code leads to no ticket.
  time_span_id integer
);
create index gate_refusals_by_site on gate_refusals (site_key, at);
