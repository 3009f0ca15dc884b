import * as v from 'valibot'

import type { OwnConnection } from './own-connection.ts'

/** The database's work for one purchase, on average, including its mails. */
export interface Statements {
  readonly statements: number
  readonly executionMs: number
  readonly planMs: number
  /** All but the rarest statements, those that took most of the time first. */
  readonly top: readonly Statement[]
}

interface Statement {
  readonly query: string
  readonly calls: number
  /** How often it was planned: of one that is prepared, and whose tables stay as they are, about never. */
  readonly plans: number
  readonly planMs: number
  readonly ms: number
  /** Bytes that it writes to the log of the database. */
  readonly logBytes: number
}

/** Calls a purchase: rarer ones are those of maintenance. */
const RARE = 0.05

/** Counts the statements of the store from now on, or no longer. */
export async function countStatements(statistics: OwnConnection, isOn: boolean): Promise<void> {
  const track = isOn ? 'top' : 'none'
  await statistics.query({ text: `alter system set "pg_stat_statements.track" = '${track}'` })
  await statistics.query({ text: 'select pg_reload_conf()' })
}

const statementRows = v.array(
  v.object({
    query: v.string(),
    calls: v.number(),
    plans: v.number(),
    planMs: v.number(),
    ms: v.number(),
    logBytes: v.number(),
  }),
)

/** The counts so far. The own statements of the benchmark are left out. */
export async function readStatements({
  own,
}: {
  readonly own: OwnConnection
}): Promise<readonly Statement[]> {
  const rows = await own.query({
    text: `select query, sum(calls)::float as calls, sum(plans)::float as plans, sum(total_plan_time) as "planMs",
                  sum(total_exec_time) as ms, sum(wal_bytes)::float as "logBytes" from pg_stat_statements
           where dbid = (select oid from pg_database where datname = 'kippu') and query !~ $1 group by query`,
    values: [OWN_STATEMENTS],
  })
  return v.parse(statementRows, rows)
}

/** The statements of the benchmark itself. */
const OWN_STATEMENTS = 'select id::text from orders where token_hash|pg_stat_statements'

/** The counts between two readings, divided by the purchases. */
export function statementsBetween(
  from: readonly Statement[],
  to: readonly Statement[],
  purchases: number,
): Statements {
  const before = new Map(from.map(one => [one.query, one]))
  const each = (value: number): number => Math.round((value / purchases) * 1000) / 1000
  const rows = to
    .map(({ query, ...now }) => {
      const then = before.get(query)
      const passed = (what: keyof typeof now): number => each(now[what] - (then?.[what] ?? 0))
      return {
        query: query.replaceAll(/\s+/g, ' ').slice(0, 200),
        calls: passed('calls'),
        plans: passed('plans'),
        planMs: passed('planMs'),
        ms: passed('ms'),
        logBytes: Math.round(passed('logBytes')),
      }
    })
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.ms + b.planMs - a.ms - a.planMs)
  const sum = (value: (row: Statement) => number): number =>
    Math.round(rows.reduce((total, row) => total + value(row), 0) * 100) / 100
  return {
    statements: sum(({ calls }) => calls),
    executionMs: sum(({ ms }) => ms),
    planMs: sum(({ planMs }) => planMs),
    top: rows.filter(({ calls }) => calls >= RARE),
  }
}
