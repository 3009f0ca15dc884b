-- Channels (R-1.17, R-1.18): which products each sells, and how much of a time span is kept for one.

-- A product is sold where it says so.
alter table products add column channels text[] not null default '{web}'
  check (channels <@ array['web', 'pos', 'kiosk', 'OTA', 'spot']);

-- A program of the release before sells on the web alone.
alter table holds add column channel text not null default 'web'
  check (channel in ('web', 'pos', 'kiosk', 'OTA', 'spot'));

-- How often the tickets of an order of the door were mailed (S-12.07).
alter table orders add column mails_after_payment smallint not null default 0;

-- How many rows channel_shares has of the time span: whoever has locked the span and finds another number of them reads again.
alter table time_spans add column shares smallint not null default 0;

-- Units of a time span that are kept for a channel. What is not kept for any is common.
create table channel_shares (
  time_span_id integer not null references time_spans on delete cascade,
  channel text not null check (channel in ('web', 'pos', 'kiosk', 'OTA', 'spot')),
  -- Units kept for it. Its sales are counted against them first.
  share integer not null check (share >= 0),
  -- Units that it holds or has sold, kept or common.
  used integer not null default 0 check (used >= 0),
  -- Whether it sells of what is common too, once its share is sold.
  uses_pool boolean not null,
  -- From then on what is left of its share is common; null: never.
  release_at timestamptz,
  primary key (time_span_id, channel),
  check (uses_pool or used <= share)
);

-- Whoever writes holds has locked their time spans, and with them these rows. All writers of holds are counted, those of the release
-- before too.
create function count_new_holds() returns trigger language plpgsql as $$
begin
  update channel_shares s set used = s.used + n.units
    from (select time_span_id, channel, sum(units)::integer as units from new_holds group by time_span_id, channel) n
   where s.time_span_id = n.time_span_id and s.channel = n.channel;
  return null;
end $$;

create function count_gone_holds() returns trigger language plpgsql as $$
begin
  update channel_shares s set used = s.used - o.units
    from (select time_span_id, channel, sum(units)::integer as units from old_holds group by time_span_id, channel) o
   where s.time_span_id = o.time_span_id and s.channel = o.channel;
  return null;
end $$;

create function count_changed_hold() returns trigger language plpgsql as $$
begin
  update channel_shares set used = used + new.units - old.units
   where time_span_id = new.time_span_id and channel = new.channel;
  return null;
end $$;

create trigger holds_inserted after insert on holds
  referencing new table as new_holds for each statement execute function count_new_holds();
create trigger holds_deleted after delete on holds
  referencing old table as old_holds for each statement execute function count_gone_holds();
create trigger hold_changed after update of units on holds
  for each row when (old.units is distinct from new.units) execute function count_changed_hold();

-- Units of a time span that a channel can sell now, those of holds that have ended included: `unitsFor` of the domain, for reading.
create function channel_units(span integer, for_channel text) returns integer language sql stable as $$
  with ended as (
    select channel, sum(units)::integer as units from holds
     where time_span_id = span and expires_at <= now() group by channel
  ), shared as (
    select s.channel, s.uses_pool, s.share - s.used + coalesce(e.units, 0) as rest,
           case when coalesce(s.release_at, 'infinity') > now()
                then greatest(0, s.share - s.used + coalesce(e.units, 0)) else 0 end as kept
      from channel_shares s left join ended e using (channel) where s.time_span_id = span
  ), room as (
    select t.capacity - t.taken + coalesce((select sum(units) from ended), 0)::integer as units,
           coalesce((select sum(kept) from shared where channel = for_channel), 0)::integer as own,
           coalesce((select sum(kept) from shared where channel <> for_channel), 0)::integer as of_others
      from time_spans t where t.id = span
  )
  select greatest(0, least(units, own + greatest(0, units - own - of_others),
                           (select rest from shared where channel = for_channel and not uses_pool)))
    from room
$$;
