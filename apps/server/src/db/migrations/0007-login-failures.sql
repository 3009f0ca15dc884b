-- Failed logins are counted in one row for each login id and each client, so that a count is raised and judged in one
-- statement. Counts in progress are given up with the old table: they last fifteen minutes. Servers of the version before
-- answer no login after this.
drop table login_failures;
create table login_failures (
  site_key text not null,
  -- HMAC-SHA-256 of a login id or of the address of a client, with the secret of the deployment (S-15.02).
  subject_hash bytea not null,
  failures integer not null check (failures >= 0),
  -- When the first of them was counted; the count is over fifteen minutes later, and its row is swept (S-5.04).
  counted_from timestamptz not null,
  primary key (site_key, subject_hash)
);
create index login_failures_by_time on login_failures (counted_from);
