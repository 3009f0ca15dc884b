-- A change of time keeps what its visitor was promised. Expands: a program of migration 21 may go on selling beside one of this; a change to
-- a cheaper time that it makes gives nothing back, so stop programs of migrations 19 to 21 first where visitors move their visits.

-- On a change of time: yen that go back to the buyer when it is complete, as its site said when it was made (S-11.11).
alter table orders
  add column refund_due integer not null default 0 check (refund_due >= 0),
  add check (kind = 'time_change' or refund_due = 0);
