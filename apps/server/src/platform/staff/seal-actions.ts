import { createHmac } from 'node:crypto'

import { sql } from 'kysely'
import type { Logger } from 'pino'

import { jstDateOf } from '@kippu/domain/jst-date'

import type { Clock } from '../clock.ts'
import type { Database, Read } from '../db/database.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { runEvery } from '../jobs/run-every.ts'
import type { Tokens } from '../tokens.ts'
import { ownersToWriteTo } from './change-staff.ts'

/** A line of the log as it is sealed. Details are texts of their values, as the database writes them. */
export interface SealableLine {
  readonly id: number
  /** All of it that nobody may change or empty, in one text. */
  readonly line: string
  readonly reason: string | null
  readonly details: Readonly<Record<string, string>>
}

/** Digests of a line, each with the key of the deployment. What an erasure may empty has digests of its own. */
export interface SealedLine {
  readonly id: number
  readonly line: string
  readonly reason: string | null
  readonly details: Readonly<Record<string, string>>
}

export interface Seal {
  readonly id: number
  /** It has the lines behind that of its predecessor, through its own. */
  readonly afterId: number
  readonly throughId: number
  /** A list of {@link SealedLine}, as text: exactly this is sealed. */
  readonly digests: string
  readonly root: Buffer
}

interface SealDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'seedsOf'>
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly log: Logger
}

const KEY = 'log of actions'
const HOUR_MS = 3_600_000
/** Several workers seal in turn, each every hour. */
const LEAST_MS = 3_000_000
/** A line that is written later than one with a higher id: longer than any transaction of the store may last. */
const SETTLING_MS = 900_000

export function keysOfSeals({ seedsOf }: Pick<Tokens, 'seedsOf'>): readonly Buffer[] {
  return seedsOf(KEY)
}

export function sealedLine(key: Buffer, { id, line, reason, details }: SealableLine): SealedLine {
  const digest = (part: string, text: string) => digestOf(key, JSON.stringify([id, part, text]))
  return {
    id,
    line: digest('line', line),
    reason: reason === null ? null : digest('reason', reason),
    details: Object.fromEntries(
      Object.entries(details).map(([name, text]) => [name, digest(`details ${name}`, text)]),
    ),
  }
}

const SHOWN_BYTES = 16

function digestOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, SHOWN_BYTES).toString('base64url')
}

/** Follows from all lines so far: each seal has the root of the one before it. */
export function rootOf(
  key: Buffer,
  { afterId, throughId, digests }: Pick<Seal, 'afterId' | 'throughId' | 'digests'>,
  former: Buffer,
): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([former.toString('hex'), afterId, throughId, digests]))
    .digest()
}

export const NO_ROOT = Buffer.alloc(0)

/** The lines behind one id, through another one. */
export async function readSealable(
  read: Read,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<SealableLine[]> {
  const { rows } = await sql<SealableLine>`
    select id, jsonb_build_array(extract(epoch from at)::text, site_key, staff, via, permission, verb, subject)::text as line, reason,
           (select coalesce(jsonb_object_agg(key, value::text), '{}') from jsonb_each(a.details)) as details
      from staff_actions a where id > ${after} and id <= ${through} order by id`.execute(read)
  return rows
}

/**
 * Seals the lines that are written and not sealed yet, with a key that is not in the database, and says the root in the log of the process. The first seal of a day
 * goes to the owners by mail: its root stands for all before it. False where there is nothing to seal, or another worker has done it.
 */
export async function sealActions({ db, clock, tokens, jobs, log }: SealDeps): Promise<boolean> {
  const [key] = keysOfSeals(tokens)
  if (key === undefined) throw new Error('there is no key to seal with')
  const now = clock.now()
  const seal = await db.transaction(async tx => {
    const last = await readLastSeal(tx)
    if (last !== undefined && last.sealedAt.getTime() > now - LEAST_MS) return undefined
    const { rows } = await sql<{ through: number | null }>`
      select max(id) as through from staff_actions where at < ${new Date(now - SETTLING_MS)}`.execute(tx)
    const after = last?.throughId ?? 0
    const through = rows[0]?.through ?? 0
    if (through <= after) return undefined
    const lines = await readSealable(tx, { after, through })
    const digests = JSON.stringify(lines.map(line => sealedLine(key, line)))
    const root = rootOf(key, { afterId: after, throughId: through, digests }, last?.root ?? NO_ROOT)
    const written = await tx
      .insertInto('log_seals')
      .values({ sealed_at: new Date(now), after_id: after, through_id: through, digests, root })
      .onConflict(conflict => conflict.column('after_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written === undefined) return undefined
    if (last === undefined || jstDateOf(last.sealedAt.getTime()) < jstDateOf(now))
      for (const staff of await ownersToWriteTo(tx))
        await jobs.enqueue(tx, { name: 'send-staff-mail', staff, about: { kind: 'seal', seal: written.id } })
    return { through, lines: lines.length, root }
  })
  if (seal === undefined) return false
  log.info({ through: seal.through, lines: seal.lines, root: seal.root.toString('hex') }, 'actions sealed')
  return true
}

async function readLastSeal(read: Read) {
  return read
    .selectFrom('log_seals')
    .select(['through_id as throughId', 'root', 'sealed_at as sealedAt'])
    .orderBy('through_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Runs {@link sealActions} at once and then every hour until stopped; several servers may do so at once. */
export function startSealing(deps: SealDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: HOUR_MS,
    atOnce: true,
    work: () => sealActions(deps),
    failed: 'actions could not be sealed',
  })
}
