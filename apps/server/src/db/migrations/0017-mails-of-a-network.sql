-- Mails that prove an address are counted by the network of whoever asks for them as well (docs/decisions/0039).

create table proof_networks (
  -- Keyed hash of the network (S-15.02).
  network_hash bytea not null,
  -- Keyed hash of a mail domain; empty in the row that counts the mailboxes of all domains.
  domain_hash bytea not null,
  -- When the counted hour began, and how many mailboxes that were new to the network were mailed since.
  counted_from timestamptz not null,
  addresses integer not null check (addresses >= 0),
  -- How many more of them are mailed in this hour because others have proved themselves.
  room integer not null default 0 check (room >= 0),
  primary key (network_hash, domain_hash)
);
create index proof_networks_by_time on proof_networks (counted_from);

-- The mails of the last hour once more, with the network that asked for each and its order: `mailed_at` alone is what a program of the
-- release before writes.
alter table proof_recipients
  add column sent_at timestamptz[] not null default '{}',
  add column sent_from bytea[] not null default '{}',
  add column sent_for uuid[] not null default '{}';
