import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { reason, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { findNamed } from './find-named.ts'

export const LONGEST_NOTE = 1_000

interface Note {
  readonly siteKey: string
  readonly typed: string
  readonly reason: string
}

/**
 * Keeps a word about an order: a promise, a complaint. It is the reason of an action that does nothing else, so the story of the order tells it, and it goes with
 * the words of the staff when the person is erased. False where the site has no such order.
 */
export const noteOrder = staffVerb({
  name: 'note',
  permission: 'orders:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.string(), reason: v.pipe(reason, v.maxLength(LONGEST_NOTE)) }),
  run: writeNote,
})

async function writeNote(
  { db }: Pick<Deps, 'db'>,
  { siteKey, typed, reason: words }: Note,
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    const named = await findNamed(tx, siteKey, typed)
    if (named === undefined) return false
    const { orderId, reservationId } = named
    const visit =
      reservationId === null
        ? undefined
        : await tx
            .selectFrom('reservations')
            .select('number')
            .where('id', '=', reservationId)
            .executeTakeFirstOrThrow()
    await recordAction(tx, act, { subject: visit?.number ?? orderId, reason: words })
    return true
  })
}
