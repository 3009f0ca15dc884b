/** Rows, keys and references like those of a purchase of the store; indexes for what is asked alone. */
export const SCHEMA = `
  create table spans (id integer primary key, capacity integer not null, taken integer not null default 0 check (taken <= capacity));
  insert into spans select n, 1000000000, 0 from generate_series(1, 100) n;
  create table orders (
    id uuid primary key, token_hash bytea not null unique, status text not null, span_id integer not null references spans,
    quantity integer not null, price integer not null, answers jsonb not null default '[]', email text, link_hash bytea,
    is_mailed boolean not null default false, expires_at timestamptz not null, created_at timestamptz not null default now()
  ) with (fillfactor = 70);
  create table lines (order_id uuid not null references orders, position smallint not null, price integer not null, quantity integer not null,
                      primary key (order_id, position));
  create table holds (order_id uuid not null references orders, span_id integer not null references spans, units integer not null, primary key (order_id, span_id));
  create table reservations (id uuid primary key, order_id uuid not null unique references orders, token_hash bytea not null unique,
                             number text not null unique, created_at timestamptz not null default now());
  create table tickets (reservation_id uuid not null references reservations, id integer not null, code_hash bytea not null unique,
                        price integer not null, primary key (reservation_id, id));
  create table jobs (id uuid primary key, subject uuid not null, created_at timestamptz not null default now());
  create index jobs_of on jobs (subject);`

const ORDER = 'select id, status, answers, email, price, expires_at from orders where id = $1'

/** Twelve a purchase. */
export const STATEMENTS = {
  order: `with new_order as (
      insert into orders (id, token_hash, status, span_id, quantity, price, expires_at)
      values ($1, $2, 'temporary', $3, 2, 0, now() + interval '10 minutes') returning id
    ), new_line as (insert into lines values ($1, 0, 0, 2)), new_hold as (insert into holds values ($1, $3, 2))
    update spans set taken = taken + 2 where id = $3 and taken + 2 <= capacity`,
  read: ORDER,
  form: `with job as (insert into jobs values ($5, $1))
    update orders set status = 'mail_sent', answers = $2, email = $3, link_hash = $4, expires_at = now() + interval '10 minutes' where id = $1`,
  mailed: `with gone as (delete from jobs where subject = $1) update orders set is_mailed = true where id = $1`,
  prove: `update orders set status = 'ready_checkout', expires_at = now() + interval '10 minutes' where id = $1 and status = 'mail_sent'`,
  pay: `with paid as (
      update orders set status = 'completed' where id = $1 and status = 'ready_checkout' returning id
    ), bought as (
      insert into reservations (id, order_id, token_hash, number) select $2, id, $3, $4 from paid returning id
    ), job as (insert into jobs select $6, id from bought)
    insert into tickets select bought.id, place, code, 0 from bought, unnest($5::bytea[]) with ordinality as drawn (code, place)`,
  letter: `select r.number, o.email, o.answers, (select json_agg(t) from tickets t where t.reservation_id = r.id) as tickets
      from reservations r join orders o on o.id = r.order_id where r.id = $1`,
  done: 'delete from jobs where subject = $1',
  tickets: 'select id, code_hash, price from tickets where reservation_id = $1',
} as const
