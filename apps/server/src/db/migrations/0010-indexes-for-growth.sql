-- Orders that wait for a payment are few among all that were ever sold; the reconciler looks through them every ten minutes.
create index orders_being_paid on orders (id) where status in ('payment_pending', 'payment_3ds');

-- What a time span has sold is compared with what is held in it.
create index holds_by_span on holds (time_span_id);
