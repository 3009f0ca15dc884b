-- The methods of payment that a site was last given at a start. What its definition has not changed since then is the venue's: a method that was
-- switched off stays off, and an order that was chosen stays.

create table seeded_methods (
  site_key text not null,
  channel text not null,
  methods text[] not null,
  primary key (site_key, channel)
);
