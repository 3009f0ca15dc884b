-- Notices of a house for a certain time, on every screen: a typhoon, a day that closes early.

create table notices (
  id integer generated always as identity primary key,
  site_key text not null,
  severity text not null check (severity in ('information', 'warning')),
  shown_from timestamptz not null,
  shown_until timestamptz not null,
  -- By language. A language without words shows the English ones.
  texts jsonb not null check (texts ?& array['ja', 'en']),
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  check (shown_from < shown_until)
);

create index notices_of_site on notices (site_key, shown_until) where withdrawn_at is null;
