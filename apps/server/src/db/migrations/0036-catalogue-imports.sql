-- The catalogue as sheets (docs/decisions/0069). Expands: a program of migration 30 sells beside one of this; it goes on selling what is
-- retired until it is replaced.

alter table products
  -- How the venue calls it in its sheets.
  add column code text check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$'),
  -- From then on it is not sold; what was sold of it stays.
  add column retired_at timestamptz;
create unique index products_code on products (site_key, code);

alter table product_options add column code text check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$');
create unique index product_options_code on product_options (product_id, code);

alter table option_values
  add column code text check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$'),
  add column retired_at timestamptz;
create unique index option_values_code on option_values (option_id, code);

create table catalogue_imports (
  id integer generated always as identity primary key,
  site_key text not null,
  at timestamptz not null,
  staff text not null,
  -- Each row before and after, by sheet. Null once a later import made it impossible to take this one back.
  changes jsonb,
  undone_at timestamptz
);
create index catalogue_imports_of_site on catalogue_imports (site_key, id);
