import { createHash, randomUUID } from 'node:crypto'

import { mayDo, worksAt } from '@kippu/domain/staff/grants'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read, Tx } from '../db/database.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { list } from '../db/list.ts'
import { ownersToWriteTo } from './change-staff.ts'
import { site, uuid } from './inputs.ts'
import { readStaff } from './read-actor.ts'
import { recordAction, recordAlone } from './record-action.ts'
import { type Act, staffVerb } from './staff-verb.ts'

/** Matters that are too much for one person: somebody asks, another one agrees, and the first one does it. */

const APPROVER = 'refunds:approve'
/** In ms: so long an approval is good, counted from the asking or from the end of the wait. */
const VALID_MS = 24 * 60 * 60_000
/** A venue of one person thinks it over for so long. */
const WAIT_MS = 24 * 60 * 60_000

export interface ToApprove {
  readonly siteKey: string
  /** The verb that it is for, as it is written down. */
  readonly verb: string
  readonly subject: string
  /** All that the verb was asked for but the reason. */
  readonly asked: unknown
  /** Stands for what was seen: another one later means that it is another matter. */
  readonly digest: string
}

export interface AskedApproval {
  readonly id: string
  /** Nobody else may agree at this site: the person who asked does it alone from then on. */
  readonly waitsUntil: Date | null
  readonly expiresAt: Date
}

/** Whether the deployment has people at all: before anybody is on the list, there is nobody who could be a second person. */
export async function hasStaff(read: Read): Promise<boolean> {
  return (await readStaff(read)).size > 0
}

/** Asks for a second person. @param shown numbers for them. */
export async function askApproval(
  { tx, jobs }: { readonly tx: Tx; readonly jobs: JobQueue },
  act: Act,
  { siteKey, verb, subject, asked, digest }: ToApprove,
  { shown, reason }: { readonly shown: Readonly<Record<string, unknown>>; readonly reason: string },
): Promise<AskedApproval> {
  const now = act.clock.now()
  const staff = await readStaff(tx)
  const one = await maybeOnePerson(tx, { asker: act.actor.name, askedAt: now, among: [...staff.keys()] })
  const others = [...staff].filter(
    ([name, rights]) => !one.has(name) && mayDo(rights, APPROVER) && worksAt(rights, siteKey),
  )
  const waitsUntil = others.length === 0 ? new Date(now + WAIT_MS) : null
  const expiresAt = new Date((waitsUntil?.getTime() ?? now) + VALID_MS)
  const id = randomUUID()
  await tx
    .insertInto('staff_approvals')
    .values({
      id,
      site_key: siteKey,
      verb,
      subject,
      arguments: JSON.stringify(asked),
      digest,
      shown: JSON.stringify(shown),
      asked_by: act.actor.name,
      asked_at: new Date(now),
      expires_at: expiresAt,
      waits_until: waitsUntil,
    })
    .execute()
  await recordAction(tx, act, { siteKey, subject, details: { ...shown, approval: id }, reason })
  // Nobody else agrees: it is at least told to an address that is not this screen.
  if (waitsUntil !== null)
    for (const staff of new Set([act.actor.name, ...(await ownersToWriteTo(tx))]))
      await jobs.enqueue(tx, { name: 'send-staff-mail', staff, about: { kind: 'approval', approval: id } })
  return { id, waitsUntil, expiresAt }
}

interface AskedAmong {
  readonly asker: string
  readonly askedAt: number
  readonly among: readonly string[]
}

/**
 * Those among some people who may be the one who asks under another name, themselves among them: since a day before they asked, one of the two has
 * invited the other or given them another address, or the same person has done so with both, also through names in between. Each is a
 * second person no sooner than waiting would do.
 */
