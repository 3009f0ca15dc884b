-- What is kept of a person, and for how long (docs/decisions/0080). Expands: a program of migration 36 may run beside.

-- Orders whose buyers are still known, by the time of their purchase: one leaves this index by being emptied.
create index orders_with_bought_data on orders (completed_at) where completed_at is not null and emptied_at is null;
create index receipts_with_addressee on receipts (issued_at) where addressee <> '';
create index refund_requests_with_words on refund_requests (created_at) where reason <> '';
create index refunds_with_words on refunds (created_at) where reason <> '';
create index staff_actions_with_words on staff_actions (at) where reason is not null;
create index catalogue_imports_to_undo on catalogue_imports (at) where changes is not null;

-- What was done is neither changed nor forgotten; the words in which somebody said why may be, because they may be about a visitor.
create or replace function refuse_change_of_staff_actions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.reason is null and new.details in (old.details, '{}')
       and to_jsonb(new) - 'reason' - 'details' = to_jsonb(old) - 'reason' - 'details' then
      return new;
    end if;
  end if;
  raise exception 'staff_actions are only added to';
end
$$;
