-- Orders, their lines, and all that lowers their price.

-- Promotions that membership brings, found by a pair of words. An amount is yen a ticket or percent.
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

-- Failed logins are counted in one row for each login id and each client, so that a count is raised and judged in one statement.
create table login_failures (
  site_key text not null,
  -- HMAC-SHA-256 of a login id or of the address of a client, with the secret of the deployment.
  subject_hash bytea not null,
  failures integer not null check (failures >= 0),
  -- When the first of them was counted; the count is over fifteen minutes later, and its row is swept.
  counted_from timestamptz not null,
  primary key (site_key, subject_hash)
);
create index login_failures_by_time on login_failures (counted_from); -- for orders/membership/failure-queries.ts

-- Addresses that magazines go to. The token in their mails opens the page that ends them.
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

-- A kind decides what may stand beside it; type and amount decide what it takes off. Both types are checked when
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
  -- Uses that live or completed orders have: the number of their counted rows in order_coupons.
  taken integer not null default 0,
  check (taken >= 0 and (usage_limit is null or taken <= usage_limit)),
  -- A code that makes a ticket free is given to so many, never to everybody who hears of it.
  check (kind <> 'invitation' or usage_limit is not null),
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

-- Ids are random: no hot sequence. A new order goes to a page with room for its later versions, so that writing one leaves most indexes
-- alone. Without it a large table has a gap for a new order on many pages, and none of them has room for the next version.
create table orders (
  id uuid primary key,
  site_key text not null,
  channel text not null check (channel in ('web', 'pos', 'kiosk', 'OTA', 'spot')),
  -- One of kind `time_change` moves a bought visit to another day or time.
  kind text not null default 'visit' check (kind in ('visit', 'time_change')),
  status text not null check (status in (
    'temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds',
    'completed', 'expired', 'cancelled', 'refunded', 'refund_failed')),
  -- Raised by every writer.
  version integer not null default 0,
  -- SHA-256 of the token the buyer has; the token itself is derived, never stored.
  token_hash bytea not null unique,
  lang text not null,
  product_id integer not null references products,
  time_span_id integer not null references time_spans,
  quantity integer not null check (quantity > 0),
  -- Prices are fixed when the order is created. Deductions are kept with what they were taken off, so that nobody ever has to compute the
  -- past again.
  subtotal integer not null check (subtotal >= 0),
  price integer not null check (price >= 0),
  promotion_id uuid references membership_promotions,
  member_id uuid references members,
  membership_discount integer not null default 0 check (membership_discount >= 0),
  -- The discount of the payment method; set when the order is completed.
  method_discount integer not null default 0 check (method_discount >= 0),
  -- Answers of the buyer form as [{key, value}].
  customer_info jsonb not null default '[]',
  -- The buyer's address as it is compared; the answers say how it was typed.
  email text,
  -- The mail server refused the address of the buyer; null once another one was stored.
  email_refused_at timestamptz,
  -- Grows with each confirmation mail, so that only the newest link works.
  mail_generation integer not null default 0,
  mail_token_hash bytea unique,
  -- The newest generation whose mail is done with: taken by the mail server, or refused for good.
  mailed_generation integer not null default 0,
  -- A mail that proves an address carries six digits beside its link (docs/decisions/0063). They are made of the deployment's key, as the
  -- link is, and stored nowhere: only how often others were typed is, of the mail of this generation.
  mail_code_generation integer not null default 0,
  wrong_mail_codes smallint not null default 0 check (wrong_mail_codes between 0 and 5),
  -- How often the tickets of an order of the door were mailed.
  mails_after_payment smallint not null default 0,
  -- The order waits without places: it takes them when its address is proved, or where that is done when its payment begins.
  places_at_proof boolean not null default false,
  extensions smallint not null default 0,
  -- On a change of time: its reservation, the order that was the newest one of it when the change was made, the yen paid for it and not given
  -- back, and the yen that go back to the buyer when it is complete, as its site said when it was made.
  replaces uuid,
  -- Bought, so never deleted, and without a foreign key: it would look for each order that goes in all others.
  moves_from uuid,
  credit integer not null default 0 check (credit >= 0),
  refund_due integer not null default 0 check (refund_due >= 0),
  expires_at timestamptz not null,
  -- When the sweeper looks at it: never after its hold ends, and earlier where that was made longer since. Null once it is over.
  check_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When it lost what it knew of its visitor. Money that comes after that goes back: nobody knows whom the tickets would belong to.
  emptied_at timestamptz,
  check ((kind = 'time_change') = (replaces is not null)),
  check (kind = 'time_change' or credit = 0),
  check (kind = 'time_change' or moves_from is null),
  check (kind = 'time_change' or refund_due = 0)
) with (fillfactor = 70);
-- The steps of a purchase change status and end of an order again and again: no index has those, so that such a change writes to none
-- (docs/decisions/0098).
create index orders_due on orders (check_at) where check_at is not null; -- for orders/life/release-expired.ts
create index orders_by_email on orders (site_key, email) where email is not null; -- for tickets/inquire.ts
create index orders_refused_address on orders (site_key, email_refused_at) where email_refused_at is not null; -- for office/books/day-summary.ts
create index orders_by_replaced on orders (replaces) where replaces is not null; -- for sales/time-change/change-row.ts
-- One change of a reservation is under way at a time.
create unique index orders_one_change on orders (replaces) where kind = 'time_change' and check_at is not null;
-- A time span is taken away only where no order names it, and the visits of a day are found by it, those that were moved away from it too.
create index orders_by_span on orders (time_span_id); -- for stock/write-spans.ts
-- Orders that ended without being bought and have not lost what they know of their visitors: some weeks later they go, or are emptied
-- (docs/decisions/0145). A purchase is never in it.
create index orders_unpaid on orders (created_at)
  where check_at is null and completed_at is null and emptied_at is null; -- for orders/life/clear-unpaid.ts
