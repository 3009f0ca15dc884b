-- Mails that prove an address are counted, over all sites and processes of a deployment (docs/decisions/0039). A row is swept
-- once its time is over.

create table proof_recipients (
  -- HMAC-SHA-256 of the mailbox, with the secret of the deployment (S-15.02).
  recipient_hash bytea primary key,
  -- When the mails of the last hour were queued, the oldest first.
  mailed_at timestamptz[] not null,
  -- Whether a link that was mailed there was followed.
  is_proved boolean not null default false,
  keep_until timestamptz not null
);
create index proof_recipients_by_time on proof_recipients (keep_until);

create table proof_domains (
  -- HMAC-SHA-256 of the domain. Domains that offer mailboxes to everybody have no row.
  domain_hash bytea primary key,
  -- When the counted hour began, and how many of its mailboxes that had proved nothing were mailed since.
  counted_from timestamptz not null,
  addresses integer not null check (addresses >= 0),
  -- How many of its mailboxes have proved themselves; no further than counting matters.
  proved integer not null default 0 check (proved >= 0),
  keep_until timestamptz not null
);
create index proof_domains_by_time on proof_domains (keep_until);
