-- What migration 9 left open for programs of migration 8. Applied by `kippu database --contract` once none of them and no row of
-- theirs is left; may be repeated.
-- Not for long, because every purchase waits behind this; and in the order in which a purchase locks them.
set local lock_timeout = '3s';
lock table payment_attempts, tickets, order_items in access exclusive mode;

drop view if exists order_lines;
drop view if exists order_sets;

alter table order_items
  alter column kind drop default,
  alter column product_id set not null,
  alter column time_span_id set not null;

alter table tickets
  alter column uid set not null,
  alter column product_id set not null,
  alter column time_span_id set not null;

alter table payment_attempts drop column if exists purpose;
