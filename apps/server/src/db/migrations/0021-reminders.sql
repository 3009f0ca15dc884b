-- The mail that reminds of a visit. Expands: a program of migration 20 may go on selling beside one of this, and reminds nobody.

-- The order whose visit the buyer was reminded of; a visit that is moved since has another order, and is reminded of once more.
alter table reservations add column reminded_order_id uuid references orders;
