-- What is decided on a row is written only if the version of the row is still the same. A program of before migration 9
-- raises no version: while it runs beside this one, the database does it for it.

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger orders_raise_version before update on orders
  for each row when (new.version = old.version) execute function raise_version();

create trigger payment_attempts_raise_version before update on payment_attempts
  for each row when (new.version = old.version) execute function raise_version();