-- Orders whose buyers are still known, by the time of their purchase: one leaves this index by being emptied.
create index orders_with_bought_data on orders (completed_at) where completed_at is not null and emptied_at is null; -- for office/retention/bought-orders.ts

-- An order is looked at until it is over: a program that changes its status or its end cannot forget that.
create function keep_check_of_order() returns trigger language plpgsql as $$
begin
  new.check_at := case
    when new.status in ('temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds')
    then least(new.check_at, new.expires_at) end;
  return new;
end $$;
create trigger orders_keep_check before insert or update on orders for each row
  when ((new.check_at is null) = (new.status in ('temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds'))
        or new.check_at > new.expires_at)
  execute function keep_check_of_order();

create trigger orders_raise_version before update on orders
  for each row when (new.version = old.version) execute function raise_version();

-- Staff find an order by what its buyer says of it (docs/handbook.md).

-- Letters alone, without width, case, blanks and the kind of kana, so that ｻﾄｳ, サトウ and さとう are one.
create function folded_name(name text) returns text language sql immutable parallel safe
return translate(
  regexp_replace(lower(normalize(name, nfkc)), '[[:space:]・.,''’‐-]+', '', 'g'),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');

-- The name among the answers of a buyer, and the same with its last word first: people say either.
create function buyer_name(answers jsonb) returns text language sql immutable parallel safe
return folded_name(jsonb_path_query_first(answers, '$[*] ? (@.key == "fullname")') ->> 'value');

create function buyer_name_turned(answers jsonb) returns text language sql immutable parallel safe
return folded_name(regexp_replace(
  normalize(jsonb_path_query_first(answers, '$[*] ? (@.key == "fullname")') ->> 'value', nfkc),
  '^\s*(.+?)\s+(\S+)\s*$', '\2 \1'));

-- The digits of a telephone number from the last one to the first: the beginning is said in many ways (090, +81 90).
create function digits_turned(phone text) returns text language sql immutable parallel safe
return reverse(regexp_replace(normalize(phone, nfkc), '\D', '', 'g'));

create function buyer_phone_turned(answers jsonb) returns text language sql immutable parallel safe
return digits_turned(jsonb_path_query_first(answers, '$[*] ? (@.key == "phone")') ->> 'value');

-- Beside the orders, which are written again and again until they are paid: what staff find is written when the answers are.
create table found_buyers (
  order_id uuid primary key,
  site_key text not null,
  name text,
  name_turned text,
  phone_turned text,
  -- That of the order.
  created_at timestamptz not null
);
create index found_buyers_by_name on found_buyers (site_key, name text_pattern_ops) include (created_at, order_id) where name is not null; -- for orders/buyers/found-buyers.ts
create index found_buyers_by_name_turned on found_buyers (site_key, name_turned text_pattern_ops) include (created_at, order_id) where name is not null; -- for orders/buyers/found-buyers.ts
create index found_buyers_by_phone on found_buyers (site_key, phone_turned text_pattern_ops) where phone_turned is not null; -- for orders/buyers/found-buyers.ts

-- No writer of answers can forget it, and who empties them empties this.
create function note_found_buyer() returns trigger language plpgsql as $$
declare
  name text := buyer_name(new.customer_info);
  phone text := buyer_phone_turned(new.customer_info);
begin
  if name is null and phone is null then
    delete from found_buyers where order_id = new.id;
  else
    insert into found_buyers values (new.id, new.site_key, name, buyer_name_turned(new.customer_info), phone, new.created_at)
    on conflict (order_id) do update
       set name = excluded.name, name_turned = excluded.name_turned, phone_turned = excluded.phone_turned;
  end if;
  return null;
end $$;
create trigger orders_note_buyer after update of customer_info on orders
  for each row when (new.customer_info <> old.customer_info) execute function note_found_buyer();
create trigger new_orders_note_buyer after insert on orders
  for each row when (new.customer_info <> '[]') execute function note_found_buyer();

-- One table of lines: options, extras and set products. They are written by the statement that writes their order, and go with it, so
-- `order_id` needs no foreign key here: checking one for every row costs a crowd half of its speed, and a server that has cached the
-- check's plan while the table was empty far more.
create table order_items (
  order_id uuid not null,
  kind text not null check (kind in ('ticket_type', 'extra', 'set')),
  -- Set products are counted from 0 beside the others.
  position smallint not null,
  -- The product that is bought, and when it is visited or exchanged.
  product_id integer not null references products,
  time_span_id integer not null references time_spans,
  option_value_id integer references option_values,
  quantity integer not null check (quantity > 0),
  -- Base price of the day and extra cost of the option, per ticket, as they were when the order was created.
  base_price integer check (base_price >= 0),
  add_cost integer,
  -- The price of one ticket: base price and extra cost, never below zero.
  unit_price integer not null check (unit_price >= 0),
  -- On a line of a change: yen that its units cost before.
  former_price integer check (former_price >= 0),
  membership_discount integer not null default 0 check (membership_discount >= 0),
  coupon_discount integer not null default 0 check (coupon_discount >= 0),
  method_discount integer not null default 0 check (method_discount >= 0),
  -- Percent of consumption tax that the price contains.
  tax_rate smallint not null default 10 check (tax_rate between 0 and 100),
  -- How the units of a line stand in the stock of its time span. `held`: the order holds them. `carried`: the order that the visit
  -- moves from holds them, and they pass over when the change is complete. `none`: they are not counted.
  stock text not null default 'held' check (stock in ('held', 'carried', 'none')),
  primary key (order_id, kind, position),
  check ((kind = 'set') = (option_value_id is null)),
  check (kind = 'set' or stock = 'held')
);
create unique index order_items_position on order_items (order_id, (kind = 'set'), position);

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
create index order_coupons_counted on order_coupons (coupon_id) where is_counted; -- for office/books/invariants.ts

-- Orders that nobody tried to pay, once they are gone: how many wanted a day, and how far they came.
create table unpaid_orders (
  site_key text not null,
  -- The day of the visit.
  day date not null,
  product_id integer not null references products,
  reason text not null check (reason in ('given_up', 'no_form', 'no_payment', 'no_change')),
  orders integer not null check (orders > 0),
  -- Tickets that they would have had.
  units integer not null check (units > 0),
  primary key (site_key, day, product_id, reason)
);

-- Mails that prove an address are counted, over all sites and processes of a deployment (docs/decisions/0039). A row is swept
-- once its time is over.
create table proof_recipients (
  -- HMAC-SHA-256 of the mailbox, with the secret of the deployment.
  recipient_hash bytea primary key,
  -- When the mails of the last hour were queued, the oldest first.
  mailed_at timestamptz[] not null,
  -- The same mails once more, with the network that asked for each and its order.
  sent_at timestamptz[] not null default '{}',
  sent_from bytea[] not null default '{}',
  sent_for uuid[] not null default '{}',
  -- Whether a link that was mailed there was followed.
  is_proved boolean not null default false,
  keep_until timestamptz not null
);
create index proof_recipients_by_time on proof_recipients (keep_until); -- for orders/address-proofs/sweep-counts.ts

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
create index proof_domains_by_time on proof_domains (keep_until); -- for orders/address-proofs/sweep-counts.ts

-- They are counted by the network that asks for them as well.
create table proof_networks (
  -- Keyed hash of the network.
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
create index proof_networks_by_time on proof_networks (counted_from); -- for orders/address-proofs/sweep-counts.ts
