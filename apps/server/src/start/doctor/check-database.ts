import { promisesTooMuch } from '@kippu/texts/promised-entry'
import { itemAt } from '@kippu/domain/known'
import { Client } from 'pg'

import { checkDatabase as connectOnce } from '../checks/check-database.ts'
import { complaintOfConnections } from '../checks/check-connections.ts'
import { checkEncryption } from '../checks/check-encryption.ts'
import { checkPrepared } from '../checks/check-prepared.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { PROGRAM_NAME, SCHEMA_RELEASE, underProgramName } from '../../platform/db/program-name.ts'
import type { ServerEnv } from '../environment/read-env.ts'
import { judgeServer, readServer } from './database-server.ts'
import { advice, fault, type Finding, messageOf, ok, orOk } from './finding.ts'

const CHECK = 'database'

/** Milliseconds that two clocks may differ by. */
const MOST_APART = 2_000

/** The database of the store: whether it answers, how it is set, what the role may do, its schema, and its clock. */
export async function checkDatabase(env: ServerEnv, now: () => number): Promise<readonly Finding[]> {
  const client = new Client({ connectionString: underProgramName(env.databaseUrl) })
  client.on('error', () => undefined)
  try {
    await connectOnce(env.databaseUrl)
    if (env.dbPrepared) await checkPrepared(env.databaseUrl)
    await client.connect()
    return [
      ...encryption(env),
      ...(await settings(client, env)),
      ...(await role(client)),
      ...(await schema(client)),
      await clock(client, now),
      ...(await words(client)),
    ]
  } catch (error) {
    return [fault(CHECK, messageOf(error), 'correct the variable, or start the database')]
  } finally {
    await client.end().catch(() => undefined)
  }
}

function encryption(env: ServerEnv): readonly Finding[] {
  const said: string[] = []
  checkEncryption(env, { warn: (line: string) => said.push(line) })
  return said.map(line => advice('encryption', line, 'somebody on the way could read names and addresses'))
}

async function settings(client: Client, env: ServerEnv): Promise<readonly Finding[]> {
  const server = await readServer(client)
  const tooMany = complaintOfConnections(env, server.connections)
  const found = [
    ...judgeServer(server),
    ...(tooMany === undefined ? [] : [fault(CHECK, tooMany, 'or put a pooler in between')]),
  ]
  return orOk(
    found,
    CHECK,
    `PostgreSQL ${server.settings.get('server_version') ?? ''}, settings as they should be`,
  )
}

interface RoleRow {
  readonly name: string
  readonly isSuper: boolean
  readonly creates: boolean
  readonly strange: number
}

/** The role must own what migrations change, and needs nothing beyond. */
async function role(client: Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<RoleRow>(`
    select current_user as name, (select rolsuper from pg_roles where rolname = current_user) as "isSuper",
           has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as creates,
           (select count(*)::integer from pg_tables
             where schemaname = 'public' and not pg_has_role(tableowner, 'usage')) as strange`)
  const [row] = rows
  if (row === undefined) return []
  const grant = `make ${row.name} the owner of the database, of its schema public and of its tables`
  return orOk(
    [
      ...(row.creates
        ? []
        : [fault('role', `${row.name} may not create tables: a migration would fail`, grant)]),
      ...(row.strange === 0
        ? []
        : [fault('role', `${row.strange} tables belong to another role: a migration would fail`, grant)]),
      ...(row.isSuper
        ? [advice('role', `${row.name} is a superuser`, 'use a role that owns this one database')]
        : []),
    ],
    'role',
    `${row.name} owns what it needs, and no more`,
  )
}

