-- The people of the venues, what each may do, and a line for everything that they did.

create table staff (
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{0,39}$'),
  role text not null check (role in ('owner', 'manager', 'planner', 'box_office', 'accountant', 'auditor')),
  -- Null: all sites of the deployment.
  site_keys text[],
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (site_keys is null or cardinality(site_keys) > 0)
);

create table staff_actions (
  id integer generated always as identity primary key,
  at timestamptz not null,
  -- Null: the action concerns no single site.
  site_key text,
  staff text not null,
  permission text not null,
  verb text not null,
  -- A number or an id, never the words of a visitor.
  subject text not null,
  details jsonb not null default '{}',
  reason text
);

create index staff_actions_of_site on staff_actions (site_key, id);
create index staff_actions_of_subject on staff_actions (subject, id);

-- What was done is neither changed nor forgotten.
create function refuse_change_of_staff_actions() returns trigger language plpgsql as $$
begin
  raise exception 'staff_actions are only added to';
end
$$;

create trigger staff_actions_are_kept before update or delete on staff_actions
  for each row execute function refuse_change_of_staff_actions();
create trigger staff_actions_are_not_emptied before truncate on staff_actions
  for each statement execute function refuse_change_of_staff_actions();
