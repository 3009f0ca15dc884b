-- A site: its languages, words, settings, form, methods of payment and notices.

create table languages (
  site_key text not null,
  id text not null,
  is_default boolean not null,
  position integer not null,
  primary key (site_key, id)
);
create unique index languages_one_default on languages (site_key) where is_default;

create table texts (
  site_key text not null,
  lang text not null,
  key text not null,
  text text not null,
  -- 'bundled' rows follow the product's own texts at every start; 'site' rows were changed by the venue and stay.
  source text not null default 'bundled' check (source in ('bundled', 'site')),
  -- The house's own words to come: a draft, or what is shown from a moment on.
  next_text text,
  next_at timestamptz,
  check (next_text is not null or next_at is null),
  primary key (site_key, lang, key)
);

create table settings (
  site_key text not null,
  key text not null,
  value text not null,
  primary key (site_key, key)
);

create table field_templates (
  site_key text not null,
  field_name text not null,
  is_display boolean not null,
  is_require boolean not null,
  position integer not null,
  primary key (site_key, field_name)
);

create table payment_methods (
  site_key text not null,
  channel text not null,
  method text not null,
  position integer not null,
  discount_type text check (discount_type in ('fixed', 'percent')),
  discount_amount integer not null default 0 check (discount_amount >= 0),
  primary key (site_key, channel, method)
);

-- The methods of payment that a site was last given at a start. What its definition has not changed since then is the venue's: a method that was
-- switched off stays off, and an order that was chosen stays.
create table seeded_methods (
  site_key text not null,
  channel text not null,
  methods text[] not null,
  primary key (site_key, channel)
);

-- Notices of a house for a certain time, on every screen: a typhoon, a day that closes early.
create table notices (
  id bigint generated always as identity primary key,
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
create index notices_of_site on notices (site_key, shown_until) where withdrawn_at is null; -- for sites/notices/queries.ts
