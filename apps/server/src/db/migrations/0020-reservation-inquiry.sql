-- The reservation inquiry, and the tickets mailed again (docs/decisions/0047).

-- Wrong pairs of mail address and reservation number, counted in one row for each network, address and number (S-8.01).
create table inquiry_tries (
  site_key text not null,
  -- HMAC-SHA-256 of the network, the address or the number, with the secret of the deployment (S-15.02).
  subject_hash bytea not null,
  tries integer not null check (tries >= 0),
  -- When the first of them was counted; the count is over ten minutes later, and its row is swept.
  counted_from timestamptz not null,
  primary key (site_key, subject_hash)
);
create index inquiry_tries_by_time on inquiry_tries (counted_from);

-- When the tickets were mailed again, as far as it lies in the hour before the newest time, the oldest first.
alter table reservations add column mailed_again_at timestamptz[] not null default '{}';
