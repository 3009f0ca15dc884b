import { hash } from 'node:crypto'

import { sql } from 'kysely'
import * as v from 'valibot'

import { forgetImportedMembers } from '../catalogue/forget-members.ts'
import { lockImports } from '../catalogue/write-changes.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteJobsAbout } from '../../platform/jobs/delete-jobs.ts'
import { removeReaders } from '../../orders/magazines/remove-readers.ts'
import { eraseMembers } from '../../orders/membership/write-members.ts'
import { emptyAddressees } from '../../tickets/receipts/empty-addressees.ts'
import { removeShareMailsTo } from '../../tickets/shares/remove-mails.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type AskedPerson, findPerson, type Person } from './find-person.ts'
import { forgetOrders, type Gone, lockOrders } from './forget-orders.ts'
import { type HeldPart, readHeld } from './held-data.ts'
import { findObstacles, type Obstacle } from './obstacles.ts'
import { readWords, says } from './words-of-person.ts'
import { forgetWordsOfStaff, readWordsOfStaff } from './words-of-staff.ts'

type ErasureDeps = Pick<Deps, 'db' | 'clock'>

interface Erasure extends AskedPerson {
  /** In the words of the actor, without those of the person. */
  readonly reason: string
  /** Also while a visit is to come. */
  readonly isForced: boolean
  /** The word of the plan; without it nothing is written. */
  readonly confirmed: string | undefined
}

export type ErasureOutcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly obstacles: readonly Obstacle[] }
  /** The reason says something about the person, and would stay. */
  | { readonly kind: 'reason' }
  | {
      readonly kind: 'planned'
      readonly word: string
      readonly held: readonly HeldPart[]
      readonly losing: readonly HeldPart[]
    }
  /** The data that is held differs from the plan. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'erased'; readonly gone: Gone }

/**
 * Erases a person from a site (docs/decisions/0080): nothing is left that names them or leads to them. Amounts, times, numbers and documents of tax stay, and the
 * books are the same as before. Twice: the first time it says what would go and a word, the second time it goes with that word. All or nothing.
 */
export const erasePerson = staffVerb({
  name: 'person erase',
  permission: 'persons:erase',
  reach: 'site',
  input: v.object({
    ...site,
    typed: v.string(),
    reason,
    isForced: v.boolean(),
    confirmed: v.undefinedable(v.string()),
  }),
  run: erase,
})

async function erase(deps: ErasureDeps, erasure: Erasure, act: Act): Promise<ErasureOutcome> {
  if (erasure.confirmed === undefined) return deps.db.read(read => plan(read, deps, erasure))
  return deps.db.transaction(async tx => {
    // An import that runs may be writing the person down; the next one waits.
    await lockImports(tx, erasure.siteKey)
    const seen = await findPerson(tx, erasure)
    if (seen === undefined) return { kind: 'nothing' }
    await lockOrders(tx, seen.orderIds, 'wait')
    const planned = await plan(tx, deps, erasure)
    if (planned.kind !== 'planned') return planned
    if (planned.word !== erasure.confirmed || wordOf(seen) !== planned.word) return { kind: 'changed' }
    const gone = await forget(tx, seen, new Date(deps.clock.now()))
    await recordAction(tx, act, {
      subject: planned.word,
      details: gone,
      reason: erasure.reason,
    })
    return { kind: 'erased', gone }
  })
}

async function plan(
  read: Read,
  { clock }: Pick<ErasureDeps, 'clock'>,
  { reason: why, isForced, ...asked }: Erasure,
): Promise<ErasureOutcome> {
  const person = await findPerson(read, asked)
  if (person === undefined) return { kind: 'nothing' }
  const words = await readWords(read, person)
  if (says(why, words)) return { kind: 'reason' }
  const found = await findObstacles(read, person, new Date(clock.now()))
  const obstacles = found.filter(one => one !== 'ahead' || !isForced)
  if (obstacles.length > 0) return { kind: 'refused', obstacles }
  return {
    kind: 'planned',
    word: wordOf(person),
    held: await readHeld(read, person),
    losing: await readWordsOfStaff(read, person, words),
  }
}

/** The same for the same orders and members of a person; it says nothing about them. */
function wordOf({ siteKey, orderIds, memberIds }: Person): string {
  return hash('sha256', JSON.stringify([siteKey, orderIds, memberIds])).slice(0, 12)
}

async function forget(tx: Tx, person: Person, now: Date): Promise<Gone> {
  const { siteKey, addresses, orderIds, reservationIds, memberIds, logins } = person
  const words = await readWords(tx, person)
  const jobs = await forgetJobs(tx, person)
  const gone = {
    ...(await forgetOrders(tx, { orderIds, reservationIds, addresses }, now)),
    jobs,
    receipts: await emptyAddressees(tx, ofReservations(reservationIds)),
    further_share_mails: await removeShareMailsTo(tx, { siteKey, addresses }),
    magazine_readers: await removeReaders(tx, { siteKey, addresses }),
    imports: await forgetImportedMembers(tx, { siteKey, addresses, logins }),
    ...(await forgetWordsOfStaff(tx, person, words)),
  }
  await eraseMembers(tx, memberIds)
  return { ...gone, members: memberIds.length }
}

const ofReservations = (ids: readonly string[]) =>
  sql<boolean>`reservation_id = any(${list('uuid', ids)}::uuid[])`

/** Mails that are still to go, and what the queue remembers of those that went. */
async function forgetJobs(tx: Tx, { orderIds, reservationIds }: Person): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id::text from refund_requests where ${ofReservations(reservationIds)}
    union all select id::text from visit_cancellation_items where ${ofReservations(reservationIds)}
    union all select id::text from share_mails where ${ofReservations(reservationIds)}`.execute(tx)
  const about = [...orderIds, ...reservationIds, ...rows.map(({ id }) => id)]
  const { numAffectedRows } = await deleteJobsAbout(about).execute(tx)
  return Number(numAffectedRows ?? 0n)
}
