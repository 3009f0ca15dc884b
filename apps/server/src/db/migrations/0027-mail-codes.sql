-- A mail that proves an address carries six digits beside its link (decision 63). They are made of the deployment's key, as the link is,
-- and stored nowhere: only how often others were typed is.

-- Wrong codes that were typed of the mail of this generation; a program of the release before raises mail_generation and knows neither.
alter table orders
  add column mail_code_generation integer not null default 0,
  add column wrong_mail_codes smallint not null default 0 check (wrong_mail_codes between 0 and 5);