async function schema(client: Client): Promise<readonly Finding[]> {
  const state = await pendingMigrations(client)
  if (state.kind === 'wrong')
    return [fault('schema', state.why, 'run the release that this database is of, or a newer one')]
  const { rows } = await client.query<{ program: string }>(
    `select distinct application_name as program from pg_stat_activity
      where datname = current_database() and application_name ~ '^kippu [0-9]+$' and application_name <> $1`,
    [PROGRAM_NAME],
  )
  const others = rows.map(({ program }) => program).toSorted()
  return [
    ...(state.missing === 0
      ? [ok('schema', `database release ${SCHEMA_RELEASE}`)]
      : [
          advice('schema', `${state.missing} migrations are to come`, 'back up; the next start applies them'),
        ]),
    ...(others.length === 0
      ? []
      : [
          advice(
            'schema',
            `also connected: ${others.join(', ')}`,
            'end the upgrade: docs/running.md#upgrades',
          ),
        ]),
  ]
}

interface PromiseRow {
  readonly entry_policy: string
  readonly reentry_minutes: number | null
  readonly name: string
  readonly site: string
  readonly texts: readonly string[]
}

/** There is nothing to say of a database before its first start. */
async function words(client: Client): Promise<readonly Finding[]> {
  const { rows: known } = await client.query<{ has: boolean }>(
    `select exists (select from information_schema.columns
                     where table_schema = current_schema() and table_name = 'products' and column_name = 'entry_policy') as has`,
  )
  return itemAt(known, 0).has ? [...(await promises(client)), ...(await missingWords(client))] : []
}

/** Products whose words promise more than their tickets give. */
async function promises(client: Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<PromiseRow>(`
    select coalesce(p.code, p.uuid::text) as name, p.site_key as site, p.entry_policy, p.reentry_minutes,
           array_agg(concat_ws(E'\\n', t.name, t.description, t.caution)) as texts
      from products p join product_texts t on t.product_id = p.id
     where p.retired_at is null and p.entry_policy = 'once' and p.reentry_minutes is null
     group by p.id order by p.site_key, p.position, p.id`)
  return rows
    .filter(row => promisesTooMuch(row.texts, row))
    .map(({ site, name }) =>
      advice(
        'entry',
        `the words of ${name} (site ${site}) promise to come in again, and each ticket admits once`,
        'change its words, or the column entry of the sheet products',
      ),
    )
}

interface MissingRow {
  readonly site: string
  readonly lang: string
  readonly count: number
  readonly first: string
}

/** Products, kinds and coupons without words in a language that the site speaks. */
async function missingWords(client: Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<MissingRow>(`
    with sold as (
      select p.site_key, p.id, coalesce(p.code, p.uuid::text) as name from products p where p.retired_at is null
    ), named as (
      select s.site_key, s.name, l.id as lang,
             exists (select from product_texts t where t.product_id = s.id and t.lang = l.id) as has
        from sold s join languages l on l.site_key = s.site_key
      union all
      select s.site_key, s.name || ' ' || coalesce(v.code, '#' || v.id), l.id,
             exists (select from option_value_texts t where t.option_value_id = v.id and t.lang = l.id)
        from sold s join product_options o on o.product_id = s.id
        join option_values v on v.option_id = o.id and v.retired_at is null
        join languages l on l.site_key = s.site_key
      union all
      select c.site_key, c.code, l.id, exists (select from coupon_texts t where t.coupon_id = c.id and t.lang = l.id)
        from coupons c join languages l on l.site_key = c.site_key
       where c.is_active and not exists (select from orders where orders.id = c.id)
    )
    select site_key as site, lang, count(*)::integer as count, min(name) as first
      from named where not has group by site_key, lang order by site_key, lang`)
  return rows.map(({ site, lang, count, first }) =>
    advice(
      'words',
      `site ${site} has ${count === 1 ? first : `${first} and ${count - 1} more`} without words in ${lang}: their readers see English, or else the site’s first language`,
      'add them by the sheets product_texts, option_values and coupons',
    ),
  )
}

async function clock(client: Client, now: () => number): Promise<Finding> {
  const before = now()
  const { rows } = await client.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  const apart = itemAt(rows, 0).ms - (before + now()) / 2
  return Math.abs(apart) <= MOST_APART
    ? ok('clock', 'this machine and the database agree')
    : fault(
        'clock',
        `the database is ${(Math.abs(apart) / 1000).toFixed(1)} s ${apart > 0 ? 'ahead of' : 'behind'} this machine`,
        'let both follow one time server (chrony)',
      )
}
