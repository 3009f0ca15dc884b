-- What a visitor chooses beside tickets, and what takes something off the price.

-- Set products that may be bought with a main product; `num` units are proposed with an order.
create table product_sets (
  product_id integer not null references products,
  set_product_id integer not null references products,
  position integer not null,
  num integer not null default 0 check (num >= 0),
  primary key (product_id, set_product_id)
);

-- Promotions that membership brings, found by a pair of words (S-5.01). An amount is yen a ticket or percent.
create table membership_promotions (
  id uuid primary key,
  site_key text not null,
  membership_key text not null,
  membership_value text not null,
  promotion_type text not null check (promotion_type in ('percent', 'fixed')),
  promotion_amount integer not null check (promotion_amount >= 0),
  unique (site_key, membership_key, membership_value)
);

create table membership_promotion_texts (
  promotion_id uuid not null references membership_promotions,
  lang text not null,
  name text not null,
  primary key (promotion_id, lang)
);

-- People who may log in to an order. Without a password only a token of their organisation opens it.
create table members (
  id uuid primary key,
  site_key text not null,
  login_id text not null,
  -- argon2id.
  password_hash text,
  promotion_id uuid references membership_promotions,
  name text not null,
  resident_area text not null default '',
  email text not null,
  phone text not null default '',
  age text not null default '',
  gender text not null default '',
  unique (site_key, login_id)
);

-- Failed logins of a login id or a client, both as SHA-256; rows older than the limit's span are swept (S-5.04).
create table login_failures (
  id uuid primary key,
  site_key text not null,
  subject_hash bytea not null,
  failed_at timestamptz not null
);
create index login_failures_by_subject on login_failures (site_key, subject_hash, failed_at);

-- A kind decides what may stand beside it (S-3.06); type and amount decide what it takes off. Both types are checked when
-- a coupon is used: a venue's mistake must be refused to the visitor, not hidden.
create table coupons (
  id uuid primary key,
  site_key text not null,
  code text not null,
  kind text not null check (kind in ('flat_rate', 'fixed_rate', 'invitation', 'campaign')),
  discount_type text not null,
  discount_amount integer not null,
  should_apply_per_ticket boolean not null default false,
  is_active boolean not null default true,
  channels text[] not null,
  -- Days on which it may be used, in Japan, both included; null means without end.
  starts_on date,
  ends_on date,
  -- Visits it covers: a range of days, and days of the week from 0 (Sunday); null means all.
  visits_from date,
  visits_until date,
  visit_weekdays smallint[],
  min_quantity integer not null default 1 check (min_quantity > 0),
  usage_limit integer check (usage_limit >= 0),
  -- Uses that live or completed orders have: the number of their counted rows in order_coupons (S-3.11).
  taken integer not null default 0,
  check (taken >= 0 and (usage_limit is null or taken <= usage_limit)),
  unique (site_key, code)
);

create table coupon_texts (
  coupon_id uuid not null references coupons,
  lang text not null,
  name text not null,
  primary key (coupon_id, lang)
);

-- Products a coupon is for; none named means all.
create table coupon_products (
  coupon_id uuid not null references coupons,
  product_id integer not null references products,
  primary key (coupon_id, product_id)
);

-- Coupons of an order in the order they were added. A row that is no longer counted gave its use back; it stays, because
-- a payment that arrives late was made for its price.
create table order_coupons (
  order_id uuid not null,
  coupon_id uuid not null references coupons,
  position smallint not null,
  discount integer not null check (discount >= 0),
  is_counted boolean not null default true,
  primary key (order_id, coupon_id)
);
create index order_coupons_counted on order_coupons (coupon_id) where is_counted;

-- Deductions are kept with what they were taken off, so that nobody ever has to compute the past again (design §6).
alter table orders
  add column promotion_id uuid references membership_promotions,
  add column member_id uuid references members,
  add column membership_discount integer not null default 0 check (membership_discount >= 0),
  -- What the payment method took off; set when the order is completed.
  add column method_discount integer not null default 0 check (method_discount >= 0),
  add column extensions smallint not null default 0;

alter table order_lines
  add column type text not null default 'ticket_type' check (type in ('ticket_type', 'extra')),
  add column membership_discount integer not null default 0 check (membership_discount >= 0),
  add column coupon_discount integer not null default 0 check (coupon_discount >= 0),
  add column method_discount integer not null default 0 check (method_discount >= 0);

-- Set products of an order; their units are held like those of its visit. No key to the order: see order_lines.
create table order_sets (
  order_id uuid not null,
  position smallint not null,
  product_id integer not null references products,
  time_span_id integer not null references time_spans,
  quantity integer not null check (quantity > 0),
  unit_price integer not null check (unit_price >= 0),
  coupon_discount integer not null default 0 check (coupon_discount >= 0),
  method_discount integer not null default 0 check (method_discount >= 0),
  primary key (order_id, position)
);

-- What the method took off the amount of this attempt (S-4.03).
alter table payment_attempts
  add column method_discount integer not null default 0 check (method_discount >= 0);

-- A ticket of type set is exchanged for one unit of a set product, at the time span it was bought for.
alter table tickets
  alter column option_value_id drop not null,
  add column set_product_id integer references products,
  add column time_span_id integer references time_spans,
  add check ((type = 'gate') = (option_value_id is not null)),
  add check ((type = 'set') = (set_product_id is not null and time_span_id is not null));

-- Addresses that magazines go to. The token in their mails opens the page that ends them (S-6.05).
create table magazine_readers (
  id uuid primary key,
  site_key text not null,
  email text not null,
  token_hash bytea not null unique,
  unique (site_key, email)
);

create table magazine_subscriptions (
  reader_id uuid not null references magazine_readers,
  field_name text not null check (field_name in ('mail_magazine', 'teamlab_mail_magazine')),
  is_subscribed boolean not null,
  changed_at timestamptz not null,
  primary key (reader_id, field_name)
);
