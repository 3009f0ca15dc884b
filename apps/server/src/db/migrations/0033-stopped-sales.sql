-- A time span that is not sold for now. Whoever takes stock reads it under the lock of the span, as it reads what is left.
alter table time_spans
  add column sale_state text not null default 'open' check (sale_state in ('open', 'stopped')),
  add column stopped_at timestamptz,
  -- In the words of whoever stopped it.
  add column stop_reason text,
  add check ((sale_state = 'stopped') = (stopped_at is not null));

create index time_spans_stopped on time_spans (site_key, visit_date) where sale_state = 'stopped';