export async function maybeOnePerson(
  read: Read,
  { asker, askedAt, among }: AskedAmong,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    with recursive behind (name, hand) as (
      select name, name from unnest(${list('text', [asker, ...among])}::text[]) as name
      union
      select behind.name, line.staff
        from behind join staff_actions line on line.subject = behind.hand
       where line.verb in ('staff invite', 'staff put') and line.at > ${new Date(askedAt - WAIT_MS)})
    select distinct name from behind where hand in (select hand from behind where name = ${asker})`.execute(
    read,
  )
  return new Set(rows.map(({ name }) => name))
}

const REFUSALS = [
  'no such approval',
  'it is your own',
  'it may be one person under two names',
  'it was decided already',
  'it has expired',
  'it was used already',
  'nobody has agreed yet',
  'it is for something else',
] as const

export type RefusedApproval = (typeof REFUSALS)[number]

export function isRefusedApproval(why: string): why is RefusedApproval {
  return REFUSALS.some(one => one === why)
}

/**
 * Uses an approval for exactly what was asked, once, in the transaction that does it. Where it may not be used, the log has the try with both names.
 * @returns the second person, null where there was none.
 */
export async function spendApproval(
  tx: Tx,
  act: Act,
  id: string,
  matter: ToApprove,
): Promise<{ readonly by: string | null } | RefusedApproval> {
  const row = await lockApproval(tx, id)
  if (row?.site_key !== matter.siteKey) return 'no such approval'
  const why = whyNotSpent(row, act, matter)
  if (why !== undefined) {
    const { asked_by, decided_by } = row
    const details = { approval: id, asked_by, ...(decided_by !== null && { decided_by }), why }
    await recordAction(tx, act, { subject: matter.subject, stage: 'refused', details })
    return why
  }
  await tx
    .updateTable('staff_approvals')
    .set({ used_at: new Date(act.clock.now()) })
    .where('id', '=', id)
    .execute()
  return { by: row.decided_by }
}

/** Makes an approval usable again, in the transaction that writes that what it was used for did not come to be. */
export async function giveBackApproval(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('staff_approvals').set({ used_at: null }).where('id', '=', id).execute()
}

function whyNotSpent(
  row: StoredApproval,
  { actor, clock }: Act,
  { verb, subject, asked, digest }: ToApprove,
): RefusedApproval | undefined {
  const now = clock.now()
  if (row.asked_by !== actor.name) return 'no such approval'
  if (row.used_at !== null) return 'it was used already'
  if (row.expires_at.getTime() <= now) return 'it has expired'
  const isThatOne =
    row.verb === verb &&
    row.subject === subject &&
    row.arguments === JSON.stringify(asked) &&
    row.digest === digest
  if (!isThatOne) return 'it is for something else'
  const hasWaited = row.waits_until !== null && row.waits_until.getTime() <= now
  if (row.is_given === false || (row.is_given === null && !hasWaited)) return 'nobody has agreed yet'
  return undefined
}

type StoredApproval = NonNullable<Awaited<ReturnType<typeof lockApproval>>>

interface Decision {
  readonly siteKey: string
  readonly id: string
  readonly isGiven: boolean
}

/** Agrees to what somebody else has asked for, or does not. At the console alone: at the command line a name proves nobody. */
export const decideApproval = staffVerb({
  name: 'approval',
  permission: APPROVER,
  reach: 'site',
  input: v.object({ ...site, id: uuid, isGiven: v.boolean() }),
  run: async ({ db }: { readonly db: Database }, decision: Decision, act: Act) => {
    if (act.via !== 'console') return 'no such approval'
    const decided = await db.transaction(tx => decide(tx, decision, act))
    if (decided.refused === undefined) return 'done'
    const { refused, subject, askedBy } = decided
    const details = { approval: decision.id, asked_by: askedBy, why: refused }
    if (subject !== undefined) await recordAlone(db, act, { subject, stage: 'refused', details })
    return refused
  },
})

interface Decided {
  readonly refused?: RefusedApproval
  readonly subject?: string
  readonly askedBy?: string
}

async function decide(tx: Tx, { siteKey, id, isGiven }: Decision, act: Act): Promise<Decided> {
  const row = await lockApproval(tx, id)
  if (row?.site_key !== siteKey) return { refused: 'no such approval' }
  const { subject, asked_by: askedBy } = row
  const now = act.clock.now()
  const refuse = (refused: RefusedApproval): Decided => ({ refused, subject, askedBy })
  if (askedBy === act.actor.name) return refuse('it is your own')
  const asked = { asker: askedBy, askedAt: row.asked_at.getTime(), among: [act.actor.name] }
  // No is said by anybody: who may not agree still keeps it from being done after its wait.
  if (isGiven && (await maybeOnePerson(tx, asked)).has(act.actor.name))
    return refuse('it may be one person under two names')
  if (row.decided_by !== null) return refuse('it was decided already')
  if (row.used_at !== null) return refuse('it was used already')
  if (row.expires_at.getTime() <= now) return refuse('it has expired')
  await tx
    .updateTable('staff_approvals')
    .set({ decided_by: act.actor.name, decided_at: new Date(now), is_given: isGiven })
    .where('id', '=', id)
    .execute()
  await recordAction(tx, act, { subject, details: { approval: id, asked_by: askedBy, given: isGiven } })
  return {}
}

const lockApproval = (tx: Tx, id: string) =>
  tx.selectFrom('staff_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export interface ListedApproval {
  readonly id: string
  readonly verb: string
  readonly subject: string
  readonly asked: unknown
  readonly digest: string
  readonly shown: unknown
  /** In the words of the person who asked; null once they were erased. */
  readonly reason: string | null
  readonly askedBy: string
  readonly askedAt: Date
  readonly expiresAt: Date
  readonly waitsUntil: Date | null
  readonly decidedBy: string | null
  readonly isGiven: boolean | null
}

/** Matters that wait for a second person at a site, or that one agreed to and that are not done yet; the oldest first. */
export async function readOpenApprovals(
  read: Read,
  siteKey: string,
  now: Date,
): Promise<readonly ListedApproval[]> {
  const rows = await read
    .selectFrom('staff_approvals as a')
    .leftJoin('staff_actions as l', join =>
      join
        .onRef('l.subject', '=', 'a.subject')
        .on(sql<boolean>`l.verb = a.verb || ' ask' and l.details ->> 'approval' = a.id::text`),
    )
    .selectAll('a')
    .select('l.reason')
    .where('a.site_key', '=', siteKey)
    .where('a.used_at', 'is', null)
    .where('a.expires_at', '>', now)
    .where(eb => eb.or([eb('a.is_given', 'is', null), eb('a.is_given', '=', true)]))
    .orderBy('a.asked_at')
    .execute()
  return rows.map(row => ({
    id: row.id,
    verb: row.verb,
    subject: row.subject,
    asked: JSON.parse(row.arguments),
    digest: row.digest,
    shown: row.shown,
    reason: row.reason,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    waitsUntil: row.waits_until,
    decidedBy: row.decided_by,
    isGiven: row.is_given,
  }))
}

export type OpenApproval = Pick<ListedApproval, 'id' | 'decidedBy' | 'waitsUntil'>

/** Asked for by the same person: exactly the same, and still to be done. */
export async function findOpenApproval(
  read: Read,
  { clock, actor }: Act,
  { siteKey, verb, digest }: Pick<ToApprove, 'siteKey' | 'verb' | 'digest'>,
): Promise<OpenApproval | null> {
  const open = await readOpenApprovals(read, siteKey, new Date(clock.now()))
  return (
    open.findLast(one => one.verb === verb && one.digest === digest && one.askedBy === actor.name) ?? null
  )
}

/** The same for the same facts; it says nothing of them. */
export function digestOfSeen(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}
