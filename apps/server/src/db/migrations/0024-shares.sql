-- Tickets of a party in other hands (docs/decisions/0052). Expands: a program of migration 23 may go on selling beside one of this; it shows
-- a buyer the tickets that were handed on with codes that nobody accepts, so stop it first where visitors hand tickets on.

-- Tickets that a buyer handed on together, by a link.
create table shares (
  id uuid primary key,
  site_key text not null,
  reservation_id uuid not null references reservations,
  -- Of the link.
  token_hash bytea not null unique,
  -- Of the token that whoever accepted has, and of the key that their browser made up; null before.
  holder_hash bytea unique,
  acceptance_hash bytea,
  created_at timestamptz not null,
  accepted_at timestamptz,
  taken_back_at timestamptz,
  check (num_nonnulls(accepted_at, holder_hash, acceptance_hash) in (0, 3))
);
create index shares_by_reservation on shares (reservation_id);

alter table tickets
  -- With whom it is; null with its buyer.
  add column share_id uuid references shares,
  add check (share_id is null or handed_on_at is not null);
create index tickets_by_share on tickets (share_id) where share_id is not null;

-- Mails with the link of a share. What somebody wrote is emptied when the mail is sent; the rest counts for an hour.
create table share_mails (
  id uuid primary key,
  share_id uuid not null references shares,
  reservation_id uuid not null references reservations,
  -- A keyed hash of the mailbox.
  recipient_hash bytea not null,
  email text,
  giver_name text,
  message text,
  lang text not null,
  created_at timestamptz not null
);
create index share_mails_by_recipient on share_mails (recipient_hash, created_at);
create index share_mails_by_reservation on share_mails (reservation_id, created_at);
create index share_mails_by_age on share_mails (created_at);
