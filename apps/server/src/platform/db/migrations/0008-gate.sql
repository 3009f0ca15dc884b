-- Gates, their devices, and everybody who comes in (docs/decisions/0053).

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
create index gate_devices_by_gate on gate_devices (gate_id); -- for gate/devices/list-gates.ts

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
create index check_ins_by_ticket on check_ins (reservation_id, ticket_id, at); -- for gate/check-in/scan-queries.ts
create index check_ins_by_span on check_ins (time_span_id, at); -- for gate/read-arrivals.ts
create index check_ins_with_fault on check_ins (site_key, at) where fault is not null; -- for gate/read-arrivals.ts
create index check_ins_undone on check_ins (site_key, at) where undone_at is not null; -- for gate/read-arrivals.ts

create function tell_of_check_in() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where site_key = new.site_key and removed_at is null) then
    perform tell_webhooks(new.site_key, 'ticket.checked_in', r.id,
              jsonb_build_object('reservation_id', r.id, 'reservation_number', r.number, 'ticket_id', new.ticket_id,
                                 'at', to_char(new.at at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS"+09:00"')))
      from reservations r where r.id = new.reservation_id;
  end if;
  return null;
end $$;
-- Somebody came in by a scan that counts: not by one that an offline gate should have refused, nor by one that was undone before it was written.
create trigger check_ins_told after insert on check_ins for each row
  when (new.direction = 'in' and new.undone_at is null and new.fault is null) execute function tell_of_check_in();

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
  -- The decision that the store would have made of a scan that an offline gate refused: `success` where it sent somebody away who should have entered.
  judged text check (judged in ('success', 'used', 'invalid_time', 'invalid')),
  judged_reason text,
  -- Null where the code leads to no ticket.
  time_span_id integer
);
create index gate_refusals_by_site on gate_refusals (site_key, at); -- for office/books/visitors.ts
