-- Units that are held for an order whose mail address is not proved yet have shares of their day (docs/decisions/0041). They
-- are summed from their holds, so that nobody who gives a hold back, an older program among them, has to keep a count.

-- Whose network holds it: a keyed hash of an IPv4 address or an IPv6 /64, null once the address of its order is proved.
alter table holds add column network bytea;
-- The domain of the address that its order was given.
alter table holds add column mail_domain text;

create index holds_unproven on holds (time_span_id) include (network, units, expires_at) where network is not null;
create index holds_by_mail_domain on holds (time_span_id, mail_domain) where mail_domain is not null;

-- The order waits without places: it takes them when its address is proved.
alter table orders add column places_at_proof boolean not null default false;

-- Units that unproven orders hold of these time spans, by network. A statement sees what was committed before it began; this
-- function sees what was committed before it is called, so a batch that has waited for its locks sums what is true then.
create function unproven_units(spans integer[]) returns table (network bytea, units bigint) language plpgsql volatile as $$
begin
  return query
    select h.network, sum(h.units) from holds h
     where h.time_span_id = any(spans) and h.network is not null and h.expires_at > now()
     group by h.network;
end $$;
