-- Tickets in the wallets of phones (docs/decisions/0065). Expands: a program of the release before beside one of this tells no phone of a change;
-- its pass says so the next time that the phone asks by itself.

-- A ticket in a wallet, and in whose hands: whoever is given the ticket gets a pass of their own.
create table wallet_passes (
  -- The serial number of the pass.
  id uuid primary key,
  site_key text not null,
  wallet text not null check (wallet in ('apple', 'google')),
  reservation_id uuid not null,
  ticket_id integer not null,
  -- With whom the ticket was when it was put in; null: with its buyer.
  share_id uuid references shares,
  -- Of its words.
  lang text not null,
  -- Of the token with which a phone asks for it.
  token_hash bytea not null,
  -- In whole seconds, each later than the one before: HTTP dates know nothing smaller.
  changed_at timestamptz not null,
  foreign key (reservation_id, ticket_id) references tickets,
  unique nulls not distinct (reservation_id, ticket_id, share_id, wallet)
);
create index wallet_passes_by_share on wallet_passes (share_id) where share_id is not null;

-- Phones that want to be told of a pass (Apple).
create table wallet_registrations (
  device_id text not null check (device_id <> ''),
  pass_id uuid not null references wallet_passes,
  -- Where the phone is told.
  push_token text not null check (push_token <> ''),
  primary key (device_id, pass_id)
);
create index wallet_registrations_by_pass on wallet_registrations (pass_id);
create index wallet_registrations_by_push_token on wallet_registrations (push_token);

-- A program that changes a ticket cannot forget its passes.
create function note_pass_change() returns trigger language plpgsql as $$
begin
  update wallet_passes
     set changed_at = greatest(date_trunc('second', clock_timestamp()), changed_at + interval '1 second')
   where reservation_id = new.reservation_id and ticket_id = new.id;
  return null;
end $$;

create trigger tickets_note_pass_change after update on tickets
  for each row when (new.changed_at is distinct from old.changed_at)
  execute function note_pass_change();
