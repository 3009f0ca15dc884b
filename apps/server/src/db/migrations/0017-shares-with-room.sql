-- As `unproven_units`, and nothing while all that is taken of these time spans fits into `room`: then no share of their day can be
-- full, and nobody has to sum its holds. `taken` counts every hold of a time span, so it is never less than those without a proof.
create function unproven_units_beyond(spans integer[], room bigint) returns table (network bytea, units bigint) language plpgsql volatile as $$
begin
  if (select coalesce(sum(s.taken), 0) from time_spans s where s.id = any(spans)) <= room then
    return;
  end if;
  return query select u.network, u.units from unproven_units(spans) u;
end $$;
