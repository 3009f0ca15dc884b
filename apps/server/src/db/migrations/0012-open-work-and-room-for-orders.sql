-- What is asked of the few rows that are open, or of one payment, reads no row of the others.

-- What was given back of a payment is asked with every refund of it.
create index refunds_by_attempt on refunds (attempt_id);

-- What a person must look at or what is under way: for staff and for the metrics. Payments by their state have an index already.
create index payment_attempts_at_work on payment_attempts (id) where needs_person or operation is not null;
create index refunds_at_work on refunds (id) where needs_person or state = 'requested';

-- A new order goes to a page with room for its later versions, so that writing one leaves most indexes alone. Without it a large
-- table has a gap for a new order on many pages, and none of them has room for the next version.
alter table orders set (fillfactor = 70);
