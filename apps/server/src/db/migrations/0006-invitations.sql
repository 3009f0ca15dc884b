-- A code that makes a ticket free is given to so many, never to everybody who hears of it.
alter table coupons add check (kind <> 'invitation' or usage_limit is not null);
