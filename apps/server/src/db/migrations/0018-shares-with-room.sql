-- As `unproven_units` of all time spans of a day, and nothing while all that is taken of them fits into `room`: then no share of the day
-- can be full, and nobody has to sum its holds. `taken` counts every hold of a time span, so it is never less than those without a proof.
create function unproven_units_beyond(product integer, day date, room bigint)
returns table (network bytea, units bigint) language plpgsql volatile as $$
begin
  if (select coalesce(sum(s.taken), 0) from time_spans s where s.product_id = product and s.visit_date = day) <= room then
    return;
  end if;
  return query
    select u.network, u.units
      from unproven_units(array(select s.id from time_spans s where s.product_id = product and s.visit_date = day)) u;
end $$;
