import type { Client } from 'pg'

import { fault, type Finding, advice } from './finding.ts'

/** A database server's description of itself. */
export interface DatabaseServer {
  readonly settings: ReadonlyMap<string, string>
  readonly encoding: string
  /** The version of the collation that its indexes were built with, and that of the library now. */
  readonly collation: { readonly built: string | null; readonly now: string | null }
  readonly isStandby: boolean
  readonly archiveFails: boolean
  /** The age of the oldest open transaction. */
  readonly oldestSeconds: number
  /** Left for programs that are not superusers. */
  readonly connections: number
}

const LEAST_VERSION = 150_000
const LONG_SECONDS = 600

interface Row extends Omit<DatabaseServer, 'settings' | 'collation'> {
  readonly settings: Readonly<Record<string, string>>
  readonly built: string | null
  readonly now: string | null
}

export async function readServer(client: Client): Promise<DatabaseServer> {
  const { rows } = await client.query<Row>(`
    select (select jsonb_object_agg(name, setting) from pg_settings
             where name in ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'wal_level',
                            'archive_mode', 'default_transaction_isolation', 'default_transaction_read_only', 'autovacuum',
                            'data_checksums', 'max_connections', 'superuser_reserved_connections', 'reserved_connections')) as settings,
           pg_encoding_to_char(d.encoding) as encoding, d.datcollversion as built,
           pg_database_collation_actual_version(d.oid) as now, pg_is_in_recovery() as "isStandby",
           (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as "archiveFails",
           (select coalesce(extract(epoch from max(now() - xact_start)), 0)::float8 from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()) as "oldestSeconds"
      from pg_database d where d.datname = current_database()`)
  const [row] = rows
  if (row === undefined) throw new Error('the database does not know itself')
  const settings = new Map(Object.entries(row.settings))
  const numbers = (name: string): number => Number(settings.get(name) ?? 0)
  return {
    ...row,
    settings,
    collation: { built: row.built, now: row.now },
    connections:
      numbers('max_connections') -
      numbers('superuser_reserved_connections') -
      numbers('reserved_connections'),
  }
}

interface Rule {
  readonly setting: string
  readonly isWrong: (value: string) => boolean
  readonly state: 'fault' | 'advice'
  readonly todo: string
}

const is = (wrong: string) => (value: string) => value === wrong

/** A setting that a server does not have is not judged. */
const RULES: readonly Rule[] = [
  {
    setting: 'server_version_num',
    isWrong: value => Number(value) < LEAST_VERSION,
    state: 'fault',
    todo: 'use PostgreSQL 15 or newer',
  },
  {
    setting: 'fsync',
    isWrong: is('off'),
    state: 'fault',
    todo: 'set it on: a power cut destroys the database',
  },
  {
    setting: 'full_page_writes',
    isWrong: is('off'),
    state: 'fault',
    todo: 'set it on: a power cut destroys pages of the database',
  },
  {
    setting: 'synchronous_commit',
    isWrong: is('off'),
    state: 'fault',
    todo: 'set it on: a crash loses tickets whose buyers were told that they have them',
  },
  {
    setting: 'default_transaction_isolation',
    isWrong: value => value !== 'read committed',
    state: 'fault',
    todo: 'set it to read committed, which the store is made for',
  },
  {
    setting: 'default_transaction_read_only',
    isWrong: is('on'),
    state: 'fault',
    todo: 'set it off: nothing could be sold',
  },
  {
    setting: 'autovacuum',
    isWrong: is('off'),
    state: 'fault',
    todo: 'set it on: the tables grow without end, and plans go wrong',
  },
  {
    setting: 'archive_mode',
    isWrong: is('off'),
    state: 'advice',
    todo: 'archive the log, or a day of paid tickets may be lost: docs/running.md#backups',
  },
  {
    setting: 'data_checksums',
    isWrong: is('off'),
    state: 'advice',
    todo: 'pg_checksums --enable, so that a failing disk is noticed',
  },
]

export function judgeServer(server: DatabaseServer): readonly Finding[] {
  const { settings, encoding, collation, isStandby, archiveFails, oldestSeconds } = server
  const ofSettings = RULES.flatMap(({ setting, isWrong, state, todo }) => {
    const value = settings.get(setting)
    return value === undefined || !isWrong(value)
      ? []
      : [{ check: 'database', state, says: `${setting} is ${value}`, todo }]
  })
  const isStale = collation.built !== null && collation.now !== null && collation.built !== collation.now
  return [
    ...ofSettings,
    ...(encoding === 'UTF8'
      ? []
      : [fault('database', `its encoding is ${encoding}`, 'create it anew with encoding UTF8')]),
    ...(isStale
      ? [
          fault(
            'database',
            `its collation was version ${collation.built} and is ${collation.now} now: indexes may miss rows`,
            'reindex database, then alter database … refresh collation version',
          ),
        ]
      : []),
    ...(isStandby ? [fault('database', 'it is a standby, which takes no orders', 'name the primary')] : []),
    ...(archiveFails
      ? [
          fault(
            'archive',
            'the newest log could not be archived',
            'see the log of PostgreSQL; its disk fills up',
          ),
        ]
      : []),
    ...(oldestSeconds > LONG_SECONDS
      ? [
          advice(
            'database',
            `a transaction is open for ${Math.round(oldestSeconds / 60)} minutes`,
            'find it in pg_stat_activity, and end it',
          ),
        ]
      : []),
  ]
}
