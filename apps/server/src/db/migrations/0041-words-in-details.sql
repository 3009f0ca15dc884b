-- A detail of an action that names an erased person is emptied alone: amounts beside it stay (docs/decisions/0080). A program of migration 40 may run beside.

create or replace function refuse_change_of_staff_actions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.reason is null or new.reason = old.reason)
       and to_jsonb(new) - 'reason' - 'details' = to_jsonb(old) - 'reason' - 'details'
       and (new.details = '{}' or not exists (
         select from jsonb_each(old.details) as former full join jsonb_each(new.details) as kept using (key)
          where former.value is null or kept.value is null or kept.value not in (former.value, 'null'))) then
      return new;
    end if;
  end if;
  raise exception 'staff_actions are only added to';
end
$$;
